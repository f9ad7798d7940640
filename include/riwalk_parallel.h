/* SPDX-License-Identifier: MIT */
/* One embedding by several processes: by a group that works at the same time, or in parts made one
 * by one. Experimental: it may change in any version. */
#ifndef RIWALK_PARALLEL_H
#define RIWALK_PARALLEL_H

#include "riwalk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Groups of processes ---------------------------------------------------------------- */

/* A group of processes that make one embedding together, such as the ranks of an MPI program. The
 * library brings no transport: it calls these functions. Every member makes the same call with the
 * same graphs and options except for this struct and `run`. A member calls a function from one
 * thread at a time; the function returns when its work is done. If it fails, the member's call
 * fails. */
typedef struct riwalk_comm {
    size_t size;      /* sizeof(riwalk_comm) */
    uint32_t rank;    /* rank of this process, from 0 */
    uint32_t members; /* at least 1 */
    void *context;    /* passed to the functions */

    /* Adds up the arrays of all members, modulo 2^64; every member gets the sums. All call it. */
    riwalk_status (*sum)(void *context, uint64_t *values, size_t count, riwalk_error *error);

    /* Copies `data` of member `from` to all others. All call it, with the same size. */
    riwalk_status (*broadcast)(void *context, uint32_t from, void *data, size_t size,
                               riwalk_error *error);

    /* Copies `data` of member `from` to member `to`. Only these two call it. */
    riwalk_status (*pass)(void *context, uint32_t from, uint32_t to, void *data, size_t size,
                          riwalk_error *error);

    /* Gives out 0, 1, 2, ..., each number once in the group, to whoever asks first. It may have
     * reserved a number for this member since its last call. */
    riwalk_status (*next)(void *context, uint64_t *number, riwalk_error *error);

    riwalk_status failed; /* used by the library: OK between calls */
} riwalk_comm;

/* Copies the graph of the first member to all others. *graph is the input of the first member and
 * the result in the others. All call it. O(nodes + edges). */
RIWALK_API riwalk_status riwalk_graph_broadcast(riwalk_comm *group, riwalk_graph **graph,
                                                riwalk_error *error);

/* ---- Parts: ranges of nodes ------------------------------------------------------------- */

/* Embeds with the factor trainer in three steps, each over ranges of nodes, in any number of
 * processes or machines:
 *
 *   riwalk_part_find        the profiles of a range; a part can be written to a file
 *   riwalk_parts_fit        parts that cover the graph become a model
 *   riwalk_model_transform  the model gives the vectors of a range (`first` and `end`)
 *
 * Model and vectors are the same, bit for bit, as those of riwalk_embed with a model on the same
 * graphs and options, for any ranges. `auto` means what it means with a model; role_anchor BOTH
 * gives the vectors of an embedding without one. */
typedef struct riwalk_part riwalk_part;

/* Finds the profiles of the nodes first .. end - 1, counted through all graphs; graphs, names and
 * options as in riwalk_embed. ARGUMENT for another trainer or method, for a custom role identifier,
 * and for a range that is empty or exceeds the nodes. The same on any number of threads. */
RIWALK_API riwalk_status riwalk_part_find(const riwalk_graph *const *graphs, size_t graph_count,
                                          const char *const *names, const riwalk_options *options,
                                          uint32_t first, uint32_t end, riwalk_part **part,
                                          riwalk_error *error);
RIWALK_API void riwalk_part_free(riwalk_part *part);

/* Reads and checks a part. FORMAT if the file is truncated, damaged, no part, or of another version
 * of riwalk. */
RIWALK_API riwalk_status riwalk_part_read(const char *path, riwalk_part **part,
                                          riwalk_error *error);
RIWALK_API riwalk_status riwalk_part_read_from(riwalk_source source, riwalk_part **part,
                                               riwalk_error *error);

/* Writes a part. Equal parts give equal files. */
RIWALK_API riwalk_status riwalk_part_write(const riwalk_part *part, const char *path,
                                           riwalk_error *error);
RIWALK_API riwalk_status riwalk_part_write_to(const riwalk_part *part, riwalk_sink sink,
                                              riwalk_error *error);

typedef struct riwalk_part_summary {
    size_t size;
    uint32_t first; /* the range: first .. end - 1 */
    uint32_t end;
    uint32_t node_count;     /* nodes of all graphs */
    uint64_t graph_checksum; /* for one graph, that of riwalk_graph_summarize */
    uint32_t roles;          /* roles that the walks of the range met, in all views */
    uint64_t entries;        /* entries of all profiles */
    uint32_t isolated;       /* nodes of the range without neighbours */
    uint32_t exact_anchors;  /* nodes of the range whose visits are computed exactly */
} riwalk_part_summary;

/* O(nodes of the range). */
RIWALK_API riwalk_status riwalk_part_summarize(const riwalk_part *part,
                                               riwalk_part_summary *summary, riwalk_error *error);

/* The resolved options of the part. They live as long as the part. O(1). */
RIWALK_API const riwalk_options *riwalk_part_options(const riwalk_part *part);

typedef struct riwalk_fit_options {
    size_t size;
    riwalk_run run;
    uint64_t memory; /* bytes of files to keep; other files are read again in every pass. 0: half
                        of the machine's memory */
} riwalk_fit_options;

RIWALK_API void riwalk_fit_options_init(riwalk_fit_options *options);

typedef struct riwalk_fit_report {
    size_t size;
    uint32_t nodes;
    uint32_t isolated;      /* nodes without neighbours */
    uint32_t roles;         /* roles of all views */
    uint32_t rank;          /* dimensions in use */
    uint32_t measures;      /* of these, measures of nodes */
    uint32_t exact_anchors; /* nodes whose visits are computed exactly, not sampled */
    double seconds;
} riwalk_fit_report;

/* Fits a model to parts in any order. Their ranges must cover all nodes once, of the same graphs
 * with the same options. ARGUMENT, with the part's number, if one is missing, duplicate, of another
 * graph, or made with other options or another seed. The parts are used up: afterwards they can
 * only be freed. `report` may be NULL. The same on any number of threads. */
RIWALK_API riwalk_status riwalk_parts_fit(riwalk_part *const *parts, size_t part_count,
                                          const riwalk_fit_options *options, riwalk_model **model,
                                          riwalk_fit_report *report, riwalk_error *error);

/* The same for files, named in error messages. Files that do not fit into memory together are
 * loaded one at a time. */
RIWALK_API riwalk_status riwalk_parts_fit_files(const char *const *paths, size_t path_count,
                                                const riwalk_fit_options *options,
                                                riwalk_model **model, riwalk_fit_report *report,
                                                riwalk_error *error);

#ifdef __cplusplus
}
#endif

#endif
