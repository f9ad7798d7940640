/* SPDX-License-Identifier: MIT */
/* The silhouette (Rousseeuw 1987): for each row, how much nearer it is to its own cluster than to
 * the next one, by mean Euclidean distance. O(rows^2 * dimensions), so of many rows only a sample
 * is used. */
#include "base/memory.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "evaluate/points.h"

#include <math.h>
#include <string.h>

typedef struct silhouette {
    const rw_points *points;
    const uint32_t *clusters;
    uint32_t k;
    uint32_t count;
    uint32_t *rows;  /* [count]: the sample */
    uint32_t *sizes; /* [k]: sizes of clusters in the sample */
    double *sums;    /* [threads][k]: sums of distances from the current row */
    double *values;  /* [count] */
    rw_progress progress;
} silhouette;

static double value_of(const silhouette *s, uint32_t row, double *sums)
{
    const rw_points *p = s->points;
    uint32_t own = s->clusters[row];
    double inside, outside = INFINITY, more;

    if (s->sizes[own] == 1)
        return 0;
    for (uint32_t c = 0; c < s->k; c++)
        sums[c] = 0;
    for (uint32_t i = 0; i < s->count; i++)
        sums[s->clusters[s->rows[i]]] +=
            p->distances ? p->distances[(size_t)row * p->count + s->rows[i]]
                         : sqrt(rw_squared_distance(rw_point(p, row), rw_point(p, s->rows[i]),
                                                    p->dimensions));
    inside = sums[own] / (s->sizes[own] - 1);
    for (uint32_t c = 0; c < s->k; c++)
        if (c != own && s->sizes[c] && sums[c] / s->sizes[c] < outside)
            outside = sums[c] / s->sizes[c];
    more = inside > outside ? inside : outside;
    return more > 0 ? (outside - inside) / more : 0;
}

static riwalk_status value_task(void *context, size_t i, int worker, riwalk_error *error)
{
    silhouette *s = context;

    s->values[i] = value_of(s, s->rows[i], s->sums + (size_t)worker * s->k);
    return rw_progress_add(&s->progress, 1, error);
}

void rw_draw_rows(uint32_t *rows, uint32_t count, uint32_t sample, uint64_t seed)
{
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_SPLIT, RW_DRAW_SAMPLE, 0);

    for (uint32_t i = 0; i < count; i++)
        rows[i] = i;
    for (uint32_t i = 0; sample < count && i < sample; i++) {
        uint32_t other = i + (uint32_t)rw_rng_below(rw_rng_at(stream, i), count - i);
        uint32_t moved = rows[i];

        rows[i] = rows[other];
        rows[other] = moved;
    }
}

static riwalk_status run(silhouette *s, const riwalk_cluster_options *options,
                         riwalk_cluster_scores *scores, riwalk_error *error)
{
    uint32_t used = 0;
    double sum = 0;
    riwalk_status status;

    for (uint32_t i = 0; i < s->count; i++)
        used += !s->sizes[s->clusters[s->rows[i]]]++;
    scores->silhouette = NAN;
    scores->silhouette_rows = s->count;
    if (used < 2 || used == s->count)
        return RIWALK_STATUS_OK;
    rw_progress_begin(&s->progress, &options->run, "measuring silhouettes", "rows", s->count);
    status = rw_parallel(s->points->threads, s->count, value_task, s, error);
    for (uint32_t i = 0; i < s->count && !status; i++)
        sum += s->values[i];
    scores->silhouette = sum / s->count;
    return status;
}

riwalk_status rw_silhouette(const rw_points *points, uint32_t k,
                            const riwalk_cluster_options *options, const uint32_t *clusters,
                            riwalk_cluster_scores *scores, riwalk_error *error)
{
    silhouette s = {
        .points = points,
        .clusters = clusters,
        .k = k,
        .count = points->count < options->sample ? points->count : options->sample,
    };
    RW_POOL(pool);

    s.rows = rw_take(&pool, points->count, sizeof *s.rows, error);
    s.values = rw_take(&pool, s.count, sizeof *s.values, error);
    s.sizes = rw_take_zeroed(&pool, k, sizeof *s.sizes, error);
    s.sums = rw_take(&pool, (size_t)points->threads, k * sizeof *s.sums, error);
    RW_MUST(rw_pool_status(&pool));
    rw_draw_rows(s.rows, points->count, s.count, options->seed);
    return run(&s, options, scores, error);
}

