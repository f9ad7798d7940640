/* SPDX-License-Identifier: MIT */
/* Connected components among the neighbours of a node. */
#include "describe/groups.h"

#include "base/memory.h"

riwalk_status rw_groups_init(rw_groups *g, const riwalk_graph *graph, uint32_t largest_degree,
                             riwalk_error *error)
{
    *g = (rw_groups){.graph = graph};
    if (!(g->places = rw_alloc_zeroed(graph->node_count, sizeof *g->places, error)) ||
        !(g->parents = rw_alloc(largest_degree, sizeof *g->parents, error)) ||
        !(g->sizes = rw_alloc(largest_degree, sizeof *g->sizes, error))) {
        rw_groups_free(g);
        return RIWALK_STATUS_MEMORY;
    }
    return RIWALK_STATUS_OK;
}

void rw_groups_free(rw_groups *g)
{
    rw_free(g->places);
    rw_free(g->parents);
    rw_free(g->sizes);
    *g = (rw_groups){0};
}

uint32_t rw_groups_of(rw_groups *g, uint32_t place)
{
    while (g->parents[place] != place) {
        g->parents[place] = g->parents[g->parents[place]];
        place = g->parents[place];
    }
    return place;
}

static void join(rw_groups *g, uint32_t a, uint32_t b)
{
    uint32_t x = rw_groups_of(g, a), y = rw_groups_of(g, b);

    /* The earlier place stands for the group. */
    if (x < y)
        g->parents[y] = x;
    else
        g->parents[x] = y;
}

/* Joins a neighbour with those that it is joined to, going through the shorter list. */
static void join_neighbor(rw_groups *g, uint32_t node, uint32_t place)
{
    const riwalk_graph *graph = g->graph;
    const uint32_t *row = graph->neighbors + graph->offsets[node];
    uint32_t neighbor = row[place], degree = rw_degree(graph, node);
    uint64_t arc;

    if (rw_degree(graph, neighbor) <= degree) {
        for (uint64_t a = graph->offsets[neighbor]; a < graph->offsets[neighbor + 1]; a++)
            if (g->places[graph->neighbors[a]])
                join(g, place, g->places[graph->neighbors[a]] - 1);
        return;
    }
    for (uint32_t other = 0; other < degree; other++)
        if (other != place && rw_find_arc(graph, neighbor, row[other], &arc))
            join(g, place, other);
}

void rw_groups_find(rw_groups *g, uint32_t node)
{
    const uint32_t *row = g->graph->neighbors + g->graph->offsets[node];
    uint32_t degree = rw_degree(g->graph, node);

    for (uint32_t place = 0; place < degree; place++) {
        g->parents[place] = place;
        g->places[row[place]] = place + 1;
    }
    for (uint32_t place = 0; place < degree; place++)
        join_neighbor(g, node, place);
    for (uint32_t place = 0; place < degree; place++)
        g->places[row[place]] = 0;
}
