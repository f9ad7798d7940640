/* SPDX-License-Identifier: MIT */
/*
 * How many clusters there are: the number with the largest mean silhouette. Of a large set a sample
 * is clustered and measured as if it were the whole; distances between its rows are computed once.
 */
#include "base/memory.h"
#include "base/parallel.h"
#include "evaluate/points.h"

#include <math.h>
#include <string.h>

#define LEAST_CLUSTERS 2

/* The rows that decide, with their distances. */
typedef struct choice {
    rw_points points;
    double *distances;  /* those of the points */
    uint32_t *clusters; /* [points.count] */
    rw_pool pool;
    rw_progress progress;
} choice;

static riwalk_status distance_task(void *context, size_t row, int worker, riwalk_error *error)
{
    choice *c = context;
    const rw_points *p = &c->points;

    (void)worker;
    for (uint32_t other = 0; other < p->count; other++)
        c->distances[row * p->count + other] = sqrt(
            rw_squared_distance(rw_point(p, (uint32_t)row), rw_point(p, other), p->dimensions));
    return rw_progress_add(&c->progress, 1, error);
}

/* A number that is above that of distinct rows ends the search. */
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
    riwalk_status status;
    float *values;

    if (points->count > options->choice_sample)
        p->count = options->choice_sample;
    rows = rw_take(&c.pool, points->count, sizeof *rows, error);
    values = rw_take(&c.pool, p->count, dimensions * sizeof *values, error);
    c.distances = rw_take(&c.pool, p->count, p->count * sizeof *c.distances, error);
    c.clusters = rw_take(&c.pool, p->count, sizeof *c.clusters, error);
    if (!(status = rw_pool_status(&c.pool))) {
        rw_draw_rows(rows, points->count, p->count, options->seed);
        for (uint32_t i = 0; i < p->count; i++)
            memcpy(values + (size_t)i * dimensions, rw_point(points, rows[i]),
                   dimensions * sizeof *values);
        p->values = values;
        p->distances = c.distances;
        rw_progress_begin(&c.progress, &options->run, "measuring distances", "rows", p->count);
        status = rw_parallel(p->threads, p->count, distance_task, &c, error);
    }
    if (!status)
        status = search(&c, options, scores, error);
    rw_pool_free(&c.pool);
    return status;
}
