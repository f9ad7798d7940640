/* SPDX-License-Identifier: MIT */
/* The row of one anchor against frozen rows: a strictly convex problem. */
#ifndef RW_MODEL_ANCHOR_ROW_H
#define RW_MODEL_ANCHOR_ROW_H

#include "train/kernels/kernels.h"

/* Find the x that maximises
 *
 *   sum over i of  wanted[i] log s(x . rows[i]) + unwanted[i] log s(-x . rows[i])  -  ridge/2 |x|^2
 *
 * with s(t) = 1 / (1 + exp(-t)). */
typedef struct rw_anchor_row {
    const rw_kernels *kernels;
    size_t dimensions;
    size_t count;
    const float **rows; /* [count] */
    double *wanted;     /* [count], not negative, as is the next */
    double *unwanted;   /* [count] */
    double *squares;    /* [count]: the squared lengths of the rows */
    double ridge;       /* above 0 */
    float *ahead;       /* [dimensions], scratch, as are the next two */
    float *gradient;
    float *step;
} rw_anchor_row;

/* Solves it, to a few digits, always in the same way. `x` has room for the dimensions. */
void rw_anchor_row_solve(const rw_anchor_row *problem, float *x);

#endif
