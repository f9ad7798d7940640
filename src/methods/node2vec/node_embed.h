/* SPDX-License-Identifier: MIT */
/* From walks over nodes to vectors: what methods have in common whose tokens are nodes. */
#ifndef RW_METHODS_NODE_EMBED_H
#define RW_METHODS_NODE_EMBED_H

#include "methods/embedding.h"
#include "methods/node2vec/node_corpus.h"
#include "train/sgns.h"

/* `source` is what the source of walks takes, beside graph and corpus, and `before` what is needed
 * to make it and free again when training begins. */
rw_walk_bytes rw_node_memory(const rw_embedding *embedding, uint64_t source, uint64_t before);

/* Trains on the walks and hands the vectors over; fills in the report. */
riwalk_status rw_node_embed(const rw_embedding *embedding, const rw_node_walks *source,
                            const rw_walk_bytes *bytes, riwalk_vectors **vectors,
                            riwalk_embed_report *report, riwalk_error *error);

/* Estimates the same (node_estimate.c). */
riwalk_status rw_node_estimate(const rw_embedding *embedding, const rw_node_walks *source,
                               const rw_walk_bytes *bytes, riwalk_estimate *estimate,
                               riwalk_error *error);

#endif
