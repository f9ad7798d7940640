/* SPDX-License-Identifier: MIT */
/*
 * A start for liblinear, near enough to the solution that it has little or nothing left to do.
 *
 * liblinear reads 16 bytes for each value, a hundred times over. Here values are floats in dense
 * rows, and Newton steps are found by conjugate gradients with a preconditioner, in a fourth of the
 * passes. Whether a fit is done remains liblinear's judgement, by its own rule.
 */
#ifndef RW_EVALUATE_START_H
#define RW_EVALUATE_START_H

#include "riwalk.h"

/* Fits with fewer rows are quick as they are; and the preconditioner is a matrix width * width. */
#define RW_START_LEAST_ROWS 1024
#define RW_START_MOST_WIDTH 513

/* Features as floats, the last one of each row being 1, with the eigenvectors of their second
 * moments. */
typedef struct rw_dense {
    uint32_t count;
    uint32_t width;  /* features, the 1 among them */
    uint32_t stride; /* floats from row to row; what is behind the width is 0 */
    float *rows;     /* [count][stride] */
    double *values;  /* [width], of the mean over rows of x x^T */
    double *vectors; /* [width][width], row by row */
} rw_dense;

/* Rows of zeros; the caller fills them, then calls rw_dense_measure. */
riwalk_status rw_dense_init(rw_dense *dense, uint32_t count, uint32_t width, riwalk_error *error);
riwalk_status rw_dense_measure(rw_dense *dense, riwalk_error *error);
void rw_dense_free(rw_dense *dense);

/* The room of one thread. */
typedef struct rw_start rw_start;

riwalk_status rw_start_new(uint32_t max_rows, uint32_t max_width, rw_start **start,
                           riwalk_error *error);
void rw_start_free(rw_start *start);

/* One fit: the rows rows[0 .. count-1], and what an error of a positive and of another one costs.
 */
typedef struct rw_start_fit {
    const rw_dense *dense;
    const uint32_t *rows;
    const bool *positive;
    uint32_t count;
    double cost[2];   /* [positive] */
    double tolerance; /* of the gradient, against that of weights 0 */
} rw_start_fit;

/* Fills the weights: [width]. They are finite, whatever happens. */
void rw_start_find(rw_start *start, const rw_start_fit *fit, double *weights);

#endif
