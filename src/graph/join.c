/* SPDX-License-Identifier: MIT */
/* Several graphs side by side as one, without edges between them. */
#include "base/memory.h"
#include "graph/graph.h"

/* The nodes of each graph follow those of the one before; names are numbers from 0. */
static void copy_rows(const riwalk_graph *from, uint32_t first_node, uint64_t first_arc,
                      uint64_t *offsets, uint32_t *neighbors, float *weights)
{
    for (uint32_t u = 0; u < from->node_count; u++)
        offsets[first_node + u] = first_arc + from->offsets[u];
    for (uint64_t a = 0; a < from->arc_count; a++)
        neighbors[first_arc + a] = first_node + from->neighbors[a];
    for (uint64_t a = 0; weights && a < from->arc_count; a++)
        weights[first_arc + a] = from->weights ? from->weights[a] : 1;
}

riwalk_status rw_graph_join(const riwalk_graph *const *graphs, size_t count, riwalk_graph **graph,
                            riwalk_error *error)
{
    riwalk_graph *made = NULL;
    uint64_t *offsets = NULL;
    uint32_t *neighbors = NULL, *starts = NULL;
    float *weights = NULL;
    uint64_t nodes = 0, arcs = 0;
    bool weighted = false;

    for (size_t g = 0; g < count; g++) {
        if (graphs[g]->directed != graphs[0]->directed)
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "directed and undirected graphs cannot be embedded together");
        weighted |= graphs[g]->weights != NULL;
        nodes += graphs[g]->node_count;
        arcs += graphs[g]->arc_count;
    }
    if (nodes > RIWALK_MAX_NODES)
        return rw_fail(error, RIWALK_STATUS_LIMIT,
                       "the graphs have %llu nodes together: at most %u are supported",
                       (unsigned long long)nodes, RIWALK_MAX_NODES);
    if (!(made = rw_alloc_zeroed(1, sizeof *made, error)) ||
        !(offsets = rw_alloc(nodes + 1, sizeof *offsets, error)) ||
        !(neighbors = rw_alloc(arcs, sizeof *neighbors, error)) ||
        !(starts = rw_alloc(count + 1, sizeof *starts, error)) ||
        (weighted && !(weights = rw_alloc(arcs, sizeof *weights, error)))) {
        rw_free(made);
        rw_free(offsets);
        rw_free(neighbors);
        rw_free(starts);
        return RIWALK_STATUS_MEMORY;
    }
    for (size_t g = 0; g < count; g++) {
        starts[g] = made->node_count;
        copy_rows(graphs[g], made->node_count, made->arc_count, offsets, neighbors, weights);
        made->node_count += graphs[g]->node_count;
        made->arc_count += graphs[g]->arc_count;
    }
    starts[count] = made->node_count;
    offsets[nodes] = arcs;
    made->directed = graphs[0]->directed;
    made->offsets = offsets;
    made->neighbors = neighbors;
    made->weights = weights;
    made->part_starts = starts;
    made->part_count = (uint32_t)count;
    *graph = made;
    return RIWALK_STATUS_OK;
}
