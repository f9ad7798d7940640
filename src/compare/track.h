/* SPDX-License-Identifier: MIT */
/* The state of tracking nodes through snapshots. */
#ifndef RW_COMPARE_TRACK_H
#define RW_COMPARE_TRACK_H

#include "base/memory.h"
#include "graph/graph.h"
#include "riwalk_compare.h"
#include "riwalk_graphs.h"

struct riwalk_tracking {
    riwalk_graph *nodes; /* all names, without edges */
    uint32_t steps, roles;
    const char **names;        /* [steps]: their numbers as text */
    riwalk_node_state *states; /* [steps][nodes] */
    uint32_t *described;       /* [roles]: the role's number in the description */
    uint32_t *sizes;           /* [steps][roles] */
    uint32_t *moves;           /* [steps][roles][roles]; zeros for step 0 */

    /* All snapshots in one graph, their vectors and roles. */
    riwalk_graph *joint;
    riwalk_vectors *vectors;
    riwalk_description *description;
    uint32_t *places; /* [steps][nodes]: the node of `joint`, or NO_CLASS */
    rw_pool pool;
};

/* The place of a node in arrays of [steps][nodes]. */
static inline size_t rw_track_at(const riwalk_tracking *t, uint32_t step, uint32_t node)
{
    return (size_t)step * t->nodes->node_count + node;
}

/* The input of computing changes. */
typedef struct rw_tracked {
    riwalk_tracking *tracking;
    const riwalk_graph *const *graphs;
    riwalk_track_options options; /* with resolved threads */
    uint32_t *nodes;              /* [joint nodes]: the node of each */
    uint32_t *rows;               /* [joint nodes]: of the vectors */
    rw_pool pool;
} rw_tracked;

/* The vector of a node in a snapshot; NULL if it has no edges there. */
const float *rw_tracked_vector(const rw_tracked *t, uint32_t step, uint32_t node);

/* Computes moved, turnover, change and p of the states in a step (change.c). */
riwalk_status rw_track_changes(const rw_tracked *t, uint32_t step, riwalk_error *error);

#endif
