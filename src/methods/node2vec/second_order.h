/* SPDX-License-Identifier: MIT */
/* Second-order walks, as docs/methods.md defines them (Grover and Leskovec 2016, section 3.2).
 *
 * Draws: walk w of node a has the stream rw_rng_stream(seed, RW_STAGE_NODE_WALK, a, w), and step s
 * the bits b = rw_rng_at(stream, s). A step by weight uses b itself; a second-order step draws from
 * the stream b, three numbers per attempt (second_order.c). */
#ifndef RW_METHODS_SECOND_ORDER_H
#define RW_METHODS_SECOND_ORDER_H

#include "base/memory.h"
#include "graph/graph.h"

#define RW_NO_NODE UINT32_MAX

typedef struct rw_second_order {
    const riwalk_graph *graph;
    uint64_t seed;
    double *sums; /* [arc_count]: prefix sums of weights in each row; NULL: equal weights */
    bool biased;  /* p or q is not 1 */
    /* The factors of p and q, divided by max(1, 1/q). What then exceeds 1 in 1/p is `excess`, and
     * `back` is at most 1. */
    double back, near, far, excess;
    double least; /* the least of back, near and far */
} rw_second_order;

/* Makes the prefix sums, in memory of `pool`. The graph must outlive the walks. p and q are from
 * 1e-30 to 1e30, so that no product of weights leaves the range of doubles. O(edges). */
riwalk_status rw_second_order_init(rw_second_order *walks, const riwalk_graph *graph, double p,
                                   double q, uint64_t seed, rw_pool *pool, riwalk_error *error);

/* The bytes of the walks beside the graph: 8 per arc if it is weighted, else none. */
uint64_t rw_second_order_bytes(const riwalk_graph *graph);

/* The next node of a walk at `node`, entered from `previous` (RW_NO_NODE: the walk begins here).
 * RW_NO_NODE if there is none. O(log degree) on average. */
uint32_t rw_second_order_step(const rw_second_order *walks, uint32_t previous, uint32_t node,
                              uint64_t bits);

/* An rw_node_walk; `walks` is a rw_second_order. */
uint32_t rw_second_order_walk(const void *walks, uint32_t start, uint32_t number, uint32_t length,
                              uint32_t *nodes);

#endif
