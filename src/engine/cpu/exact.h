/* SPDX-License-Identifier: MIT */
/* The exact expectation of visits: steps the distribution of a walk through a small ball. */
#ifndef RW_ENGINE_CPU_EXACT_H
#define RW_ENGINE_CPU_EXACT_H

#include "engine/cpu/adjacency.h"
#include "roles/roles.h"

typedef struct rw_role_visits {
    uint64_t role;
    double visits; /* of all walks, or expected of one: only ratios matter */
} rw_role_visits;

typedef struct rw_exact rw_exact;

riwalk_status rw_exact_create(const rw_walk_setup *setup, const rw_adjacency *adjacency,
                              rw_exact **exact, riwalk_error *error);
void rw_exact_free(rw_exact *exact);

/* Searches the ball of an anchor and steps the walk's distribution through it. If the ball has more
 * than `limit` arcs, stops and sets *fits to false. */
riwalk_status rw_exact_find(rw_exact *exact, uint32_t anchor, uint64_t limit, bool *fits,
                            riwalk_error *error);

uint64_t rw_exact_bytes(const rw_exact *exact);

/* The result: role and expected visits of node n of the ball (0 is the anchor, with its
 * returns). */
uint32_t rw_exact_count(const rw_exact *exact);
rw_role_visits rw_exact_get(const rw_exact *exact, uint32_t n);

#endif
