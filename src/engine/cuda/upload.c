/* SPDX-License-Identifier: MIT */
/* Copies to a device what requests need: rows, classes, sums of weights, planes of hubs. */
#include "engine/cuda/cuda.h"

#include "base/error.h"
#include "base/memory.h"
#include "engine/cpu/step_weights.h"

/* Most bytes for planes of hubs, and most hubs. */
#define HUB_BYTES (UINT64_C(1) << 32)
#define MOST_HUBS 16384

/* Planes pay for hubs whose degree is at least the words of a plane divided by this. */
#define WORDS_PER_DEGREE 256

/* A step by a hub's plane takes as long as by a row of its words divided by this. */
#define WORDS_PER_ROW 8

/* Nodes share 32 bits with a layer, and with lanes. */
#define MOST_NODES ((UINT32_C(1) << 28) - 1)

/* ---- Copies ---- */

static riwalk_status put(rw_cuda *c, const void *from, uint64_t count, size_t size, void *there,
                         riwalk_error *error)
{
    return c->kind->copy(c->device, from, count * size, there, error);
}

static riwalk_status put_rows(rw_cuda *c, uint32_t nodes, const uint64_t *offsets,
                              const uint32_t *neighbors, rw_device_rows *rows, riwalk_error *error)
{
    uint64_t arcs = offsets[nodes];
    void *labels;

    RW_MUST(put(c, offsets, nodes + UINT64_C(1), sizeof *offsets, &rows->offsets, error));
    RW_MUST(put(c, neighbors, arcs, sizeof *neighbors, &rows->neighbors, error));
    RW_MUST(put(c, NULL, arcs, sizeof *neighbors, &labels, error));
    rows->labels = labels;
    return c->kind->label(c->device, c->setups[0].graph.labels, rows->neighbors, arcs, labels,
                          error);
}

/* Labels nodes for planes, and computes the length of planes. */
static riwalk_status put_labels(rw_cuda *c, const riwalk_graph *graph, rw_device_graph *there,
                                uint32_t *labels, riwalk_error *error)
{
    uint32_t count = 0, *next;

    RW_HAVE(next = rw_alloc_zeroed(there->largest_degree + (size_t)1, sizeof *next, error));
    for (uint32_t u = 0; u < there->nodes; u++)
        next[rw_degree(graph, u)]++;
    for (uint32_t d = there->largest_degree; d > 1; d--) {
        count += next[d];
        next[d] = count - next[d];
    }
    for (uint32_t u = 0; u < there->nodes; u++)
        labels[u] = rw_degree(graph, u) > 1 ? next[rw_degree(graph, u)]++ : RW_NO_LABEL;
    there->words = (count / 32 + 4) / 4 * 4;
    rw_free(next);
    return put(c, labels, there->nodes, sizeof *labels, &there->labels, error);
}

static riwalk_status put_weights(rw_cuda *c, const riwalk_graph *graph, rw_device_graph *there,
                                 riwalk_error *error)
{
    rw_step_weights weights = {0};
    riwalk_status status;

    RW_MUST(rw_step_weights_init(&weights, graph, error));
    if (!(status =
              put(c, graph->weights, graph->arc_count, sizeof(double), &there->weights, error)) &&
        !(status =
              put(c, weights.largest, graph->node_count, sizeof(double), &there->largest, error)))
        status = put(c, weights.sums, graph->arc_count, sizeof(double), &there->sums, error);
    rw_step_weights_free(&weights);
    return status;
}

/* ---- Hubs ---- */

static uint32_t largest_node(const riwalk_graph *graph)
{
    uint32_t largest = 0;

    for (uint32_t u = 1; u < graph->node_count; u++)
        if (rw_degree(graph, u) > rw_degree(graph, largest))
            largest = u;
    return largest;
}

/* Whether two steps from the largest hub follow half as many arcs as there are nodes. */
static bool has_hubs(const riwalk_graph *graph)
{
    uint32_t hub = largest_node(graph);
    uint64_t arcs = 0;

    for (uint64_t a = graph->offsets[hub]; a < graph->offsets[hub + 1]; a++)
        arcs += rw_degree(graph, graph->neighbors[a]);
    return arcs >= graph->node_count / 2;
}

