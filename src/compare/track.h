/* SPDX-License-Identifier: MIT */
/* Pieces of the tracking of nodes through snapshots. */
#ifndef RW_COMPARE_TRACK_H
#define RW_COMPARE_TRACK_H

#include "base/memory.h"
#include "graph/directions.h"
#include "riwalk_compare.h"
#include "riwalk_graphs.h"

struct riwalk_tracking {
    riwalk_graph *nodes; /* all names, no edges */
    uint32_t steps, roles;
    riwalk_node_state **states; /* [steps][nodes] */
    uint32_t *described;        /* [roles]: their numbers in the description */
    uint32_t *sizes;            /* [steps][roles] */
    uint32_t *moves;            /* [steps][roles][roles]; those of step 0 are 0 */

    /* All snapshots side by side, their vectors, and what roles there are. */
    riwalk_graph *joint;
    riwalk_vectors *vectors;
    riwalk_description *description;
    uint32_t **places; /* [steps][nodes]: the node of `joint`, or NO_CLASS */
    rw_pool pool;
};

/* What changes are computed from. */
typedef struct rw_tracked {
    riwalk_tracking *tracking;
    const riwalk_graph *const *graphs;
    riwalk_track_options options; /* threads resolved */
    uint32_t **inner;             /* [steps][nodes]: the node's number in a graph, or NO_CLASS */
    uint32_t **outer;             /* [steps][nodes of the graph]: and back */
    uint32_t *first_rows;         /* [steps]: of the vectors */
    const char **names;           /* [steps]: their numbers as text */
} rw_tracked;

/* The vector of a node in a snapshot, where it has edges; NULL elsewhere. */
const float *rw_tracked_vector(const rw_tracked *t, uint32_t step, uint32_t node);

/* Fills moved, turnover, change and p of the states of a step (change.c). */
riwalk_status rw_track_changes(const rw_tracked *t, uint32_t step, riwalk_error *error);

#endif
