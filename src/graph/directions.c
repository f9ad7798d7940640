/* SPDX-License-Identifier: MIT */
/* Rows of a graph in both directions, its skeleton, and directed graphs made undirected: see
 * directions.h. */
#include "graph/directions.h"

#include <string.h>

/* Fills the rows of arcs in. Sources come in order, so these rows are sorted. */
static void fill_rows(const riwalk_graph *graph, uint64_t *offsets, uint32_t *neighbors,
                      double *weights)
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
    double *weights = NULL;

    *d = (rw_directions){.out = {graph->offsets, graph->neighbors, graph->weights},
                         .directed = graph->directed};
    if (!graph->directed)
        return RIWALK_STATUS_OK;
    offsets = rw_take_zeroed(&d->pool, graph->node_count + (size_t)1, sizeof *offsets, error);
    neighbors = rw_take(&d->pool, graph->arc_count, sizeof *neighbors, error);
    if (graph->weights)
        weights = rw_take(&d->pool, graph->arc_count, sizeof *weights, error);
    if (d->pool.failed)
        return RIWALK_STATUS_MEMORY;
    fill_rows(graph, offsets, neighbors, weights);
    d->in = (rw_arc_rows){offsets, neighbors, weights};
    return RIWALK_STATUS_OK;
}

/* ---- The skeleton ---- */

uint64_t rw_merge_rows(const rw_directions *d, uint32_t node, bool add, rw_merged to)
{
    uint64_t o = d->out.offsets[node], out_end = d->out.offsets[node + UINT64_C(1)];
    uint64_t i = d->in.offsets[node], in_end = d->in.offsets[node + UINT64_C(1)];
    uint64_t count = 0;

    for (; o < out_end || i < in_end; count++) {
        bool out = i == in_end || (o < out_end && d->out.neighbors[o] <= d->in.neighbors[i]);
        bool in = o == out_end || (i < in_end && d->in.neighbors[i] <= d->out.neighbors[o]);

        if (to.neighbors)
            to.neighbors[count] = out ? d->out.neighbors[o] : d->in.neighbors[i];
        if (to.weights) {
            double along = out ? rw_arc_weight_at(&d->out, o) : 0,
                   against = in ? rw_arc_weight_at(&d->in, i) : 0;

            to.weights[count] = add ? along + against : along > against ? along : against;
        }
        if (to.arcs)
            to.arcs[count] = (uint8_t)(out + in);
        o += out;
        i += in;
    }
    return count;
}

static riwalk_status make_skeleton(rw_skeleton *s, const riwalk_graph *graph, riwalk_error *error)
{
    riwalk_status status = rw_directions_init(&s->arcs, graph, error);
    uint32_t nodes = graph->node_count, *neighbors;
    rw_pool *pool = &s->arcs.pool;
    uint64_t *offsets;
    double *weights = NULL;

    if (status || !(offsets = rw_take(pool, nodes + (size_t)1, sizeof *offsets, error)))
        return RIWALK_STATUS_MEMORY;
    offsets[0] = 0;
    for (uint32_t u = 0; u < nodes; u++)
        offsets[u + UINT64_C(1)] = offsets[u] + rw_merge_rows(&s->arcs, u, false, (rw_merged){0});
    neighbors = rw_take(pool, offsets[nodes], sizeof *neighbors, error);
    if (graph->weights)
        weights = rw_take(pool, offsets[nodes], sizeof *weights, error);
    if (pool->failed)
        return RIWALK_STATUS_MEMORY;
    for (uint32_t u = 0; u < nodes; u++)
        rw_merge_rows(&s->arcs, u, false,
                      (rw_merged){neighbors + offsets[u], weights ? weights + offsets[u] : NULL});
    s->graph = (riwalk_graph){.node_count = nodes,
                              .arc_count = offsets[nodes],
                              .offsets = offsets,
                              .neighbors = neighbors,
                              .weights = weights,
                              .part_starts = graph->part_starts,
                              .part_count = graph->part_count};
    return RIWALK_STATUS_OK;
}

