/* SPDX-License-Identifier: MIT */
/* Projects vectors to the plane, by PCA or by t-SNE that starts from it. Principal components are
 * the eigenvectors of the covariance matrix with the largest eigenvalues. */
#include "plot/project.h"

#include "base/eigen.h"
#include "base/options.h"
#include "base/parallel.h"
#include "vectors/vectors.h"

#include <math.h>
#include <string.h>

#define LEAST_FOR_TSNE 4
#define MOST_ITERATIONS 100000

/* ---- Principal components ---- */

/* A variance below this share of the squared lengths is rounding: the points are equal. */
#define NOTHING 1e-24

#define BLOCK 256 /* points of a task */

typedef struct pca {
    const rw_points *points;
    double *mean;       /* [dimensions] */
    double *covariance; /* [dimensions][dimensions], the lower triangle */
    uint32_t axes;
    double *directions; /* [axes][dimensions] */
    double *values;     /* [axes]: variance along each */
    double *places;     /* [count][axes] */
    rw_progress progress;
} pca;

/* Computes one row of the covariance, summed in the order of points. */
static riwalk_status covariance_task(void *context, size_t row, int worker, riwalk_error *error)
{
    pca *p = context;
    uint32_t dimensions = p->points->dimensions;
    double *sums = p->covariance + row * dimensions;

    for (size_t d = 0; d <= row; d++)
        sums[d] = 0;
    for (uint32_t i = 0; i < p->points->count; i++) {
        const float *point = rw_point(p->points, i);
        double away = (double)point[row] - p->mean[row];

        for (size_t d = 0; d <= row; d++)
            sums[d] += away * ((double)point[d] - p->mean[d]);
    }
    for (size_t d = 0; d <= row; d++)
        sums[d] /= p->points->count;
    return rw_progress_add(&p->progress, 0, error);
}

/* Computes the means; returns the mean squared length. */
static double measure(const pca *p)
{
    uint32_t dimensions = p->points->dimensions;
    double squares = 0;

    for (uint32_t d = 0; d < dimensions; d++)
        p->mean[d] = 0;
    for (uint32_t i = 0; i < p->points->count; i++)
        for (uint32_t d = 0; d < dimensions; d++) {
            double value = (double)rw_point(p->points, i)[d];

            p->mean[d] += value;
            squares += value * value;
        }
    for (uint32_t d = 0; d < dimensions; d++)
        p->mean[d] /= p->points->count;
    return squares / p->points->count;
}

