/* SPDX-License-Identifier: MIT */
/* A set of vectors in memory. */
#ifndef RW_VECTORS_VECTORS_H
#define RW_VECTORS_VECTORS_H

#include "base/group.h"
#include "base/input.h"
#include "base/output.h"
#include "graph/graph.h"
#include "riwalk.h"

struct riwalk_vectors {
    uint32_t count;
    uint32_t dimensions;
    float *values;         /* [count * dimensions], row by row; NULL: in the file */
    rw_input mapped;       /* the file that values are mapped from, if any */
    bool in_file;          /* values are in a file: in_file.c */
    rw_output *file;       /* the file, until it is renamed */
    uint64_t file_sum;     /* the result of riwalk_vectors_checksum once it is complete */
    uint64_t *name_starts; /* [count + 1], into name_text */
    char *name_text;
    size_t name_capacity;
    uint32_t named;    /* rows that are named so far */
    uint32_t *by_name; /* [count]: rows by byte order of their names, from rw_vectors_index; or
                          NULL */
};

/* Makes `count` vectors without values and names. */
riwalk_status rw_vectors_shape(uint32_t count, uint32_t dimensions, riwalk_vectors **vectors,
                               riwalk_error *error);

/* Makes `count` zero vectors without names. */
riwalk_status rw_vectors_new(uint32_t count, uint32_t dimensions, riwalk_vectors **vectors,
                             riwalk_error *error);

/* Sets `count` rows from row `first` on. Members of a group may set different rows at once. */
riwalk_status rw_vectors_put(const riwalk_vectors *vectors, uint32_t first, uint32_t count,
                             const float *rows, riwalk_error *error);

/* The checksum of shape and names, and its continuation with values. */
uint64_t rw_vectors_checksum_names(const riwalk_vectors *vectors);
uint64_t rw_vectors_checksum_values(const float *values, size_t count, uint64_t sum);

/* If one checksum is computed over several blocks of values, all blocks but the last must be
 * multiples of this many values. */
#define RW_VECTORS_SUMMED 1024

/* Makes zero vectors in a .npy file, without names, for a group to fill. All members call it. */
riwalk_status rw_vectors_open(riwalk_comm *group, const char *path, uint32_t count,
                              uint32_t dimensions, riwalk_vectors **vectors, riwalk_error *error);

/* Call it once all rows are set, in all members: flushes the rows to disk. The first member, which
 * has the names, computes the checksum. */
riwalk_status rw_vectors_complete(riwalk_comm *group, riwalk_vectors *vectors, riwalk_error *error);

/* Names the next row "prefix:name", or "name" if the prefix is NULL. */
riwalk_status rw_vectors_add_name(riwalk_vectors *vectors, const char *prefix, rw_span name,
                                  riwalk_error *error);

/* Call it once all rows are named: builds the index of names. Two equal names are an error; `where`
 * is the source in its message. */
riwalk_status rw_vectors_index(riwalk_vectors *vectors, const char *where, riwalk_error *error);

/* If `status` is OK, builds the index and returns the vectors, else frees them. Returns `status` or
 * the failure that happened here. */
riwalk_status rw_vectors_finish(riwalk_vectors *made, riwalk_status status, const char *where,
                                riwalk_vectors **vectors, riwalk_error *error);

/* Finds "prefix:name"; names longer than 4 KiB are not found. */
bool rw_vectors_find_prefixed(const riwalk_vectors *vectors, const char *prefix, rw_span name,
                              uint32_t *row);

/* Finds the row with a node's name or, if there is none and the prefix is not NULL, with
 * "prefix:name"; false if there is neither. */
bool rw_vectors_find_node(const riwalk_vectors *vectors, const riwalk_graph *graph, uint32_t node,
                          const char *prefix, uint32_t *row);

static inline rw_span rw_vectors_name(const riwalk_vectors *vectors, uint32_t row)
{
    return rw_span_at(vectors->name_text, vectors->name_starts, row);
}

/* The scalar product of two vectors, summed in order. */
static inline double rw_vectors_dot(const float *a, const float *b, uint32_t dimensions)
{
    double sum = 0;

    for (uint32_t i = 0; i < dimensions; i++)
        sum += (double)a[i] * (double)b[i];
    return sum;
}

static inline float *rw_vectors_row(const riwalk_vectors *vectors, uint32_t row)
{
    return vectors->values + (size_t)row * vectors->dimensions;
}

#endif
