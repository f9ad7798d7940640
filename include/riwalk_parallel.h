/* SPDX-License-Identifier: MIT */
/* One embedding by several processes: those of a group that work at the same time, and parts that
 * are made one by one. Experimental: it may change in any version. */
#ifndef RIWALK_PARALLEL_H
#define RIWALK_PARALLEL_H

#include "riwalk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Groups of processes ---------------------------------------------------------------- */

/* Processes that make one embedding together, such as the ranks of an MPI program; the library
 * itself knows none of them. Every member makes the same call with the same graphs and options, but
 * for this struct and `run`. A function is called by one thread of a member at a time, and returns
 * once its work is done. Where one fails, so does the call of its member. */
typedef struct riwalk_comm {
    size_t size;      /* sizeof(riwalk_comm) */
    uint32_t rank;    /* of this process, from 0 */
    uint32_t members; /* at least 1 */
    void *context;    /* for the functions */

    /* Adds up the arrays of all members, modulo 2^64; each then has the sums. All call it. */
    riwalk_status (*sum)(void *context, uint64_t *values, size_t count, riwalk_error *error);

    /* Copies what member `from` has at `data` to all others. All call it, with the same size. */
    riwalk_status (*broadcast)(void *context, uint32_t from, void *data, size_t size,
                               riwalk_error *error);

    /* Copies what member `from` has at `data` to member `to`. These two call it. */
    riwalk_status (*pass)(void *context, uint32_t from, uint32_t to, void *data, size_t size,
                          riwalk_error *error);

    /* Gives out 0, 1, 2, ..., each number once in the group, to whoever asks first; one may have
     * been put aside for this member since it asked last. */
    riwalk_status (*next)(void *context, uint64_t *number, riwalk_error *error);

    riwalk_status failed; /* the library's own: OK between calls */
} riwalk_comm;

/* Gives the graph of the first member to all others of a group: *graph is read in the first, and
 * made in the others. All call it. O(nodes + edges). */
RIWALK_API riwalk_status riwalk_graph_broadcast(riwalk_comm *group, riwalk_graph **graph,
                                                riwalk_error *error);

/* ---- Parts: ranges of nodes ------------------------------------------------------------- */

/* An embedding by the factor trainer in three steps, each over ranges of the nodes, in as many
 * processes or on as many machines as you like:
 *
 *   riwalk_part_find        the profiles of a range; a part can be written to a file
 *   riwalk_parts_fit        parts that cover the graph become a model
 *   riwalk_model_transform  the model gives the vectors of a range (`first` and `end`)
 *
 * Model and vectors are those that riwalk_embed makes of the same graphs and options with a model,
 * bit for bit, whatever the ranges are. `auto` means what it means with a model; role_anchor BOTH
 * gives the vectors of an embedding without one. */
typedef struct riwalk_part riwalk_part;

/* Finds the profiles of the nodes first .. end - 1, numbered through all graphs; graphs, names and
 * options as in riwalk_embed. ARGUMENT for another trainer or method, a role identifier of your
 * own, and a range that is empty or not within the nodes. The same on any number of threads. */
RIWALK_API riwalk_status riwalk_part_find(const riwalk_graph *const *graphs, size_t graph_count,
                                          const char *const *names, const riwalk_options *options,
                                          uint32_t first, uint32_t end, riwalk_part **part,
                                          riwalk_error *error);
RIWALK_API void riwalk_part_free(riwalk_part *part);

/* Reads a part. Everything in the file is checked: FORMAT for a file that is cut, damaged, no part,
 * or of another version of riwalk. */
RIWALK_API riwalk_status riwalk_part_read(const char *path, riwalk_part **part,
                                          riwalk_error *error);
RIWALK_API riwalk_status riwalk_part_read_from(riwalk_source source, riwalk_part **part,
                                               riwalk_error *error);

/* Writes a part. Equal parts make equal files. */
RIWALK_API riwalk_status riwalk_part_write(const riwalk_part *part, const char *path,
                                           riwalk_error *error);
RIWALK_API riwalk_status riwalk_part_write_to(const riwalk_part *part, riwalk_sink sink,
                                              riwalk_error *error);

typedef struct riwalk_part_summary {
    size_t size;
    uint32_t first; /* the range: first .. end - 1 */
    uint32_t end;
    uint32_t node_count;     /* of all graphs */
    uint64_t graph_checksum; /* that of riwalk_graph_summarize for one graph */
    uint32_t roles;          /* that the walks of the range met, in all views */
    uint64_t entries;        /* of all profiles */
    uint32_t isolated;       /* nodes of the range without neighbours */
    uint32_t exact_anchors;  /* nodes of the range whose visits are exact */
} riwalk_part_summary;

/* O(nodes of the range). */
RIWALK_API riwalk_status riwalk_part_summarize(const riwalk_part *part,
                                               riwalk_part_summary *summary, riwalk_error *error);

/* The options that the part was made with, resolved. They live with the part. O(1). */
RIWALK_API const riwalk_options *riwalk_part_options(const riwalk_part *part);

typedef struct riwalk_fit_options {
    size_t size;
    riwalk_run run;
    uint64_t memory; /* bytes of files that are kept; more are read again in every pass. 0: half of
                        the machine's memory */
} riwalk_fit_options;

RIWALK_API void riwalk_fit_options_init(riwalk_fit_options *options);

typedef struct riwalk_fit_report {
    size_t size;
    uint32_t nodes;
    uint32_t isolated;      /* nodes without neighbours */
    uint32_t roles;         /* of all views */
    uint32_t rank;          /* dimensions that are in use */
    uint32_t measures;      /* those of them that are measures of nodes */
    uint32_t exact_anchors; /* nodes whose visits are exact, not sampled */
    double seconds;
} riwalk_fit_report;

/* Makes a model of parts, which are ranges that cover all nodes once, in any order, of the same
 * graphs with the same options. ARGUMENT, with a sentence that names the part by its number, where
 * one is missing, there twice, or of another graph, other options or another seed. Parts are used
 * up: they can only be freed afterwards. `report` may be NULL. The same on any number of threads.
 */
RIWALK_API riwalk_status riwalk_parts_fit(riwalk_part *const *parts, size_t part_count,
                                          const riwalk_fit_options *options, riwalk_model **model,
                                          riwalk_fit_report *report, riwalk_error *error);

/* The same of files, which sentences name. Of those that do not fit into memory together, one at a
 * time is held. */
RIWALK_API riwalk_status riwalk_parts_fit_files(const char *const *paths, size_t path_count,
                                                const riwalk_fit_options *options,
                                                riwalk_model **model, riwalk_fit_report *report,
                                                riwalk_error *error);

#ifdef __cplusplus
}
#endif

#endif
