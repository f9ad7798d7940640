/* SPDX-License-Identifier: MIT */
/* The relabelled walks of a graph as a corpus to train on: anchors are its local tokens, roles its
 * shared ones, and the walks of an anchor are a group. */
#ifndef RW_METHODS_ROLE_CORPUS_H
#define RW_METHODS_ROLE_CORPUS_H

#include "base/memory.h"
#include "engine/walks.h"
#include "train/sgns.h"

typedef struct rw_role_corpus {
    rw_corpus corpus; /* its context points into this struct, which must not move */
    const rw_walk_setup *setup;
    const riwalk_options *options; /* of the embedding, resolved */
    rw_engine *engine;             /* while there are walks to make */
    riwalk_roles *roles;           /* shared token local_count + r is role r */
    uint64_t *counts;              /* [token_count] */
    uint64_t token_total;          /* of all walks */
    uint32_t isolated;             /* anchors without neighbours: no walks, counts of 0 */
    rw_kept *kept;                 /* the tokens; NULL: walks are made again when asked for */
    rw_role_counts *seen;          /* [workers], while roles are counted */
    uint16_t *seen_by;             /* [anchors]: the worker that numbered the kept roles */
    rw_pool pool;                  /* of the following */
    uint32_t **slot_tokens;        /* [workers]: [tokens of an anchor], the token of each slot */
    rw_plan plan;                  /* of training; of a group's member, only the walks of its */
                                   /* shards are ever asked for, and kept */
} rw_role_corpus;

/* The sizes of the corpus for a number of roles, before anything is counted. */
rw_corpus rw_role_corpus_shape(const rw_walk_setup *setup, uint32_t roles);

/* Finds the roles, counts all tokens and makes the plan: one pass over all walks, divided among the
 * members of the options' group. Tokens are kept on the way, `width` bytes each (1 or 2; 0: none),
 * unless there is a group or there are too many roles for that. Setup and options must outlive it.
 */
riwalk_status rw_role_corpus_create(const rw_walk_setup *setup, const riwalk_options *options,
                                    uint32_t width, rw_role_corpus **corpus, riwalk_error *error);

/* Keeps the tokens, in as few bytes as they need: where counting has not, by a second pass. Without
 * this walks are made again each time, and what was kept is dropped. */
riwalk_status rw_role_corpus_keep(rw_role_corpus *corpus, riwalk_error *error);
void rw_role_corpus_drop(rw_role_corpus *corpus);

void rw_role_corpus_free(rw_role_corpus *corpus);

#endif
