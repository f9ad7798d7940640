/* SPDX-License-Identifier: MIT */
/* A run of RiWalk, as far as embedding and foreseeing have it in common. */
#ifndef RW_METHODS_EMBEDDING_H
#define RW_METHODS_EMBEDDING_H

#include "methods/role_corpus.h"
#include "train/sgns.h"

typedef struct rw_embedding {
    const riwalk_graph *const *graphs;
    size_t graph_count;
    const char *const *names; /* of graphs, or NULL */
    riwalk_embed_options options;
    riwalk_walk_options walks;
    riwalk_train_options training;
    riwalk_graph *joined;      /* of several graphs; NULL for one */
    const riwalk_graph *graph; /* the one, or joined */
    riwalk_sampler *sampler;
} rw_embedding;

/* Checks graphs and options, joins several graphs, and makes the sampler. */
riwalk_status rw_embedding_init(rw_embedding *embedding, const riwalk_embed_options *options,
                                riwalk_error *error);
void rw_embedding_free(rw_embedding *embedding);

/* The bytes of a run at its peak, for this many roles, without and with kept walks. */
typedef struct rw_embedding_bytes {
    uint64_t least;
    uint64_t kept;
    bool keep; /* whether they will be kept, by the limit that holds */
} rw_embedding_bytes;

rw_embedding_bytes rw_embedding_memory(const rw_embedding *embedding, uint32_t roles);

#endif
