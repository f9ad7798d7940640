/* SPDX-License-Identifier: MIT */
/* Eigenvectors of symmetric matrices. */
#ifndef RW_BASE_EIGEN_H
#define RW_BASE_EIGEN_H

#include "base/progress.h"

/* Computes the `count` largest eigenvalues of a symmetric matrix, descending, and their
 * eigenvectors, row by row: vectors[c * n .. c * n + n - 1] has length 1 and a positive component
 * of largest magnitude (the first of equals). `matrix` is n * n; only its lower triangle (row >=
 * column) is read, and all of it is overwritten. 1 <= count <= n. Values are accurate to some 1e-15
 * of the largest magnitude; vectors are as precisely orthogonal, even for equal values. The same
 * bits on any number of threads and any machine. `progress` may be NULL; it can cancel. ARGUMENT if
 * the matrix has numbers that are not finite. O(n^3 + n^2 count + n count^2). */
riwalk_status rw_eigen(uint32_t n, double *matrix, uint32_t count, double *values, double *vectors,
                       int threads, rw_progress *progress, riwalk_error *error);

/* The memory it takes besides its arguments, in bytes. */
uint64_t rw_eigen_bytes(uint64_t n, uint64_t count, int threads);

#endif
