/* SPDX-License-Identifier: MIT */
/* The engine on threads of this machine: each worker has for each setup a walker and, where
 * profiles may be exact, what steps through small balls. */
#include "engine/cpu/adjacency.h"
#include "engine/cpu/exact.h"
#include "engine/cpu/tally.h"
#include "engine/cpu/walker.h"
#include "engine/kind.h"

#include "base/memory.h"

/* Anchors asked for at once: enough that sorting their roles costs nothing beside walking, and few
 * enough that threads end together. */
#define BATCH 32

/* How many roles ahead of the one that is counted its place is fetched. */
#define ROLES_AHEAD 8

/* Nodes and arcs that are laid out in cells in the time that this saves an anchor, and by hubs.
 * Where neighbours are counted by layer, hubs save about ten times as much. */
#define CELLS_PER_ANCHOR 1000
#define HUBS_PER_ANCHOR 10000
#define HUBS_PER_COUNTED_ANCHOR 100000

/* The same in large graphs, where an anchor without hubs takes tens of milliseconds. */
#define HUBS_PER_LARGE_ANCHOR 500000

typedef struct worker {
    rw_walker *walker;
    rw_exact *exact;
    rw_tally tally;
} worker;

typedef struct cpu {
    rw_adjacency adjacency;
    worker *workers; /* [workers * setup_count] */
} cpu;

static worker *worker_of(const rw_engine *engine, uint32_t setup, int number)
{
    const cpu *c = engine->own;

    return &c->workers[(size_t)number * engine->setup_count + setup];
}

/* ---- Preparing ---- */

static bool needs_hubs(const rw_walk_setup *setup)
{
    return !setup->identifier->walked && rw_hub_ball_fits(setup->radius);
}

/* The bytes that the hub balls of a worker add to those that rw_walker_bytes counts. */
static uint64_t hub_balls_bytes(const rw_walk_setup *const *setups, uint32_t count)
{
    uint64_t bytes = 0;

    for (uint32_t s = 0; s < count; s++)
        if (needs_hubs(setups[s]) && rw_walk_setup_is_large(setups[s]))
            bytes += rw_hub_ball_bytes(setups[s]->graph->node_count, setups[s]->radius);
    return bytes;
}

/* The bytes that there are for hubs, beside the balls of workers; 0 where nobody needs them. */
static uint64_t hub_room(const rw_walk_setup *const *setups, uint32_t count, uint32_t workers)
{
    uint64_t balls = workers * hub_balls_bytes(setups, count);

    for (uint32_t s = 0; s < count; s++)
        if (needs_hubs(setups[s]))
            return setups[s]->room > balls ? setups[s]->room - balls : 0;
    return 0;
}

static bool any_weighs(const rw_walk_setup *const *setups, uint32_t count)
{
    for (uint32_t s = 0; s < count; s++)
        if (setups[s]->weighs)
            return true;
    return false;
}

/* Whether layers are counted by arcs out and in. */
static bool counts_arcs(const rw_walk_setup *const *setups, uint32_t count)
{
    for (uint32_t s = 0; s < count; s++)
        if (needs_hubs(setups[s]) && setups[s]->directed && setups[s]->layers)
            return true;
    return false;
}

/* How many workers there are: fewer than threads where their balls would leave no room for the rows
 * of hubs, without which an anchor takes hundreds of times as long. */
static uint32_t fitting_workers(const rw_walk_setup *const *setups, uint32_t count)
{
    bool arcs = counts_arcs(setups, count), large = hub_balls_bytes(setups, count);

    for (uint32_t workers = setups[0]->workers; large && workers; workers /= 2)
        if (rw_hubs_bytes(setups[0]->graph, arcs, hub_room(setups, count, workers)))
            return workers;
    return setups[0]->workers;
}

/* The anchors from which on hubs pay. */
static uint64_t least_anchors(const rw_walk_setup *const *setups, uint32_t count)
{
    const riwalk_graph *graph = setups[0]->graph;
    uint64_t size = graph->node_count + graph->arc_count;

    if (rw_walk_setup_is_large(setups[0]))
        return size / HUBS_PER_LARGE_ANCHOR;
    for (uint32_t s = 0; s < count; s++)
        if (setups[s]->layers)
            return size / HUBS_PER_COUNTED_ANCHOR;
    return size / HUBS_PER_ANCHOR;
}

