/* SPDX-License-Identifier: MIT */
/* Eigenvalues and eigenvectors by plane rotations (Jacobi 1846): slow, and precise. */
#ifndef REFERENCE_EIGEN_H
#define REFERENCE_EIGEN_H

#include <stdint.h>

/* All eigenvalues of a symmetric matrix: [n * n], descending, and their vectors, row by row, of
 * length 1. The matrix becomes diagonal. */
void reference_eigen(uint32_t n, double *matrix, double *values, double *vectors);

#endif
