/* SPDX-License-Identifier: MIT */
/* What embedding, estimating, parts and transforming by RiWalk share. */
#ifndef RW_METHODS_RIWALK_H
#define RW_METHODS_RIWALK_H

#include "base/memory.h"
#include "engine/walks.h"
#include "methods/embedding.h"
#include "riwalk_parallel.h"
#include "roles/table.h"
#include "train/factor.h"

/* ---- The relabelled walks of a graph as a corpus (role_corpus.c). Anchors are its local tokens,
 * roles its shared ones; the walks of an anchor are a group ---- */

typedef struct rw_role_corpus {
    rw_corpus corpus; /* corpus.context points into this struct, which must not move */
    const rw_walk_setup *setup;
    const riwalk_options *options; /* of the embedding */
    rw_engine *engine;             /* while there are walks to make */
    riwalk_roles *roles;           /* role r is the shared token local_count + r */
    uint64_t *counts;     /* [token_count]; 0 for anchors without neighbours, which have no walks */
    rw_kept kept;         /* the tokens; without starts: walks are made again each time */
    rw_role_counts *seen; /* [workers], while roles are counted */
    uint16_t *seen_by;    /* [anchors]: the worker whose numbers its kept roles have */
    rw_pool pool;         /* owns the following arrays */
    uint32_t **slot_tokens; /* [workers][tokens of an anchor]: the token of each slot, or
                               tokens on their way to or from the file */
    rw_plan plan;           /* a member of a group keeps only the walks of its shards */
} rw_role_corpus;

/* The shape of the corpus for a number of roles, before anything is counted. */
rw_corpus rw_role_corpus_shape(const rw_walk_setup *setup, uint32_t roles);

/* Finds the roles, counts all tokens and makes the plan in one pass over all walks, which the
 * members of a group share. Keeps walks as memory allows, which the report says, or refuses a run
 * that cannot fit. Setup and embedding must outlive it. To be freed in any case. */
riwalk_status rw_role_corpus_init(rw_role_corpus *corpus, const rw_walk_setup *setup,
                                  rw_embedding *embedding, riwalk_error *error);
void rw_role_corpus_free(rw_role_corpus *corpus);

/* ---- Skip-gram ---- */

/* The bytes of a run over a corpus of this shape (role_corpus.c). */
rw_walk_bytes rw_riwalk_memory(const rw_embedding *embedding, const rw_walk_setup *setup,
                               const rw_corpus *shape);

/* Estimates memory and time (estimate.c). */
riwalk_status rw_riwalk_estimate(rw_embedding *embedding, riwalk_error *error);

/* ---- The factor trainer (factor_run.c, factor.c) ---- */

/* The method with the factor trainer, or its estimate. */
riwalk_status rw_riwalk_factor_embed(rw_embedding *embedding, riwalk_error *error);

/* The profiles of a range of anchors in every view; NULL while only the folder has them. */
typedef struct rw_piece {
    uint32_t first;
    uint32_t count;
    rw_profiles *profiles[RW_FACTOR_VIEWS];
} rw_piece;

#define RW_WORK_PATH 4096 /* most bytes of a part's path, and the error for a longer one */
#define RW_WORK_TOO_LONG "the name of the folder for work is too long"

typedef struct rw_factor_run {
    rw_embedding *embedding;
    uint32_t view_count;
    riwalk_view views[RW_FACTOR_VIEWS];        /* in use */
    rw_walk_setup setups[RW_FACTOR_VIEWS];     /* one per view */
    const rw_walk_setup *all[RW_FACTOR_VIEWS]; /* pointers to them, for the engine */
    rw_engine *engine;                         /* NULL after counting */
    uint64_t worker_bytes;                     /* peak of a worker */
    rw_piece *pieces;                          /* pieces of this process */
    size_t piece_count, piece_room;
    uint64_t entries;                   /* of all pieces, in views with rows of their own */
    uint64_t exact[RW_FACTOR_VIEWS];    /* anchors of each view whose profile is exact */
    rw_role_set roles[RW_FACTOR_VIEWS]; /* of all pieces; none: those of the only piece */
    riwalk_comm *group;                 /* shares the work; NULL: none */
    double *measures;  /* [nodes * RW_MEASURES]; NULL: not wanted or not found yet */
    riwalk_part *work; /* what the parts in a folder of pieces share; NULL: no folder */
    uint64_t work_key; /* checksum of all that parts depend on, for their names */
    char folder[RW_WORK_PATH];
    bool own_folder;    /* it is removed with the run */
    uint64_t room;      /* bytes of profiles allowed in memory; 0: any */
    bool room_is_guess; /* not from an estimate */
    uint64_t held;      /* bytes of profiles in memory */
    bool one_way;       /* roles tell arcs out and in apart, and some have unequal numbers of
                           them */
    rw_matrix *matrix;  /* the profiles on the device, from the fit on; NULL: the host adds up */
    rw_piece opened;    /* the last piece read back from the folder */
} rw_factor_run;

