/* SPDX-License-Identifier: MIT */
/* A run of RiWalk with the factor trainer, as far as embedding and estimating have it in common. */
#ifndef RW_METHODS_RIWALK_FACTOR_H
#define RW_METHODS_RIWALK_FACTOR_H

#include "engine/walks.h"
#include "methods/embedding.h"
#include "train/factor.h"

/* The profiles of a range of anchors, in every view. */
typedef struct rw_piece {
    uint32_t first;
    uint32_t count;
    rw_profiles *profiles[RW_FACTOR_VIEWS];
} rw_piece;

typedef struct rw_factor_run {
    const rw_embedding *embedding;
    uint32_t view_count;
    riwalk_view views[RW_FACTOR_VIEWS];    /* in use */
    rw_walk_setup setups[RW_FACTOR_VIEWS]; /* of each view */
    rw_engine *engine;                     /* until the walks are counted */
    uint64_t worker_bytes;                 /* of a worker of the engine, at its peak */
    rw_piece *pieces;                      /* that this process has */
    size_t piece_count, piece_room;
    uint64_t
        *roles[RW_FACTOR_VIEWS]; /* the table of all pieces; NULL: it is that of the only one */
    uint32_t role_counts[RW_FACTOR_VIEWS];
    riwalk_comm *group; /* that counts together; NULL: none */
    double *measures;   /* [nodes * RW_MEASURES] once they are found; NULL: none are wanted */
} rw_factor_run;

/* What resolved options mean for the trainer: the views in use, how many; the measures in vectors;
 * and how a graph of so many nodes is fitted. */
uint32_t rw_factor_run_views(const riwalk_options *options, riwalk_view views[RW_FACTOR_VIEWS]);
uint32_t rw_factor_run_measures(const riwalk_options *options);
rw_factor_options rw_factor_run_options(const riwalk_options *options, uint32_t nodes);

/* Checks the options and opens the engine. To be freed in any case. */
riwalk_status rw_factor_run_init(rw_factor_run *run, const rw_embedding *embedding,
                                 riwalk_error *error);
void rw_factor_run_free(rw_factor_run *run);
void rw_piece_free(rw_piece *piece);

/* Counts what the walks of anchors visit: one more piece. */
riwalk_status rw_factor_run_count(rw_factor_run *run, rw_anchors anchors, riwalk_error *error);

/* The same of all anchors: in one piece; or range by range where a group shares the work, or the
 * options name a folder that keeps it (work.c). Closes the engine. */
riwalk_status rw_factor_run_count_all(rw_factor_run *run, riwalk_error *error);

/* Finds the measures of all nodes, where they are wanted and not there yet. */
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

/* ---- Work that is kept (work.c) ---- */

/* A folder of parts, one for each range. A part is complete or absent, and its name says what it
 * depends on: a run with another graph or other options has other names. */
typedef struct rw_work rw_work;

riwalk_status rw_work_open(const rw_factor_run *run, const char *folder, rw_work **work,
                           riwalk_error *error);
void rw_work_close(rw_work *work);

/* Loads the part of a range; *found is false where it is not there, or is not to be trusted. */
riwalk_status rw_work_load(const rw_work *work, uint32_t first, uint32_t count, rw_piece *piece,
                           bool *found, riwalk_error *error);
riwalk_status rw_work_save(rw_work *work, const rw_piece *piece, riwalk_error *error);

#endif
