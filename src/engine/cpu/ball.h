/* SPDX-License-Identifier: MIT */
/*
 * The ball of an anchor: which nodes it has, their distances, and counts of neighbours by layer.
 * One object per worker, opened on one anchor after the other.
 *
 * There are three implementations. Two search breadth-first, without visiting the whole ball: with
 * arrays over all nodes (array_ball.c), or with a table of those they met, for graphs too large for
 * an array per worker (table_ball.c). The third is for graphs with hubs (hub_ball.c). They differ
 * in time and memory, never in an answer. Each call takes a list of nodes, so that waits for memory
 * overlap and the call through a table of functions costs nothing.
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
    uint32_t count;
    unsigned sides; /* 1: neighbours are counted; else those of arcs out and in */
    const rw_row *rows[RW_MOST_SIDES]; /* of the nodes: those neighbours, ascending */
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
     * and returns how many these are. `inside` has room for one more than the row. */
    uint32_t (*list_inside)(rw_ball *ball, uint32_t node, rw_row row, uint32_t *inside);

    /* Counts the neighbours in the rows of stops by layer, on each side. None of the stops is the
     * anchor. */
    void (*count_layers)(rw_ball *ball, const rw_stops *stops, rw_layer_counts *const *layers);
} rw_ball_kind;

/* What all implementations begin with. */
struct rw_ball {
    const rw_ball_kind *kind;
    uint32_t radius;
    uint32_t known; /* all nodes at most so far are found: `radius` where the ball is whole */
    bool batches;   /* while one layer is left, find_inside is much faster for many nodes */
};

typedef struct rw_ball_setup {
    const rw_adjacency *adjacency; /* must outlive the ball */
    uint32_t radius;
    uint64_t budget;        /* arcs that a search may always follow ahead of any question */
    uint64_t question_arcs; /* what a question about the last layer costs, in arcs of a search */
    uint32_t room;          /* what a table may grow to, in nodes */
    bool counts;            /* count_layers will be called */
} rw_ball_setup;

/* Chooses the implementation, `large` one without arrays over all nodes unless there are hubs; and
 * the price of questions and the room of a table. */
riwalk_status rw_ball_create(rw_ball_setup setup, bool large, rw_ball **ball, riwalk_error *error);
riwalk_status rw_array_ball_create(const rw_ball_setup *setup, rw_ball **ball, riwalk_error *error);
riwalk_status rw_table_ball_create(const rw_ball_setup *setup, rw_ball **ball, riwalk_error *error);
riwalk_status rw_hub_ball_create(const rw_ball_setup *setup, rw_ball **ball, riwalk_error *error);
void rw_ball_free(rw_ball *ball);

/* Arrays keep distances in bytes, with two more answers and a zero. */
static inline bool rw_array_ball_fits(uint32_t radius)
{
    return radius + 3 < UINT8_MAX;
}

/* Smaller balls are searched as quickly without hubs; larger ones are all of a graph with hubs. */
static inline bool rw_hub_ball_fits(uint32_t radius)
{
    return radius >= 3 && radius <= 7;
}

/* The bytes of a ball; of a large graph's, unless the layers that are always searched need more, or
 * there are hubs: of these at most. */
uint64_t rw_ball_bytes(uint32_t nodes, bool large);
uint64_t rw_hub_ball_bytes(uint32_t nodes, uint32_t radius);

#endif