/* What resolved options mean to the trainer: the views, and whether two have the same roles; the
 * number of measures in vectors; and how to fit a graph of `nodes` nodes. */
uint32_t rw_factor_run_views(const riwalk_options *options, riwalk_view views[RW_FACTOR_VIEWS]);
bool rw_factor_same_roles(const riwalk_view *a,
                          const riwalk_view *b); /* except for the anchor's part */
uint32_t rw_factor_run_measures(const riwalk_options *options);
rw_factor_options rw_factor_run_options(const riwalk_options *options, uint32_t nodes);

/* Checks the options and opens the engine for `anchors` anchors. To be freed in any case. */
riwalk_status rw_factor_run_init(rw_factor_run *run, rw_embedding *embedding, uint32_t anchors,
                                 riwalk_error *error);
void rw_factor_run_free(rw_factor_run *run);
void rw_piece_free(rw_piece *piece);

/* Counts what the walks of some anchors visit, as one more piece. If it is one of several, in the
 * order of `progress`, it may come from the folder, which has it afterwards; NULL: it is the only
 * one. */
riwalk_status rw_factor_run_count(rw_factor_run *run, rw_anchors anchors, rw_progress *progress,
                                  riwalk_error *error);

/* The anchors of a range: few if ranges are shared or kept, so that little is lost or waited
 * for. */
uint32_t rw_factor_run_range(const rw_factor_run *run);

/* The number of views that are walked; the others follow from these. */
uint64_t rw_factor_run_walked(const rw_factor_run *run);

/* Counts all anchors: in one piece; or range by range if a group shares the work, the options name
 * a folder, or memory is too small (factor_ranges.c). Closes the engine. */
riwalk_status rw_factor_run_count_all(rw_factor_run *run, riwalk_error *error);

/* The profiles of a piece in each view, read from the folder if they are not in memory. They live
 * until the next call. */
riwalk_status rw_factor_run_open(void *run, size_t piece, const rw_profiles **views,
                                 riwalk_error *error);

/* Whether profiles that have no room can go to a folder: the caller's, or one beside the output of
 * a process without a group. */
static inline bool rw_factor_run_has_folder(const rw_factor_run *run)
{
    return run->embedding->options.work || (run->embedding->options.output && !run->group);
}

/* Finds the measures of all nodes, if they are wanted and not there yet. */
riwalk_status rw_factor_run_measure(rw_factor_run *run, riwalk_error *error);

/* Fits the counts of all anchors, and the measures if wanted. `only_parts`: stops when the
 * connected parts are known, which memory depends on. */
riwalk_status rw_factor_run_fit(rw_factor_run *run, bool only_parts, rw_factor **factor,
                                riwalk_error *error);

/* How many anchors an estimate samples. */
uint32_t rw_factor_run_sample(const rw_factor_run *run);

/* Estimates the peak of memory, and with `with_time` the seconds, by counting some anchors
 * (estimate.c). */
riwalk_status rw_factor_run_foresee(rw_factor_run *run, bool with_time, riwalk_estimate *estimate,
                                    riwalk_error *error);

/* Drops all counts, so that counting can begin again. */
void rw_factor_run_forget(rw_factor_run *run);

/* The peak bytes with so many roles and entries in all views, and `largest` roles in the largest
 * part. `in_folder`: only the profiles of one piece are in memory. */
uint64_t rw_factor_run_bytes(const rw_factor_run *run, uint64_t roles, uint64_t entries,
                             uint64_t largest, bool in_folder);

/* ---- Work kept in a folder (parts/part.c): a part for each piece, complete or absent. Its name
 * has a checksum of all it depends on, so a run with another graph or other options never meets
 * it ---- */

/* Makes the part that all share, to be freed in any case. */
riwalk_status rw_work_open(rw_factor_run *run, riwalk_error *error);

/* Fills in the profiles of a piece. *found: its file is there, intact, and from this run; the
 * report counts those that are there but not what their names promise. */
riwalk_status rw_work_load(rw_factor_run *run, rw_piece *piece, bool *found, riwalk_error *error);
riwalk_status rw_work_save(const rw_factor_run *run, const rw_piece *piece, riwalk_error *error);
void rw_work_remove(const rw_factor_run *run, const rw_piece *piece);

/* ---- Transforming (transform_changed.c) ---- */

/* Sets redo[node of `after`] where the embedding may differ from that in `before`. An embedding
 * depends on the node's number, on the nodes within `reach` hops, in the order of their names, and
 * on all neighbours of these. Nodes with the same name are the same. O(nodes log nodes + edges). */
riwalk_status rw_changed_anchors(const riwalk_graph *before, const riwalk_graph *after,
                                 uint32_t reach, bool *redo, riwalk_error *error);

#endif