/* Projects a point. Axes beyond the dimensions are 0. */
static riwalk_status place_task(void *context, size_t i, int worker, riwalk_error *error)
{
    pca *p = context;
    uint32_t dimensions = p->points->dimensions;
    const float *point = rw_point(p->points, (uint32_t)i);

    for (size_t axis = 0; axis < p->axes; axis++) {
        double sum = 0;

        for (uint32_t d = 0; d < dimensions && axis < dimensions; d++)
            sum += ((double)point[d] - p->mean[d]) * p->directions[axis * dimensions + d];
        p->places[i * p->axes + axis] = sum;
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_pca(const rw_points *points, uint32_t axes, double *places, double *shares,
                     const riwalk_run *listener, riwalk_error *error)
{
    uint32_t count = points->count, dimensions = points->dimensions;
    uint32_t found = dimensions < axes ? dimensions : axes;
    pca p = {.points = points, .axes = axes, .places = places};
    double total = 0, squares;
    RW_POOL(pool);

    rw_progress_begin(&p.progress, listener, "finding axes", "points", count);
    p.mean = rw_take(&pool, dimensions, sizeof *p.mean, error);
    p.covariance = rw_take(&pool, dimensions, dimensions * sizeof *p.covariance, error);
    p.directions = rw_take(&pool, dimensions, axes * sizeof *p.directions, error);
    p.values = rw_take(&pool, axes, sizeof *p.values, error);
    RW_MUST(rw_pool_status(&pool));
    squares = measure(&p);
    RW_MUST(rw_parallel(points->threads, dimensions, covariance_task, &p, error));
    for (size_t d = 0; d < dimensions; d++)
        total += p.covariance[d * dimensions + d];
    if (!(total > squares * NOTHING)) {
        memset(places, 0, (size_t)count * axes * sizeof *places);
        if (shares)
            memset(shares, 0, axes * sizeof *shares);
        return RIWALK_STATUS_OK;
    }
    RW_MUST(rw_eigen(dimensions, p.covariance, found, p.values, p.directions, points->threads, NULL,
                     error));
    for (uint32_t axis = 0; axis < axes && shares; axis++)
        shares[axis] = axis < found ? fmax(p.values[axis], 0) / total : 0;
    return rw_parallel_blocks(points->threads, count, BLOCK, place_task, &p, &p.progress, error);
}

/* ---- Projections ---- */

void riwalk_project_options_init(riwalk_project_options *options)
{
    *options = (riwalk_project_options){.size = sizeof *options,
                                        .seed = 1,
                                        .perplexity = 30,
                                        .iterations = 1000,
                                        .exaggeration = 12,
                                        .theta = -1};
}

static riwalk_status check(const riwalk_project_options *o, riwalk_error *error)
{
    if (o->projection != RIWALK_PROJECTION_PCA && o->projection != RIWALK_PROJECTION_TSNE)
        return rw_refuse(error, "unknown projection %d", (int)o->projection);
    if (!(o->perplexity >= 1) || isinf(o->perplexity))
        return rw_refuse(error, "the perplexity must be 1 or more");
    if (!o->iterations || o->iterations > MOST_ITERATIONS)
        return rw_refuse(error, "iterations must be 1 to %d", MOST_ITERATIONS);
    if (!(o->exaggeration >= 1 && o->exaggeration <= 1000))
        return rw_refuse(error, "the exaggeration must be 1 to 1000");
    if (!(o->theta <= 1 && (o->theta >= 0 || o->theta == -1)))
        return rw_refuse(error,
                         "theta must be 0 to 1, or -1, which leaves the choice to the library");
    return rw_scale_check(o->scale, error);
}

static riwalk_status nothing_to_see(uint32_t count, riwalk_error *error)
{
    if (count == 1)
        return rw_refuse(error, "there is only one vector: a picture needs two different ones");
    return rw_refuse(error, "all %u vectors are equal: there is nothing to see in a picture",
                     count);
}

riwalk_status riwalk_project(const riwalk_vectors *vectors, const riwalk_project_options *options,
                             double *places, riwalk_project_report *report, riwalk_error *error)
{
    riwalk_project_report made = {.size = sizeof made};
    riwalk_project_options known;
    riwalk_status status;
    float *copy = NULL;
    rw_points points;

    RW_MUST(rw_options_over(riwalk_project_options, &known, options, error));
    if (!vectors || !places)
        return rw_refuse(error, "vectors and places must not be NULL");
    RW_MUST(rw_report_check(report, error));
    RW_MUST(check(&known, error));
    if (known.projection == RIWALK_PROJECTION_TSNE && vectors->count < LEAST_FOR_TSNE)
        return rw_refuse(error, "t-SNE needs at least %d vectors, and there are %u; PCA needs two",
                         LEAST_FOR_TSNE, vectors->count);
    if (!(status = rw_points_make(vectors, known.scale, rw_threads(known.run.threads), &points,
                                  &copy, error)) &&
        !(status = rw_pca(&points, 2, places, made.shares, &known.run, error))) {
        if (!(made.shares[0] > 0))
            status = nothing_to_see(vectors->count, error);
        else if (known.projection == RIWALK_PROJECTION_TSNE)
            status = rw_tsne_run(&points, &known, places, &made, error);
    }
    rw_free(copy);
    if (!status)
        rw_report_hand_over(report, &made);
    return status;
}
