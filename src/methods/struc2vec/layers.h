/* SPDX-License-Identifier: MIT */
/* The layers of struc2vec (Ribeiro et al. 2017, sections 3.2 and 3.3), and walks over them.
 *
 * docs/methods.md defines them. Nodes in order of their degrees have places 0 .. n - 1; isolated
 * ones have none. A place has edges to others of two kinds:
 *
 *   near  those at most 2 ceil(log2 n) places away;
 *   far   the places of all nodes whose degree is at least half and at most twice its own are cut
 *         into 4 ceil(log2 n) parts (rw_part), and one place is drawn from each. It is chosen
 *         unless it is near. Draws: part i of place p has draw i of
 *         rw_rng_stream(0, RW_STAGE_CANDIDATES, p / group, 0), group being n / 16, at least 64:
 *         walks from all places of a group meet at the same far ones, whose surroundings are
 *         searched only once for a block of places.
 *
 * Near edges alone make a long chain of a large graph, along which walks do not come far. There are
 * two far edges where both have chosen each other. */
#ifndef RW_METHODS_STRUC2VEC_LAYERS_H
#define RW_METHODS_STRUC2VEC_LAYERS_H

#include "methods/struc2vec/rings.h"

typedef struct rw_layers {
    rw_pool pool; /* of the arrays; to be freed in any case */
    uint32_t node_count;
    uint32_t count; /* places: nodes with neighbours */
    uint32_t layers;
    uint32_t near;     /* places on each side that a place has edges to; at most count - 1 */
    uint32_t parts;    /* that far ones are chosen from; 0: all others are near */
    uint32_t group;    /* so many places in a row have the same draws */
    uint64_t edges;    /* counted at both ends */
    uint32_t *order;   /* [count]: the node at each place */
    uint32_t *places;  /* [node_count]: UINT32_MAX for isolated nodes */
    uint32_t *classes; /* [degree_count + 1]: where the places of each distinct degree begin */
    uint32_t *chosen;  /* [count]: how many a place has chosen: far ones, and near ones before it */
    uint64_t *offsets; /* [count + 1]: a place's edges; first those that it chose, in order */
    uint32_t *partners; /* [edges]: the places at the other end */
    uint32_t *depths;   /* [count]: the layers that a place has edges in are 0 .. depth-1 */
    /* [layers][edges]: while layers are made f_k, infinite where there is no edge; then the shares
     * of a place's edges in their weight, summed up to each, the last being 1. */
    float *shares;
    float *ups; /* [layers][count]: the probability of going up, where the layer is changed */
} rw_layers;

/* Puts the nodes in order and counts edges. `all`: every node has an edge to every other. */
riwalk_status rw_layers_order(rw_layers *layers, const rw_ring_plan *plan, bool all,
                              const riwalk_run *job, riwalk_error *error);

/* Counts edges (distances.c). */
riwalk_status rw_layers_count_edges(rw_layers *layers, const rw_ring_plan *plan,
                                    const riwalk_run *job, riwalk_error *error);

/* Then makes edges and finds all f_k (distances.c), and makes shares of them. */
riwalk_status rw_layers_measure(rw_layers *layers, const rw_ring_plan *plan, const riwalk_run *job,
                                riwalk_error *error);
riwalk_status rw_layers_weigh(rw_layers *layers, const riwalk_run *job, riwalk_error *error);

/* The bytes of layers that are in order, when they are made, and of measuring beside. */
uint64_t rw_layers_bytes(const rw_layers *layers);
uint64_t rw_layers_measure_bytes(const rw_layers *layers, const rw_ring_plan *plan, int threads);

/* How many searches measuring makes, about. */
uint64_t rw_layers_searches(const rw_layers *layers, const rw_ring_plan *plan);

static inline float *rw_layers_row(const rw_layers *layers, uint32_t layer, uint32_t place)
{
    return layers->shares + layer * layers->edges + layers->offsets[place];
}

static inline uint32_t rw_layers_degree(const rw_layers *layers, uint32_t place)
{
    return (uint32_t)(layers->offsets[place + 1] - layers->offsets[place]);
}

/* ---- Walks ---- */

/* A walk begins in layer 0. Again and again it stays, with probability `stay`, in its layer and
 * goes along an edge, or else changes the layer: up with the probability up = w / (w + 1), w being
 * the weight of the way up, else down. A change to a layer that is not there has no effect. Tokens
 * are the nodes that it comes to along edges.
 *
 * Draws: walk w of node a has the stream rw_rng_stream(seed, RW_STAGE_LAYER_WALK, a, w), and takes
 * its draws in turn: stay or not, then which edge or which way.
 *
 * Over layers that are not yet measured, for estimates, it goes where chance takes it. */
typedef struct rw_layer_walks {
    const rw_layers *layers;
    double stay;
    uint64_t seed;
} rw_layer_walks;

/* Walk number `number` from a node: `length` nodes, itself first; only itself where isolated. Takes
 * a rw_layer_walks. */
uint32_t rw_layer_walk(const void *walks, uint32_t start, uint32_t number, uint32_t length,
                       uint32_t *nodes);

#endif
