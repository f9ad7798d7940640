/* SPDX-License-Identifier: MIT */
/* The rows of a graph in both directions, and its skeleton. See directions.h. */
#include "graph/directions.h"

#include "base/memory.h"

/* Rows against the arcs are filled in the order of sources, so they are sorted. */
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

/* ---- The skeleton ---- */

static float weight_at(const rw_arc_rows *rows, uint64_t at)
{
    return rows->weights[at];
}

/* Merges both rows of a node; only counts where `neighbors` is NULL. Returns how many there are. */
static uint64_t merge_rows(const rw_directions *d, uint32_t node, uint32_t *neighbors,
                           float *weights)
{
    uint64_t o = d->out.offsets[node], out_end = d->out.offsets[node + UINT64_C(1)];
    uint64_t i = d->in.offsets[node], in_end = d->in.offsets[node + UINT64_C(1)];
    uint64_t count = 0;

    while (o < out_end || i < in_end) {
        bool out = i == in_end || (o < out_end && d->out.neighbors[o] <= d->in.neighbors[i]);
        bool in = o == out_end || (i < in_end && d->in.neighbors[i] <= d->out.neighbors[o]);

        if (neighbors)
            neighbors[count] = out ? d->out.neighbors[o] : d->in.neighbors[i];
        if (weights) {
            float along = out ? weight_at(&d->out, o) : 0, against = in ? weight_at(&d->in, i) : 0;

            weights[count] = along > against ? along : against;
        }
        count++;
        o += out;
        i += in;
    }
    return count;
}

static riwalk_status make_skeleton(rw_skeleton *s, const riwalk_graph *graph, riwalk_error *error)
{
    riwalk_status status = rw_directions_init(&s->arcs, graph, error);
    uint32_t nodes = graph->node_count, *neighbors;
    uint64_t *offsets;
    float *weights = NULL;

    if (status)
        return status;
    s->graph = (riwalk_graph){
        .node_count = nodes, .part_starts = graph->part_starts, .part_count = graph->part_count};
    if (!(s->graph.offsets = offsets = rw_alloc(nodes + (size_t)1, sizeof *offsets, error)))
        return RIWALK_STATUS_MEMORY;
    offsets[0] = 0;
    for (uint32_t u = 0; u < nodes; u++)
        offsets[u + UINT64_C(1)] = offsets[u] + merge_rows(&s->arcs, u, NULL, NULL);
    s->graph.arc_count = offsets[nodes];
    s->graph.neighbors = neighbors = rw_alloc(s->graph.arc_count, sizeof *neighbors, error);
    if (graph->weights)
        s->graph.weights = weights = rw_alloc(s->graph.arc_count, sizeof *weights, error);
    if (!neighbors || (graph->weights && !weights))
        return RIWALK_STATUS_MEMORY;
    for (uint32_t u = 0; u < nodes; u++)
        merge_rows(&s->arcs, u, neighbors + offsets[u], weights ? weights + offsets[u] : NULL);
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
    if (!(made = rw_alloc_zeroed(1, sizeof *made, error)))
        return RIWALK_STATUS_MEMORY;
    if ((status = make_skeleton(made, graph, error))) {
        rw_skeleton_free(made);
        return status;
    }
    if (!atomic_compare_exchange_strong(kept, &known, made))
        rw_skeleton_free(made); /* another thread was faster */
    else
        known = made;
    *skeleton = known;
    return RIWALK_STATUS_OK;
}

void rw_skeleton_free(rw_skeleton *skeleton)
{
    if (!skeleton)
        return;
    rw_directions_free(&skeleton->arcs);
    rw_free((void *)(uintptr_t)skeleton->graph.offsets);
    rw_free((void *)(uintptr_t)skeleton->graph.neighbors);
    rw_free((void *)(uintptr_t)skeleton->graph.weights);
    rw_free(skeleton);
}

uint64_t rw_skeleton_bytes(const riwalk_graph *graph)
{
    uint64_t arc = sizeof *graph->neighbors + (graph->weights ? sizeof *graph->weights : 0);

    return 2 * (graph->node_count + UINT64_C(1)) * sizeof *graph->offsets +
           3 * graph->arc_count * arc;
}