static uint32_t count_from(const riwalk_graph *graph, uint32_t degree)
{
    uint32_t count = 0;

    for (uint32_t u = 0; u < graph->node_count; u++)
        count += rw_degree(graph, u) >= degree;
    return count;
}

/* The least degree of a hub for which there are not too many hubs. */
static uint32_t hub_degree(const rw_cuda *c, const riwalk_graph *graph, uint32_t words)
{
    uint64_t left = c->kind->free_bytes(c->device) / 8;
    uint64_t most = (left < HUB_BYTES ? left : HUB_BYTES) / (2 * sizeof(uint32_t) * words);
    uint32_t degree = words / WORDS_PER_DEGREE;

    most = most > MOST_HUBS ? MOST_HUBS : most;
    degree = degree > c->kind->least_hub ? degree : c->kind->least_hub;
    while (count_from(graph, degree) > most)
        degree += degree / 4 + 1;
    return degree;
}

/* Lists the hubs and allocates their planes. */
static riwalk_status put_hubs(rw_cuda *c, const riwalk_graph *graph, rw_device_graph *there,
                              const uint32_t *labels, riwalk_error *error)
{
    rw_device_hubs *hubs = &there->hubs;
    uint32_t *list, row = there->words / WORDS_PER_ROW;
    uint64_t plane = there->words * sizeof *hubs->near;
    riwalk_status status;

    hubs->degree = hub_degree(c, graph, there->words);
    hubs->near_degree = 2 * hubs->degree > row ? 2 * hubs->degree : row;
    hubs->count = count_from(graph, hubs->degree);
    hubs->near_count = count_from(graph, hubs->near_degree);
    RW_HAVE(list = rw_alloc(hubs->count + (size_t)1, sizeof *list, error));
    for (uint32_t u = 0; u < there->nodes; u++)
        if (labels[u] < hubs->count)
            list[labels[u]] = u;
    if (!(status = put(c, list, hubs->count, sizeof *list, &hubs->nodes, error)) &&
        !(status = put(c, NULL, hubs->near_count, plane, &hubs->near, error)))
        status = put(c, NULL, hubs->count, plane, &hubs->far, error);
    rw_free(list);
    return status;
}

/* ---- Graph and setups ---- */

/* A setup with a property; NULL: none. */
static const rw_walk_setup *any(const rw_engine *engine, bool (*is)(const rw_walk_setup *setup))
{
    for (uint32_t s = 0; s < engine->setup_count; s++)
        if (is(engine->setups[s]))
            return engine->setups[s];
    return NULL;
}

static bool weighs(const rw_walk_setup *setup)
{
    return setup->weighs;
}

static bool counts_arcs(const rw_walk_setup *setup)
{
    return setup->directed && setup->layers;
}

static bool is_deep(const rw_walk_setup *setup)
{
    return setup->radius >= 3;
}

/* Copies the graph. Setups share what is the same for all; setup 0 gets it first. */
static riwalk_status put_graph(rw_cuda *c, const rw_engine *engine, bool hubs, riwalk_error *error)
{
    const rw_walk_setup *setup = engine->setups[0], *counting = any(engine, counts_arcs);
    const riwalk_graph *graph = setup->graph;
    rw_device_setup *there = &c->setups[0];
    rw_device_graph *g = &there->graph;
    uint32_t *labels;
    riwalk_status status;

    g->nodes = graph->node_count;
    g->largest_degree = setup->largest_degree;
    RW_HAVE(labels = rw_alloc(g->nodes, sizeof *labels, error));
    if (!(status = put_labels(c, graph, g, labels, error)))
        status = put_rows(c, g->nodes, graph->offsets, graph->neighbors, &g->rows, error);
    if (!status && any(engine, weighs))
        status = put_weights(c, graph, g, error);
    for (unsigned s = 0; s < RW_MOST_SIDES && counting && !status; s++)
        status = put_rows(c, g->nodes, counting->arcs[s].offsets, counting->arcs[s].neighbors,
                          &there->arcs[s], error);
    if (!status && hubs && any(engine, is_deep) && has_hubs(graph))
        status = put_hubs(c, graph, g, labels, error);
    rw_free(labels);
    g->wide_room = count_from(graph, c->kind->long_row + 1);
    return !status && g->hubs.count ? c->kind->fill_hubs(c->device, g, error) : status;
}

