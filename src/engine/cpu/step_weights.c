/* SPDX-License-Identifier: MIT */
/* Prefix sums and the largest weight of each row, for steps by weight (step_weights.h). */
#include "engine/cpu/step_weights.h"

#include "base/memory.h"

/* Makes the guide. A draw with this number is at least (number - 2^-10) / count of the last sum,
 * despite rounding. */
static void guide_row(const double *sums, uint32_t count, uint32_t *guide)
{
    double step = count ? sums[count - 1] / count : 0;
    uint32_t place = 0;

    for (uint32_t i = 0; i < count; i++) {
        while (place + 1 < count && sums[place] <= (i - 0x1p-10) * step)
            place++;
        guide[i] = place;
    }
}

riwalk_status rw_step_weights_init(rw_step_weights *weights, const riwalk_graph *graph,
                                   riwalk_error *error)
{
    weights->largest = rw_alloc(graph->node_count, sizeof *weights->largest, error);
    weights->sums = rw_alloc(graph->arc_count, sizeof *weights->sums, error);
    weights->guide = rw_alloc(graph->arc_count, sizeof *weights->guide, error);
    if (!weights->largest || !weights->sums || !weights->guide) {
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
        guide_row(weights->sums + graph->offsets[u], rw_degree(graph, u),
                  weights->guide + graph->offsets[u]);
    }
    return RIWALK_STATUS_OK;
}

void rw_step_weights_free(rw_step_weights *weights)
{
    rw_free(weights->largest);
    rw_free(weights->sums);
    rw_free(weights->guide);
    *weights = (rw_step_weights){0};
}

uint64_t rw_step_weights_bytes(const riwalk_graph *graph)
{
    return graph->node_count * sizeof(double) +
           graph->arc_count * (sizeof(double) + sizeof(uint32_t));
}
