/* SPDX-License-Identifier: MIT */
/* Joins graphs into one without edges between them. */
#include "base/error.h"
#include "base/memory.h"
#include "graph/types.h"

#include <stdio.h>
#include <string.h>

riwalk_status rw_graph_join(const riwalk_graph *const *graphs, size_t count, riwalk_graph **graph,
                            riwalk_error *error)
{
    riwalk_graph *made;
    uint64_t nodes = 0, arcs = 0, *offsets;
    bool weighted = false;
    uint32_t *neighbors;
    double *weights = NULL;

    for (size_t g = 0; g < count; g++) {
        if (graphs[g]->directed != graphs[0]->directed)
            return rw_refuse(error, "directed and undirected graphs cannot be embedded together");
        weighted |= graphs[g]->weights != NULL;
        nodes += graphs[g]->node_count;
        arcs += graphs[g]->arc_count;
    }
    if (nodes > RIWALK_MAX_NODES)
        return rw_fail(error, RIWALK_STATUS_LIMIT,
                       "the graphs have %llu nodes together: at most %u are supported",
                       (unsigned long long)nodes, RIWALK_MAX_NODES);
    RW_HAVE(made = rw_alloc_zeroed(1, sizeof *made, error));
    made->part_starts = rw_alloc(count + 1, sizeof *made->part_starts, error);
    made->offsets = offsets = rw_alloc((size_t)nodes + 1, sizeof *offsets, error);
    made->neighbors = neighbors = rw_alloc(arcs, sizeof *neighbors, error);
    if (weighted)
        made->weights = weights = rw_alloc(arcs, sizeof *weights, error);
    if (!made->part_starts || !offsets || !neighbors || (weighted && !weights))
        return rw_graph_end(made, RIWALK_STATUS_MEMORY, graph);
    nodes = arcs = 0;
    for (size_t g = 0; g < count; g++) {
        const riwalk_graph *from = graphs[g];

        made->part_starts[g] = (uint32_t)nodes;
        for (uint32_t u = 0; u <= from->node_count; u++)
            offsets[nodes + u] = arcs + from->offsets[u];
        for (uint64_t a = 0; a < from->arc_count; a++)
            neighbors[arcs + a] = (uint32_t)nodes + from->neighbors[a];
        for (uint64_t a = 0; weights && a < from->arc_count; a++)
            weights[arcs + a] = rw_arc_weight(from, a);
        nodes += from->node_count;
        arcs += from->arc_count;
    }
    made->part_starts[count] = made->node_count = (uint32_t)nodes;
    made->part_count = (uint32_t)count;
    made->arc_count = arcs;
    made->directed = graphs[0]->directed;
    return rw_graph_end(made, rw_graph_join_types(graphs, count, made, error), graph);
}

/* Makes the names "name:id" of all nodes. */
static riwalk_status name_nodes(const riwalk_graph *const *graphs, size_t count,
                                const char *const *names, rw_pool *pool, const char **made,
                                riwalk_error *error)
{
    for (size_t g = 0, node = 0; g < count; g++)
        for (uint32_t u = 0; u < graphs[g]->node_count; u++) {
            char digits[RW_INTEGER_CHARS], *text;
            rw_span id = rw_graph_name(graphs[g], u, digits);
            size_t room = strlen(names[g]) + id.length + 2;

            RW_HAVE(made[node++] = text = rw_take(pool, room, 1, error));
            snprintf(text, room, "%s:%.*s", names[g], (int)id.length, id.text);
        }
    return RIWALK_STATUS_OK;
}

/* Copies the types to the nodes' new numbers. */
static riwalk_status carry_types(const riwalk_graph *joint, const uint32_t *places, rw_pool *pool,
                                 riwalk_graph *graph, riwalk_error *error)
{
    const char **types;

    RW_HAVE(types = rw_take(pool, joint->node_count, sizeof *types, error));
    for (uint32_t u = 0; u < joint->node_count; u++)
        types[places[u]] = riwalk_graph_type_name(joint, riwalk_graph_types(joint)[u]);
    return riwalk_graph_set_types(graph, types, error);
}

riwalk_status riwalk_graph_union(const riwalk_graph *const *graphs, size_t count,
                                 const char *const *names, const riwalk_run *run, uint32_t *places,
                                 riwalk_graph **graph, riwalk_error *error)
{
    riwalk_build_options options;
    riwalk_graph *joint = NULL, *made = NULL;
    rw_pool pool = {0};
    const char **named;
    riwalk_status status;

    if (!graphs || !count || !names || !graph)
        return rw_refuse(error, "the graphs, their names and the result must not be NULL");
    RW_MUST(rw_graph_join(graphs, count, &joint, error));
    riwalk_build_options_init(&options);
    if (run)
        options.run = *run;
    options.directed = joint->directed;
    if (!places)
        places = rw_take(&pool, joint->node_count, sizeof *places, error);
    options.places = places;
    options.names = named = rw_take(&pool, joint->node_count, sizeof *named, error);
    if (!(status = rw_pool_status(&pool)) &&
        !(status = name_nodes(graphs, count, names, &pool, named, error))) {
        riwalk_row_arrays rows = {joint->offsets, 64, joint->neighbors, 32, joint->weights, 64};

        if (!(status = riwalk_graph_from_rows(joint->node_count, &rows, &options, &made, error)) &&
            riwalk_graph_type_count(joint))
            status = carry_types(joint, places, &pool, made, error);
    }
    rw_pool_free(&pool);
    riwalk_graph_free(joint);
    return rw_graph_end(made, status, graph);
}
