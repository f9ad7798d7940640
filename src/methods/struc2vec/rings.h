/* SPDX-License-Identifier: MIT */
/* The rings that struc2vec compares (docs/methods.md): ring k of a node are the nodes at distance
 * k, ring 0 is the node itself. Its degrees are sorted and written as runs: one for all equal
 * degrees (compact), or one for each node. */
#ifndef RW_METHODS_STRUC2VEC_RINGS_H
#define RW_METHODS_STRUC2VEC_RINGS_H

#include "base/memory.h"
#include "graph/graph.h"

typedef struct rw_degree_run {
    uint32_t degree;
    uint32_t count;
} rw_degree_run;

/* The rings 0 .. count-1 of a node, none of them empty: ring k is runs[ends[k-1] .. ends[k]-1]. */
typedef struct rw_rings {
    uint32_t count;
    uint32_t *ends;      /* [layers] */
    rw_degree_run *runs; /* [most] */
} rw_rings;

/* What all searches in a graph share. */
typedef struct rw_ring_plan {
    const riwalk_graph *graph;
    uint32_t layers; /* the most rings of a node */
    bool compact;
    uint32_t degree_count; /* distinct degrees */
    uint32_t *degrees;     /* [degree_count], ascending */
    uint32_t *ranks;       /* [node_count]: the index of a node's degree in `degrees` */
    uint64_t most;         /* the most runs of a node's rings together */
    rw_pool pool;          /* owns the arrays; to be freed in any case */
} rw_ring_plan;

/* `layers` may be UINT32_MAX: then a search from every node finds the largest number of rings. The
 * graph must outlive the plan. */
riwalk_status rw_ring_plan_init(rw_ring_plan *plan, const riwalk_graph *graph, uint32_t layers,
                                bool compact, const riwalk_run *job, riwalk_error *error);

/* The searches of one worker. */
typedef struct rw_ring_search {
    const rw_ring_plan *plan;
    uint32_t stamp;
    uint32_t deepest; /* the most rings of a node so far, when they are only counted */
    uint32_t *marks;  /* [node_count]: `stamp` at nodes seen in this search */
    uint32_t *queue;  /* [node_count + 1] */
    uint32_t *counts; /* [degree_count]: zero between searches */
    uint32_t *found;  /* [degree_count]: ranks, then as many for scratch */
    double *row;      /* [most + 1]: for warping */
    rw_rings *rings;  /* room for the rings of some nodes */
} rw_ring_search;

/* `pool` owns the arrays. */
riwalk_status rw_ring_search_init(rw_ring_search *search, const rw_ring_plan *plan, uint32_t rings,
                                  rw_pool *pool, riwalk_error *error);

/* The bytes of a search, and of one node's rings at most. */
uint64_t rw_ring_search_bytes(const rw_ring_plan *plan);
uint64_t rw_rings_bytes(const rw_ring_plan *plan);

/* Fills in the rings of a node (NULL: only counts them), and returns how many it has. O(edges
 * within plan->layers hops). */
uint32_t rw_rings_find(rw_ring_search *search, uint32_t node, rw_rings *rings);

/* The distance of ring k of two nodes that both have one. O(product of their runs). `row` has room
 * for the runs of b's ring + 1. */
double rw_rings_warp(const rw_rings *a, const rw_rings *b, uint32_t k, double *row);

#endif
