/* SPDX-License-Identifier: MIT */
/* The search of a ball by ranks in a graph with hubs; hub_ball.c asks questions about it. */
#ifndef RW_ENGINE_CPU_HUB_SEARCH_H
#define RW_ENGINE_CPU_HUB_SEARCH_H

#include "base/memory.h"
#include "engine/cpu/ball.h"

#define RW_HUB_SEARCH_HUBS 128  /* hubs whose planes are read together; more gain nothing */
#define RW_HUB_FETCHED_LINES 32 /* cache lines of a row; the processor prefetches the rest */

typedef struct rw_hub_ball {
    rw_ball base;
    rw_pool pool; /* owns all arrays */
    const rw_hubs *hubs;
    bool counts; /* neighbours will be counted: all layers but the last are searched */
    const rw_plane_counters *counters;
    uint64_t *planes; /* [(radius + 1) * words] */
    const uint64_t
        *within[8];  /* [d]: plane of nodes within d steps, by rank, for d up to base.known */
    uint64_t *pairs; /* [radius][2 * words]: [d - 1]: half words of within[d - 1], then of [d] */
    uint32_t paired; /* bit d: this pair is made */
    uint32_t *queue; /* [count + 1]: the search, layer by layer */
    uint32_t anchor;
    bool leaf;      /* the anchor is a leaf: it has no rank, and its neighbour is at distance 1 */
    uint32_t begin; /* start in the queue of the layer at base.known */
    uint32_t tail;
    uint32_t expanded_hubs[RW_HUB_SEARCH_HUBS]; /* hubs of layer radius - 3, ascending */
    uint32_t expanded_count;
    const uint64_t *sure; /* plane of some nodes that are in the ball, or NULL */
    uint64_t asked;       /* arcs that questions have looked at */
    uint64_t next_arcs;   /* arcs of the next layer to search, roughly */
} rw_hub_ball;

/* Searches an anchor's ball up to layer radius - 2, and one more if neighbours will be counted. */
void rw_hub_search_begin(rw_hub_ball *ball, uint32_t anchor);

/* Searches one more layer: the last but one or the last. The ball is not whole yet. */
void rw_hub_search_on(rw_hub_ball *ball);

/* Prefetch the places of a node's rows; the beginnings of the rows; short rows completely and long
 * ones in part. Ranks without a node have no rows. The empty assembler lines are needed because gcc
 * treats a function that only prefetches as one without effect. */
static inline void rw_hub_fetch_places(const rw_hub_ball *ball, const rw_ranked_rows *rows,
                                       uint32_t rank)
{
    if (rank < ball->hubs->count) { /* its end is the next place, maybe in another cache line */
        const uint64_t *place = &rows->places[(size_t)rank * rows->sides];

        __builtin_prefetch(place);
        __builtin_prefetch(place + rows->sides);
    }
    __asm__ volatile("");
}

static inline void rw_hub_fetch_rows(const rw_hub_ball *ball, const rw_ranked_rows *rows,
                                     uint32_t rank)
{
    for (unsigned side = 0; rank < ball->hubs->count && side < rows->sides; side++) {
        rw_ranked_row row = rw_ranked_rows_get(rows, rank, side);

        for (size_t i = 0; i < row.words && i < RW_HUB_FETCHED_LINES * RW_BLOCK_WORDS;
             i += RW_BLOCK_WORDS)
            __builtin_prefetch(row.dense + i);
        for (size_t i = 0; i < row.count && i < RW_HUB_FETCHED_LINES * 16; i += 16)
            __builtin_prefetch(row.ranks + i);
    }
    __asm__ volatile("");
}

#endif
