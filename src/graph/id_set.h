/* SPDX-License-Identifier: MIT */
/* Which integers below 2^32 occur as ids, one bit each, and their ranks, which are the nodes. Takes
 * 1.5 bits for every integer up to the largest. */
#ifndef RW_GRAPH_ID_SET_H
#define RW_GRAPH_ID_SET_H

#include "graph/graph.h"

typedef struct rw_id_set {
    size_t words;
    uint64_t *present; /* [words]: a bit per id */
    uint32_t *before;  /* [words]: number of ids in earlier words, after numbering */
    uint32_t count;
} rw_id_set;

/* Grows the set to hold ids up to `most`. */
riwalk_status rw_id_set_reach(rw_id_set *set, uint32_t most, riwalk_error *error);

/* Adds ids; several threads may do so at once. */
void rw_id_set_mark(rw_id_set *set, const uint32_t *ids, uint64_t count);

/* Counts the ids: sets the number of nodes and the kind of names. INTEGERS still need a list. */
riwalk_status rw_id_set_number(rw_id_set *set, uint32_t *node_count, rw_names *names,
                               riwalk_error *error);

/* All ids in order; NULL: out of memory. The caller frees it. */
int64_t *rw_id_set_list(const rw_id_set *set, riwalk_error *error);

void rw_id_set_free(rw_id_set *set);

/* The rank of an id of the set. */
static inline uint32_t rw_id_set_rank(const rw_id_set *set, uint32_t id)
{
    uint64_t below = (UINT64_C(1) << id % 64) - 1;

    return set->before[id / 64] + (uint32_t)__builtin_popcountll(set->present[id / 64] & below);
}

#endif
