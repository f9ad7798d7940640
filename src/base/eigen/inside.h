/* SPDX-License-Identifier: MIT */
/*
 * The stages of the eigensolver:
 *
 *   A = Q B Q', B with RW_BAND numbers on each side of the diagonal           band.c
 *   B = P T P', T tridiagonal                                                 tridiagonal.c
 *   T x = w x, the largest w by bisection, x by inverse iteration             pairs.c
 *   the vectors of A are Q P x                                                both, backwards
 *
 * Nearly all of the work is products of matrices, in the first. Vectors are kept in groups of
 * RW_BAND: [order][RW_BAND], a group after the other.
 */
#ifndef RW_BASE_EIGEN_INSIDE_H
#define RW_BASE_EIGEN_INSIDE_H

#include "base/progress.h"

#include <stddef.h>

#define RW_BAND 32

/* The band is stored by rows such that neighbouring rows of a column are RW_BAND_ROW apart, so a
 * block of it can be used as any other matrix. A row reaches from 2 RW_BAND - 1 left of the
 * diagonal to RW_BAND + 1 right of it. */
#define RW_BAND_ROW (3 * RW_BAND)

/* In the first stage a task makes some rows at a time of a product, and a worker has a copy of what
 * they are multiplied with, some columns at a time. */
#define RW_TASK_ROWS 64
#define RW_TASK_DEPTH 128

/* Smaller sums of squares count as 0: below, they are no longer precise. The largest number of the
 * matrix is about 1. */
#define RW_LEAST_SQUARES 1e-280

typedef struct rw_eigen_kernels rw_eigen_kernels;

typedef struct rw_eigen_problem {
    uint32_t order;
    uint32_t count;  /* of wanted vectors */
    uint32_t groups; /* of vectors */
    /* [order][order]; in the end reflectors of Q below the band, and of P above the diagonal */
    double *matrix;
    double *triangles; /* [blocks][RW_BAND][RW_BAND]: T of Q's blocks of reflectors I - V T V' */
    double *diagonal, *beside; /* of T: [order] each */
    double *values;            /* [count], descending */
    double *vectors;           /* [groups][order][RW_BAND] */
    const rw_eigen_kernels *kernels;
    int threads;
    rw_progress *progress; /* asked whether to go on, or NULL */
} rw_eigen_problem;

riwalk_status rw_eigen_to_band(rw_eigen_problem *problem, riwalk_error *error);
riwalk_status rw_eigen_from_band(rw_eigen_problem *problem, riwalk_error *error);

riwalk_status rw_eigen_to_tridiagonal(rw_eigen_problem *problem, riwalk_error *error);
riwalk_status rw_eigen_from_tridiagonal(rw_eigen_problem *problem, riwalk_error *error);

/* Values and vectors of the tridiagonal matrix. */
riwalk_status rw_eigen_pairs(rw_eigen_problem *problem, riwalk_error *error);

/* Makes x the vector v of a reflector I - tau v v' that takes x to a multiple of the first unit
 * vector, and returns the multiple. v starts with 1. */
double rw_reflector(double x[RW_BAND], double *tau);

static inline riwalk_status rw_eigen_go_on(const rw_eigen_problem *problem, riwalk_error *error)
{
    return problem->progress ? rw_progress_add(problem->progress, 0, error) : RIWALK_STATUS_OK;
}

#endif
