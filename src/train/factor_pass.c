/* SPDX-License-Identifier: MIT */
/* Passes over the rows of all anchors, piece by piece, in blocks that fit into caches. The division
 * into blocks affects no result. Rows and vectors that they are multiplied with have length 1 at
 * most, so terms of sums are in [-1, 1]: fixed point. */
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/sums.h"
#include "train/factor.h"

#include <string.h>

#define BLOCK_ROWS RW_FACTOR_BLOCK_ROWS
#define BLOCK_ENTRIES ((size_t)1 << 19)         /* entries of a block, or one longer row */
#define ONE_WAY_BLOCK_ENTRIES ((size_t)1 << 16) /* each group of vectors reads them again */
#define TASK_ROWS 64

typedef struct pass {
    rw_factor_fitting *fit;
    const rw_profiles *views[RW_FACTOR_VIEWS]; /* the piece's profiles */
    uint32_t first;                            /* part */
    uint32_t end;
} pass;

/* Counts the columns that an anchor visits; *column is the first. */
static size_t find_columns(const pass *p, uint32_t anchor, uint32_t *column)
{
    const rw_factor *factor = p->fit->factor;
    size_t count = 0;

    for (uint32_t v = 0; v < factor->view_count; v++) {
        uint32_t first, own = rw_profiles_count(p->views[v], anchor, &first);

        if (!count && own)
            *column = factor->starts[v] + first;
        count += own;
    }
    return count;
}

/* Lists the anchors of the next block, those in wanted parts, from *anchor on. */
static riwalk_status list_rows(const pass *p, uint32_t *anchor, riwalk_error *error)
{
    rw_factor_rows *rows = &p->fit->rows;
    uint32_t anchors = p->views[0]->anchor_count;
    size_t most = p->fit->options.one_way ? ONE_WAY_BLOCK_ENTRIES : BLOCK_ENTRIES, entries;

    rows->count = 0;
    rows->starts[0] = 0;
    for (; *anchor < anchors && rows->count < BLOCK_ROWS; (*anchor)++) {
        uint32_t column = 0, part;
        size_t count = find_columns(p, *anchor, &column), end = rows->starts[rows->count] + count;

        if (!count)
            continue;
        part = p->fit->parts.of[column];
        if (part < p->first || part >= p->end)
            continue;
        if (rows->count && end > most)
            break;
        rows->anchors[rows->count] = *anchor;
        rows->parts[rows->count++] = part;
        rows->starts[rows->count] = end;
    }
    entries = rows->starts[rows->count];
    RW_HAVE(rw_grow_at(&rows->places, &rows->room, entries, sizeof *rows->places, error));
    RW_HAVE(rw_grow_at(&rows->values, &rows->value_room, entries, sizeof *rows->values, error));
    return RIWALK_STATUS_OK;
}

static riwalk_status make_row(void *context, size_t row, int worker, riwalk_error *error)
{
    const pass *p = context;
    const rw_factor_rows *rows = &p->fit->rows;
    rw_profile profiles[RW_FACTOR_VIEWS];

    rw_row_reader_get(&p->fit->reader, worker, rows->anchors[row], profiles);
    rw_factor_values(p->fit->factor, profiles, rows->places + rows->starts[row],
                     rows->values + rows->starts[row]);
    for (size_t i = rows->starts[row]; i < rows->starts[row + 1]; i++)
        rows->places[i] = p->fit->parts.places[rows->places[i]];
    return RIWALK_STATUS_OK;
}

/* Removes columns that are left out from the rows. */
static void drop_left_out(rw_factor_rows *rows)
{
    size_t from = 0, to = 0;

    for (uint32_t r = 0; r < rows->count; r++) {
        for (; from < rows->starts[r + 1]; from++) {
            rows->places[to] = rows->places[from];
            rows->values[to] = rows->values[from];
            to += rows->places[from] != RW_FACTOR_LEFT_OUT;
        }
        rows->starts[r + 1] = to;
    }
}

/* Makes and uses all rows of a piece. */
static riwalk_status pass_piece(pass *p, size_t piece, rw_factor_use *use, void *context,
                                riwalk_error *error)
{
    const rw_factor_source *source = p->fit->source;
    rw_factor_rows *rows = &p->fit->rows;
    int threads = p->fit->options.run.threads;
    uint32_t anchor = 0;

    RW_MUST(source->open(source->context, piece, p->views, error));
    RW_MUST(rw_row_reader_open(&p->fit->reader, p->views, source->view_count, threads, error));
    while (anchor < p->views[0]->anchor_count) {
        RW_MUST(list_rows(p, &anchor, error));
        if (!rows->count)
            break;
        RW_MUST(rw_parallel_blocks(threads, rows->count, TASK_ROWS, make_row, p, NULL, error));
        if (p->fit->options.one_way) /* only directed graphs leave columns out */
            drop_left_out(rows);
        RW_MUST(use(context, rows, error));
        RW_MUST(rw_progress_add(&p->fit->progress, 0, error));
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_factor_pass(rw_factor_fitting *fit, uint32_t first, uint32_t end,
                             rw_factor_use *use, void *context, riwalk_error *error)
{
    pass p = {.fit = fit, .first = first, .end = end};
    rw_factor_rows *rows = &fit->rows;

    if (!rows->anchors) {
        rows->anchors = rw_take(fit->pool, BLOCK_ROWS, sizeof *rows->anchors, error);
        rows->parts = rw_take(fit->pool, BLOCK_ROWS, sizeof *rows->parts, error);
        rows->starts = rw_take(fit->pool, BLOCK_ROWS + 1, sizeof *rows->starts, error);
    }
    RW_MUST(rw_pool_status(fit->pool));
    for (size_t piece = 0; piece < fit->source->piece_count; piece++)
        RW_MUST(pass_piece(&p, piece, use, context, error));
    return RIWALK_STATUS_OK;
}

/* ---- Products ---- */

static riwalk_status multiply_group(void *context, size_t group, int worker, riwalk_error *error)
{
    const rw_factor_product *p = context;
    size_t start = group * p->columns * RW_PRODUCT_GROUP;

    p->fit->kernels->add_products(&(rw_products){
        .row_count = p->rows->count,
        .starts = p->rows->starts,
        .places = p->rows->places,
        .values = p->rows->values,
        .from = p->small ? NULL : p->from + start,
        .small = p->small ? p->small + start : NULL,
        .to = p->to + start,
        .scale = rw_fixed_scale(p->fit->bits),
    });
    return RIWALK_STATUS_OK;
}

static riwalk_status multiply_rows(void *context, const rw_factor_rows *rows, riwalk_error *error)
{
    rw_factor_product *p = context;

    p->rows = rows;
    return rw_parallel(p->fit->options.run.threads, p->groups, multiply_group, p, error);
}

riwalk_status rw_factor_multiply(rw_factor_product *p, riwalk_error *error)
{
    rw_factor_fitting *fit = p->fit;
    rw_matrix *matrix = p->small ? NULL : fit->source->matrix;
    uint32_t vectors = p->groups * RW_PRODUCT_GROUP;
    size_t all = (size_t)vectors * p->columns;

    memset(p->to, 0, all * sizeof *p->to);
    RW_MUST(matrix ? rw_matrix_products(matrix, p->part, p->columns, vectors, fit->bits, p->from,
                                        p->to, error)
                   : rw_factor_pass(fit, p->part, p->part + 1, multiply_rows, p, error));
    RW_MUST(rw_progress_add(&fit->progress, 0, error));
    return rw_group_sum(fit->source->group, p->to, all, error);
}
