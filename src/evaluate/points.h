/* SPDX-License-Identifier: MIT */
/* Points to cluster or to draw, and the steps of clustering. */
#ifndef RW_EVALUATE_POINTS_H
#define RW_EVALUATE_POINTS_H

#include "base/progress.h"
#include "riwalk_analysis.h"

/* Draws of this stage other than splits: the second coordinate of RW_STAGE_SPLIT, which is 0 for
 * splits. */
enum {
    RW_DRAW_STARTS = 1,
    RW_DRAW_SAMPLE = 2,
    RW_DRAW_PROJECT = 3,
    RW_DRAW_LAYOUT = 4,
    RW_DRAW_CELLS = 5,
};

typedef struct rw_points {
    uint32_t count;
    uint32_t dimensions;
    const float *values; /* [count * dimensions] */
    int threads;
    const double *distances; /* [count * count], between all pairs; NULL: unknown */
} rw_points;

static inline const float *rw_point(const rw_points *points, uint32_t row)
{
    return points->values + (size_t)row * points->dimensions;
}

/* Eight parallel sums, so that compilers can vectorise without reordering a sum. */
#define RW_LANES 8

double rw_lanes_dot(const double *a, const double *b, uint32_t count); /* cluster.c */
double rw_row_dot(const float *row, const double *b, uint32_t count);

static inline double rw_squared_distance(const float *a, const float *b, uint32_t dimensions)
{
    double sums[RW_LANES] = {0}, rest = 0;
    uint32_t d = 0;

    for (; d + RW_LANES <= dimensions; d += RW_LANES)
        for (uint32_t lane = 0; lane < RW_LANES; lane++) {
            double away = (double)a[d + lane] - (double)b[d + lane];

            sums[lane] += away * away;
        }
    for (; d < dimensions; d++)
        rest += ((double)a[d] - (double)b[d]) * ((double)a[d] - (double)b[d]);
    for (uint32_t lane = 0; lane < RW_LANES; lane++)
        rest += sums[lane];
    return rest;
}

/* The squared distance, or a part of it that exceeds `most`. */
static inline double rw_distance_within(const float *a, const float *b, uint32_t dimensions,
                                        double most)
{
    const uint32_t stretch = 32; /* dimensions between checks */
    double sum = 0;

    for (uint32_t d = 0; d < dimensions && sum <= most; d += stretch)
        sum +=
            rw_squared_distance(a + d, b + d, dimensions - d < stretch ? dimensions - d : stretch);
    return sum;
}

/* ---- Scaling of vectors before they are compared or fitted (cluster.c) ---- */

/* Scales `count` vectors, those of `rows` (NULL: the first), into rows of `width` floats. */
riwalk_status rw_scale_rows(const riwalk_vectors *vectors, const uint32_t *rows, uint32_t count,
                            riwalk_normalization scale, float *scaled, uint32_t width,
                            riwalk_error *error);

/* Returns ARGUMENT if the number is no riwalk_normalization. */
riwalk_status rw_scale_check(riwalk_normalization scale, riwalk_error *error);

/* Makes points from vectors, or from a scaled copy if that is wanted. The caller frees *copy, also
 * after a failure. */
riwalk_status rw_points_make(const riwalk_vectors *vectors, riwalk_normalization scale, int threads,
                             rw_points *points, float **copy, riwalk_error *error);

/* ---- Clustering ---- */

/* k-means (kmeans.c): fills in clusters, inertia, iterations and converged. */
riwalk_status rw_kmeans(const rw_points *points, uint32_t k, const riwalk_cluster_options *options,
                        uint32_t *clusters, riwalk_cluster_scores *scores, riwalk_error *error);

/* Finds the number of clusters with the largest silhouette (silhouette.c): fills in clusters and
 * choice_silhouette. For many points, a sample decides. */
riwalk_status rw_cluster_choose(const rw_points *points, const riwalk_cluster_options *options,
                                riwalk_cluster_scores *scores, riwalk_error *error);

/* Draws a sample of rows: the first `sample` of a random permutation; all in order if there are no
 * more. `rows` has room for `count` (silhouette.c). */
void rw_draw_rows(uint32_t *rows, uint32_t count, uint32_t sample, uint64_t seed);

/* The mean silhouette (silhouette.c): fills in silhouette and silhouette_rows. */
riwalk_status rw_silhouette(const rw_points *points, uint32_t k,
                            const riwalk_cluster_options *options, const uint32_t *clusters,
                            riwalk_cluster_scores *scores, riwalk_error *error);

#endif
