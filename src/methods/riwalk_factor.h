/* SPDX-License-Identifier: MIT */
/* A run of RiWalk with the factor trainer, as far as embedding and estimating have it in common. */
#ifndef RW_METHODS_RIWALK_FACTOR_H
#define RW_METHODS_RIWALK_FACTOR_H

#include "methods/embedding.h"
#include "train/factor.h"

typedef struct rw_factor_run {
    const rw_embedding *embedding;
    uint32_t view_count;
    rw_rows rows;                              /* until the walks are counted */
    riwalk_view views[RW_FACTOR_VIEWS];        /* in use */
    riwalk_sampler *samplers[RW_FACTOR_VIEWS]; /* of each view */
    rw_profiles *profiles[RW_FACTOR_VIEWS];    /* once they are counted */
    riwalk_group *group;                       /* that counted them together; NULL: none */
    double *measures; /* [nodes * RW_MEASURES] once they are found; NULL: none are wanted */
} rw_factor_run;

/* What resolved options mean for the trainer: the views in use, how many; the measures in vectors;
 * and how a graph of so many nodes is fitted. */
uint32_t rw_factor_run_views(const riwalk_options *options, riwalk_view views[RW_FACTOR_VIEWS]);
uint32_t rw_factor_run_measures(const riwalk_options *options);
rw_factor_options rw_factor_run_options(const riwalk_options *options, uint32_t nodes);

/* Checks the options and makes the samplers. To be freed in any case. */
riwalk_status rw_factor_run_init(rw_factor_run *run, const rw_embedding *embedding,
                                 riwalk_error *error);
void rw_factor_run_free(rw_factor_run *run);

/* Counts what the walks of anchors visit, into run->profiles, which must be NULL. */
riwalk_status rw_factor_run_count(rw_factor_run *run, rw_anchors anchors, riwalk_error *error);

/* Once all is counted: frees what only walks need. */
void rw_factor_run_drop_rows(rw_factor_run *run);

/* Finds the measures of all nodes, where they are wanted. */
riwalk_status rw_factor_run_measure(rw_factor_run *run, riwalk_error *error);

/* Fits the counts of all anchors, and the measures where they are wanted. */
riwalk_status rw_factor_run_fit(rw_factor_run *run, rw_factor **factor, riwalk_error *error);

/* Estimates the peak of memory, from some anchors (riwalk_factor_estimate.c). */
riwalk_status rw_factor_run_estimate(const rw_embedding *embedding, riwalk_estimate *estimate,
                                     riwalk_error *error);

/* The bytes at the peak: `nodes` anchors with so many roles and entries in all views, of which
 * `largest` roles belong together. */
uint64_t rw_factor_run_bytes(const rw_factor_run *run, uint64_t roles, uint64_t entries,
                             uint64_t largest);

#endif
