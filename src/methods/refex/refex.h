/* SPDX-License-Identifier: MIT */
/* Recursive features of nodes (ReFeX, docs/methods.md). Values are floats: a double sums a few
 * thousand of them exactly, so the order of neighbours does not matter, and equal nodes share a
 * bin. */
#ifndef RW_METHODS_REFEX_H
#define RW_METHODS_REFEX_H

#include "base/memory.h"
#include "graph/directions.h"
#include "riwalk_analysis.h"

/* How a feature follows from another. */
enum {
    RW_STEP_SUM,
    RW_STEP_MEAN,
    RW_STEP_IN_SUM,
    RW_STEP_IN_MEAN,
    RW_STEPS
};

#define RW_FEATURE_LOCAL UINT32_MAX

typedef struct rw_feature {
    uint32_t parent; /* the feature that it sums or averages; RW_FEATURE_LOCAL: none */
    uint8_t step;    /* how; of a local feature its kind */
    float *values;   /* [nodes] */
    uint8_t *bins;   /* [nodes], in one block with the values */
} rw_feature;

/* ---- Local features (local.c) ---- */

/* What is counted at a node. Undirected graphs have DEGREE, EGONET and LEAVING. Each may come again
 * as a sum of weights, as kind + RW_LOCAL_WEIGHTS. */
enum {
    RW_LOCAL_DEGREE,
    RW_LOCAL_OUT_DEGREE,
    RW_LOCAL_IN_DEGREE,
    RW_LOCAL_EGONET,   /* edges among the node and its neighbours */
    RW_LOCAL_LEAVING,  /* edges from these nodes to others */
    RW_LOCAL_ENTERING, /* edges from others to these nodes */
    RW_LOCAL_KINDS,
    RW_LOCAL_WEIGHTS = 8
};

#define RW_LOCAL_MOST 12

/* Lists the local features that a graph has, the simplest first. Returns how many. */
uint32_t rw_local_kinds(const riwalk_graph *graph, uint8_t kinds[RW_LOCAL_MOST]);

/* Fills in the values of local features, whose `step` is their kind; infinite if no float can hold
 * one. The same on any number of threads. */
riwalk_status rw_local_features(const riwalk_graph *graph, const rw_directions *directions,
                                const riwalk_run *run, rw_feature *features, uint32_t count,
                                riwalk_error *error);

/* The bytes that this takes, without the columns. */
uint64_t rw_local_bytes(const riwalk_graph *graph, int threads);

/* ---- Features (features.c) ---- */

struct riwalk_features {
    uint32_t node_count;
    bool directed;
    uint32_t count;
    rw_feature *list;
    size_t capacity;
};

/* Finds at most `dimensions` features. O((nodes + edges) * tried features), and triangles. Returns
 * LIMIT if a round would need more memory beside the graph than options->memory. The thread count
 * must be resolved (not 0). The same on any number of threads. */
riwalk_status rw_features_find(const riwalk_graph *graph, const riwalk_options *options,
                               riwalk_features **features, riwalk_error *error);

/* The bytes with `kept` features while `tried` more are tried. */
uint64_t rw_features_bytes(const riwalk_graph *graph, int threads, uint64_t kept, uint64_t tried);

#endif
