/* SPDX-License-Identifier: MIT */
/* A run of RiWalk, as far as embedding, estimating, parts and transforming have it in common. */
#ifndef RW_METHODS_RIWALK_H
#define RW_METHODS_RIWALK_H

#include "base/memory.h"
#include "engine/walks.h"
#include "methods/embedding.h"
#include "riwalk_parallel.h"
#include "train/factor.h"
#include "train/sgns.h"

/* ---- The relabelled walks of a graph as a corpus to train on: anchors are its local tokens, roles
 * its shared ones, and the walks of an anchor are a group (role_corpus.c) ---- */

typedef struct rw_role_corpus {
    rw_corpus corpus; /* its context points into this struct, which must not move */
    const rw_walk_setup *setup;
    const riwalk_options *options; /* of the embedding, resolved */
    rw_engine *engine;             /* while there are walks to make */
    riwalk_roles *roles;           /* shared token local_count + r is role r */
    uint64_t *counts;              /* [token_count] */
    uint64_t token_total;          /* of all walks */
    uint32_t isolated;             /* anchors without neighbours: no walks, counts of 0 */
    rw_kept *kept;                 /* the tokens; NULL: walks are made again when asked for */
    rw_role_counts *seen;          /* [workers], while roles are counted */
    uint16_t *seen_by;             /* [anchors]: the worker that numbered the kept roles */
    rw_pool pool;                  /* of the following */
    uint32_t **slot_tokens;        /* [workers]: [tokens of an anchor], the token of each slot, or
                                      tokens on their way to the file and back */
    rw_plan plan;                  /* of training; of a group's member, only the walks of its */
                                   /* shards are ever asked for, and kept */
} rw_role_corpus;

/* The sizes of the corpus for a number of roles, before anything is counted. */
rw_corpus rw_role_corpus_shape(const rw_walk_setup *setup, uint32_t roles);

/* Finds the roles, counts all tokens and makes the plan: one pass over all walks, divided among the
 * members of the options' group. Tokens are kept on the way, `width` bytes each (1 or 2; 0: none),
 * in memory or in a file in the options' folder for work, unless there is a group or there are too
 * many roles for that. Setup and options must outlive it. To be freed in any case. */
riwalk_status rw_role_corpus_init(rw_role_corpus *corpus, const rw_walk_setup *setup,
                                  const riwalk_options *options, uint32_t width, bool in_file,
                                  riwalk_error *error);

/* Keeps the tokens, in as few bytes as they need or in a file: where counting has not, by a second
 * pass. Without this walks are made again each time, and what was kept is dropped. */
riwalk_status rw_role_corpus_keep(rw_role_corpus *corpus, bool in_file, riwalk_error *error);
void rw_role_corpus_drop(rw_role_corpus *corpus);

void rw_role_corpus_free(rw_role_corpus *corpus);

/* ---- Skip-gram ---- */

/* The bytes of a run over a corpus of such sizes, trained by a plan. */
rw_walk_bytes rw_riwalk_memory(const rw_embedding *embedding, const rw_walk_setup *setup,
                               const rw_corpus *shape, const rw_plan *plan);

/* The method's estimate (estimate.c). */
riwalk_status rw_riwalk_estimate(const rw_embedding *embedding, riwalk_estimate *estimate,
                                 riwalk_error *error);

/* ---- The factor trainer (factor_run.c, factor.c) ---- */

/* The method with it. */
riwalk_status rw_riwalk_factor_embed(const rw_embedding *embedding, riwalk_vectors **vectors,
                                     riwalk_embed_report *report, riwalk_error *error);

/* The profiles of a range of anchors, in every view; NULL where they are in the folder for work
 * alone. */
typedef struct rw_piece {
    uint32_t first;
    uint32_t count;
    uint64_t entries;                /* in all views, but for those that share rows */
    uint32_t exact[RW_FACTOR_VIEWS]; /* anchors of each view */
    rw_profiles *profiles[RW_FACTOR_VIEWS];
} rw_piece;

/* A folder of parts, one for each range. A part is complete or absent, and its name says what it
 * depends on: a run with another graph or other options has other names (parts/part.c). */
typedef struct rw_work {
    riwalk_part *part; /* what all parts of the run have in common; NULL: nothing is kept */
    double *measures;  /* of all nodes; not its own */
    uint64_t key;      /* of the part */
    const char *folder;
} rw_work;

typedef struct rw_factor_run {
    const rw_embedding *embedding;
    uint32_t view_count;
    riwalk_view views[RW_FACTOR_VIEWS];        /* in use */
    rw_walk_setup setups[RW_FACTOR_VIEWS];     /* of each view */
    const rw_walk_setup *all[RW_FACTOR_VIEWS]; /* these, as the engine takes them */
    rw_engine *engine;                         /* until the walks are counted */
    uint64_t worker_bytes;                     /* of a worker of the engine, at its peak */
    rw_piece *pieces;                          /* that this process has */
    size_t piece_count, piece_room;
    uint64_t *roles[RW_FACTOR_VIEWS]; /* of all pieces; NULL: those of the only one */
    uint32_t role_counts[RW_FACTOR_VIEWS];
    riwalk_comm *group;   /* that counts together; NULL: none */
    double *measures;     /* [nodes * RW_MEASURES] once they are found; NULL: none are wanted */
    rw_work work;         /* where pieces are kept; no part: in memory alone */
    char *folder;         /* for work, removed with the run; NULL: none, or the caller's */
    uint64_t room;        /* bytes of profiles that may be in memory; 0: as many as there are */
    uint64_t held;        /* that are */
    riwalk_device device; /* that walks */
    bool one_way;         /* roles distinguish arcs out and in, and some have more of one */
    rw_matrix *matrix;    /* the profiles there, from the fit on; NULL: the host adds up */
    rw_piece opened;      /* the last piece that was read back; no profiles: none was */
} rw_factor_run;

