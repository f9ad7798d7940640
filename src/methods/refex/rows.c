/* SPDX-License-Identifier: MIT */
/* The rows of a graph in both directions. Those against the arcs are filled in the order of
 * sources, so they are sorted. */
#include "base/memory.h"
#include "methods/refex/refex.h"

static void fill_rows(const riwalk_graph *graph, uint64_t *offsets, uint32_t *neighbors,
                      float *weights)
{
    uint32_t nodes = graph->node_count;

    for (uint64_t a = 0; a < graph->arc_count; a++)
        offsets[graph->neighbors[a] + UINT64_C(1)]++;
    for (uint32_t u = 0; u < nodes; u++)
        offsets[u + UINT64_C(1)] += offsets[u];
    for (uint32_t u = 0; u < nodes; u++)
        for (uint64_t a = graph->offsets[u]; a < graph->offsets[u + 1]; a++) {
            uint64_t at = offsets[graph->neighbors[a]]++;

            neighbors[at] = u;
            if (weights)
                weights[at] = graph->weights[a];
        }
    for (uint32_t u = nodes; u > 0; u--)
        offsets[u] = offsets[u - 1];
    offsets[0] = 0;
}

riwalk_status rw_directions_init(rw_directions *d, const riwalk_graph *graph, riwalk_error *error)
{
    uint64_t *offsets;
    uint32_t *neighbors;

    *d = (rw_directions){.out = {graph->offsets, graph->neighbors, graph->weights},
                         .directed = graph->directed};
    if (!graph->directed)
        return RIWALK_STATUS_OK;
    d->made[0] = offsets = rw_alloc_zeroed(graph->node_count + (size_t)1, sizeof *offsets, error);
    d->made[1] = neighbors = rw_alloc(graph->arc_count, sizeof *neighbors, error);
    if (graph->weights)
        d->made[2] = rw_alloc(graph->arc_count, sizeof(float), error);
    if (!offsets || !neighbors || (graph->weights && !d->made[2])) {
        rw_directions_free(d);
        return RIWALK_STATUS_MEMORY;
    }
    fill_rows(graph, offsets, neighbors, d->made[2]);
    d->in = (rw_arc_rows){offsets, neighbors, d->made[2]};
    return RIWALK_STATUS_OK;
}

void rw_directions_free(rw_directions *d)
{
    for (int i = 0; i < 3; i++)
        rw_free(d->made[i]);
    *d = (rw_directions){0};
}
