/* SPDX-License-Identifier: MIT */
/* Eigenvectors of symmetric matrices: the one door to LAPACK. */
#ifndef RW_BASE_EIGEN_H
#define RW_BASE_EIGEN_H

#include "riwalk.h"

/* The `count` largest eigenvalues of a symmetric matrix, descending, and their vectors, row by row:
 * vectors[c * n .. c * n + n - 1] has length 1, and its component of largest magnitude (the first
 * of equals) is positive. `matrix` is n * n; only its lower triangle (row >= column) is read, and
 * it is destroyed. 1 <= count <= n. One thread, the same bits each time on one machine. O(n^3). */
riwalk_status rw_eigen(uint32_t n, double *matrix, uint32_t count, double *values, double *vectors,
                       riwalk_error *error);

#endif
