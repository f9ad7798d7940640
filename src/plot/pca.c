/* SPDX-License-Identifier: MIT */
/* Principal components: the eigenvectors of the covariance matrix of largest eigenvalues. */
#include "base/eigen.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "plot/project.h"

#include <math.h>

/* Less than this part of the squared lengths as variance is rounding: the points are equal. */
#define NOTHING 1e-24

typedef struct pca {
    const rw_points *points;
    double *mean;       /* [dimensions] */
    double *covariance; /* [dimensions][dimensions], the lower triangle */
    double *directions; /* [2][dimensions] */
    double *places;     /* [2 * count] */
} pca;

/* One row of the covariance. Each is summed by one task, in the order of points. */
static riwalk_status covariance_task(void *context, size_t row, int worker, riwalk_error *error)
{
    const pca *p = context;
    uint32_t dimensions = p->points->dimensions;
    double *sums = p->covariance + row * dimensions;

    (void)worker;
    (void)error;
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
    return RIWALK_STATUS_OK;
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

static void place(const pca *p, uint32_t axes)
{
    uint32_t dimensions = p->points->dimensions;

    for (uint32_t i = 0; i < p->points->count; i++)
        for (uint32_t axis = 0; axis < 2; axis++) {
            double sum = 0;

            for (uint32_t d = 0; d < dimensions && axis < axes; d++)
                sum += ((double)rw_point(p->points, i)[d] - p->mean[d]) *
                       p->directions[(size_t)axis * dimensions + d];
            p->places[2 * (size_t)i + axis] = sum;
        }
}

static riwalk_status run(pca *p, double shares[2], riwalk_error *error)
{
    uint32_t dimensions = p->points->dimensions;
    uint32_t axes = dimensions < 2 ? dimensions : 2;
    double values[2] = {0}, total = 0, squares = measure(p);
    riwalk_status status;

    rw_parallel(p->points->threads, dimensions, covariance_task, p, error);
    for (size_t d = 0; d < dimensions; d++)
        total += p->covariance[d * dimensions + d];
    if (p->points->count == 1)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "there is only one vector: a picture needs two different ones");
    if (!(total > squares * NOTHING))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "all %u vectors are equal: there is nothing to see in a picture",
                       p->points->count);
    if ((status = rw_eigen(dimensions, p->covariance, axes, values, p->directions,
                           p->points->threads, NULL, error)))
        return status;
    place(p, axes);
    for (int axis = 0; axis < 2 && shares; axis++)
        shares[axis] = fmax(values[axis], 0) / total;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_pca(const rw_points *points, double *places, double shares[2], riwalk_error *error)
{
    size_t dimensions = points->dimensions;
    pca p = {.points = points, .places = places};
    riwalk_status status = RIWALK_STATUS_MEMORY;

    if ((p.mean = rw_alloc(dimensions, sizeof *p.mean, error)) &&
        (p.covariance = rw_alloc(dimensions, dimensions * sizeof *p.covariance, error)) &&
        (p.directions = rw_alloc(dimensions, 2 * sizeof *p.directions, error)))
        status = run(&p, shares, error);
    rw_free(p.mean);
    rw_free(p.covariance);
    rw_free(p.directions);
    return status;
}
