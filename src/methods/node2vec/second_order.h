/* SPDX-License-Identifier: MIT */
/* Walks of the second order, as docs/methods.md defines them (Grover and Leskovec 2016, section
 * 3.2).
 *
 * How a draw chooses. Walk w of node a has the stream rw_rng_stream(seed, RW_STAGE_NODE_WALK, a,
 * w), and its step s the bits b = rw_rng_at(stream, s); a step by weight uses b itself, one of the
 * second order draws from the stream b: three numbers an attempt (see second_order.c). */
#ifndef RW_METHODS_SECOND_ORDER_H
#define RW_METHODS_SECOND_ORDER_H

#include "graph/graph.h"

#define RW_NO_NODE UINT32_MAX

typedef struct rw_second_order {
    const riwalk_graph *graph;
    uint64_t seed;
    double *sums; /* [arc_count]: weights of a row, summed up to each; NULL for equal weights */
    bool biased;  /* p or q is not 1 */
    /* The three factors, divided by max(1, 1/q). What 1/p then has beyond 1 is `excess`, and
     * `back` is cut at 1. */
    double back, near, far, excess;
    double least; /* of back, near and far */
} rw_second_order;

/* Sums up the weights. The graph must outlive the walks. p and q are from 1e-30 to 1e30: no product
 * of weights leaves the range of doubles. O(edges). */
riwalk_status rw_second_order_init(rw_second_order *walks, const riwalk_graph *graph, double p,
                                   double q, uint64_t seed, riwalk_error *error);
void rw_second_order_free(rw_second_order *walks);

/* Its bytes beside the graph: 8 an arc of a weighted graph, none otherwise. */
uint64_t rw_second_order_bytes(const riwalk_graph *graph);

/* The node after `node`, entered from `previous` (RW_NO_NODE: the walk begins here); RW_NO_NODE
 * where there is none. O(log degree) on average. */
uint32_t rw_second_order_step(const rw_second_order *walks, uint32_t previous, uint32_t node,
                              uint64_t bits);

/* Walk number `number` from `start`: fills `nodes` with up to `length` nodes, start included, and
 * returns how many. Takes a rw_second_order. */
uint32_t rw_second_order_walk(const void *walks, uint32_t start, uint32_t number, uint32_t length,
                              uint32_t *nodes);

#endif
