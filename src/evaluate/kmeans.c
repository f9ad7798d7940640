/* SPDX-License-Identifier: MIT */
/* k-means: k-means++ (Arthur, Vassilvitskii 2007), then Lloyd's iterations. Rows are cut into
 * blocks, whose number depends only on the rows. Sums go over a block, then over blocks in order,
 * so results do not depend on threads. */
#include "base/memory.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "evaluate/points.h"

#include <math.h>
#include <string.h>

#define MAX_BLOCKS 64
#define MIN_BLOCK 128 /* rows */

typedef struct kmeans {
    const rw_points *points;
    uint32_t k;
    size_t blocks;
    float *centres;           /* [k * dimensions] */
    double *sums;             /* [blocks][k * dimensions] */
    uint32_t *sizes;          /* [blocks][k] */
    double *totals;           /* [blocks]: sums of squared distances */
    _Atomic uint32_t changes; /* rows that changed cluster */
    double *distances;        /* [count]: squared distance to the own centre */
    uint32_t *clusters;       /* [count] */
    uint32_t chosen;          /* centres so far, in k-means++ */
    rw_progress progress;
} kmeans;

static uint32_t block_begin(const kmeans *m, size_t block)
{
    return (uint32_t)rw_part(m->points->count, m->blocks, block);
}

static double add_totals(const kmeans *m)
{
    double sum = 0;

    for (size_t b = 0; b < m->blocks; b++)
        sum += m->totals[b];
    return sum;
}

/* ---- k-means++ ---- */

/* Updates the distances to the nearest centre for the last added one. */
static riwalk_status nearer_task(void *context, size_t block, int worker, riwalk_error *error)
{
    kmeans *m = context;
    uint32_t dimensions = m->points->dimensions;
    const float *centre = m->centres + (size_t)(m->chosen - 1) * dimensions;
    double total = 0;

    for (uint32_t row = block_begin(m, block); row < block_begin(m, block + 1); row++) {
        double distance = rw_squared_distance(rw_point(m->points, row), centre, dimensions);

        if (m->chosen == 1 || distance < m->distances[row])
            m->distances[row] = distance;
        total += m->distances[row];
    }
    m->totals[block] = total;
    return rw_progress_add(&m->progress, 0, error);
}

/* The row at which the running sum of squared distances exceeds a mark. */
static uint32_t find_row(const kmeans *m, double mark)
{
    uint32_t last = 0;
    size_t block = 0;

    while (block + 1 < m->blocks && mark >= m->totals[block])
        mark -= m->totals[block++];
    for (uint32_t row = block_begin(m, block); row < m->points->count; row++) {
        if (!(m->distances[row] > 0))
            continue;
        last = row;
        if (mark < m->distances[row])
            break;
        mark -= m->distances[row];
    }
    return last;
}

/* Draws each centre among the rows, with probability proportional to the squared distance to the
 * nearest centre so far. */
static riwalk_status start(kmeans *m, uint64_t stream, riwalk_error *error)
{
    size_t bytes = m->points->dimensions * sizeof *m->centres;
    uint32_t row = (uint32_t)rw_rng_below(rw_rng_at(stream, 0), m->points->count);

    for (m->chosen = 0;;) {
        double total;

        memcpy(m->centres + (size_t)m->chosen * m->points->dimensions, rw_point(m->points, row),
               bytes);
        if (++m->chosen == m->k)
            return RIWALK_STATUS_OK;
        RW_MUST(rw_parallel(m->points->threads, m->blocks, nearer_task, m, error));
        total = add_totals(m);
        if (!(total > 0))
            return rw_refuse(error,
                             "%u clusters were requested, but there are only %u different vectors",
                             m->k, m->chosen);
        row = find_row(m, rw_rng_unit(rw_rng_at(stream, m->chosen)) * total);
    }
}

/* ---- Iterations ---- */

static riwalk_status assign_task(void *context, size_t block, int worker, riwalk_error *error)
{
    kmeans *m = context;
    uint32_t dimensions = m->points->dimensions;
    double *sums = m->sums + block * m->k * dimensions;
    uint32_t *sizes = m->sizes + block * m->k;
    double total = 0;
    uint32_t changes = 0;

    memset(sums, 0, (size_t)m->k * dimensions * sizeof *sums);
    memset(sizes, 0, m->k * sizeof *sizes);
    for (uint32_t row = block_begin(m, block); row < block_begin(m, block + 1); row++) {
        const float *point = rw_point(m->points, row);
        double nearest = INFINITY;
        uint32_t best = 0;

        for (uint32_t c = 0; c < m->k; c++) {
            double distance =
                rw_squared_distance(point, m->centres + (size_t)c * dimensions, dimensions);

            if (distance < nearest) {
                nearest = distance;
                best = c;
            }
        }
        changes += m->clusters[row] != best;
        m->clusters[row] = best;
        m->distances[row] = nearest;
        total += nearest;
        sizes[best]++;
        for (uint32_t d = 0; d < dimensions; d++)
            sums[(size_t)best * dimensions + d] += (double)point[d];
    }
    m->totals[block] = total;
    atomic_fetch_add(&m->changes, changes);
    return rw_progress_add(&m->progress, 0, error);
}

