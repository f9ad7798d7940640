/* SPDX-License-Identifier: MIT */
/* The engine on threads of this machine: each worker has a walker per setup. */
#include "base/error.h"
#include "base/memory.h"
#include "engine/cpu/adjacency.h"
#include "engine/cpu/walker.h"
#include "engine/kind.h"

/* Anchors asked for at a time: enough that sorting their roles is cheap beside walking, few enough
 * that threads end together. */
#define BATCH 32

/* Nodes and arcs that can be laid out in cells, or prepared for hubs, in the time that this saves
 * per anchor. If neighbours are counted by layer, hubs save about ten times as much. */
#define CELLS_PER_ANCHOR 1000
#define HUBS_PER_ANCHOR 10000
#define HUBS_PER_COUNTED_ANCHOR 100000

/* The same in large graphs, where an anchor takes tens of milliseconds without hubs. */
#define HUBS_PER_LARGE_ANCHOR 500000

typedef struct cpu {
    rw_adjacency adjacency;
    rw_walker **walkers; /* [workers * setup_count] */
} cpu;

static rw_walker **walker_of(const rw_engine *engine, uint32_t setup, int worker)
{
    const cpu *c = engine->own;

    return &c->walkers[(size_t)worker * engine->setup_count + setup];
}

/* ---- Preparing ---- */

/* What walks by some setups of one graph need. */
typedef struct needs {
    const riwalk_graph *graph;
    bool weighs; /* steps are by weight */
    bool counts; /* neighbours are counted by layer */
    bool large;
    const rw_arc_rows *arcs; /* [RW_MOST_SIDES]: counted by layer in balls with hubs; NULL: none */
    uint64_t cells;          /* bytes of cells; 0: none */
    uint64_t room;           /* for hubs and the balls of workers; 0: nobody needs hubs */
    uint64_t balls;          /* bytes that balls with hubs add to a worker */
    uint32_t workers;
} needs;

static needs needs_of(const rw_walk_setup *const *setups, uint32_t count)
{
    const rw_walk_setup *first = setups[0];
    needs n = {.graph = first->graph,
               .large = rw_walk_setup_is_large(first),
               .cells = first->lean ? 0 : rw_adjacency_bytes(first->graph),
               .workers = first->workers};

    for (uint32_t s = 0; s < count; s++) {
        const rw_walk_setup *setup = setups[s];

        n.weighs |= setup->weighs;
        n.counts |= setup->layers;
        if (setup->identifier->walked || !rw_hub_ball_fits(setup->radius))
            continue;
        if (setup->directed && setup->layers)
            n.arcs = setup->arcs;
        n.room = n.room ? n.room : setup->room;
        if (rw_walk_setup_is_large(setup))
            n.balls += rw_hub_ball_bytes(n.graph->node_count, setup->radius);
    }
    return n;
}

/* The bytes for hubs, after the balls of workers. */
static uint64_t hub_room(const needs *n)
{
    uint64_t balls = n->workers * n->balls;

    return n->room > balls ? n->room - balls : 0;
}

/* Lowers the number of workers if their balls leave no room for the rows of hubs, without which an
 * anchor takes hundreds of times as long. Returns the bytes of hubs. */
static uint64_t fit_workers(needs *n)
{
    uint32_t all = n->workers;
    uint64_t bytes = rw_hubs_bytes(n->graph, n->arcs, hub_room(n));

    while (n->balls && !bytes && (n->workers /= 2))
        bytes = rw_hubs_bytes(n->graph, n->arcs, hub_room(n));
    if (!bytes)
        n->workers = all;
    return bytes;
}

/* The number of anchors from which on hubs pay. */
static uint64_t least_anchors(const needs *n)
{
    uint64_t size = n->graph->node_count + n->graph->arc_count;

    return size / (n->large    ? HUBS_PER_LARGE_ANCHOR
                   : n->counts ? HUBS_PER_COUNTED_ANCHOR
                               : HUBS_PER_ANCHOR);
}

