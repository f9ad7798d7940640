/* SPDX-License-Identifier: MIT */
/*
 * The ball of an anchor: which nodes it has, their distances, and counts of neighbours by layer.
 * One object per worker, opened on one anchor after the other.
 *
 * There are three implementations: array_ball.c with arrays over all nodes, table_ball.c with a
 * table of the nodes it met, for graphs too large for an array per worker, and hub_ball.c for
 * graphs with hubs. They differ in time and memory, never in an answer. Each call takes a list of
 * nodes, so that waits for memory overlap and the call through a table of functions costs nothing.
 */
#ifndef RW_ENGINE_CPU_BALL_H
#define RW_ENGINE_CPU_BALL_H

#include "engine/cpu/adjacency.h"

/* The neighbours of a node by their distance from the anchor; those outside the ball don't count.
 */
typedef struct rw_layer_counts {
    uint32_t closer;
    uint32_t same;
    uint32_t further;
} rw_layer_counts;

/* Nodes of the ball that walks have stopped at. */
typedef struct rw_stops {
    const uint32_t *nodes;
    const uint32_t *distances;
    const rw_row *rows; /* of the nodes: their neighbours, ascending */
    uint32_t count;
} rw_stops;

typedef struct rw_ball rw_ball;

typedef struct rw_ball_kind {
    void (*free)(rw_ball *ball);

    /* The anchor has neighbours. Fails only where a table has to grow and can't. */
    riwalk_status (*open)(rw_ball *ball, uint32_t anchor, riwalk_error *error);

    /* Finds the distances of nodes. On entry distances[i] is one more than the distance of a
     * neighbour of nodes[i] that is in the ball: an upper bound. Every node outside the ball gets
     * radius + 1. None is the anchor. */
    void (*find_distances)(rw_ball *ball, const uint32_t *nodes, uint32_t count,
                           uint32_t *distances);

    /* Finds out which nodes are in the ball, of neighbours of nodes at the radius. */
    void (*find_inside)(rw_ball *ball, const uint32_t *nodes, uint32_t count, bool *inside);

    /* Lists the neighbours of a node at the radius that are in the ball, in the order of its row,
     * and returns how many these are; room + 1 where they are more than `room`. `inside` has room
     * for that many. */
    uint32_t (*list_inside)(rw_ball *ball, uint32_t node, rw_row row, uint32_t *inside,
                            uint32_t room);

    /* Counts neighbours by layer. None of the stops is the anchor. */
    void (*count_layers)(rw_ball *ball, const rw_stops *stops, rw_layer_counts *layers);
} rw_ball_kind;

/* What all implementations begin with. */
struct rw_ball {
    const rw_ball_kind *kind;
    uint32_t radius;
    bool batches; /* find_inside is much faster for many nodes than for a few */
};

typedef struct rw_ball_setup {
    const rw_adjacency *adjacency; /* must outlive the ball */
    uint32_t radius;
    bool large;      /* no arrays over all nodes */
    bool counts;     /* count_layers will be called */
    uint64_t budget; /* arcs that a search may always follow ahead of any question */
} rw_ball_setup;

/* Chooses the implementation. */
riwalk_status rw_ball_create(const rw_ball_setup *setup, rw_ball **ball, riwalk_error *error);
void rw_ball_free(rw_ball *ball);

/* The bytes of a ball; of a large graph's, unless the layers that are always searched need more. */
uint64_t rw_ball_bytes(uint32_t nodes, bool large);

#endif
