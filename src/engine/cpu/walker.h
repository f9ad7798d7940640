/* SPDX-License-Identifier: MIT */
/* Walks inside balls (paper, section IV-C). A walker samples the walks of one anchor after the
 * other.
 *
 * Draws: walk w of anchor a has the stream rw_rng_stream(seed, RW_STAGE_WALK, a, w); its step s
 * (from token s to token s + 1) has the bits b = rw_rng_at(stream, s). From a node nearer than the
 * radius the step goes to neighbour rw_rng_below(b, degree). From a node at the radius that is an
 * attempt, which counts if the neighbour is in the ball; attempt t = 1, 2, ... draws with
 * rw_rng_at(b, t). After RW_WALK_ATTEMPTS attempts the step goes to neighbour
 * rw_rng_below(rw_rng_at(b, RW_WALK_ATTEMPTS), m) of the m in the ball. So all neighbours in the
 * ball are equally likely. If steps are by weight, each of these draws chooses by engine/choose.h,
 * and neighbours are as likely as their weights say. */
#ifndef RW_ENGINE_CPU_WALKER_H
#define RW_ENGINE_CPU_WALKER_H

#include "base/memory.h"
#include "engine/cpu/ball.h"
#include "engine/engine.h"

/* The memory of one worker: about 80 bytes per step of an anchor's walks, 40 per walk and, except
 * for RW variants, at most 11 per node of the graph; in large graphs what the balls need
 * instead. */
typedef struct rw_walker rw_walker;

/* Setup and adjacency must outlive the walker. */
riwalk_status rw_walker_create(const rw_walk_setup *setup, const rw_adjacency *adjacency,
                               rw_walker **walker, riwalk_error *error);
void rw_walker_free(rw_walker *walker);

/* Samples walks first .. first + count - 1 of an anchor. The result lives until the next call.
 * Fails only in large graphs, for lack of memory. */
riwalk_status rw_walker_sample(rw_walker *walker, uint32_t anchor, uint32_t first, uint32_t count,
                               rw_walks *walks, riwalk_error *error);

static inline void rw_set_layers(riwalk_context *context, rw_layer_counts layers)
{
    context->closer = layers.closer;
    context->same = layers.same;
    context->further = layers.further;
}

/* The same for arcs in. */
static inline void rw_set_layers_in(riwalk_context *context, rw_layer_counts layers)
{
    context->closer_in = layers.closer;
    context->same_in = layers.same;
    context->further_in = layers.further;
}

/* ---- Internal ---- */

/* A choice by weight. */
typedef struct rw_choice {
    uint64_t draw;
    const uint32_t *guide; /* where a second choice starts in the row */
    uint32_t slot;
} rw_choice;

struct rw_walker {
    const rw_walk_setup *setup;
    const rw_adjacency *adjacency;
    rw_ball *ball;            /* NULL: walks are not confined, for RW variants */
    rw_slot *slots;           /* [steps + 1] */
    uint32_t *nodes;          /* [steps + 1]: by slot */
    uint32_t *distances;      /* [steps + 1]: by slot */
    rw_row *rows;             /* [steps + 1]: by slot */
    rw_weighted_row *weights; /* [steps + 1]: by slot, if steps are by weight */
    uint32_t slot_count;
    uint32_t *table; /* [table_mask + 1]: slots; 0, the anchor's, means empty */
    uint32_t table_mask;
    uint32_t *tokens;                       /* [walks * length] */
    uint64_t *streams;                      /* [walks] */
    uint64_t *bits;                         /* [walks]: of the current step */
    uint32_t *chosen;                       /* [walks]: chosen neighbours */
    uint32_t *listed;                       /* [walks]: walks whose nodes may lack slots */
    uint32_t *strayed;                      /* [walks]: walks that have left the ball */
    const uint32_t **places;                /* [walks]: chosen neighbours in their rows */
    rw_choice *choices;                     /* [walks]: if steps are by weight */
    uint32_t *again;                        /* [walks]: choices that are not kept */
    uint32_t *attempts;                     /* [walks]: nodes to ask the ball about */
    bool *inside;                           /* [walks]: whether they are in the ball */
    rw_layer_counts *layers[RW_MOST_SIDES]; /* [steps + 1]: by slot; arcs out and in */
    rw_row *arcs[RW_MOST_SIDES];            /* [steps + 1]: by slot, out and in, if counted */
    uint32_t *kept;       /* [kept_room + 1]: neighbours in the ball of slots at the radius */
    double *kept_weights; /* [kept_room + 1]: their weights, if steps are by weight; then sums */
    double *kept_sums;
    double *kept_largest; /* [steps + 1]: by slot */
    uint32_t kept_room;
    uint32_t kept_used;
    uint32_t *kept_starts; /* [steps + 1]: first kept neighbour of a slot; NONE: not listed yet */
    uint32_t *kept_counts; /* [steps + 1] */
    /* For RW variants: */
    uint64_t *arcs_used;  /* [4 * steps]: arcs that the walks used, both ways; half is scratch */
    uint32_t *arc_starts; /* [steps + 2]: by slot */
    uint32_t *queue;      /* [2 * (steps + 1)] */
    rw_pool pool;         /* owns these arrays */
};

/* Finds the roles of slots of a RW variant from the edges that the walks used (walked.c). */
void rw_walked_roles(rw_walker *walker, const rw_walks *walks);

/* The steps (steps.c). Puts all walks on the anchor, which gets slot 0. */
void rw_steps_begin(rw_walker *walker, uint32_t anchor);

/* Takes step `step` of the first `walks` walks. The ball is open. */
void rw_steps_take(rw_walker *walker, uint32_t step, uint32_t walks);

#endif
