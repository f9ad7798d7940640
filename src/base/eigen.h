/* SPDX-License-Identifier: MIT */
/* Eigenvectors of symmetric matrices. */
#ifndef RW_BASE_EIGEN_H
#define RW_BASE_EIGEN_H

#include "base/progress.h"

/* The `count` largest eigenvalues of a symmetric matrix, descending, and their vectors, row by row:
 * vectors[c * n .. c * n + n - 1] has length 1, and its component of largest magnitude (the first
 * of equals) is positive. `matrix` is n * n; only its lower triangle (row >= column) is read, and
 * all of it is destroyed. 1 <= count <= n. Values are right to some 1e-15 of the largest magnitude,
 * and vectors orthogonal as precisely, whether values are equal or not. The same bits on any number
 * of threads and on any machine. `progress`, which may be NULL, can cancel it. ARGUMENT where the
 * matrix has numbers that are not finite. O(n^3 + n^2 count + n count^2). */
riwalk_status rw_eigen(uint32_t n, double *matrix, uint32_t count, double *values, double *vectors,
                       int threads, rw_progress *progress, riwalk_error *error);

/* The bytes that it takes beside its arguments. */
uint64_t rw_eigen_bytes(uint64_t n, uint64_t count, int threads);

#endif
