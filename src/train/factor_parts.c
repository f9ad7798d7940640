/* SPDX-License-Identifier: MIT */
/* The connected parts of a factorisation: columns that some anchor visits both are in one. */
#include "base/memory.h"
#include "train/factor.h"

static uint32_t find_root(uint32_t *parents, uint32_t column)
{
    while (parents[column] != column) {
        parents[column] = parents[parents[column]];
        column = parents[column];
    }
    return column;
}

/* The smaller column becomes the root, so that a part's root is its first column. */
static void join(uint32_t *parents, uint32_t a, uint32_t b)
{
    uint32_t x = find_root(parents, a), y = find_root(parents, b);

    if (x < y)
        parents[y] = x;
    else
        parents[x] = y;
}

/* The first column that an anchor visits; false where it visits none. */
static bool first_column(const rw_factor *factor, const rw_profiles *const *views, uint32_t anchor,
                         uint32_t *column)
{
    for (uint32_t v = 0; v < factor->view_count; v++) {
        rw_profile profile = rw_profiles_get(views[v], anchor);

        if (!profile.count)
            continue;
        *column = factor->starts[v] + profile.entries[0].role;
        return true;
    }
    return false;
}

static void join_columns(const rw_factor *factor, const rw_profiles *const *views,
                         uint32_t *parents)
{
    for (uint32_t a = 0; a < views[0]->anchor_count; a++) {
        uint32_t first;

        if (!first_column(factor, views, a, &first))
            continue;
        for (uint32_t v = 0; v < factor->view_count; v++) {
            rw_profile profile = rw_profiles_get(views[v], a);

            for (uint32_t i = 0; i < profile.count; i++)
                join(parents, first, factor->starts[v] + profile.entries[i].role);
        }
    }
}

/* Numbers the parts in the order of their first columns. */
static void number_parts(uint32_t *parents, uint32_t columns, rw_factor_parts *parts)
{
    for (uint32_t c = 0; c < columns; c++) {
        uint32_t root = find_root(parents, c);

        parts->of[c] = root == c ? parts->count++ : parts->of[root];
    }
}

/* Sorts 0 .. count-1 by part into `sorted`: starts[p] is where those of part p begin. Those whose
 * part is NO_PART are left out. */
#define NO_PART UINT32_MAX

static void sort_by_part(const uint32_t *of, uint32_t count, uint32_t part_count, uint32_t *sorted,
                         uint32_t *starts)
{
    for (uint32_t i = 0; i < count; i++)
        if (of[i] != NO_PART)
            starts[of[i] + 1]++;
    for (uint32_t p = 0; p < part_count; p++)
        starts[p + 1] += starts[p];
    for (uint32_t i = 0; i < count; i++)
        if (of[i] != NO_PART)
            sorted[starts[of[i]]++] = i;
    for (uint32_t p = part_count; p-- > 0;)
        starts[p + 1] = starts[p];
    starts[0] = 0;
}

static riwalk_status list_parts(const rw_factor *factor, const rw_profiles *const *views,
                                rw_factor_parts *parts, uint32_t *anchor_parts, riwalk_error *error)
{
    uint32_t columns = factor->starts[factor->view_count], anchors = views[0]->anchor_count;
    size_t starts = (size_t)parts->count + 1;

    parts->columns = rw_alloc(columns, sizeof *parts->columns, error);
    parts->places = rw_alloc(columns, sizeof *parts->places, error);
    parts->column_starts = rw_alloc_zeroed(starts, sizeof *parts->column_starts, error);
    parts->anchors = rw_alloc(anchors, sizeof *parts->anchors, error);
    parts->anchor_starts = rw_alloc_zeroed(starts, sizeof *parts->anchor_starts, error);
    if (!parts->columns || !parts->places || !parts->column_starts || !parts->anchors ||
        !parts->anchor_starts)
        return RIWALK_STATUS_MEMORY;
    sort_by_part(parts->of, columns, parts->count, parts->columns, parts->column_starts);
    for (uint32_t i = 0; i < columns; i++) {
        uint32_t column = parts->columns[i];

        parts->places[column] = i - parts->column_starts[parts->of[column]];
    }
    for (uint32_t a = 0; a < anchors; a++) {
        uint32_t column;

        anchor_parts[a] = first_column(factor, views, a, &column) ? parts->of[column] : NO_PART;
    }
    sort_by_part(anchor_parts, anchors, parts->count, parts->anchors, parts->anchor_starts);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_factor_parts_find(const rw_factor *factor, const rw_profiles *const *views,
                                   rw_factor_parts *parts, riwalk_error *error)
{
    uint32_t columns = factor->starts[factor->view_count], anchors = views[0]->anchor_count;
    uint32_t *parents = rw_alloc(columns, sizeof *parents, error);
    uint32_t *anchor_parts = rw_alloc(anchors, sizeof *anchor_parts, error);
    riwalk_status status = RIWALK_STATUS_MEMORY;

    parts->of = rw_alloc(columns, sizeof *parts->of, error);
    if (parents && anchor_parts && parts->of) {
        for (uint32_t c = 0; c < columns; c++)
            parents[c] = c;
        join_columns(factor, views, parents);
        number_parts(parents, columns, parts);
        status = list_parts(factor, views, parts, anchor_parts, error);
    }
    rw_free(parents);
    rw_free(anchor_parts);
    return status;
}

void rw_factor_parts_free(rw_factor_parts *parts)
{
    rw_free(parts->of);
    rw_free(parts->places);
    rw_free(parts->columns);
    rw_free(parts->column_starts);
    rw_free(parts->anchors);
    rw_free(parts->anchor_starts);
}