static uint64_t cell_bytes(const rw_walk_setup *const *setups)
{
    return setups[0]->lean ? 0 : rw_adjacency_bytes(setups[0]->graph);
}

static uint64_t prepared_bytes(const rw_walk_setup *const *setups, uint32_t count)
{
    const riwalk_graph *graph = setups[0]->graph;
    uint32_t workers = fitting_workers(setups, count);
    uint64_t hubs =
        rw_hubs_bytes(graph, counts_arcs(setups, count), hub_room(setups, count, workers));
    uint64_t bytes = cell_bytes(setups) + hubs;

    if (any_weighs(setups, count))
        bytes += rw_step_weights_bytes(graph);
    if (hubs)
        bytes += workers * hub_balls_bytes(setups, count);
    return setups[0]->source->directed ? bytes + rw_skeleton_bytes(setups[0]->source) : bytes;
}

static riwalk_status prepare(rw_engine *engine, cpu *c, const riwalk_run *run, uint64_t anchors,
                             riwalk_error *error)
{
    const rw_walk_setup *const *setups = engine->setups;
    const riwalk_graph *graph = setups[0]->graph;
    uint32_t count = engine->setup_count;
    bool arcs = counts_arcs(setups, count);
    riwalk_status status = RIWALK_STATUS_OK;

    c->adjacency = (rw_adjacency){.graph = graph};
    if (any_weighs(setups, count) &&
        (status = rw_step_weights_init(&c->adjacency.weights, graph, error)))
        return status;
    if (anchors >= (graph->node_count + graph->arc_count) / CELLS_PER_ANCHOR && cell_bytes(setups))
        status = rw_adjacency_lay_out(&c->adjacency, run->threads, error);
    if (!status && anchors >= least_anchors(setups, count)) {
        uint32_t workers = fitting_workers(setups, count);

        status = rw_hubs_find(graph, arcs, hub_room(setups, count, workers), run,
                              &c->adjacency.hubs, error);
        if (c->adjacency.hubs && (int)workers < engine->workers)
            engine->workers = (int)workers;
    }
    if (!status && c->adjacency.hubs && arcs)
        status = rw_hubs_add_arcs(c->adjacency.hubs, setups[0]->arcs, error);
    return status;
}

static riwalk_status open(rw_engine *engine, const riwalk_run *run, uint64_t anchors,
                          riwalk_error *error)
{
    cpu *c = rw_alloc_zeroed(1, sizeof *c, error);
    riwalk_status status;

    if (!c)
        return RIWALK_STATUS_MEMORY;
    engine->own = c;
    engine->batch = BATCH;
    engine->workers = run->threads;
    c->workers =
        rw_alloc_zeroed((size_t)run->threads * engine->setup_count, sizeof *c->workers, error);
    if (!c->workers)
        return RIWALK_STATUS_MEMORY;
    if ((status = prepare(engine, c, run, anchors, error)))
        return status;
    engine->hubs = c->adjacency.hubs;
    return RIWALK_STATUS_OK;
}

static void rest(rw_engine *engine, uint32_t setup)
{
    for (int w = 0; w < engine->workers; w++) {
        worker *at = worker_of(engine, setup, w);

        rw_walker_free(at->walker);
        rw_exact_free(at->exact);
        rw_tally_free(&at->tally);
        *at = (worker){0};
    }
}

static void close(rw_engine *engine)
{
    cpu *c = engine->own;

    if (!c)
        return;
    for (uint32_t s = 0; c->workers && s < engine->setup_count; s++)
        rest(engine, s);
    rw_free(c->workers);
    rw_adjacency_free(&c->adjacency);
    rw_free(c);
}

/* ---- Walks ---- */

static riwalk_status need_walker(const rw_engine *engine, uint32_t setup, worker *w,
                                 riwalk_error *error)
{
    const cpu *c = engine->own;

    return w->walker ? RIWALK_STATUS_OK
                     : rw_walker_create(engine->setups[setup], &c->adjacency, &w->walker, error);
}

static riwalk_status walks(rw_engine *engine, uint32_t setup, int number, const uint32_t *anchors,
                           uint32_t count, uint32_t first, uint32_t walk_count, rw_walks_use *use,
                           void *context, riwalk_error *error)
{
    worker *w = worker_of(engine, setup, number);
    riwalk_status status = need_walker(engine, setup, w, error);

    for (uint32_t i = 0; i < count && !status; i++) {
        rw_walks found;

        if (!(status = rw_walker_sample(w->walker, anchors[i], first, walk_count, &found, error)))
            status = use(context, number, &found, error);
    }
    return status;
}

