/* SPDX-License-Identifier: MIT */
/*
 * The ball of an anchor in a graph with hubs, where a few steps lead to most of the graph:
 * distances in it, and counts of neighbours by layer. One object per worker, opened on one anchor
 * after the other.
 *
 * Layers up to radius - 2 are searched, by ranks (graph/hubs.h). Of the nodes next to hubs of layer
 * radius - 3 none is expanded: what is within two steps of a hub is known. Further nodes are asked
 * about, or the search is carried on where that becomes dearer than to do so. docs/design.md has
 * the proof that answers are exact.
 */
#ifndef RW_ROLES_HUB_BALL_H
#define RW_ROLES_HUB_BALL_H

#include "graph/hubs.h"
#include "roles/ball.h"

/* Smaller balls are searched as quickly without hubs; for larger ones marks have no bits. */
static inline bool rw_hub_ball_fits(uint32_t radius)
{
    return radius >= 3 && radius <= 7;
}

#define RW_HUB_BALL_HUBS 16 /* for each a whole plane is read, and later ones add little */

typedef struct rw_hub_ball {
    const rw_hubs *hubs;
    uint32_t radius;
    bool counts;      /* neighbours are to be counted: all layers but the last are searched */
    uint8_t *marks;   /* [words * 64] by rank: bit b where a node is within radius - b steps */
    uint64_t *plane;  /* [words]: what is near the hubs */
    uint32_t *queue;  /* [count + 1]: the search, layer after layer */
    uint32_t first;   /* the distance of queue[0]: 1 where the anchor is a leaf */
    uint32_t ends[8]; /* [d]: where layer d ends in the queue, up to radius - 2 */
    uint32_t begin;   /* of the layer at `known` in the queue */
    uint32_t tail;
    uint32_t known; /* all nodes at most so far have their marks: radius - 2 at least */
    uint32_t near_hubs[RW_HUB_BALL_HUBS]; /* of layer radius - 3, ascending */
    uint32_t near_count;
    const uint64_t *sure; /* a plane of nodes that are in the ball, if not all of them; or NULL */
    uint64_t asked;       /* arcs that questions looked at */
    uint64_t next_arcs;   /* of the next layer to search, roughly */
    uint64_t spread[256]; /* [b]: two low bits of byte i where bit i of b is set */
} rw_hub_ball;

/* `hubs` must outlive the ball; the radius fits. */
riwalk_status rw_hub_ball_init(rw_hub_ball *ball, const rw_hubs *hubs, uint32_t radius, bool counts,
                               riwalk_error *error);
void rw_hub_ball_free(rw_hub_ball *ball);

/* The anchor has neighbours. */
void rw_hub_ball_open(rw_hub_ball *ball, uint32_t anchor);

uint32_t rw_hub_ball_ask(rw_hub_ball *ball, uint32_t rank, uint32_t bound);

/* The same as rw_ball_distance. */
static inline uint32_t rw_hub_ball_distance(rw_hub_ball *ball, uint32_t node, uint32_t bound)
{
    uint32_t rank = ball->hubs->ranks[node], mark;

    if (rank >= ball->hubs->count) /* a leaf: the neighbour that is asked from is its only one */
        return bound;
    if ((mark = ball->marks[rank]))
        return ball->radius + 1 - (uint32_t)__builtin_ctz(~mark);
    return rw_hub_ball_ask(ball, rank, bound);
}

/* Says how many neighbours of nodes at the radius are to be counted. */
void rw_hub_ball_expect(rw_hub_ball *ball, uint64_t neighbors);

/* Row reading ahead of counts, in two steps with other work between and after them. */
static inline void rw_hub_ball_fetch_place(const rw_hub_ball *ball, uint32_t rank)
{
    __builtin_prefetch(&ball->hubs->starts[rank]);
    __asm__ volatile("");
}

static inline void rw_hub_ball_fetch(const rw_hub_ball *ball, uint32_t rank)
{
    if (rank < ball->hubs->count)
        __builtin_prefetch(rw_hubs_row(ball->hubs, rank).ranks);
    __asm__ volatile("");
}

/* The same as rw_ball_layers, for a node of the ball that is not the anchor, by its rank and
 * degree. The ball counts. */
rw_layer_counts rw_hub_ball_layers(rw_hub_ball *ball, uint32_t rank, uint32_t degree,
                                   uint32_t distance);

#endif
