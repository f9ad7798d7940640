/* SPDX-License-Identifier: MIT */
/* Recursive features of nodes (ReFeX, docs/methods.md). Values are floats: sums of a few thousand
 * of them are exact in a double, so that they do not depend on the order of neighbours, and nodes
 * that are alike stay in one bin. */
#ifndef RW_METHODS_REFEX_H
#define RW_METHODS_REFEX_H

#include "base/memory.h"
#include "graph/directions.h"
#include "riwalk_analysis.h"

/* ---- Local features (local.c) ---- */

/* What is counted at a node. Of an undirected graph there are DEGREE, EGONET and LEAVING. Each may
 * come once more by weights: with RW_LOCAL_WEIGHTS added. */
enum {
    RW_LOCAL_DEGREE,
    RW_LOCAL_OUT_DEGREE,
    RW_LOCAL_IN_DEGREE,
    RW_LOCAL_EGONET,   /* edges among the node and its neighbours, in either direction */
    RW_LOCAL_LEAVING,  /* edges from these nodes to others */
    RW_LOCAL_ENTERING, /* and from others to these */
    RW_LOCAL_KINDS,
    RW_LOCAL_WEIGHTS = 8
};

#define RW_LOCAL_MOST 12

/* The kinds of a graph's local features, the simplest first. Returns how many. */
uint32_t rw_local_kinds(const riwalk_graph *graph, uint8_t kinds[RW_LOCAL_MOST]);

/* columns[i][node] becomes the feature kinds[i] of the node, infinite beyond the range of floats.
 * The same on any number of threads. */
riwalk_status rw_local_features(const riwalk_graph *graph, const rw_directions *directions,
                                const riwalk_run *run, uint32_t count, const uint8_t *kinds,
                                float *const *columns, riwalk_error *error);

/* Its bytes, columns excepted. */
uint64_t rw_local_bytes(const riwalk_graph *graph, int threads);

/* ---- Bins (features.c) ---- */

#define RW_MOST_BINS 255

/* Puts values, which are not negative, into bins by rank: the lowest share of them, and all that
 * equal the last of these, into bin 0, the lowest share of the others into bin 1, and so on.
 * `sorted` and `scratch` have room for `count`. */
void rw_bins_fill(const float *values, uint32_t count, double share, uint8_t *bins,
                  uint32_t *sorted, uint32_t *scratch);

/* Whether no two bins of a node differ by more than `most`. */
bool rw_bins_alike(const uint8_t *a, const uint8_t *b, uint32_t count, unsigned most);

/* ---- Features (features.c) ---- */

/* How a feature comes from another. */
enum {
    RW_STEP_SUM,
    RW_STEP_MEAN,
    RW_STEP_IN_SUM,
    RW_STEP_IN_MEAN,
    RW_STEPS
};

#define RW_FEATURE_LOCAL UINT32_MAX

typedef struct rw_feature {
    uint32_t parent; /* the feature that it is a sum or mean of; RW_FEATURE_LOCAL: of none */
    uint8_t step;    /* how; of a local feature its kind */
    float *values;   /* [nodes] */
    uint8_t *bins;   /* [nodes], behind the values in one block */
} rw_feature;

struct riwalk_features {
    uint32_t node_count;
    bool directed;
    uint32_t count;
    rw_feature *list;
    size_t capacity;
};

/* Finds features, at most as many as there are dimensions. O((nodes + edges) * those that are
 * tried), and triangles. LIMIT where a round would need more memory beside the graph than the
 * options have. Their threads went through rw_threads. The same on any number of threads. */
riwalk_status rw_features_find(const riwalk_graph *graph, const riwalk_options *options,
                               riwalk_features **features, riwalk_error *error);

/* The bytes of so many features, while so many more are tried. */
uint64_t rw_features_bytes(const riwalk_graph *graph, int threads, uint64_t kept, uint64_t tried);

#endif
