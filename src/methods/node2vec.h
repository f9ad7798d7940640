/* SPDX-License-Identifier: MIT */
/* A run of node2vec, as far as embedding and foreseeing have it in common. */
#ifndef RW_METHODS_NODE2VEC_H
#define RW_METHODS_NODE2VEC_H

#include "methods/embedding.h"
#include "methods/node_corpus.h"
#include "train/sgns.h"

/* The bytes of a run at its peak, without and with kept walks. */
typedef struct rw_node2vec_bytes {
    uint64_t least;
    uint64_t kept;
    bool keep; /* whether they will be kept, by the limit that holds */
} rw_node2vec_bytes;

rw_node2vec_bytes rw_node2vec_memory(const rw_embedding *embedding);

/* Checks the options of walks, and prepares them. DeepWalk has p = q = 1. */
riwalk_status rw_node2vec_source(const rw_embedding *embedding, rw_second_order *source,
                                 riwalk_error *error);

/* The method's foresee (node2vec_foresee.c). */
riwalk_status rw_node2vec_foresee(const rw_embedding *embedding, riwalk_embed_estimate *estimate,
                                  riwalk_error *error);

#endif
