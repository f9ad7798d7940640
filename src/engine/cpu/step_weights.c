/* SPDX-License-Identifier: MIT */
/* What steps by weight are chosen with: sums and the largest weight of each row. See
 * step_weights.h. */
#include "engine/cpu/step_weights.h"

#include "base/memory.h"

riwalk_status rw_step_weights_init(rw_step_weights *weights, const riwalk_graph *graph,
                                   riwalk_error *error)
{
    weights->largest = rw_alloc(graph->node_count, sizeof *weights->largest, error);
    weights->sums = rw_alloc(graph->arc_count, sizeof *weights->sums, error);
    if (!weights->largest || !weights->sums) {
        rw_step_weights_free(weights);
        return RIWALK_STATUS_MEMORY;
    }
    for (uint32_t u = 0; u < graph->node_count; u++) {
        double sum = 0;
        double largest = 0;

        for (uint64_t a = graph->offsets[u]; a < graph->offsets[u + 1]; a++) {
            sum += (double)graph->weights[a];
            weights->sums[a] = sum;
            if (graph->weights[a] > largest)
                largest = graph->weights[a];
        }
        weights->largest[u] = largest;
    }
    return RIWALK_STATUS_OK;
}

void rw_step_weights_free(rw_step_weights *weights)
{
    rw_free(weights->largest);
    rw_free(weights->sums);
    *weights = (rw_step_weights){0};
}

uint64_t rw_step_weights_bytes(const riwalk_graph *graph)
{
    return graph->node_count * sizeof(double) + graph->arc_count * sizeof(double);
}