/* Copies the classes of nodes: the setup's, or those of degrees. */
static riwalk_status put_own(rw_cuda *c, const rw_walk_setup *setup, rw_device_setup *there,
                             riwalk_error *error)
{
    uint32_t nodes = setup->graph->node_count, *own;
    riwalk_status status;

    if (setup->own)
        return put(c, setup->own, (uint64_t)nodes * setup->sides, sizeof *own, &there->own, error);
    RW_HAVE(own = rw_alloc(nodes, sizeof *own, error));
    for (uint32_t u = 0; u < nodes; u++)
        own[u] = rw_class_of(rw_role_classes(setup, u), rw_degree(setup->graph, u));
    status = put(c, own, nodes, sizeof *own, &there->own, error);
    rw_free(own);
    return status;
}

static riwalk_status put_classes(rw_cuda *c, const rw_walk_setup *setup, rw_device_setup *there,
                                 riwalk_error *error)
{
    const riwalk_graph *graph = setup->graph;
    rw_classes both[RW_MOST_SIDES] = {setup->classes, setup->classes};
    static const uint32_t none = 0;

    there->parts = setup->parts && graph->part_count ? graph->part_count : 1;
    RW_MUST(put(c, there->parts > 1 ? graph->part_starts : &none, there->parts, sizeof none,
                &there->part_starts, error));
    return put(c, setup->parts ? setup->parts : both, (uint64_t)there->parts * setup->sides,
               sizeof *both, &there->classes, error);
}

static riwalk_status put_setup(rw_cuda *c, const rw_walk_setup *setup, rw_device_setup *there,
                               riwalk_error *error)
{
    there->seed = setup->seed;
    there->walks = setup->walks;
    there->length = setup->walk_length;
    there->radius = setup->radius;
    there->sides = setup->sides;
    there->layers = setup->layers;
    there->directed = setup->directed;
    there->weighs = setup->weighs;
    there->bits = setup->bits;
    if (setup->types)
        RW_MUST(
            put(c, setup->types, setup->graph->node_count, sizeof(uint32_t), &there->types, error));
    RW_MUST(put_own(c, setup, there, error));
    return put_classes(c, setup, there, error);
}

/* The bytes of everything except hubs, which get the rest. */
static uint64_t graph_bytes(const rw_engine *engine)
{
    const riwalk_graph *graph = engine->setups[0]->graph;
    uint64_t rows = (graph->node_count + UINT64_C(1)) * sizeof(uint64_t) +
                    graph->arc_count * 2 * sizeof(uint32_t);
    uint64_t bytes = any(engine, counts_arcs) ? 3 * rows : rows;

    if (any(engine, weighs))
        bytes += graph->arc_count * (2 * sizeof(double));
    return bytes + engine->setup_count * graph->node_count * 3 * sizeof(uint32_t);
}

riwalk_status rw_cuda_upload(rw_cuda *c, const rw_engine *engine, bool hubs, riwalk_error *error)
{
    uint64_t need = graph_bytes(engine), left = c->kind->free_bytes(c->device);
    riwalk_status status = RIWALK_STATUS_OK;

    if (engine->setups[0]->graph->node_count > MOST_NODES)
        return rw_fail(error, RIWALK_STATUS_LIMIT,
                       "device cuda takes graphs of up to %u nodes, not %u", MOST_NODES,
                       engine->setups[0]->graph->node_count);
    if (need > left)
        return rw_fail(
            error, RIWALK_STATUS_MEMORY,
            "the graph needs %.1f GB on the graphics card, where %.1f GB are free: use device cpu",
            (double)need / 1e9, (double)left / 1e9);
    RW_MUST(put_graph(c, engine, hubs, error));
    for (uint32_t s = 0; s < engine->setup_count && !status; s++) {
        rw_device_setup *there = &c->setups[s];

        there->graph = c->setups[0].graph;
        for (unsigned side = 0; side < RW_MOST_SIDES; side++)
            there->arcs[side] = c->setups[0].arcs[side];
        status = put_setup(c, engine->setups[s], there, error);
    }
    return status;
}