/* ---- The number of clusters: the one with the largest mean silhouette ---- */

#define LEAST_CLUSTERS 2

/* The rows that decide, and the distances between them. */
typedef struct choice {
    rw_points points;
    double *distances;  /* [count * count] */
    uint32_t *clusters; /* [points.count] */
    rw_progress progress;
} choice;

static riwalk_status distance_task(void *context, size_t row, int worker, riwalk_error *error)
{
    choice *c = context;
    const rw_points *p = &c->points;

    for (uint32_t other = 0; other < p->count; other++)
        c->distances[row * p->count + other] = sqrt(
            rw_squared_distance(rw_point(p, (uint32_t)row), rw_point(p, other), p->dimensions));
    return rw_progress_add(&c->progress, 1, error);
}

/* Tries numbers of clusters, up to the number of distinct rows. */
static riwalk_status search(choice *c, const riwalk_cluster_options *options,
                            riwalk_cluster_scores *scores, riwalk_error *error)
{
    riwalk_cluster_options whole = *options;
    riwalk_status status = RIWALK_STATUS_OK;
    uint32_t most = options->most_clusters;
    rw_progress progress;

    if (most > c->points.count)
        most = c->points.count;
    whole.sample = c->points.count;
    rw_progress_begin(&progress, &options->run, "choosing the number of clusters", "clusters",
                      (uint64_t)most * (most + UINT64_C(1)) / 2 - 1);
    whole.run = rw_progress_inside(&progress, &options->run);
    scores->clusters = 1;
    scores->choice_silhouette = NAN;
    for (uint32_t k = LEAST_CLUSTERS; k <= most && !status; k++) {
        riwalk_cluster_scores here = {.size = sizeof here};

        if ((status = rw_kmeans(&c->points, k, &whole, c->clusters, &here, error)) ||
            (status = rw_silhouette(&c->points, k, &whole, c->clusters, &here, error)))
            break;
        if (here.silhouette > scores->choice_silhouette ||
            (!isnan(here.silhouette) && isnan(scores->choice_silhouette))) {
            scores->choice_silhouette = here.silhouette;
            scores->clusters = k;
        }
        status = rw_progress_add(&progress, k, error);
    }
    if (status != RIWALK_STATUS_ARGUMENT)
        return status;
    if (error)
        *error = (riwalk_error){0};
    return RIWALK_STATUS_OK;
}

riwalk_status rw_cluster_choose(const rw_points *points, const riwalk_cluster_options *options,
                                riwalk_cluster_scores *scores, riwalk_error *error)
{
    choice c = {.points = *points};
    rw_points *p = &c.points;
    uint32_t dimensions = points->dimensions, *rows;
    float *values;
    RW_POOL(pool);

    if (points->count > options->choice_sample)
        p->count = options->choice_sample;
    rows = rw_take(&pool, points->count, sizeof *rows, error);
    values = rw_take(&pool, p->count, dimensions * sizeof *values, error);
    c.distances = rw_take(&pool, p->count, p->count * sizeof *c.distances, error);
    c.clusters = rw_take(&pool, p->count, sizeof *c.clusters, error);
    RW_MUST(rw_pool_status(&pool));
    rw_draw_rows(rows, points->count, p->count, options->seed);
    for (uint32_t i = 0; i < p->count; i++)
        memcpy(values + (size_t)i * dimensions, rw_point(points, rows[i]),
               dimensions * sizeof *values);
    p->values = values;
    p->distances = c.distances;
    rw_progress_begin(&c.progress, &options->run, "measuring distances", "rows", p->count);
    RW_MUST(rw_parallel(p->threads, p->count, distance_task, &c, error));
    return search(&c, options, scores, error);
}
