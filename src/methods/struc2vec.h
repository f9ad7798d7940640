/* SPDX-License-Identifier: MIT */
/* A run of struc2vec, as far as embedding and foreseeing have it in common. */
#ifndef RW_METHODS_STRUC2VEC_H
#define RW_METHODS_STRUC2VEC_H

#include "methods/node_embed.h"
#include "methods/struc2vec_layers.h"

typedef struct rw_struc2vec {
    riwalk_struc2vec_options options;
    rw_job job;
    rw_ring_plan plan;
    rw_layers layers; /* in order, not yet measured */
    rw_node_bytes bytes;
} rw_struc2vec;

/* Checks graph and options, puts the nodes in order and foresees the memory. */
riwalk_status rw_struc2vec_init(rw_struc2vec *run, const rw_embedding *embedding,
                                riwalk_error *error);
void rw_struc2vec_free(rw_struc2vec *run);

/* The method's foresee (struc2vec_foresee.c). */
riwalk_status rw_struc2vec_foresee(const rw_embedding *embedding, riwalk_embed_estimate *estimate,
                                   riwalk_error *error);

#endif
