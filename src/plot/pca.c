/* SPDX-License-Identifier: MIT */
/* Principal components: the eigenvectors of the covariance matrix of largest eigenvalues. */
#include "base/eigen.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "plot/project.h"

#include <math.h>

/* Less than this part of the squared lengths as variance is rounding: the points are equal. */
#define NOTHING 1e-24

#define BLOCK 256 /* points that a task places */

typedef struct pca {
    const rw_points *points;
    double *mean;       /* [dimensions] */
    double *covariance; /* [dimensions][dimensions], the lower triangle */
    uint32_t axes;
    double *directions; /* [axes][dimensions] */
    double *values;     /* [axes]: variances along them */
    double *places;     /* [count][axes] */
    rw_pool pool;
    rw_progress progress;
} pca;

/* One row of the covariance. Each is summed by one task, in the order of points. */
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

/* The means, and the mean squared length. */
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

/* Places a point. Axes beyond the dimensions are 0. */
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
    riwalk_status status;

    rw_progress_begin(&p.progress, listener, "finding axes", "points", count);
    p.mean = rw_take(&p.pool, dimensions, sizeof *p.mean, error);
    p.covariance = rw_take(&p.pool, dimensions, dimensions * sizeof *p.covariance, error);
    p.directions = rw_take(&p.pool, dimensions, axes * sizeof *p.directions, error);
    p.values = rw_take(&p.pool, axes, sizeof *p.values, error);
    if ((status = rw_pool_status(&p.pool)))
        goto done;
    squares = measure(&p);
    if ((status = rw_parallel(points->threads, dimensions, covariance_task, &p, error)))
        goto done;
    for (size_t d = 0; d < dimensions; d++)
        total += p.covariance[d * dimensions + d];
    if (count == 1)
        status = rw_refuse(error, "there is only one vector: a picture needs two different ones");
    else if (!(total > squares * NOTHING))
        status = rw_refuse(error, "all %u vectors are equal: there is nothing to see in a picture",
                           count);
    if (status || (status = rw_eigen(dimensions, p.covariance, found, p.values, p.directions,
                                     points->threads, NULL, error)))
        goto done;
    status = rw_parallel_blocks(points->threads, count, BLOCK, place_task, &p, &p.progress, error);
    for (uint32_t axis = 0; axis < axes && shares; axis++)
        shares[axis] = axis < found ? fmax(p.values[axis], 0) / total : 0;
done:
    rw_pool_free(&p.pool);
    return status;
}
