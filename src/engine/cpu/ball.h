/* SPDX-License-Identifier: MIT */
/* The ball of an anchor: its nodes, their distances, and counts of neighbours by layer. A worker
 * has one object, which is opened on one anchor after the other.
 *
 * There are three implementations. Two search breadth-first without visiting the whole ball: with
 * arrays over all nodes (array_ball.c), or with a table of the nodes met, for graphs too large for
 * an array per worker (table_ball.c). The third is for graphs with hubs (hub_ball.c). They differ
 * in time and memory, never in an answer. Calls take lists of nodes, so that cache misses overlap
 * and the indirect call costs nothing. */
#ifndef RW_ENGINE_CPU_BALL_H
#define RW_ENGINE_CPU_BALL_H

#include "engine/cpu/adjacency.h"

/* The neighbours of a node by their distance from the anchor; those outside the ball do not
 * count. */
typedef struct rw_layer_counts {
    uint32_t closer;
    uint32_t same;
    uint32_t further;
} rw_layer_counts;

/* Nodes of the ball at which walks stopped. */
typedef struct rw_stops {
    const uint32_t *nodes;
    const uint32_t *distances;
    uint32_t count;
    unsigned sides;                    /* 1: counts neighbours; 2: arcs out and in */
    const rw_row *rows[RW_MOST_SIDES]; /* [count] for each side, ascending rows */
} rw_stops;

typedef struct rw_ball rw_ball;

typedef struct rw_ball_kind {
    void (*free)(rw_ball *ball);

    /* The anchor has neighbours. Fails only if a table cannot grow. */
    riwalk_status (*open)(rw_ball *ball, uint32_t anchor, riwalk_error *error);

    /* Finds distances of nodes. On entry, distances[i] is an upper bound: one more than the
     * distance of a neighbour of nodes[i] in the ball. Nodes outside the ball get radius + 1. None
     * is the anchor. */
    void (*find_distances)(rw_ball *ball, const uint32_t *nodes, uint32_t count,
                           uint32_t *distances);

    /* Finds which nodes are in the ball. They are neighbours of nodes at the radius. */
    void (*find_inside)(rw_ball *ball, const uint32_t *nodes, uint32_t count, bool *inside);

    /* Lists the neighbours in the ball of a node at the radius, in the order of its row, and
     * returns how many. `inside` has room for one more than the row. */
    uint32_t (*list_inside)(rw_ball *ball, uint32_t node, rw_row row, uint32_t *inside);

    /* Counts neighbours in the rows of stops by layer, on each side. No stop is the anchor. */
    void (*count_layers)(rw_ball *ball, const rw_stops *stops, rw_layer_counts *const *layers);
} rw_ball_kind;

/* The common beginning of all implementations. */
struct rw_ball {
    const rw_ball_kind *kind;
    uint32_t radius;
    uint32_t known; /* all nodes up to this distance are found; `radius`: the ball is whole */
};

typedef struct rw_ball_setup {
    const rw_adjacency *adjacency; /* must outlive the ball */
    uint32_t radius;
    uint64_t budget;        /* arcs that a search may always follow before any question */
    uint64_t question_arcs; /* cost of a question about the last layer, in arcs of a search */
    uint32_t room;          /* most nodes of a table */
    bool counts;            /* count_layers will be called */
} rw_ball_setup;

/* Chooses the implementation, the price of questions and the room of a table. `large`: without
 * arrays over all nodes, unless there are hubs. */
riwalk_status rw_ball_create(rw_ball_setup setup, bool large, rw_ball **ball, riwalk_error *error);
riwalk_status rw_array_ball_create(const rw_ball_setup *setup, rw_ball **ball, riwalk_error *error);
riwalk_status rw_table_ball_create(const rw_ball_setup *setup, rw_ball **ball, riwalk_error *error);
riwalk_status rw_hub_ball_create(const rw_ball_setup *setup, rw_ball **ball, riwalk_error *error);
void rw_ball_free(rw_ball *ball);

/* Arrays store distances in bytes, with two more answers and a zero. */
static inline bool rw_array_ball_fits(uint32_t radius)
{
    return radius + 3 < UINT8_MAX;
}

/* Smaller balls are searched as fast without hubs; larger ones are the whole graph. */
static inline bool rw_hub_ball_fits(uint32_t radius)
{
    return radius >= 3 && radius <= 7;
}

/* The bytes of a ball. In a large graph, layers that are always searched may need more; a ball with
 * hubs never needs more. */
uint64_t rw_ball_bytes(uint32_t nodes, bool large);
uint64_t rw_hub_ball_bytes(uint32_t nodes, uint32_t radius);

#endif
