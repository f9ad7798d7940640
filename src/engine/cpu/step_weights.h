/* SPDX-License-Identifier: MIT */
/* Steps by weight: what engine/choose.h chooses with. */
#ifndef RW_ENGINE_CPU_STEP_WEIGHTS_H
#define RW_ENGINE_CPU_STEP_WEIGHTS_H

#include "engine/choose.h"
#include "graph/graph.h"

typedef struct rw_step_weights {
    double *largest; /* [nodes]; NULL: steps are uniform */
    double *sums;    /* [arcs]: of the weights of a row, up to and with the arc */
} rw_step_weights;

riwalk_status rw_step_weights_init(rw_step_weights *weights, const riwalk_graph *graph,
                                   riwalk_error *error);
void rw_step_weights_free(rw_step_weights *weights);
uint64_t rw_step_weights_bytes(const riwalk_graph *graph);

static inline rw_weighted_row rw_step_weights_row(const rw_step_weights *weights,
                                                  const riwalk_graph *graph, uint32_t node)
{
    uint64_t start = graph->offsets[node];

    return (rw_weighted_row){graph->weights + start, weights->sums + start, weights->largest[node]};
}

#endif
