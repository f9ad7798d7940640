/* SPDX-License-Identifier: MIT */
/* The exact expectation of visits: steps the distribution of a walk through a small ball. */
#ifndef RW_ENGINE_CPU_EXACT_H
#define RW_ENGINE_CPU_EXACT_H

#include "engine/cpu/tally.h"

struct rw_adjacency;

typedef struct rw_exact rw_exact;

riwalk_status rw_exact_create(const rw_walk_setup *setup, const struct rw_adjacency *adjacency,
                              rw_exact **exact, riwalk_error *error);
void rw_exact_free(rw_exact *exact);

/* Searches the ball of an anchor and steps the walk's distribution through it. If the ball has more
 * than `limit` arcs, stops and sets *fits to false. */
riwalk_status rw_exact_find(rw_exact *exact, uint32_t anchor, uint64_t limit, bool *fits,
                            riwalk_error *error);

uint64_t rw_exact_bytes(const rw_exact *exact);

/* Adds the expected visits of the ball's nodes to a row, with those of the anchor itself if
 * `returns`. */
riwalk_status rw_exact_tally(const rw_exact *exact, bool returns, rw_tally *tally,
                             riwalk_error *error);

#endif
