/* SPDX-License-Identifier: MIT */
/* The memory of a block of lanes, which works on one anchor after the other. The caller chooses
 * where each part is: on a GPU the most used parts fit into a multiprocessor's own memory.
 *
 *   arena     slots, tables and lists of one anchor's walks
 *   planes    bits of the nodes within 1, 2, .. radius steps, for balls too large for a table;
 *             some planes may be in other memory than the rest
 *   scratch   lists as long as the graph is large
 */
#ifndef RW_ENGINE_CUDA_BLOCK_H
#define RW_ENGINE_CUDA_BLOCK_H

#include "engine/cuda/device.h"
#include "engine/cuda/lanes.h"

#define RW_NONE UINT32_MAX

/* Balls with up to RW_TABLE_ROOM nodes within radius - 1 are kept in a table. A lane that finds the
 * room used up still adds a node, and blocks have at most 1024 lanes. */
#ifndef RW_TABLE_BITS
#define RW_TABLE_BITS 12
#define RW_TABLE_ROOM 2944U
#endif
#define RW_TABLE_PLACES (1U << RW_TABLE_BITS)

/* A Bloom filter of the nodes at radius - 1 and at the radius, if no row of the former is longer
 * than RW_FILTER_ROW: a node without its bits is outside. */
#ifndef RW_FILTER_BITS
#define RW_FILTER_BITS 11 /* bits of a word's number */
#define RW_FILTER_ROW 64U
#endif
#define RW_FILTER_WORDS (1U << RW_FILTER_BITS)

/* Neighbours of a node at the radius that fit into a mask: at most 64. */
#ifndef RW_MASK_BITS
#define RW_MASK_BITS 64U
#endif

/* All lanes of a block together read rows longer than this. */
#ifndef RW_LONG_ROW
#define RW_LONG_ROW 512U
#endif

/* A batch of anchors. */
typedef struct rw_device_job {
    rw_device_setup setup;
    const uint32_t *anchors; /* [count] */
    uint32_t count;
    uint32_t first, walks;
    bool merge;
    uint32_t *starts, *counts; /* [count]: answers */
    rw_slot *slots;
    uint32_t *tokens;   /* [count][walks * length], or NULL */
    uint32_t *missed;   /* [count]: anchors that need planes; RW_ASKED: of the last layer too */
    uint32_t *counters; /* [RW_JOB_COUNTERS]: */
} rw_device_job;

enum {
    RW_JOB_NEXT,   /* next anchor for tables */
    RW_JOB_MISSED, /* anchors in `missed` */
    RW_JOB_NEXT_MISSED /* next of these */,
    RW_JOB_SLOTS, /* used so far */
    RW_JOB_COUNTERS
};

/* Counts and flags that lanes change together. */
typedef struct rw_block_control {
    uint64_t streams; /* streams of the anchor's draws */
    uint32_t task;    /* the anchor's number in the batch */
    uint32_t queued;  /* nodes */
    uint32_t hubs;    /* hubs in the list */
    uint32_t far_hubs;
    uint32_t wide; /* long rows in the list */
    uint32_t full; /* the ball does not fit into a table */
    uint32_t open; /* no filter was made */
    uint32_t slots;
    uint32_t asked;     /* slots that need a mask */
    uint32_t doubted;   /* neighbours of these whose own rows must be read */
    uint32_t costly;    /* a long row would have to be asked about */
    uint32_t large;     /* walks at the radius on nodes without a mask */
    uint32_t hard;      /* of these, walks whose attempts have all failed */
    uint32_t kept_slot; /* the slot whose neighbours inside the ball are listed */
    uint32_t kept_count;
    uint32_t start; /* first slot of the anchor in the answer */
    uint32_t found; /* roles */
    uint32_t written;
} rw_block_control;

typedef struct rw_block {
    const rw_device_job *job;
    rw_block_control *control;
    bool hashed; /* the ball is in the table, else in planes */
    bool whole;  /* the last layer has a plane too */
    uint32_t anchor;
    /* The ball: */
    uint32_t *keys;        /* [RW_TABLE_PLACES]: layer and node */
    uint32_t *filter;      /* [RW_FILTER_WORDS] */
    uint32_t *planes;      /* [radius][words] */
    uint32_t *near_planes; /* [near_count][words]: from near_first steps on */
    uint32_t near_first, near_count;
    uint32_t *queue;
    uint32_t *hubs; /* [hubs]: labels of hubs whose planes are read */
    uint32_t *wide; /* [wide_room]: nodes with long rows */
    /* Visited nodes: */
    uint32_t mask; /* mask for places of the table */
    uint32_t *table_nodes, *table_slots;
    uint32_t *nodes, *visits;
    uint32_t *distances;    /* RW_ASKED: a mask was asked for */
    uint32_t *masks;        /* [slots][2]: neighbours inside the ball; later roles */
    uint64_t *roles;        /* shares the memory of masks */
    uint32_t *layer_counts; /* [slots][3][sides], for WL */
    uint32_t room;          /* slots */
    uint32_t *asked;        /* [room]: slots, followed by doubtful neighbours */
    /* Walks: */
    uint32_t *places; /* [walks]: the place of each one's slot in the table */
    uint32_t *large, *hard;
    /* For one slot: bits of neighbours inside the ball, and how many come before each word. */
    uint32_t *kept, *kept_before;
    /* Merged roles, in the memory of the ball: */
    uint64_t *merged_roles;
    uint32_t *merged_visits;
} rw_block;

