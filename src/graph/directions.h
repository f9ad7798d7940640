/* SPDX-License-Identifier: MIT */
/* Rows of a directed graph along and against its arcs, and its skeleton: the undirected graph of
 * who is joined to whom in either direction. */
#ifndef RW_GRAPH_DIRECTIONS_H
#define RW_GRAPH_DIRECTIONS_H

#include "base/memory.h"
#include "graph/graph.h"

typedef struct rw_arc_rows {
    const uint64_t *offsets;   /* [nodes + 1] */
    const uint32_t *neighbors; /* sorted in each row */
    const double *weights;     /* parallel to neighbors; NULL: 1 each */
} rw_arc_rows;

static inline uint32_t rw_arc_count(const rw_arc_rows *rows, uint32_t node)
{
    return (uint32_t)(rows->offsets[node + UINT64_C(1)] - rows->offsets[node]);
}

static inline double rw_arc_weight_at(const rw_arc_rows *rows, uint64_t at)
{
    return rows->weights ? rows->weights[at] : 1;
}

/* The rows of a graph along its arcs and, if it is directed, against them. */
typedef struct rw_directions {
    rw_arc_rows out;
    rw_arc_rows in; /* empty and unused for undirected graphs */
    bool directed;
    rw_pool pool; /* memory of `in` */
} rw_directions;

/* To be freed in any case. */
riwalk_status rw_directions_init(rw_directions *directions, const riwalk_graph *graph,
                                 riwalk_error *error);

static inline void rw_directions_free(rw_directions *directions)
{
    rw_pool_free(&directions->pool);
}

/* Merges both rows of a node into arrays, any of which may be NULL, and returns the number of
 * neighbours. Two arcs with the same neighbour keep the larger weight or, with `add`, the sum. */
typedef struct rw_merged {
    uint32_t *neighbors;
    double *weights;
    uint8_t *arcs; /* arcs shared with this neighbour: 1 or 2 */
} rw_merged;

uint64_t rw_merge_rows(const rw_directions *directions, uint32_t node, bool add, rw_merged to);

/* A directed graph as walks see it. */
typedef struct rw_skeleton {
    rw_directions arcs;
    riwalk_graph graph; /* neighbours in either direction, each once, with the larger weight of
                           both arcs; without names */
} rw_skeleton;

/* The skeleton of a directed graph, made on first use and kept with the graph. Any number of
 * threads may call this at once. O(nodes + arcs). */
riwalk_status rw_graph_skeleton(const riwalk_graph *graph, const rw_skeleton **skeleton,
                                riwalk_error *error);
void rw_skeleton_free(rw_skeleton *skeleton);

/* The most bytes that a skeleton takes, when no arc has its reverse. */
uint64_t rw_skeleton_bytes(const riwalk_graph *graph);

#endif
