/* SPDX-License-Identifier: MIT */
/* From walks over nodes to vectors, for methods whose tokens are the nodes. */
#ifndef RW_METHODS_NODE_EMBED_H
#define RW_METHODS_NODE_EMBED_H

#include "methods/embedding.h"

/* A source of walks. Fills `nodes` with up to `length` nodes of walk `number` from `start`, start
 * included, and returns how many. Repeatable, and safe from any thread. */
typedef uint32_t rw_node_walk(const void *source, uint32_t start, uint32_t number, uint32_t length,
                              uint32_t *nodes);

/* Finds the bytes of such a run and notes them (rw_embedding_need). `source`: bytes of the source
 * of walks, beside graph and corpus. `before`: bytes to make it, free again when training begins.
 */
riwalk_status rw_node_need(rw_embedding *embedding, uint64_t source, uint64_t before,
                           rw_walk_bytes *bytes, riwalk_error *error);

/* Trains on the walks, makes the vectors and fills in the report; or only the estimate. */
riwalk_status rw_node_run(rw_embedding *embedding, rw_node_walk *walk, const void *source,
                          const rw_walk_bytes *bytes, riwalk_error *error);

#endif
