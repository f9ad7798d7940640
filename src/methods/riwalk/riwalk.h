/* SPDX-License-Identifier: MIT */
/* A run of RiWalk, as far as embedding and estimating have it in common. */
#ifndef RW_METHODS_RIWALK_H
#define RW_METHODS_RIWALK_H

#include "methods/embedding.h"
#include "methods/riwalk/role_corpus.h"
#include "train/sgns.h"

/* ARGUMENT for walks that cannot teach anything; what else makes no sense is found by samplers. */
riwalk_status rw_riwalk_check(const rw_embedding *embedding, riwalk_error *error);

/* The bytes of a run at its peak, without and with kept walks. */
typedef struct rw_riwalk_bytes {
    uint64_t least;
    uint64_t kept;
    bool keep; /* whether they will be kept, by the limit that holds */
} rw_riwalk_bytes;

/* For a corpus of such sizes, trained by a plan. */
rw_riwalk_bytes rw_riwalk_memory(const rw_embedding *embedding, const rw_walk_setup *setup,
                                 const rw_corpus *shape, const rw_plan *plan);

/* The method's estimate (riwalk_estimate.c). */
riwalk_status rw_riwalk_estimate(const rw_embedding *embedding, riwalk_estimate *estimate,
                                 riwalk_error *error);

/* How many anchors an estimate samples: at most so many, and fewer where their searches would
 * follow more arcs than these in all; searches with hubs never do. By the graph alone, so that what
 * is refused for its memory on one day is so on any other. */
uint32_t rw_riwalk_sample_size(const rw_engine *engine, uint32_t radius, uint32_t most,
                               double arcs);

/* How many roles there are, of which `met` were met, `once` and `twice` by so many anchors. */
uint64_t rw_riwalk_guess_roles(uint64_t met, uint64_t once, uint64_t twice);

/* The method with the factor trainer (riwalk_factor.c). */
riwalk_status rw_riwalk_factor_embed(const rw_embedding *embedding, riwalk_vectors **vectors,
                                     riwalk_embed_report *report, riwalk_error *error);

#endif