/* What resolved options mean for the trainer: the views in use, how many, and which name the same
 * roles; the measures in vectors; and how a graph of so many nodes is fitted. */
uint32_t rw_factor_run_views(const riwalk_options *options, riwalk_view views[RW_FACTOR_VIEWS]);
bool rw_factor_same_roles(const riwalk_view *a,
                          const riwalk_view *b); /* but for the anchor's part */
uint32_t rw_factor_run_measures(const riwalk_options *options);
rw_factor_options rw_factor_run_options(const riwalk_options *options, uint32_t nodes);

/* Checks the options and opens the engine, for so many anchors. To be freed in any case. */
riwalk_status rw_factor_run_init(rw_factor_run *run, const rw_embedding *embedding,
                                 uint32_t anchors, riwalk_error *error);
void rw_factor_run_free(rw_factor_run *run);
void rw_piece_free(rw_piece *piece);

/* Counts what the walks of anchors visit: one more piece. */
riwalk_status rw_factor_run_count(rw_factor_run *run, rw_anchors anchors, riwalk_error *error);

/* Its steps: one more piece, which is freed with the run; and what it visits in each view. Where
 * one piece is the `only` one, workers of a view are not needed once it is counted. */
rw_piece *rw_factor_run_add(rw_factor_run *run, rw_anchors anchors, riwalk_error *error);
riwalk_status rw_factor_run_count_piece(rw_factor_run *run, rw_anchors anchors, bool only,
                                        rw_progress *progress, rw_piece *piece,
                                        riwalk_error *error);

/* The anchors of a range: few where ranges are shared or kept, so that little is done again. */
uint32_t rw_factor_run_range(const rw_factor_run *run);

/* The views that are walked, of which the others follow. */
uint64_t rw_factor_run_walked(const rw_factor_run *run);

/* The same of all anchors: in one piece; or range by range where a group shares the work, the
 * options name a folder that keeps it, or there is not room for all (factor_ranges.c). Closes the
 * engine. */
riwalk_status rw_factor_run_count_all(rw_factor_run *run, riwalk_error *error);

/* The profiles of a piece of a run, in each view; read from the folder where they are not in
 * memory. They live until the next call. */
riwalk_status rw_factor_run_open(void *run, size_t piece, const rw_profiles **views,
                                 riwalk_error *error);

/* Whether there is a folder for profiles that have no room: one that was named, or the one where a
 * process alone writes its vectors. */
static inline bool rw_factor_run_has_folder(const rw_factor_run *run)
{
    return run->embedding->options.work || (run->embedding->options.output && !run->group);
}

/* Removes the folder of the run's own, and forgets that of the caller. */
void rw_factor_run_close_folder(rw_factor_run *run);

/* Finds the measures of all nodes, where they are wanted and not there yet. */
riwalk_status rw_factor_run_measure(rw_factor_run *run, riwalk_error *error);

/* Fits the counts of all anchors, and the measures where they are wanted; or finds the parts only,
 * which is what memory depends on. */
riwalk_status rw_factor_run_fit(rw_factor_run *run, bool only_parts, rw_factor **factor,
                                riwalk_error *error);

/* Estimates the peak of memory, and the time if that is asked for, from some anchors that are
 * counted before all others (estimate.c). */
riwalk_status rw_factor_run_foresee(rw_factor_run *run, bool with_time, riwalk_estimate *estimate,
                                    riwalk_error *error);

/* Drops what was counted, so that counting can begin again. */
void rw_factor_run_forget(rw_factor_run *run);

/* The bytes at the peak: all anchors with so many roles and entries in all views, of which
 * `largest` roles belong together. Where profiles are `in_folder`, those of one piece are in
 * memory. */
uint64_t rw_factor_run_bytes(const rw_factor_run *run, uint64_t roles, uint64_t entries,
                             uint64_t largest, bool in_folder);

/* ---- Work that is kept (parts/part.c) ---- */

/* Its part is to be freed in any case. */
riwalk_status rw_work_open(rw_work *work, const rw_factor_run *run, const char *folder,
                           riwalk_error *error);

/* Fills in the profiles of a piece; *found is false where they are not there, or not to be trusted.
 */
riwalk_status rw_work_load(const rw_work *work, rw_piece *piece, bool *found, riwalk_error *error);
riwalk_status rw_work_save(rw_work *work, const rw_piece *piece, riwalk_error *error);
void rw_work_remove(const rw_work *work, const rw_piece *piece);

/* ---- Transforming (transform_changed.c) ---- */

/* Marks in redo[nodes of `after`] the nodes whose embedding may be another than it was in `before`,
 * where an embedding depends on the node's number, on the nodes at most `reach` away in the order
 * of their names, and on all neighbours of these. Nodes are the same by name. O(nodes log nodes +
 * edges). */
riwalk_status rw_changed_anchors(const riwalk_graph *before, const riwalk_graph *after,
                                 uint32_t reach, bool *redo, riwalk_error *error);

#endif
