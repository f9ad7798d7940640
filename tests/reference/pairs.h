/* SPDX-License-Identifier: MIT */
/* A graph from pairs of numbers, the shape that tests write down: edge e joins ends[2e] and
 * ends[2e + 1]. */
#ifndef REFERENCE_PAIRS_H
#define REFERENCE_PAIRS_H

#include "riwalk.h"

static inline riwalk_status reference_build(uint32_t node_count, uint64_t edge_count,
                                            const uint32_t *ends, const float *weights,
                                            const riwalk_build_options *options,
                                            riwalk_graph **graph, riwalk_error *error)
{
    riwalk_edge_arrays edges = {
        .count = edge_count,
        .sources = ends,
        .targets = ends ? ends + 1 : NULL,
        .index_bits = 32,
        .stride = 2,
        .weights = weights,
        .weight_bits = 32,
    };

    return riwalk_graph_from_edges(node_count, &edges, options, graph, error);
}

#endif