/* Adds all blocks to the first. */
static void merge_blocks(kmeans *m)
{
    size_t values = (size_t)m->k * m->points->dimensions;

    for (size_t b = 1; b < m->blocks; b++) {
        for (size_t i = 0; i < values; i++)
            m->sums[i] += m->sums[b * values + i];
        for (uint32_t c = 0; c < m->k; c++)
            m->sizes[c] += m->sizes[b * m->k + c];
    }
}

/* Gives an empty cluster the row furthest from its centre that is not alone in its cluster. */
static void fill_empty(kmeans *m, uint32_t empty)
{
    uint32_t dimensions = m->points->dimensions;
    uint32_t furthest = 0, from;
    double most = -1;

    for (uint32_t row = 0; row < m->points->count; row++)
        if (m->distances[row] > most && m->sizes[m->clusters[row]] > 1) {
            most = m->distances[row];
            furthest = row;
        }
    from = m->clusters[furthest];
    m->clusters[furthest] = empty;
    m->distances[furthest] = 0;
    m->sizes[from]--;
    m->sizes[empty]++;
    for (uint32_t d = 0; d < dimensions; d++) {
        double value = (double)rw_point(m->points, furthest)[d];

        m->sums[(size_t)from * dimensions + d] -= value;
        m->sums[(size_t)empty * dimensions + d] += value;
    }
}

/* Iterates from the current centres; the result is in m->clusters and the scores. */
static riwalk_status iterate(kmeans *m, uint32_t most, riwalk_cluster_scores *scores,
                             riwalk_error *error)
{
    memset(m->clusters, 0xff, m->points->count * sizeof *m->clusters);
    scores->converged = false;
    for (scores->iterations = 0; scores->iterations < most && !scores->converged;) {
        scores->iterations++;
        m->changes = 0;
        RW_MUST(rw_parallel(m->points->threads, m->blocks, assign_task, m, error));
        merge_blocks(m);
        scores->inertia = add_totals(m);
        for (uint32_t c = 0; c < m->k; c++)
            if (!m->sizes[c]) {
                fill_empty(m, c);
                m->changes++;
            }
        scores->converged = !m->changes;
        for (size_t i = 0; i < (size_t)m->k * m->points->dimensions; i++)
            m->centres[i] = (float)(m->sums[i] / m->sizes[i / m->points->dimensions]);
    }
    return RIWALK_STATUS_OK;
}

/* Numbers clusters by their first rows. `numbers` has room for k. */
static void renumber(const kmeans *m, uint32_t *numbers, uint32_t *clusters)
{
    uint32_t next = 0;

    memset(numbers, 0xff, m->k * sizeof *numbers);
    for (uint32_t row = 0; row < m->points->count; row++) {
        uint32_t *number = &numbers[m->clusters[row]];

        if (*number == UINT32_MAX)
            *number = next++;
        clusters[row] = *number;
    }
}

riwalk_status rw_kmeans(const rw_points *points, uint32_t k, const riwalk_cluster_options *options,
                        uint32_t *clusters, riwalk_cluster_scores *scores, riwalk_error *error)
{
    size_t blocks = ((size_t)points->count + MIN_BLOCK - 1) / MIN_BLOCK;
    size_t values = (size_t)k * points->dimensions;
    kmeans m = {.points = points, .k = k, .blocks = blocks < MAX_BLOCKS ? blocks : MAX_BLOCKS};
    RW_POOL(pool);

    m.centres = rw_take(&pool, values, sizeof *m.centres, error);
    m.sums = rw_take(&pool, m.blocks, values * sizeof *m.sums, error);
    m.sizes = rw_take(&pool, m.blocks, k * sizeof *m.sizes, error);
    m.totals = rw_take(&pool, m.blocks, sizeof *m.totals, error);
    m.distances = rw_take(&pool, points->count, sizeof *m.distances, error);
    m.clusters = rw_take(&pool, points->count, sizeof *m.clusters, error);
    RW_MUST(rw_pool_status(&pool));
    rw_progress_begin(&m.progress, &options->run, "clustering", "starts", options->starts);
    for (uint32_t s = 0; s < options->starts; s++) {
        uint64_t stream = rw_rng_stream(options->seed, RW_STAGE_SPLIT, RW_DRAW_STARTS, s);
        riwalk_cluster_scores here = *scores;

        RW_MUST(start(&m, stream, error));
        RW_MUST(iterate(&m, options->iterations, &here, error));
        if (!s || here.inertia < scores->inertia) {
            *scores = here;
            renumber(&m, m.sizes, clusters);
        }
        RW_MUST(rw_progress_add(&m.progress, 1, error));
    }
    return RIWALK_STATUS_OK;
}