riwalk_status rw_graph_skeleton(const riwalk_graph *graph, const rw_skeleton **skeleton,
                                riwalk_error *error)
{
    _Atomic(rw_skeleton *) *kept = (_Atomic(rw_skeleton *) *)(uintptr_t)&graph->skeleton;
    rw_skeleton *known = atomic_load(kept), *made;
    riwalk_status status;

    if ((*skeleton = known))
        return RIWALK_STATUS_OK;
    RW_HAVE(made = rw_alloc_zeroed(1, sizeof *made, error));
    if ((status = make_skeleton(made, graph, error))) {
        rw_skeleton_free(made);
        return status;
    }
    if (!atomic_compare_exchange_strong(kept, &known, made))
        rw_skeleton_free(made); /* another thread was first */
    else
        known = made;
    *skeleton = known;
    return RIWALK_STATUS_OK;
}

void rw_skeleton_free(rw_skeleton *skeleton)
{
    if (skeleton)
        rw_pool_free(&skeleton->arcs.pool);
    rw_free(skeleton);
}

uint64_t rw_skeleton_bytes(const riwalk_graph *graph)
{
    uint64_t arc = sizeof *graph->neighbors + (graph->weights ? sizeof *graph->weights : 0);

    return 2 * (graph->node_count + UINT64_C(1)) * sizeof *graph->offsets +
           3 * graph->arc_count * arc;
}

/* ---- Directed to undirected ---- */

/* How many arcs ahead memory is prefetched. */
#define AHEAD 32

riwalk_status rw_graph_drop_directions(riwalk_graph **graph, void *spare, bool add,
                                       const riwalk_run *run, riwalk_error *error)
{
    riwalk_graph *arcs = *graph, *made = NULL;
    rw_edges edges = {.count = arcs->arc_count, /* only read */
                      .rows = arcs->offsets,
                      .ends = (uint32_t *)(uintptr_t)arcs->neighbors,
                      .weights = (double *)(uintptr_t)arcs->weights,
                      .spare = spare,
                      .add = add};
    rw_names copy = {0},
             *names = arcs->backing.data ? &copy : &arcs->names; /* the file is closed below */
    riwalk_status status = RIWALK_STATUS_OK;

    if (names == &copy)
        status = rw_names_copy(&arcs->names, arcs->node_count, &copy, error);
    if (!status &&
        !(status = rw_graph_build(arcs->node_count, &edges, false, run, names, &made, error))) {
        made->duplicates_dropped = 0; /* two opposite arcs are one edge */
        made->directions_dropped = true;
        made->types = arcs->types;
        made->type_names = arcs->type_names;
        arcs->types = NULL;
        arcs->type_names = (rw_type_names){0};
    }
    riwalk_graph_free(arcs);
    *graph = made;
    return status;
}

/* Rows are sorted and visited in order, so the nodes that list v come in the order of v's own row.
 * So one step along row v per arc into v suffices. next[v] is the position in it. If no step leaves
 * a row, there are as many steps as arcs, and all rows come to their ends. */
riwalk_status rw_find_one_sided(const riwalk_graph *g, bool *symmetric, uint32_t *node,
                                uint64_t *arc, riwalk_error *error)
{
    uint64_t *next;
    RW_POOL(pool);

    RW_HAVE(next = rw_take(&pool, g->node_count, sizeof *next, error));
    *symmetric = true;
    memcpy(next, g->offsets, g->node_count * sizeof *next);
    for (uint32_t u = 0; u < g->node_count && *symmetric; u++)
        for (uint64_t a = g->offsets[u]; a < g->offsets[u + 1] && *symmetric; a++) {
            uint32_t v = g->neighbors[a];
            uint64_t back = next[v]++;
            uint64_t soon = a + AHEAD < g->arc_count ? a + AHEAD : a;
            bool there = back < g->offsets[v + 1];

            __builtin_prefetch(&next[g->neighbors[soon]], 1);
            __builtin_prefetch(&g->neighbors[next[g->neighbors[(a + soon) / 2]]]);
            if (there && g->neighbors[back] == u &&
                (!g->weights || g->weights[a] == g->weights[back]))
                continue;
            *symmetric = false;
            *node = there && g->neighbors[back] < u ? v : u;
            *arc = there && g->neighbors[back] < u ? back : a;
        }
    return RIWALK_STATUS_OK;
}