/* ---- Profiles ---- */

/* A custom function knows no distance 0. */
static bool counts_returns(const rw_walk_setup *setup)
{
    return setup->field_count > 0;
}

static riwalk_status add_exact(worker *w, const rw_walk_setup *setup, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    for (uint32_t n = counts_returns(setup) ? 0 : 1; n < rw_exact_count(w->exact) && !status; n++) {
        rw_role_visits node = rw_exact_get(w->exact, n);

        /* Rows keep floats: what is nothing in them would be a role without visits. */
        if ((float)node.visits > 0)
            status = rw_tally_add(&w->tally, node.role, node.visits, error);
    }
    return status;
}

static riwalk_status add_sampled(worker *w, const rw_walk_setup *setup, uint32_t anchor,
                                 riwalk_error *error)
{
    rw_walks found;
    riwalk_status status = rw_walker_sample(w->walker, anchor, 0, setup->walks, &found, error);
    uint32_t returns;

    if (status)
        return status;
    returns = found.slots[0].visits - found.walks;
    if (returns && counts_returns(setup))
        status = rw_tally_add(&w->tally, rw_role_of_anchor(setup, anchor), returns, error);
    for (uint32_t s = 1; s < found.slot_count && !status; s++) {
        if (s + ROLES_AHEAD < found.slot_count)
            rw_role_table_fetch(&w->tally.table, found.slots[s + ROLES_AHEAD].role);
        status = rw_tally_add(&w->tally, found.slots[s].role, found.slots[s].visits, error);
    }
    return status;
}

static riwalk_status add_anchor(const rw_engine *engine, uint32_t setup, worker *w, uint32_t anchor,
                                uint64_t limit, riwalk_error *error)
{
    bool fits = false;
    riwalk_status status = RIWALK_STATUS_OK;

    if (w->exact)
        status = rw_exact_find(w->exact, anchor, limit, &fits, error);
    if (!status && fits)
        status = add_exact(w, engine->setups[setup], error);
    else if (!status && !(status = need_walker(engine, setup, w, error)))
        status = add_sampled(w, engine->setups[setup], anchor, error);
    return status ? status : rw_tally_end_anchor(&w->tally, fits, error);
}

static riwalk_status profiles(rw_engine *engine, uint32_t setup, int number,
                              const uint32_t *anchors, uint32_t count, rw_rows *rows,
                              riwalk_error *error)
{
    const cpu *c = engine->own;
    const rw_walk_setup *s = engine->setups[setup];
    worker *w = worker_of(engine, setup, number);
    uint64_t limit = rw_engine_exact_limit(s);
    bool may_be_exact =
        (s->asked_walks == RIWALK_WALKS_EXACT || s->asked_walks == RIWALK_WALKS_AUTO) &&
        !s->identifier->walked;
    riwalk_status status;

    if ((may_be_exact && !w->exact &&
         (status = rw_exact_create(s, &c->adjacency, &w->exact, error))) ||
        (status = rw_tally_begin(&w->tally, count, error)))
        return status;
    for (uint32_t i = 0; i < count && !status; i++)
        status = add_anchor(engine, setup, w, anchors[i], limit, error);
    if (!status)
        rw_tally_rows(&w->tally, rows);
    return status;
}

static uint64_t worker_bytes(const rw_engine *engine, uint32_t setup)
{
    uint64_t most = 0;

    for (int n = 0; n < engine->workers; n++) {
        const worker *w = worker_of(engine, setup, n);
        uint64_t bytes = rw_tally_bytes(&w->tally);

        bytes += w->exact ? rw_exact_bytes(w->exact) : 0;
        bytes += w->walker ? rw_walker_bytes(engine->setups[setup]) : 0;
        most = bytes > most ? bytes : most;
    }
    return most;
}

const rw_engine_kind rw_engine_cpu = {
    .name = "cpu",
    .open = open,
    .close = close,
    .profiles = profiles,
    .walks = walks,
    .rest = rest,
    .prepared_bytes = prepared_bytes,
    .walks_bytes = rw_walker_bytes,
    .worker_bytes = worker_bytes,
};
