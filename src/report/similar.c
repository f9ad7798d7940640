/* SPDX-License-Identifier: MIT */
/* The nodes most similar to each, by the cosine of their vectors: exactly those that
 * riwalk_vectors_nearest finds among the nodes that have a direction. */
#include "base/memory.h"
#include "plot/project.h"
#include "report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Vectors of length 1, of those nodes that have one that is not zero. */
typedef struct directions {
    rw_pool pool;
    rw_points points;
    float *values;
    uint32_t *nodes; /* [points.count]: ascending */
    bool alike;      /* all are the same */
} directions;

static bool is_zero(const float *vector, uint32_t dimensions)
{
    for (uint32_t d = 0; d < dimensions; d++)
        if (vector[d] != 0)
            return false;
    return true;
}

static riwalk_status find_directions(const rw_report *r, directions *d, riwalk_error *error)
{
    uint32_t dimensions = r->vectors->dimensions, nodes = r->graph->node_count;
    rw_points all = {.count = r->vectors->count, .dimensions = dimensions};
    float *scaled = NULL;
    riwalk_status status =
        rw_points_make(r->vectors, RIWALK_NORMALIZATION_UNIT, &all, &scaled, error);

    d->pool.failed = status;
    d->values = rw_take(&d->pool, (size_t)nodes * dimensions, sizeof *d->values, error);
    d->nodes = rw_take(&d->pool, nodes, sizeof *d->nodes, error);
    status = status ? status : rw_pool_status(&d->pool);
    d->points =
        (rw_points){.dimensions = dimensions, .values = d->values, .threads = r->options.run.threads};
    d->alike = true;
    for (uint32_t u = 0; u < nodes && !status; u++) {
        float *to = d->values + (size_t)d->points.count * dimensions;

        if (r->rows[u] == RIWALK_NO_CLASS || is_zero(rw_point(&all, r->rows[u]), dimensions))
            continue;
        memcpy(to, rw_point(&all, r->rows[u]), dimensions * sizeof *to);
        d->alike &= !memcmp(d->values, to, dimensions * sizeof *to);
        d->nodes[d->points.count++] = u;
    }
    rw_free(scaled);
    return status;
}

/* The nearest first; of equals the first node. */
static int compare(const void *left, const void *right)
{
    const rw_affinity *a = left, *b = right;

    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return a->column < b->column ? -1 : 1;
}

/* Of two vectors of length 1. */
static double cosine_at(double squared_distance)
{
    return fmax(-1, fmin(1, 1 - squared_distance / 2));
}

static void keep(const rw_report *r, const directions *d, uint32_t point, const rw_affinity *found,
                 uint32_t count)
{
    size_t at = (size_t)d->nodes[point] * RW_REPORT_SIMILAR;

    for (uint32_t i = 0; i < count; i++) {
        r->similar[at + i] = d->nodes[found[i].column];
        r->cosines[at + i] = (uint16_t)lround(32767 * (1 + cosine_at(found[i].value)));
    }
}

/* Where all are the same, the first ones are as near as any. */
static void take_first(const rw_report *r, const directions *d, uint32_t wanted)
{
    for (uint32_t point = 0; point < d->points.count; point++) {
        rw_affinity found[RW_REPORT_SIMILAR];

        for (uint32_t i = 0; i < wanted; i++)
            found[i] = (rw_affinity){i + (i >= point), 0};
        keep(r, d, point, found, wanted);
    }
}

static riwalk_status search(const rw_report *r, const directions *d, uint32_t wanted,
                            riwalk_error *error)
{
    uint32_t count = d->points.count, *order = rw_alloc(count, sizeof *order, error);
    rw_affinity *entries = rw_alloc((size_t)count * wanted, sizeof *entries, error);
    riwalk_project_options options;
    riwalk_status status = RIWALK_STATUS_MEMORY;

    riwalk_project_options_init(&options);
    options.run = r->options.run;
    if (order && entries)
        status = rw_neighbors_find(&d->points, wanted, &options, order, entries, error);
    for (size_t row = 0; row < count && !status; row++) {
        rw_affinity *found = entries + row * wanted;

        for (uint32_t i = 0; i < wanted; i++)
            found[i].column = order[found[i].column];
        qsort(found, wanted, sizeof *found, compare);
        keep(r, d, order[row], found, wanted);
    }
    rw_free(order);
    rw_free(entries);
    return status;
}

riwalk_status rw_report_find_similar(rw_report *r, riwalk_error *error)
{
    size_t room = (size_t)r->graph->node_count * RW_REPORT_SIMILAR;
    directions d = {0};
    riwalk_status status;

    r->similar = rw_take(&r->pool, room, sizeof *r->similar, error);
    r->cosines = rw_take_zeroed(&r->pool, room, sizeof *r->cosines, error);
    if (r->pool.failed)
        return RIWALK_STATUS_MEMORY;
    memset(r->similar, 0xFF, room * sizeof *r->similar);
    if (!(status = find_directions(r, &d, error)) && d.points.count > 1) {
        uint32_t wanted = d.points.count - 1;

        wanted = wanted < RW_REPORT_SIMILAR ? wanted : RW_REPORT_SIMILAR;
        if (d.alike)
            take_first(r, &d, wanted);
        else
            status = search(r, &d, wanted, error);
    }
    rw_pool_free(&d.pool);
    return status;
}
