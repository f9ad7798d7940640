/* SPDX-License-Identifier: MIT */
/* Graphs from a caller's arrays: what edges (arrays.c) and rows (row_arrays.c) share. */
#ifndef RW_GRAPH_ARRAYS_H
#define RW_GRAPH_ARRAYS_H

#include "graph/graph.h"

static inline uint64_t rw_index_at(const void *array, int bits, uint64_t place)
{
    return bits == 32 ? ((const uint32_t *)array)[place] : ((const uint64_t *)array)[place];
}

static inline double rw_weight_at(const void *array, int bits, uint64_t place)
{
    return bits == 32 ? (double)((const float *)array)[place] : ((const double *)array)[place];
}

/* The names of all nodes in their order, and the node that each number became, which *places of the
 * options receives too; *rank is NULL where numbers are nodes already. */
riwalk_status rw_order_nodes(uint32_t count, const riwalk_build_options *options, rw_names *names,
                             uint32_t **rank, riwalk_error *error);

/* ---- Rows on their way into a graph (row_arrays.c, reverses.c) ---- */

typedef struct rw_row_set {
    uint32_t node_count;
    uint64_t *offsets;   /* [node_count + 1] */
    uint32_t *neighbors; /* [offsets[node_count]] */
    float *weights;      /* the same; or NULL */
} rw_row_set;

void rw_row_set_free(rw_row_set *rows);

/* Whether each arc has its reverse of the same weight. Rows are sorted, without loops and
 * repetitions. O(arcs), with a number per node. */
riwalk_status rw_rows_are_symmetric(const rw_row_set *rows, const riwalk_run *run, bool *symmetric,
                                    riwalk_error *error);

/* Gives each arc of such rows its reverse; of two weights the larger one stays. The rows are
 * replaced. O(arcs), with room for all arcs and their reverses at once. */
riwalk_status rw_rows_add_reverses(rw_row_set *rows, const riwalk_run *run, riwalk_error *error);

#endif