#define RW_ASKED (1U << 31)

/* Bits of a node in the table of a ball, and so in all graphs on devices; the bits above are its
 * layer. */
#define RW_NODE_BITS 28
#define RW_NODE_MASK ((1U << RW_NODE_BITS) - 1)

/* Takes bytes of some memory; NULL: only counts them. */
RW_CODE void *rw_block_take(void *base, uint64_t *used, uint64_t bytes)
{
    uint64_t at = (*used + 15) / 16 * 16;

    *used = at + bytes;
    return base ? (char *)base + at : 0;
}

RW_CODE uint32_t *rw_block_take_numbers(void *base, uint64_t *used, uint64_t count)
{
    return (uint32_t *)rw_block_take(base, used, count * sizeof(uint32_t));
}

/* The most slots of an anchor. */
RW_CODE uint32_t rw_block_slot_room(const rw_device_setup *s)
{
    uint64_t steps = (uint64_t)s->walks * (s->length - 1);

    return (uint32_t)(steps < s->graph.nodes ? steps + 1 : s->graph.nodes);
}

/* Each of these lays out a part of a block's memory and returns its bytes. */
RW_CODE uint64_t rw_block_lay_arena(rw_block *b, const rw_device_setup *s, void *base)
{
    uint32_t room = rw_block_slot_room(s), places = 16;
    uint64_t used = 0, ball, end;

    while (places < room + room / 3)
        places *= 2;
    b->mask = places - 1;
    b->room = room;
    b->control = (rw_block_control *)rw_block_take(base, &used, sizeof *b->control);
    ball = used;
    b->merged_roles = (uint64_t *)rw_block_take(base, &used, places * sizeof(uint64_t));
    b->merged_visits = rw_block_take_numbers(base, &used, places);
    end = used;
    if (b->hashed) {
        used = ball;
        b->keys = rw_block_take_numbers(base, &used, RW_TABLE_PLACES);
        used = used > end ? used : end;
        b->filter = rw_block_take_numbers(base, &used, RW_FILTER_WORDS);
        end = used;
        b->queue = rw_block_take_numbers(base, &used, RW_TABLE_ROOM);
        ball = used; /* the queue is not needed after the search */
        used = end;
    }
    b->table_nodes = rw_block_take_numbers(base, &used, places);
    b->table_slots = rw_block_take_numbers(base, &used, places);
    b->nodes = rw_block_take_numbers(base, &used, room);
    b->visits = rw_block_take_numbers(base, &used, room);
    b->distances = rw_block_take_numbers(base, &used, room);
    b->roles = (uint64_t *)rw_block_take(base, &used, room * sizeof(uint64_t));
    b->masks = (uint32_t *)b->roles;
    b->layer_counts = rw_block_take_numbers(base, &used, s->layers ? 3 * room * s->sides : 0);
    b->asked = rw_block_take_numbers(base, &used, room);
    b->places = rw_block_take_numbers(base, &used, s->walks);
    b->large = rw_block_take_numbers(base, &used, s->walks);
    b->hard = rw_block_take_numbers(base, &used, s->walks);
    return b->hashed && ball > used ? ball : used;
}

RW_CODE uint64_t rw_block_lay_planes(rw_block *b, const rw_device_setup *s, void *base)
{
    uint64_t used = 0;

    b->planes = rw_block_take_numbers(base, &used, (uint64_t)s->radius * s->graph.words);
    return used;
}

/* If nearer memory cannot hold all planes: lays out those of the last two searched layers, which
 * most questions are about. */
RW_CODE uint64_t rw_block_lay_near(rw_block *b, const rw_device_setup *s, void *base)
{
    uint64_t used = 0;

    b->near_count = s->radius > 2 ? 2 : 0;
    b->near_first = s->radius - b->near_count;
    b->near_planes = rw_block_take_numbers(base, &used, (uint64_t)b->near_count * s->graph.words);
    return used;
}

RW_CODE uint64_t rw_block_lay_scratch(rw_block *b, const rw_device_setup *s, void *base)
{
    uint64_t used = 0, words = ((uint64_t)s->graph.largest_degree + 31) / 32;

    if (s->graph.largest_degree > RW_MASK_BITS) {
        b->kept = rw_block_take_numbers(base, &used, words);
        b->kept_before = rw_block_take_numbers(base, &used, words);
    }
    if (!b->hashed) {
        b->queue = rw_block_take_numbers(base, &used, s->graph.nodes);
        b->hubs = rw_block_take_numbers(base, &used, s->graph.hubs.count);
        b->wide = rw_block_take_numbers(base, &used, s->graph.wide_room);
    }
    return (used + 255) / 256 * 256;
}

RW_CODE uint32_t rw_device_degree(const rw_device_rows *rows, uint32_t node)
{
    return (uint32_t)(rows->offsets[node + 1] - rows->offsets[node]);
}

#endif
