/* SPDX-License-Identifier: MIT */
/* The layers of struc2vec (Ribeiro et al. 2017, sections 3.2 and 3.3), and walks over them;
 * docs/methods.md defines them. Nodes with neighbours, in the order of candidates, have places
 * 0 .. n - 1. Far places are drawn from equal parts (rw_part) of the places of similar degree: part
 * i of place p has draw i of rw_rng_stream(0, RW_STAGE_CANDIDATES, p / group, 0), but a place that
 * is near is not chosen again. Two places that chose each other have two far edges.
 *
 * All places of a group choose the same far places, whose rings are searched once for a block of
 * places. Near edges alone would make a large graph a long chain, along which walks do not get
 * far. */
#ifndef RW_METHODS_STRUC2VEC_LAYERS_H
#define RW_METHODS_STRUC2VEC_LAYERS_H

#include "methods/struc2vec/rings.h"

typedef struct rw_layers {
    rw_ring_plan plan; /* freed once layers are measured */
    rw_pool pool;      /* owns the arrays */
    uint32_t node_count;
    uint32_t count; /* places: nodes with neighbours */
    uint32_t layers;
    uint32_t near;      /* a place has edges to this many places on each side; at most count - 1 */
    uint32_t parts;     /* a far place is chosen from each; 0: all others are near */
    uint32_t group;     /* places in a row that share draws */
    uint64_t edges;     /* counted at both ends */
    uint32_t *order;    /* [count]: the node at each place */
    uint32_t *places;   /* [node_count]: UINT32_MAX for isolated nodes */
    uint32_t *classes;  /* [degree_count + 1]: where the places of each distinct degree begin */
    uint32_t *chosen;   /* [count]: places that a place chose: far ones, and near ones before it */
    uint64_t *offsets;  /* [count + 1]: a place's edges; first those it chose, ascending */
    uint32_t *partners; /* [edges]: the places at the other end */
    uint32_t *depths;   /* [count]: a place has edges in layers 0 .. depth-1 */
    /* [layers][edges]: first the distance f_k, infinite if the edge is not in the layer; then
     * prefix sums of the shares of a place's edges in their weight; the last is 1. */
    float *shares;
    float *ups; /* [layers][count]: the probability of going up when the layer changes */
} rw_layers;

/* Orders the nodes and counts edges. `layers` and `compact` are as for rings; `all`: every place
 * has an edge to every other. Free the layers in any case. */
riwalk_status rw_layers_order(rw_layers *layers, const riwalk_graph *graph, uint32_t layer_count,
                              bool compact, bool all, const riwalk_run *job, riwalk_error *error);
void rw_layers_free(rw_layers *layers);

/* Counts edges (distances.c). */
riwalk_status rw_layers_count_edges(rw_layers *layers, const riwalk_run *job, riwalk_error *error);

/* Makes the edges and all f_k (distances.c), then turns f_k into shares. */
riwalk_status rw_layers_measure(rw_layers *layers, const riwalk_run *job, riwalk_error *error);
riwalk_status rw_layers_weigh(rw_layers *layers, const riwalk_run *job, riwalk_error *error);

/* The bytes of layers once they are in order, and of measuring in addition. */
uint64_t rw_layers_bytes(const rw_layers *layers);
uint64_t rw_layers_measure_bytes(const rw_layers *layers, int threads);

/* About how many searches measuring makes. */
uint64_t rw_layers_searches(const rw_layers *layers);

static inline float *rw_layers_row(const rw_layers *layers, uint32_t layer, uint32_t place)
{
    return layers->shares + layer * layers->edges + layers->offsets[place];
}

static inline uint32_t rw_layers_degree(const rw_layers *layers, uint32_t place)
{
    return (uint32_t)(layers->offsets[place + 1] - layers->offsets[place]);
}

/* ---- Walks ---- */

/* A walk goes up with probability w / (w + 1), where w is the weight of the way up, else down. A
 * change to a layer that does not exist has no effect. Draws: walk w of node a has the stream
 * rw_rng_stream(seed, RW_STAGE_LAYER_WALK, a, w), and takes its draws in turn: stay or not, then
 * which edge or which direction.
 *
 * Before layers are measured, for estimates, it follows edges at random. */
typedef struct rw_layer_walks {
    const rw_layers *layers;
    double stay;
    uint64_t seed;
} rw_layer_walks;

/* An rw_node_walk; `walks` is a rw_layer_walks. An isolated node's walk is itself. */
uint32_t rw_layer_walk(const void *walks, uint32_t start, uint32_t number, uint32_t length,
                       uint32_t *nodes);

#endif
