/* SPDX-License-Identifier: MIT */
/* Which integers below 2^32 occur as ids, a bit for each, and the place of each among them: its
 * node. A bit and a half of memory for every integer up to the largest. */
#ifndef RW_GRAPH_ID_SET_H
#define RW_GRAPH_ID_SET_H

#include "graph/graph.h"

typedef struct rw_id_set {
    size_t words;
    uint64_t *present; /* [words]: a bit per id */
    uint32_t *before;  /* [words]: how many ids are present in earlier words, once numbered */
    uint32_t count;
} rw_id_set;

/* Makes room for ids up to this. */
riwalk_status rw_id_set_reach(rw_id_set *set, uint32_t most, riwalk_error *error);

/* Puts ids in. Several threads may do so. */
void rw_id_set_mark(rw_id_set *set, const uint32_t *ids, uint64_t count);

/* Counts the ids: how many nodes there are, and what kind of names. INTEGERS still lack a list. */
riwalk_status rw_id_set_number(rw_id_set *set, uint32_t *node_count, rw_names *names,
                               riwalk_error *error);

/* All ids in order; NULL where there is no memory. To be freed. */
int64_t *rw_id_set_list(const rw_id_set *set, riwalk_error *error);

void rw_id_set_free(rw_id_set *set);

/* The place of an id that is in the set. */
static inline uint32_t rw_id_set_rank(const rw_id_set *set, uint32_t id)
{
    uint64_t below = (UINT64_C(1) << id % 64) - 1;

    return set->before[id / 64] + (uint32_t)__builtin_popcountll(set->present[id / 64] & below);
}

#endif
