/* SPDX-License-Identifier: MIT */
/* From walks over nodes to vectors: what methods have in common whose tokens are nodes. */
#ifndef RW_METHODS_NODE_EMBED_H
#define RW_METHODS_NODE_EMBED_H

#include "methods/embedding.h"

/* Where walks come from: walk number `number` from `start` fills `nodes` with up to `length` nodes,
 * start included, and returns how many; the same whenever it is asked for, from any thread. */
typedef uint32_t rw_node_walk(const void *source, uint32_t start, uint32_t number, uint32_t length,
                              uint32_t *nodes);

/* `source` is what the source of walks takes, beside graph and corpus, and `before` what is needed
 * to make it and free again when training begins. */
rw_walk_bytes rw_node_memory(const rw_embedding *embedding, uint64_t source, uint64_t before);

/* Trains on the walks, hands the vectors over and fills in the report; or the estimate, where there
 * is one. */
riwalk_status rw_node_run(const rw_embedding *embedding, rw_node_walk *walk, const void *source,
                          const rw_walk_bytes *bytes, riwalk_vectors **vectors,
                          riwalk_embed_report *report, riwalk_estimate *estimate,
                          riwalk_error *error);

#endif
