/* SPDX-License-Identifier: MIT */
/* Copies to a device what requests need: rows, classes, sums of weights, planes of hubs. */
#include "engine/cuda/cuda.h"

#include "base/error.h"
#include "base/memory.h"
#include "engine/cpu/adjacency.h"

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

/* Labels nodes for planes by their ranks, and computes the length of planes. */
static riwalk_status put_labels(rw_cuda *c, const riwalk_graph *graph, rw_device_graph *there,
                                uint32_t *labels, uint32_t *nodes, riwalk_error *error)
{
    uint32_t count;

    RW_MUST(rw_rank_nodes(graph, labels, nodes, &count, error));
    for (uint32_t rank = count; rank < there->nodes; rank++)
        labels[nodes[rank]] = RW_NO_LABEL;
    there->words = (count / 32 + 4) / 4 * 4;
    return put(c, labels, there->nodes, sizeof *labels, &there->labels, error);
}

/* The sums are on the host only meanwhile. */
static riwalk_status put_weights(rw_cuda *c, rw_step_weights *weights, const riwalk_graph *graph,
                                 rw_device_graph *there, riwalk_error *error)
{
    RW_MUST(rw_step_weights_init(weights, graph, error));
    RW_MUST(put(c, graph->weights, graph->arc_count, sizeof(double), &there->weights, error));
    RW_MUST(put(c, weights->largest, graph->node_count, sizeof(double), &there->largest, error));
    RW_MUST(put(c, weights->sums, graph->arc_count, sizeof(double), &there->sums, error));
    rw_step_weights_free(weights);
    return RIWALK_STATUS_OK;
}

/* ---- Hubs ---- */

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

/* Copies the list of hubs, which have the first ranks, and allocates their planes. */
static riwalk_status put_hubs(rw_cuda *c, const riwalk_graph *graph, rw_device_graph *there,
                              const uint32_t *nodes, riwalk_error *error)
{
    rw_device_hubs *hubs = &there->hubs;
    uint32_t row = there->words / WORDS_PER_ROW;
    uint64_t plane = there->words * sizeof *hubs->near;

    hubs->degree = hub_degree(c, graph, there->words);
    hubs->near_degree = 2 * hubs->degree > row ? 2 * hubs->degree : row;
    hubs->count = count_from(graph, hubs->degree);
    hubs->near_count = count_from(graph, hubs->near_degree);
    RW_MUST(put(c, nodes, hubs->count, sizeof *nodes, &hubs->nodes, error));
    RW_MUST(put(c, NULL, hubs->near_count, plane, &hubs->near, error));
    return put(c, NULL, hubs->count, plane, &hubs->far, error);
}

/* ---- Graph and setups ---- */

/* What some setup needs. */
typedef struct needs {
    bool weighs;
    bool deep;                     /* balls in which planes of hubs may pay */
    const rw_walk_setup *counting; /* counts arcs on both sides; NULL: none does */
} needs;

static needs needs_of(const rw_engine *engine)
{
    needs n = {0};

    for (uint32_t s = 0; s < engine->setup_count; s++) {
        const rw_walk_setup *setup = engine->setups[s];

        n.weighs |= setup->weighs;
        n.deep |= setup->radius >= 3;
        if (setup->directed && setup->layers)
            n.counting = setup;
    }
    return n;
}

/* Copies the graph. Setups share what is the same for all; setup 0 gets it first. `labels`, like
 * `ranked`: scratch for each node. */
static riwalk_status put_graph(rw_cuda *c, const rw_engine *engine, bool hubs, uint32_t *labels,
                               uint32_t *ranked, riwalk_error *error)
{
    const riwalk_graph *graph = engine->setups[0]->graph;
    rw_device_setup *there = &c->setups[0];
    needs n = needs_of(engine);
    rw_device_graph *g = &there->graph;

    g->nodes = graph->node_count;
    g->largest_degree = engine->setups[0]->largest_degree;
    g->wide_room = count_from(graph, c->kind->long_row + 1);
    RW_MUST(put_labels(c, graph, g, labels, ranked, error));
    RW_MUST(put_rows(c, g->nodes, graph->offsets, graph->neighbors, &g->rows, error));
    if (n.weighs)
        RW_MUST(put_weights(c, &engine->adjacency->weights, graph, g, error));
    for (unsigned s = 0; s < RW_MOST_SIDES && n.counting; s++)
        RW_MUST(put_rows(c, g->nodes, n.counting->arcs[s].offsets, n.counting->arcs[s].neighbors,
                         &there->arcs[s], error));
    if (hubs && n.deep && rw_has_hubs(graph))
        RW_MUST(put_hubs(c, graph, g, ranked, error));
    return g->hubs.count ? c->kind->fill_hubs(c->device, g, error) : RIWALK_STATUS_OK;
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

/* Copies what a setup has alone; it shares the graph of setup 0. */
static riwalk_status put_setup(rw_cuda *c, const rw_walk_setup *setup, rw_device_setup *there,
                               riwalk_error *error)
{
    *there = (rw_device_setup){
        .graph = c->setups[0].graph,
        .arcs = {c->setups[0].arcs[0], c->setups[0].arcs[1]},
        .seed = setup->seed,
        .walks = setup->walks,
        .length = setup->walk_length,
        .radius = setup->radius,
        .sides = setup->sides,
        .layers = setup->layers,
        .directed = setup->directed,
        .weighs = setup->weighs,
        .bits = setup->bits,
    };
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
    needs n = needs_of(engine);
    uint64_t bytes = n.counting ? 3 * rows : rows;

    if (n.weighs)
        bytes += graph->arc_count * (2 * sizeof(double));
    return bytes + engine->setup_count * graph->node_count * 3 * sizeof(uint32_t);
}

riwalk_status rw_cuda_upload(rw_cuda *c, const rw_engine *engine, bool hubs, riwalk_error *error)
{
    uint64_t need = graph_bytes(engine), left = c->kind->free_bytes(c->device);
    uint32_t nodes = engine->setups[0]->graph->node_count, *scratch;
    riwalk_status status;

    if (nodes > MOST_NODES)
        return rw_fail(error, RIWALK_STATUS_LIMIT,
                       "device cuda takes graphs of up to %u nodes, not %u", MOST_NODES, nodes);
    if (need > left)
        return rw_fail(
            error, RIWALK_STATUS_MEMORY,
            "the graph needs %.1f GB on the graphics card, where %.1f GB are free: use device cpu",
            (double)need / 1e9, (double)left / 1e9);
    RW_HAVE(scratch = rw_alloc(nodes, 2 * sizeof *scratch, error));
    status = put_graph(c, engine, hubs, scratch, scratch + nodes, error);
    rw_free(scratch);
    for (uint32_t s = 0; s < engine->setup_count && !status; s++)
        status = put_setup(c, engine->setups[s], &c->setups[s], error);
    return status;
}
