/* SPDX-License-Identifier: MIT */
/* The steps of one anchor's walks, and the walker's state. Used by walker.c alone. */
#ifndef RW_ENGINE_CPU_STEPS_H
#define RW_ENGINE_CPU_STEPS_H

#include "engine/cpu/walker.h"

/* Attempts of a walk that are drawn at once. */
#define RW_MOST_ATTEMPTS (RW_WALK_ATTEMPTS / 2)

#define RW_WALKER_BLOCKS 24

struct rw_walker {
    const rw_walk_setup *setup;
    const rw_adjacency *adjacency;
    rw_ball *ball;       /* NULL: walks are not confined, as those of RW variants */
    rw_walked walked;    /* then */
    rw_slot *slots;      /* [steps + 1] */
    uint32_t *nodes;     /* [steps + 1]: of slots */
    uint32_t *distances; /* [steps + 1]: of slots */
    rw_row *rows;        /* [steps + 1]: of slots */
    uint32_t slot_count;
    uint32_t *table; /* [table_mask + 1]: slot numbers; 0, the anchor's, where empty */
    uint32_t table_mask;
    uint32_t *tokens;        /* [walks * length] */
    uint64_t *streams;       /* [walks] */
    uint64_t *bits;          /* [walks]: of the step that is taken */
    uint32_t *chosen;        /* [walks]: neighbours */
    uint32_t *listed;        /* [walks]: those whose nodes may have no slots */
    uint32_t *strayed;       /* [walks]: those that have left the ball */
    const uint32_t **places; /* [walks * RW_MOST_ATTEMPTS]: of chosen neighbours in their rows */
    uint32_t *attempts;      /* [walks * RW_MOST_ATTEMPTS]: nodes that the ball is asked about */
    bool *inside;            /* [walks * RW_MOST_ATTEMPTS]: which of them are in the ball */
    rw_layer_counts *layers; /* [steps + 1]: of slots */
    uint32_t *kept; /* [kept_room + 1]: neighbours inside the ball, of slots at the radius */
    uint32_t kept_room;
    uint32_t kept_used;
    uint32_t *kept_starts;          /* [steps + 1]: where a slot's are; NONE: not listed yet */
    uint32_t *kept_counts;          /* [steps + 1] */
    void *blocks[RW_WALKER_BLOCKS]; /* all of these arrays */
    unsigned block_count;
    bool lacks_memory;
};

/* Puts all walks on the anchor, which gets slot 0. */
void rw_steps_begin(rw_walker *walker, uint32_t anchor);

/* Takes step `step` of the first walks. The ball is open. */
void rw_steps_take(rw_walker *walker, uint32_t step, uint32_t walks);

#endif
