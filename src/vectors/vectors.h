/* SPDX-License-Identifier: MIT */
/* The set of vectors in memory. */
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
    float *values;         /* [count * dimensions], row by row; NULL: they are in the file */
    rw_input mapped;       /* the file that values are read from as they are needed; else none */
    bool in_file;          /* in_file.c */
    rw_output *file;       /* the file until it is put in its place */
    uint64_t file_sum;     /* once it is complete: what riwalk_vectors_checksum gives */
    uint64_t *name_starts; /* [count + 1], into name_text */
    char *name_text;
    size_t name_capacity;
    uint32_t named;    /* rows that have their name so far */
    uint32_t *by_name; /* [count]: rows in byte order of their names; made by rw_vectors_index, if
                          at all */
};

/* `count` vectors that have no values yet, and no names. */
riwalk_status rw_vectors_shape(uint32_t count, uint32_t dimensions, riwalk_vectors **vectors,
                               riwalk_error *error);

/* Room for `count` vectors of zeros, without names. */
riwalk_status rw_vectors_new(uint32_t count, uint32_t dimensions, riwalk_vectors **vectors,
                             riwalk_error *error);

/* Sets `count` rows from row `first` on. Members of a group may set different rows at once. */
riwalk_status rw_vectors_put(const riwalk_vectors *vectors, uint32_t first, uint32_t count,
                             const float *rows, riwalk_error *error);

/* The checksum of shape and names, and how it goes on with values. */
uint64_t rw_vectors_checksum_names(const riwalk_vectors *vectors);
uint64_t rw_vectors_checksum_values(const float *values, size_t count, uint64_t sum);

/* Values that go with others of their kind into one sum: all but the last piece have multiples of
 * so many. */
#define RW_VECTORS_SUMMED 1024

/* Vectors of zeros in a .npy file, without names, for a group to fill. All members call it. */
riwalk_status rw_vectors_open(riwalk_comm *group, const char *path, uint32_t count,
                              uint32_t dimensions, riwalk_vectors **vectors, riwalk_error *error);

/* Once all rows are set: what members wrote is on the disk, and the first, which has the names,
 * knows their checksum. All members call it. */
riwalk_status rw_vectors_complete(riwalk_comm *group, riwalk_vectors *vectors, riwalk_error *error);

/* Names the next row: "prefix:name", or "name" where the prefix is NULL. */
riwalk_status rw_vectors_add_name(riwalk_vectors *vectors, const char *prefix, rw_span name,
                                  riwalk_error *error);

/* Names one row for each node of a graph. */
riwalk_status rw_vectors_add_graph(riwalk_vectors *vectors, const riwalk_graph *graph,
                                   const char *prefix, riwalk_error *error);

/* Once all rows are named: makes names findable; two equal names are an error. `where` stands for
 * the source in messages. */
riwalk_status rw_vectors_index(riwalk_vectors *vectors, const char *where, riwalk_error *error);

/* Does this where `status` is OK, and hands the vectors over. Otherwise frees them. Returns
 * `status`, or what failed here. */
riwalk_status rw_vectors_finish(riwalk_vectors *made, riwalk_status status, const char *where,
                                riwalk_vectors **vectors, riwalk_error *error);

/* The row with the name "prefix:name"; one that is longer than 4 KiB is not found. */
bool rw_vectors_find_prefixed(const riwalk_vectors *vectors, const char *prefix, rw_span name,
                              uint32_t *row);

/* The row with the name of a node, or with "prefix:name" where there is none and the prefix is not
 * NULL; false where there is neither. */
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
