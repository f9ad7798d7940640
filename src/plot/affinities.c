/* SPDX-License-Identifier: MIT */
/* The matrix P of t-SNE: Gaussian weights of each point's nearest neighbours, as wide as the
 * perplexity asks for, then the mean of both directions. */
#include "base/memory.h"
#include "base/parallel.h"
#include "plot/project.h"

#include <math.h>

#define BLOCK 64         /* rows that a task weighs */
#define SEARCH_STEPS 100 /* of halving, for the width of a Gaussian */
#define LEAST 0x1p-50    /* of a row's largest weight */

/* Rows before they are made symmetric, by column: squared distances of the nearest points, then
 * weights. */
typedef struct rows {
    uint32_t count;
    uint32_t neighbors;
    double entropy;       /* log(perplexity) */
    rw_affinity *entries; /* [count][neighbors] */
    uint32_t *sizes;      /* [count] */
    rw_pool pool;
    rw_progress progress;
} rows;

/* The entropy of weights exp(-beta * (distance - nearest)), and their sum. */
static double entropy_at(const rw_affinity *row, uint32_t size, double nearest, double beta,
                         double *sum)
{
    double weighted = 0;

    *sum = 0;
    for (uint32_t i = 0; i < size; i++) {
        double away = row[i].value - nearest;
        double weight = exp(-beta * away);

        *sum += weight;
        weighted += weight * away;
    }
    *sum = fmax(*sum, 1); /* which it is: the nearest weighs 1 */
    return log(*sum) + beta * weighted / *sum;
}

/* Turns squared distances into weights of sum 1. Where more points are equally near than the
 * perplexity counts, no width gives its entropy; the narrowest that was tried is then right. */
static uint32_t weigh(const rows *r, rw_affinity *row, uint32_t size)
{
    double nearest = INFINITY, mean = 0, low = 0, high = INFINITY, beta, sum;
    uint32_t kept = 0;

    for (uint32_t i = 0; i < size; i++) {
        nearest = fmin(nearest, row[i].value);
        mean += row[i].value / size;
    }
    beta = mean > nearest ? 1 / (mean - nearest) : 1;
    for (int step = 0; step < SEARCH_STEPS; step++) {
        double entropy = entropy_at(row, size, nearest, beta, &sum);

        if (fabs(entropy - r->entropy) < 1e-10)
            break;
        if (entropy > r->entropy)
            low = beta;
        else
            high = beta;
        beta = isinf(high) ? beta * 2 : (low + high) / 2;
    }
    entropy_at(row, size, nearest, beta, &sum);
    for (uint32_t i = 0; i < size; i++) {
        double weight = exp(-beta * (row[i].value - nearest));

        if (weight >= LEAST)
            row[kept++] = (rw_affinity){row[i].column, weight / sum};
    }
    return kept;
}

static riwalk_status weigh_task(void *context, size_t row, int worker, riwalk_error *error)
{
    rows *r = context;

    r->sizes[row] = weigh(r, r->entries + row * r->neighbors, r->neighbors);
    return RIWALK_STATUS_OK;
}

/* ---- Symmetric ---- */

/* Appends to each row what others have for it: row by row, so columns come in order. `ends` is
 * where the rows end so far. */
static riwalk_status scatter(rows *r, uint64_t *ends, rw_affinity *entries, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    for (uint32_t row = 0; row < r->count && !status; row++) {
        for (uint32_t i = 0; i < r->sizes[row]; i++) {
            rw_affinity *entry = &r->entries[(size_t)row * r->neighbors + i];

            entries[ends[entry->column]++] = (rw_affinity){row, entry->value};
        }
        if (row % BLOCK == 0)
            status = rw_progress_add(&r->progress, BLOCK, error);
    }
    return status;
}

/* Appends the mean of a row and of what others have for it, both by column, to the result. */
static void merge(const rw_affinity *a, uint64_t a_size, const rw_affinity *b, uint64_t b_size,
                  uint32_t row, rw_affinities *result)
{
    uint64_t i = 0, j = 0, used = result->starts[row];

    while (i < a_size || j < b_size) {
        rw_affinity entry;

        if (j == b_size || (i < a_size && a[i].column < b[j].column))
            entry = a[i++];
        else if (i == a_size || b[j].column < a[i].column)
            entry = b[j++];
        else {
            entry = a[i++];
            entry.value += b[j++].value;
        }
        result->columns[used] = entry.column;
        result->values[used++] = entry.value * (0.5 / result->count);
    }
    result->starts[row + 1] = used;
}

static riwalk_status make_symmetric(rows *r, rw_affinities *result, riwalk_error *error)
{
    uint32_t count = r->count;
    rw_affinity *others;
    uint64_t *starts;
    riwalk_status status;

    RW_HAVE(starts = rw_take_zeroed(&r->pool, (size_t)count + 2, sizeof *starts, error));
    /* Counted two places ahead, so that after the scattering row i begins at starts[i]. */
    for (uint32_t row = 0; row < count; row++)
        for (uint32_t i = 0; i < r->sizes[row]; i++)
            starts[r->entries[(size_t)row * r->neighbors + i].column + 2]++;
    for (uint32_t row = 0; row < count; row++)
        starts[row + 2] += starts[row + 1];
    others = rw_take(&r->pool, starts[count + 1], sizeof *others, error);
    result->starts = rw_take(&result->pool, (size_t)count + 1, sizeof *result->starts, error);
    result->columns = rw_take(&result->pool, 2 * starts[count + 1], sizeof *result->columns, error);
    result->values = rw_take(&result->pool, 2 * starts[count + 1], sizeof *result->values, error);
    if (!others || rw_pool_status(&result->pool))
        return RIWALK_STATUS_MEMORY;
    result->starts[0] = 0;
    status = scatter(r, starts + 1, others, error);
    for (uint32_t row = 0; row < count && !status; row++) {
        merge(r->entries + (size_t)row * r->neighbors, r->sizes[row], others + starts[row],
              starts[row + 1] - starts[row], row, result);
        if (row % BLOCK == 0)
            status = rw_progress_add(&r->progress, BLOCK, error);
    }
    return status;
}

riwalk_status rw_affinities_make(const rw_points *points, uint32_t neighbors, double perplexity,
                                 const riwalk_project_options *options, rw_affinities *affinities,
                                 riwalk_error *error)
{
    rows r = {.count = points->count, .neighbors = neighbors, .entropy = log(perplexity)};
    uint32_t *order;
    riwalk_status status;

    *affinities = (rw_affinities){.count = points->count};
    order = affinities->order = rw_take(&affinities->pool, points->count, sizeof *order, error);
    r.entries = rw_take(&r.pool, points->count, neighbors * sizeof *r.entries, error);
    r.sizes = rw_take(&r.pool, points->count, sizeof *r.sizes, error);
    status = order ? rw_pool_status(&r.pool) : RIWALK_STATUS_MEMORY;
    if (!status &&
        !(status = rw_neighbors_find(points, neighbors, options, order, r.entries, error))) {
        rw_progress_begin(&r.progress, &options->run, "weighing neighbours", "points",
                          UINT64_C(3) * points->count);
        if (!(status = rw_parallel_blocks(points->threads, points->count, BLOCK, weigh_task, &r,
                                          &r.progress, error)))
            status = make_symmetric(&r, affinities, error);
    }
    rw_pool_free(&r.pool);
    if (status)
        rw_pool_free(&affinities->pool);
    return status;
}
