/* SPDX-License-Identifier: MIT */
/* Singular vectors through the Gram matrix of the columns. Tasks are ranges of its rows, so no two
 * threads write to one cell. */
#include "base/eigen.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/search.h"
#include "base/sums.h"
#include "train/factor.h"

#define RANGES_PER_THREAD 4 /* rows differ in cost */

typedef struct grams {
    rw_factor_fitting *fit;
    uint32_t first; /* part */
    uint32_t start; /* the first of its columns */
    uint32_t count; /* columns of all parts in the batch */
    size_t ranges;
    uint64_t *triangles; /* lower triangles, part after part */
    size_t *offsets;     /* [parts in the batch + 1]: where they begin */
    const rw_factor_rows *rows;
} grams;

/* Adds the products of a row to rows from .. to - 1 of its part's matrix. */
static void add_row(const grams *g, uint32_t row, uint32_t from, uint32_t to)
{
    const uint32_t *places = g->rows->places + g->rows->starts[row];
    const double *values = g->rows->values + g->rows->starts[row];
    uint32_t count = (uint32_t)(g->rows->starts[row + 1] - g->rows->starts[row]);
    uint64_t *matrix = g->triangles + g->offsets[g->rows->parts[row] - g->first];
    double scale = rw_fixed_scale(g->fit->bits);

    for (uint32_t i = (uint32_t)rw_search_u32(places, 0, count, from); i < count && places[i] < to;
         i++) {
        uint64_t *sums = matrix + rw_factor_cells(places[i]);
        double value = scale * values[i];

        for (uint32_t j = 0; j <= i; j++) /* places ascend */
            sums[places[j]] += rw_fixed(value * values[j]);
    }
}

static riwalk_status add_range(void *context, size_t task, int worker, riwalk_error *error)
{
    const grams *g = context;
    const uint32_t *starts = g->fit->parts.column_starts;
    uint32_t first = g->start + (uint32_t)rw_part(g->count, g->ranges, task);
    uint32_t end = g->start + (uint32_t)rw_part(g->count, g->ranges, task + 1);

    for (uint32_t r = 0; r < g->rows->count; r++) {
        const uint32_t *own = starts + g->rows->parts[r];

        if (own[0] < end && own[1] > first)
            add_row(g, r, own[0] < first ? first - own[0] : 0,
                    (own[1] < end ? own[1] : end) - own[0]);
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status add_rows(void *context, const rw_factor_rows *rows, riwalk_error *error)
{
    grams *g = context;

    g->rows = rows;
    RW_MUST(rw_parallel(g->fit->options.run.threads, g->ranges, add_range, g, error));
    return rw_progress_add(&g->fit->progress, rows->count, error);
}

riwalk_status rw_factor_grams(rw_factor_fitting *fit, uint32_t first, uint32_t end, rw_pool *owner,
                              uint64_t **triangles, riwalk_error *error)
{
    const uint32_t *starts = fit->parts.column_starts;
    int threads = fit->options.run.threads;
    grams g = {
        .fit = fit,
        .first = first,
        .start = starts[first],
        .count = starts[end] - starts[first],
        .ranges = threads > 1 ? (size_t)threads * RANGES_PER_THREAD : 1,
    };
    size_t count = end - first;
    RW_POOL(pool);

    RW_HAVE(g.offsets = rw_take_zeroed(&pool, count + 1, sizeof *g.offsets, error));
    for (uint32_t p = first; p < end; p++)
        g.offsets[p - first + 1] =
            g.offsets[p - first] + rw_factor_cells(rw_factor_part_columns(&fit->parts, p));
    RW_HAVE(*triangles = g.triangles =
                rw_take_zeroed(owner, g.offsets[count], sizeof *g.triangles, error));
    RW_MUST(fit->source->matrix ? rw_matrix_grams(fit->source->matrix, first, end, starts,
                                                  fit->bits, g.triangles, error)
                                : rw_factor_pass(fit, first, end, add_rows, &g, error));
    return rw_group_sum(fit->source->group, g.triangles, g.offsets[count], error);
}

riwalk_status rw_factor_solve(rw_factor_fitting *fit, uint32_t columns, const uint64_t *triangle,
                              uint32_t wanted, double *values, const double **vectors,
                              riwalk_error *error)
{
    double *matrix, *found;
    RW_POOL(pool);

    RW_HAVE(*vectors = found = rw_take(fit->pool, wanted, columns * sizeof *found, error));
    RW_HAVE(matrix = rw_take_zeroed(&pool, columns, columns * sizeof *matrix, error));
    for (uint32_t i = 0; i < columns; i++)
        for (uint32_t j = 0; j <= i; j++)
            matrix[(size_t)i * columns + j] = rw_fixed_value(*triangle++, fit->bits);
    return rw_eigen(columns, matrix, wanted, values, found, fit->options.run.threads,
                    &fit->progress, error);
}
