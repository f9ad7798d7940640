/* SPDX-License-Identifier: MIT */
/* Sorts any number of arcs in bounded memory. Arcs that do not fit go to a temporary file next to
 * an output as sorted runs, which are merged at the end. */
#ifndef RW_GRAPH_ARC_RUNS_H
#define RW_GRAPH_ARC_RUNS_H

#include "base/output.h"
#include "graph/graph.h"

/* A sorted run in the file. */
typedef struct rw_arc_run {
    uint64_t at;    /* offset of the first byte */
    uint64_t count; /* number of arcs */
} rw_arc_run;

/* An arc is from << 32 | to, followed by its weight if there are weights. */
typedef struct rw_arc_runs {
    bool directed; /* set these four first */
    bool weighted;
    bool add; /* add weights of the same edge; false: keep the largest */
    riwalk_run run;
    rw_output *file;
    uint64_t bytes;     /* size of the file */
    size_t room;        /* bytes for arcs in memory; sorting needs the same again */
    char *arcs, *spare; /* one block */
    size_t used, width; /* arcs in memory; bytes of an arc */
    rw_arc_run *runs;
    size_t count, capacity; /* number of runs, and room */
    uint64_t taken, loops;  /* arcs so far; dropped self-loops */
} rw_arc_runs;

/* `beside`: the output's path. All memory, now and later, is at most max(`memory`, 6 MiB). */
riwalk_status rw_arc_runs_open(rw_arc_runs *runs, const char *beside, uint64_t memory,
                               riwalk_error *error);

/* Adds edges, in an undirected graph in both directions. Drops self-loops. */
riwalk_status rw_arc_runs_add(rw_arc_runs *runs, const uint32_t *ends, const double *weights,
                              uint64_t count, riwalk_error *error);

/* Passes each distinct arc to `take`, in order, with its final weight. No arcs can be added after
 * that. */
typedef riwalk_status rw_take_arc(void *context, uint64_t arc, double weight, riwalk_error *error);
riwalk_status rw_arc_runs_merge(rw_arc_runs *runs, rw_take_arc *take, void *context,
                                riwalk_error *error);

void rw_arc_runs_close(rw_arc_runs *runs);

/* Merges all arcs into an .rwg with the same bytes as rw_graph_build and a writer would give, and
 * maps it (rwg_merge.c). Without `ids`, arcs hold node numbers; otherwise ids, and integer names
 * need no list. */
struct rw_id_set;
riwalk_status rw_rwg_merge(rw_arc_runs *runs, uint32_t node_count, const rw_names *names,
                           const struct rw_id_set *ids, const char *path, riwalk_graph **graph,
                           riwalk_error *error);

#endif
