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
#ifndef RW_ENGINE_CPU_HUB_BALL_H
#define RW_ENGINE_CPU_HUB_BALL_H

#include "engine/cpu/ball.h"
#include "engine/cpu/hubs.h"

/* Smaller balls are searched as quickly without hubs; larger ones are all of a graph with hubs. */
static inline bool rw_hub_ball_fits(uint32_t radius)
{
    return radius >= 3 && radius <= 7;
}

#define RW_HUB_BALL_HUBS 128 /* whose planes are read at once; more bring nothing */
#define RW_HUB_BALL_LINES 4  /* of a row that are fetched: the processor goes on by itself */

typedef struct rw_hub_ball {
    const rw_hubs *hubs;
    uint32_t radius;
    bool counts; /* neighbours are to be counted: all layers but the last are searched */
    const rw_plane_counters *counters;
    uint64_t *planes;    /* [(radius + 1) * words] */
    uint64_t *within[8]; /* [d]: the plane of nodes within d steps, by rank, for d up to `known` */
    uint64_t *pairs; /* [radius][2 * words]: [d - 1], half words of within[d - 1], then of [d] */
    uint32_t paired; /* bits of those that are made */
    uint32_t *queue; /* [count + 1]: the search, layer after layer */
    bool leaf;       /* the anchor is one: it has no rank, and its neighbour is at distance 1 */
    uint32_t begin;  /* of the layer at `known` in the queue */
    uint32_t tail;
    uint32_t known; /* all nodes at most so far are in planes: radius - 2 at least */
    uint32_t near_hubs[RW_HUB_BALL_HUBS]; /* of layer radius - 3, ascending */
    uint32_t near_count;
    const uint64_t *sure; /* a plane of nodes that are in the ball, if not all of them; or NULL */
    uint64_t asked;       /* arcs that questions looked at */
    uint64_t next_arcs;   /* of the next layer to search, roughly */
} rw_hub_ball;

/* `hubs` must outlive the ball; the radius fits. */
riwalk_status rw_hub_ball_init(rw_hub_ball *ball, const rw_hubs *hubs, uint32_t radius, bool counts,
                               riwalk_error *error);
void rw_hub_ball_free(rw_hub_ball *ball);

/* The anchor has neighbours. */
void rw_hub_ball_open(rw_hub_ball *ball, uint32_t anchor);

uint32_t rw_hub_ball_ask(rw_hub_ball *ball, uint32_t rank, uint32_t bound);

/* The distance of a node up to `known`, or one more. It is as good as random, so there is no branch
 * on it: each plane has the nodes of the one before. */
static inline uint32_t rw_hub_ball_known(const rw_hub_ball *ball, uint32_t rank)
{
    uint32_t distance = ball->known + 1;

    for (uint32_t d = 1; d <= ball->known; d++)
        distance -= rw_plane_has(ball->within[d], rank);
    return distance;
}

/* The same as rw_ball_distance. */
static inline uint32_t rw_hub_ball_distance(rw_hub_ball *ball, uint32_t node, uint32_t bound)
{
    uint32_t rank = ball->hubs->ranks[node], distance;

    if (rank >= ball->hubs->count) /* a leaf: the neighbour that is asked from is its only one */
        return bound;
    distance = rw_hub_ball_known(ball, rank);
    return distance <= ball->known ? distance : rw_hub_ball_ask(ball, rank, bound);
}

/* Whether that may have to look at the node's row. */
static inline bool rw_hub_ball_asks(const rw_hub_ball *ball, uint32_t rank, uint32_t bound)
{
    return rank < ball->hubs->count && bound > ball->known + 1 &&
           rw_hub_ball_known(ball, rank) > ball->known;
}

/* Says how many neighbours of nodes at the radius are to be counted. */
void rw_hub_ball_expect(rw_hub_ball *ball, uint64_t neighbors);

/* Row reading ahead, in two steps with other work between and after them: the place of a row, then
 * where it begins, or all of a short row and the beginning of a long one. */
static inline void rw_hub_ball_fetch_place(const rw_hub_ball *ball, uint32_t rank)
{
    if (rank < ball->hubs->count)
        __builtin_prefetch(&ball->hubs->places[rank]);
    __asm__ volatile("");
}

static inline void rw_hub_ball_fetch_start(const rw_hub_ball *ball, uint32_t rank)
{
    rw_ranked_row row;

    if (rank < ball->hubs->count) {
        row = rw_hubs_row(ball->hubs, rank);
        __builtin_prefetch(row.words ? (const void *)row.dense : row.ranks);
    }
    __asm__ volatile("");
}

static inline void rw_hub_ball_fetch_row(const rw_hub_ball *ball, uint32_t rank)
{
    rw_ranked_row row;

    if (rank < ball->hubs->count) {
        row = rw_hubs_row(ball->hubs, rank);
        for (size_t i = 0; i < row.words && i < RW_HUB_BALL_LINES * RW_BLOCK_WORDS;
             i += RW_BLOCK_WORDS)
            __builtin_prefetch(row.dense + i);
        for (size_t i = 0; i < row.count && i < RW_HUB_BALL_LINES * 16; i += 16)
            __builtin_prefetch(row.ranks + i);
    }
    __asm__ volatile("");
}

/* The same as rw_ball_layers, for a node of the ball that is not the anchor, by its rank and
 * degree. The ball counts. */
rw_layer_counts rw_hub_ball_layers(rw_hub_ball *ball, uint32_t rank, uint32_t degree,
                                   uint32_t distance);

#endif
