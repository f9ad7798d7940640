/* SPDX-License-Identifier: MIT */
/* Accessors of a graph, and freeing it. */
#include "graph/directions.h"
#include "graph/types.h"

#include "base/memory.h"

uint32_t riwalk_graph_node_count(const riwalk_graph *graph)
{
    return graph->node_count;
}

uint64_t riwalk_graph_edge_count(const riwalk_graph *graph)
{
    return graph->directed ? graph->arc_count : graph->arc_count / 2;
}

bool riwalk_graph_is_directed(const riwalk_graph *graph)
{
    return graph->directed;
}

bool riwalk_graph_is_weighted(const riwalk_graph *graph)
{
    return graph->weights;
}

uint32_t riwalk_graph_degree(const riwalk_graph *graph, uint32_t node)
{
    return rw_degree(graph, node);
}

const uint32_t *riwalk_graph_neighbors(const riwalk_graph *graph, uint32_t node)
{
    return graph->neighbors + graph->offsets[node];
}

const double *riwalk_graph_weights(const riwalk_graph *graph, uint32_t node)
{
    return graph->weights ? graph->weights + graph->offsets[node] : NULL;
}

riwalk_status rw_graph_end(riwalk_graph *made, riwalk_status status, riwalk_graph **graph)
{
    if (status)
        riwalk_graph_free(made);
    else
        *graph = made;
    return status;
}

void riwalk_graph_free(riwalk_graph *graph)
{
    if (!graph)
        return;
    rw_free(graph->types);
    rw_type_names_free(&graph->type_names);
    if (graph->borrowed) {
        rw_free(graph);
        return;
    }
    if (graph->backing.data) {
        rw_input_close(&graph->backing);
    } else {
        rw_free(graph->offsets);
        rw_free(graph->neighbors);
        rw_free(graph->weights);
        rw_names_free(&graph->names);
    }
    rw_free(graph->widened);
    rw_free(graph->path);
    rw_skeleton_free(atomic_load(&graph->skeleton));
    rw_free(graph->part_starts);
    rw_free(graph);
}
