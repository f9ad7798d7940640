/* SPDX-License-Identifier: MIT */
/* A run of struc2vec, as far as embedding and estimating have it in common. */
#ifndef RW_METHODS_STRUC2VEC_H
#define RW_METHODS_STRUC2VEC_H

#include "methods/node2vec/node_embed.h"
#include "methods/struc2vec/layers.h"

typedef struct rw_struc2vec {
    riwalk_run run;
    rw_ring_plan plan;
    rw_layers layers; /* in order, not yet measured */
    rw_walk_bytes bytes;
} rw_struc2vec;

/* Checks graph and options, puts the nodes in order and estimates the memory. */
riwalk_status rw_struc2vec_init(rw_struc2vec *run, const rw_embedding *embedding,
                                riwalk_error *error);
void rw_struc2vec_free(rw_struc2vec *run);

/* The method's estimate (struc2vec_estimate.c). */
riwalk_status rw_struc2vec_estimate(const rw_embedding *embedding, riwalk_estimate *estimate,
                                    riwalk_error *error);

#endif