uint64_t rw_engine_prepared_bytes(const rw_walk_setup *const *setups, uint32_t setup_count)
{
    needs n = needs_of(setups, setup_count);
    uint64_t hubs = fit_workers(&n), bytes = n.cells + hubs;

    if (n.weighs)
        bytes += rw_step_weights_bytes(n.graph);
    if (hubs)
        bytes += n.workers * n.balls;
    return setups[0]->source->directed ? bytes + rw_skeleton_bytes(setups[0]->source) : bytes;
}

static riwalk_status prepare(rw_engine *engine, rw_adjacency *rows, const riwalk_run *run,
                             uint64_t anchors, riwalk_error *error)
{
    needs n = needs_of(engine->setups, engine->setup_count);
    uint64_t bytes;

    if (n.weighs)
        RW_MUST(rw_step_weights_init(&rows->weights, n.graph, error));
    if (n.cells && anchors >= (n.graph->node_count + n.graph->arc_count) / CELLS_PER_ANCHOR)
        RW_MUST(rw_adjacency_lay_out(rows, run->threads, error));
    if (anchors < least_anchors(&n))
        return RIWALK_STATUS_OK;
    if (!(bytes = fit_workers(&n)))
        return RIWALK_STATUS_OK;
    if ((int)n.workers < engine->workers)
        engine->workers = (int)n.workers;
    return rw_hubs_create(n.graph, n.arcs, bytes, run, &rows->hubs, error);
}

static riwalk_status open(rw_engine *engine, const riwalk_run *run, uint64_t anchors,
                          riwalk_error *error)
{
    cpu *c;

    RW_HAVE(c = engine->own = rw_alloc_zeroed(1, sizeof *c, error));
    c->adjacency.graph = engine->setups[0]->graph;
    engine->adjacency = &c->adjacency;
    engine->batch = BATCH;
    engine->together = 1;
    RW_HAVE(c->walkers = rw_alloc_zeroed((size_t)run->threads * engine->setup_count,
                                         sizeof *c->walkers, error));
    RW_MUST(prepare(engine, &c->adjacency, run, anchors, error));
    engine->hubs = c->adjacency.hubs;
    return RIWALK_STATUS_OK;
}

static void rest(rw_engine *engine, uint32_t setup)
{
    for (int w = 0; w < engine->workers; w++) {
        rw_walker **walker = walker_of(engine, setup, w);

        rw_walker_free(*walker);
        *walker = NULL;
    }
}

static void close(rw_engine *engine)
{
    cpu *c = engine->own;

    if (!c)
        return;
    for (uint32_t s = 0; c->walkers && s < engine->setup_count; s++)
        rest(engine, s);
    rw_free(c->walkers);
    rw_adjacency_free(&c->adjacency);
    rw_free(c);
}

/* ---- Walks ---- */

static riwalk_status walks(rw_engine *engine, uint32_t setup, int worker, const uint32_t *anchors,
                           uint32_t count, uint32_t first, uint32_t walk_count, bool merged,
                           rw_walks_use *use, void *context, riwalk_error *error)
{
    rw_walker **walker = walker_of(engine, setup, worker);

    if (!*walker)
        RW_MUST(rw_walker_create(engine->setups[setup], engine->adjacency, walker, error));
    for (uint32_t i = 0; i < count; i++) {
        rw_walks found;

        RW_MUST(rw_walker_sample(*walker, anchors[i], first, walk_count, &found, error));
        RW_MUST(use(context, worker, &found, error));
    }
    return RIWALK_STATUS_OK;
}

static uint64_t worker_bytes(const rw_engine *engine, uint32_t setup, int worker)
{
    return *walker_of(engine, setup, worker) ? rw_engine_walks_bytes(engine->setups[setup]) : 0;
}

const rw_engine_kind rw_engine_cpu = {
    .open = open,
    .close = close,
    .walks = walks,
    .rest = rest,
    .worker_bytes = worker_bytes,
};
