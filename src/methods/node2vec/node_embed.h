/* SPDX-License-Identifier: MIT */
/* From walks over nodes to vectors: what methods have in common whose tokens are nodes. */
#ifndef RW_METHODS_NODE_EMBED_H
#define RW_METHODS_NODE_EMBED_H

#include "methods/embedding.h"

/* Where walks come from: walk number `number` from `start` fills `nodes` with up to `length` nodes,
 * start included, and returns how many; the same whenever it is asked for, from any thread. */
typedef struct rw_node_walks {
    uint32_t node_count;
    uint32_t (*walk)(const void *source, uint32_t start, uint32_t number, uint32_t length,
                     uint32_t *nodes);
    const void *source;
} rw_node_walks;

/* `source` is what the source of walks takes, beside graph and corpus, and `before` what is needed
 * to make it and free again when training begins. */
rw_walk_bytes rw_node_memory(const rw_embedding *embedding, uint64_t source, uint64_t before);

/* Trains on the walks and hands the vectors over; fills in the report. */
riwalk_status rw_node_embed(const rw_embedding *embedding, const rw_node_walks *source,
                            const rw_walk_bytes *bytes, riwalk_vectors **vectors,
                            riwalk_embed_report *report, riwalk_error *error);

/* Estimates the same. */
riwalk_status rw_node_estimate(const rw_embedding *embedding, const rw_node_walks *source,
                               const rw_walk_bytes *bytes, riwalk_estimate *estimate,
                               riwalk_error *error);

#endif
