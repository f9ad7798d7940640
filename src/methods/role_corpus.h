/* SPDX-License-Identifier: MIT */
/* The relabelled walks of a graph as a corpus to train on: anchors are its local tokens, roles its
 * shared ones, and the walks of an anchor are a group. */
#ifndef RW_METHODS_ROLE_CORPUS_H
#define RW_METHODS_ROLE_CORPUS_H

#include "engine/walks.h"
#include "train/sgns.h"

typedef struct rw_role_corpus {
    rw_corpus corpus; /* its context points into this struct, which must not move */
    const riwalk_sampler *sampler;
    rw_walk_setup near;     /* the sampler's, with rows laid out while there are walks to make */
    riwalk_roles *roles;    /* shared token local_count + r is role r */
    uint64_t *counts;       /* [token_count] */
    uint64_t token_total;   /* of all walks */
    uint32_t isolated;      /* anchors without neighbours: no walks, counts of 0 */
    rw_kept *kept;          /* the tokens; NULL: walks are made again whenever they are asked for */
    rw_walker **walkers;    /* [threads], where they are */
    uint32_t **slot_tokens; /* [threads]: [tokens of an anchor], the token of each slot */
    rw_plan plan;           /* of training; of a group's member, only the walks of its shards are */
                            /* ever asked for, and kept */
} rw_role_corpus;

/* The sizes of the corpus for a number of roles, before anything is counted. */
rw_corpus rw_role_corpus_shape(const rw_walk_setup *plan, uint32_t roles);

/* Finds the roles and counts all tokens: one pass over all walks, divided among the members of the
 * options' group. */
riwalk_status rw_role_corpus_create(const riwalk_sampler *sampler, rw_role_corpus **corpus,
                                    riwalk_error *error);

/* Keeps the tokens: a second pass over all walks. Without it they are made again each time. */
riwalk_status rw_role_corpus_keep(rw_role_corpus *corpus, riwalk_error *error);

void rw_role_corpus_free(rw_role_corpus *corpus);

#endif
