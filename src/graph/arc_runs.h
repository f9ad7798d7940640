/* SPDX-License-Identifier: MIT */
/* Arcs in any number and order, sorted in bounded memory: what does not fit goes as sorted runs
 * into a temporary file beside an output, and the runs are merged at the end. */
#ifndef RW_GRAPH_ARC_RUNS_H
#define RW_GRAPH_ARC_RUNS_H

#include "base/output.h"
#include "graph/graph.h"

/* A sorted run in the file. */
typedef struct rw_arc_run {
    uint64_t at;    /* its first byte */
    uint64_t count; /* of arcs */
} rw_arc_run;

/* An arc is from << 32 | to; with its weight where there are weights. */
typedef struct rw_arc_runs {
    bool directed; /* set these three at first */
    bool weighted;
    bool add; /* weights of one edge add up, else the largest stays */
    riwalk_run run;
    rw_output *file;
    uint64_t bytes; /* of the file */
    size_t room;    /* bytes for arcs in memory, and the same for sorting them */
    char *arcs, *spare;
    size_t used, width; /* arcs in memory; bytes of an arc */
    rw_arc_run *runs;
    size_t count, capacity; /* of runs */
    uint64_t taken, loops;  /* arcs so far; edges that were loops */
} rw_arc_runs;

/* `beside`: the output's path. All memory taken later, too, is at most `memory`, or 6 MiB. */
riwalk_status rw_arc_runs_open(rw_arc_runs *runs, const char *beside, uint64_t memory,
                               riwalk_error *error);

/* Adds edges, each in both directions where the graph is undirected; loops are left out. */
riwalk_status rw_arc_runs_add(rw_arc_runs *runs, const uint32_t *ends, const double *weights,
                              uint64_t count, riwalk_error *error);

/* Hands all arcs to `take` once each in their order, a repeated one with the weight that stays; no
 * more can be added then. */
typedef riwalk_status rw_take_arc(void *context, uint64_t arc, double weight, riwalk_error *error);
riwalk_status rw_arc_runs_merge(rw_arc_runs *runs, rw_take_arc *take, void *context,
                                riwalk_error *error);

void rw_arc_runs_close(rw_arc_runs *runs);

/* Merges all arcs into an .rwg, to the bytes that rw_graph_build and a writer would give, and maps
 * it as the graph that it is (rwg_merge.c). Without `ids` the arcs' numbers are nodes; else they
 * are ids, and names that are integers need no list. */
struct rw_id_set;
riwalk_status rw_rwg_merge(rw_arc_runs *runs, uint32_t node_count, const rw_names *names,
                           const struct rw_id_set *ids, const char *path, riwalk_graph **graph,
                           riwalk_error *error);

#endif
