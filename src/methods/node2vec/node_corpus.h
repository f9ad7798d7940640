/* SPDX-License-Identifier: MIT */
/* Walks over nodes as a corpus to train on: all tokens are shared, token t is node t, and the walks
 * from a node are a group. A walk of one node teaches nothing and is left out. */
#ifndef RW_METHODS_NODE_CORPUS_H
#define RW_METHODS_NODE_CORPUS_H

#include "train/corpus.h"

/* Where walks come from: walk number `number` from `start` fills `nodes` with up to `length` nodes,
 * start included, and returns how many; the same whenever it is asked for, from any thread. */
typedef struct rw_node_walks {
    uint32_t node_count;
    uint32_t (*walk)(const void *source, uint32_t start, uint32_t number, uint32_t length,
                     uint32_t *nodes);
    const void *source;
} rw_node_walks;

typedef struct rw_node_corpus {
    rw_corpus corpus; /* its context points into this struct, which must not move */
    rw_node_walks source;
    uint32_t walks, walk_length;
    uint64_t *counts; /* [token_count] */
    uint32_t unseen;  /* nodes that no walk visits: counts of 0 */
    uint32_t width;   /* bytes of a kept token */
    void *kept;       /* [nodes * walks * walk_length]; a walk that ends early is closed by the
                         token node_count. NULL: walks are made again whenever they are asked for */
} rw_node_corpus;

/* The sizes of the corpus, before anything is counted. */
rw_corpus rw_node_corpus_shape(uint32_t nodes, const riwalk_options *options);

/* The bytes that kept walks take. */
uint64_t rw_node_corpus_bytes(uint32_t nodes, const riwalk_options *options);

/* Makes all walks once, counts their tokens and, where asked, keeps them. Threads of the options
 * are through rw_threads already; the source must outlive the corpus. */
riwalk_status rw_node_corpus_create(const rw_node_walks *source, const riwalk_options *options,
                                    bool keep, rw_node_corpus **corpus, riwalk_error *error);
void rw_node_corpus_free(rw_node_corpus *corpus);

#endif
