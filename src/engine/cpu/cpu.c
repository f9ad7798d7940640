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

/* ---- Preparing ---- */

/* What walks by some setups of one graph need. */
typedef struct needs {
    const riwalk_graph *graph;
    bool weighs; /* steps are by weight */
    bool counts; /* neighbours are counted by layer */
    bool large;
    const rw_arc_rows *arcs; /* [RW_MOST_SIDES]: counted by layer in balls with hubs; NULL: none */
    uint64_t cells;          /* bytes of cells; 0: none */
    const char *scratch;     /* where rows of hubs may be in a file; NULL: nowhere */
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
               .scratch = first->scratch,
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

/* The bytes of hubs. Lowers the number of workers if their balls leave no room for the rows. */
static uint64_t fit_workers(needs *n, bool scratch)
{
    uint32_t all = n->workers;
    uint64_t bytes = rw_hubs_bytes(n->graph, n->arcs, scratch, hub_room(n));

    while (n->balls && !bytes && (n->workers /= 2))
        bytes = rw_hubs_bytes(n->graph, n->arcs, scratch, hub_room(n));
    if (!bytes)
        n->workers = all;
    return bytes;
}

/* The same. Without hubs an anchor takes hundreds of times as long, so that their rows are in a
 * file if they do not fit into memory with one worker either; else there is no `scratch`. */
static uint64_t fit_hubs(needs *n)
{
    uint64_t bytes = fit_workers(n, false);

    if (!bytes && n->scratch)
        return fit_workers(n, true);
    n->scratch = NULL;
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
    uint64_t hubs = fit_hubs(&n), bytes = n.cells + hubs;

    if (n.weighs)
        bytes += rw_step_weights_bytes(n.graph);
    if (hubs)
        bytes += n.workers * n.balls;
    return setups[0]->source->directed ? bytes + rw_skeleton_bytes(setups[0]->source) : bytes;
}

static riwalk_status open(rw_engine *engine, const riwalk_run *run, uint64_t anchors,
                          riwalk_error *error)
{
    needs n = needs_of(engine->setups, engine->setup_count);
    rw_adjacency *rows = engine->adjacency;
    uint64_t bytes;

    engine->batch = BATCH;
    if (n.weighs)
        RW_MUST(rw_step_weights_init(&rows->weights, n.graph, error));
    if (n.cells && anchors >= (n.graph->node_count + n.graph->arc_count) / CELLS_PER_ANCHOR)
        RW_MUST(rw_adjacency_lay_out(rows, run->threads, error));
    if (anchors < least_anchors(&n) || !(bytes = fit_hubs(&n)))
        return RIWALK_STATUS_OK;
    if ((int)n.workers < engine->workers)
        engine->workers = (int)n.workers;
    RW_MUST(rw_hubs_create(n.graph, n.arcs, bytes, n.scratch, run, &rows->hubs, error));
    engine->hubs = true;
    return RIWALK_STATUS_OK;
}

/* ---- Walks ---- */

static riwalk_status walks(rw_engine *engine, uint32_t setup, int worker, const uint32_t *anchors,
                           uint32_t count, uint32_t first, uint32_t walk_count, bool merged,
                           rw_walks_use *use, void *context, riwalk_error *error)
{
    rw_desk *desk = rw_engine_desk(engine, setup, worker);
    rw_walker *walker = desk->walker;

    if (!walker && count)
        RW_MUST(rw_walker_create(engine->setups[setup], engine->adjacency, &walker, error));
    desk->walker = walker;
    for (uint32_t i = 0; i < count; i++) {
        rw_walks found;

        RW_MUST(rw_walker_sample(walker, anchors[i], first, walk_count, &found, error));
        RW_MUST(use(context, worker, &found, error));
    }
    return RIWALK_STATUS_OK;
}

static void walker_free(const rw_engine *engine, void *walker)
{
    rw_walker_free(walker);
}

const rw_engine_kind rw_engine_cpu = {
    .open = open,
    .walks = walks,
    .walker_free = walker_free,
    .walker_bytes = rw_engine_walks_bytes,
};
