/* SPDX-License-Identifier: MIT */
/* The profiles of all anchors as a sparse matrix on a device, for the sums over anchors of the
 * factor trainer. A row is an anchor, with the square roots of its shares of visits in all views.
 * Sums are integers as in base/sums.h, so they equal the host's to the bit. */
#ifndef RW_ENGINE_MATRIX_H
#define RW_ENGINE_MATRIX_H

#include "engine/profiles.h"

typedef struct rw_matrix rw_matrix;

typedef struct rw_matrix_shape {
    uint32_t views;
    uint32_t column_starts[RW_ENGINE_SETUPS + 1]; /* first column of each view */
    uint32_t pieces;
    const rw_profiles *const *profiles; /* [pieces * views]; rows of pieces follow each other */
} rw_matrix_shape;

/* Copies profiles to the device of an engine. *matrix becomes NULL if the device is the CPU or
 * lacks the memory; then the host does the sums. */
riwalk_status rw_matrix_open(riwalk_device device, const rw_matrix_shape *shape, int threads,
                             rw_matrix **matrix, riwalk_error *error);
void rw_matrix_close(rw_matrix *matrix);

/* Finds which columns meet in a row, as a forest; and the limbs of all sums of shares, column by
 * column, then the number of rows with visits in each view. */
riwalk_status rw_matrix_shares(const rw_matrix *matrix, uint32_t *parents, uint64_t *sums,
                               riwalk_error *error);

/* Sets the part of each column and its place in the part. The functions below work on parts. */
riwalk_status rw_matrix_set_parts(rw_matrix *matrix, const uint32_t *of, const uint32_t *places,
                                  riwalk_error *error);

/* Computes the Gram matrices of parts first .. end - 1: lower triangles in fixed point, one after
 * the other, each of column_starts[p + 1] - column_starts[p] columns. */
riwalk_status rw_matrix_grams(rw_matrix *matrix, uint32_t first, uint32_t end,
                              const uint32_t *column_starts, int bits, uint64_t *triangles,
                              riwalk_error *error);

/* Computes A'A times vectors, where A are the rows of a part. Vectors are in groups, column by
 * column (train/kernels), in and out. */
riwalk_status rw_matrix_products(rw_matrix *matrix, uint32_t part, uint32_t columns,
                                 uint32_t vectors, int bits, const double *from, uint64_t *to,
                                 riwalk_error *error);

/* Rows times a basis, [columns * dimensions]: set_basis copies it, then rw_matrix_vectors
 * multiplies up to RW_MATRIX_ROWS rows. Workers may ask at the same time. */
#define RW_MATRIX_ROWS 4096
riwalk_status rw_matrix_set_basis(rw_matrix *matrix, const float *basis, uint32_t dimensions,
                                  riwalk_error *error);
riwalk_status rw_matrix_vectors(const rw_matrix *matrix, int worker, uint32_t first, uint32_t count,
                                float *vectors, riwalk_error *error);

#endif
