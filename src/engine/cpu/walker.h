/* SPDX-License-Identifier: MIT */
/*
 * Walks inside balls (paper, section IV-C). A walker samples all walks of one anchor after the
 * other.
 *
 * How a draw chooses. Walk w of anchor a has the stream rw_rng_stream(seed, RW_STAGE_WALK, a, w);
 * its step s (from token s to token s + 1) has the bits b = rw_rng_at(stream, s). From a node
 * nearer than the radius the step goes to neighbour rw_rng_below(b, degree). From a node at the
 * radius that neighbour is only an attempt, and counts if it is in the ball; attempt t = 1, 2, ...
 * draws with rw_rng_at(b, t) instead. After RW_WALK_ATTEMPTS of them the step goes to neighbour
 * rw_rng_below(rw_rng_at(b, RW_WALK_ATTEMPTS), m) among the m that are in the ball. Either way
 * every neighbour in the ball is as likely as any other.
 */
#ifndef RW_ENGINE_CPU_WALKER_H
#define RW_ENGINE_CPU_WALKER_H

#include "engine/cpu/ball.h"
#include "engine/engine.h"

#define RW_WALK_ATTEMPTS 16

/* Scratch of one worker: about 80 bytes per step of an anchor's walks, 130 per walk and, but for RW
 * variants, at most 11 per node of the graph; in large graphs as much as the balls need instead. */
typedef struct rw_walker rw_walker;

/* Setup and adjacency must outlive the walker. */
riwalk_status rw_walker_create(const rw_walk_setup *setup, const rw_adjacency *adjacency,
                               rw_walker **walker, riwalk_error *error);
void rw_walker_free(rw_walker *walker);

/* The bytes of a walker; of a large graph's, unless the layers that are always searched need more.
 */
uint64_t rw_walker_bytes(const rw_walk_setup *setup);

/* Samples the walks of an anchor. The result lives until the next call. Fails only in large graphs,
 * where memory does not suffice. */
riwalk_status rw_walker_sample(rw_walker *walker, uint32_t anchor, rw_walks *walks,
                               riwalk_error *error);

/* The same for walks first .. first + count - 1 alone. */
riwalk_status rw_walker_sample_some(rw_walker *walker, uint32_t anchor, uint32_t first,
                                    uint32_t count, rw_walks *walks, riwalk_error *error);

/* Finds the roles of a RW variant, and the distances of slots, from the edges that the walks used
 * (walked.c). `arcs` and `scratch` have room for twice the steps each, `queue` and `starts` for
 * one more than the slots. */
typedef struct rw_walked {
    uint64_t *arcs;
    uint64_t *scratch;
    uint32_t *starts;
    uint32_t *queue;
} rw_walked;

void rw_walked_roles(const rw_walked *walked, const rw_walk_setup *setup, const rw_walks *walks,
                     uint32_t *distances, rw_slot *slots);

#endif
