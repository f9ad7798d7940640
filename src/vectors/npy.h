/* SPDX-License-Identifier: MIT */
/* NumPy's arrays: headers of .npy files, and ids as an array. */
#ifndef RW_VECTORS_NPY_H
#define RW_VECTORS_NPY_H

#include "vectors/vectors.h"

/* An array in memory. */
typedef struct rw_npy {
    char type[32]; /* "<f4", "<U12", ... */
    bool by_columns;
    int axes;                   /* 1 or 2 */
    uint64_t count, dimensions; /* rows and columns; 1 column where there is one axis */
    const char *values;
    size_t size; /* in bytes, of all that follows the header */
} rw_npy;

/* Takes a header apart; false where it is damaged or of more axes. */
bool rw_npy_parse(const char *data, size_t size, rw_npy *array);

/* Writes the header of an array of one axis (0 dimensions) or two: RW_NPY_HEADER bytes. */
#define RW_NPY_HEADER 128
void rw_npy_header(const char *type, uint64_t count, uint64_t dimensions,
                   char header[RW_NPY_HEADER]);

/* ---- Ids ---- */

/* How the ids of vectors are put into an array: as 64-bit integers where all are, else as UTF-32
 * text of equal width. */
typedef struct rw_npy_ids {
    const riwalk_vectors *vectors;
    char type[32];
    size_t bytes; /* of one */
} rw_npy_ids;

/* ARGUMENT where one is no UTF-8, or together they are too long. */
riwalk_status rw_npy_ids_plan(const riwalk_vectors *vectors, rw_npy_ids *ids, riwalk_error *error);

/* Writes one id: ids->bytes. */
void rw_npy_ids_put(const rw_npy_ids *ids, uint32_t row, char *to);

/* The id in a row of an array of integers, bytes or text, as UTF-8: its length; 0 where the array
 * is none of these. `to` has room for array->size / array->count + 32 bytes. */
size_t rw_npy_id(const rw_npy *array, uint64_t row, char *to);

#endif
