/* SPDX-License-Identifier: MIT */
/* Chooses an implementation of the engine and calls it; and makes profiles: exact for small balls,
 * else from walks. */
#include "engine/kind.h"

#include "base/error.h"
#include "base/memory.h"
#include "engine/cpu/adjacency.h"

/* Prefetches the slot of the role this far ahead of the one being counted. */
#define ROLES_AHEAD 8

riwalk_status rw_engine_open_kind(const rw_engine_kind *kind, const rw_walk_setup *const *setups,
                                  uint32_t setup_count, const riwalk_run *run, uint64_t anchors,
                                  rw_engine **engine, riwalk_error *error)
{
    rw_engine *made;
    riwalk_status status = RIWALK_STATUS_MEMORY;

    RW_HAVE(made = rw_alloc_zeroed(1, sizeof *made, error));
    made->kind = kind;
    made->device = kind == &rw_engine_cpu ? RIWALK_DEVICE_CPU : RIWALK_DEVICE_CUDA;
    made->workers = run->threads;
    made->setup_count = setup_count;
    for (uint32_t s = 0; s < setup_count; s++)
        made->setups[s] = setups[s];
    made->desks = rw_alloc_zeroed((size_t)run->threads * setup_count, sizeof *made->desks, error);
    made->adjacency = rw_alloc_zeroed(1, sizeof *made->adjacency, error);
    if (made->adjacency)
        made->adjacency->graph = setups[0]->graph;
    if (!made->desks || !made->adjacency || (status = kind->open(made, run, anchors, error)))
        rw_engine_close(made);
    else
        *engine = made;
    return status;
}

riwalk_status rw_engine_open(const rw_walk_setup *const *setups, uint32_t setup_count,
                             const riwalk_run *run, uint64_t anchors, rw_engine **engine,
                             riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_IO;

    if (run->device != RIWALK_DEVICE_CPU)
        status = rw_engine_open_kind(&rw_engine_cuda, setups, setup_count, run, anchors, engine,
                                     run->device == RIWALK_DEVICE_AUTO ? NULL : error);
    if (!status || run->device == RIWALK_DEVICE_CUDA)
        return status;
    return rw_engine_open_kind(&rw_engine_cpu, setups, setup_count, run, anchors, engine, error);
}

void rw_engine_rest(rw_engine *engine, uint32_t setup)
{
    for (int w = 0; engine->desks && w < engine->workers; w++) {
        rw_desk *d = rw_engine_desk(engine, setup, w);

        if (d->walker)
            engine->kind->walker_free(engine, d->walker);
        rw_exact_free(d->exact);
        rw_tally_free(&d->tally);
        rw_free(d->walked);
        *d = (rw_desk){0};
    }
}

void rw_engine_close(rw_engine *engine)
{
    if (!engine)
        return;
    for (uint32_t s = 0; s < engine->setup_count; s++)
        rw_engine_rest(engine, s);
    if (engine->kind->close)
        engine->kind->close(engine);
    rw_free(engine->desks);
    if (engine->adjacency)
        rw_adjacency_free(engine->adjacency);
    rw_free(engine->adjacency);
    rw_free(engine);
}

/* ---- Profiles ---- */

/* With automatic walks, a ball is stepped through exactly if it has at most this many arcs per
 * walk: that is less work than walking. A graph so small that all its balls take at most SMALL_WORK
 * arcs, about half a second, is always exact. */
#define ARCS_PER_WALK 4
#define SMALL_WORK (UINT64_C(1) << 29)

uint64_t rw_engine_exact_limit(const rw_walk_setup *setup)
{
    const riwalk_graph *graph = setup->graph;
    double work = (double)graph->node_count * (double)graph->arc_count * setup->walk_length;

    if (setup->asked_walks == RIWALK_WALKS_EXACT || work <= (double)SMALL_WORK)
        return UINT64_MAX;
    return (uint64_t)setup->walks * ARCS_PER_WALK;
}

static bool may_be_exact(const rw_walk_setup *setup)
{
    return !setup->identifier->walked &&
           (setup->asked_walks == RIWALK_WALKS_EXACT || setup->asked_walks == RIWALK_WALKS_AUTO);
}

/* Whether rows count returns to the anchor: a custom role function has no distance 0. */
static bool counts_returns(const rw_walk_setup *setup)
{
    return setup->field_count > 0 && setup->view.role_anchor != RIWALK_ROLE_ANCHOR_AWAY;
}

typedef struct counting {
    const rw_walk_setup *setup;
    rw_tally *tally;
    const uint32_t *rows; /* of the anchors that walk, in their order */
} counting;

static riwalk_status add_walks(void *context, int worker, const rw_walks *walks,
                               riwalk_error *error)
{
    counting *c = context;
    uint32_t returns = walks->slots[0].visits - walks->walks;

    if (returns && counts_returns(c->setup))
        RW_MUST(rw_tally_add(c->tally, rw_role_of_anchor(c->setup, walks->anchor), returns, error));
    for (uint32_t s = 1; s < walks->slot_count; s++) {
        if (s + ROLES_AHEAD < walks->slot_count)
            rw_role_table_fetch(&c->tally->table, walks->slots[s + ROLES_AHEAD].role);
        RW_MUST(rw_tally_add(c->tally, walks->slots[s].role, walks->slots[s].visits, error));
    }
    return rw_tally_end_row(c->tally, *c->rows++, error);
}

/* Adds the rows of anchors with an exact profile, and lists the others; *walked: how many. */
static riwalk_status add_exact(const rw_walk_setup *setup, rw_desk *d, const uint32_t *anchors,
                               uint32_t count, uint32_t *walked, riwalk_error *error)
{
    uint64_t limit = rw_engine_exact_limit(setup);

    for (uint32_t i = 0; i < count; i++) {
        bool fits = false;

        if (d->exact)
            RW_MUST(rw_exact_find(d->exact, anchors[i], limit, &fits, error));
        if (fits) {
            RW_MUST(rw_exact_tally(d->exact, counts_returns(setup), &d->tally, error));
            RW_MUST(rw_tally_end_row(&d->tally, i, error));
        } else {
            d->walked[*walked] = anchors[i];
            d->walked[d->walked_room + (*walked)++] = i;
        }
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_engine_profiles(rw_engine *engine, uint32_t setup, int worker,
                                 const uint32_t *anchors, uint32_t count, rw_rows *rows,
                                 riwalk_error *error)
{
    const rw_walk_setup *s = engine->setups[setup];
    rw_desk *d = rw_engine_desk(engine, setup, worker);
    counting c = {s, &d->tally, NULL};
    uint32_t walked = 0;

    if (s->identifier->walked && s->asked_walks == RIWALK_WALKS_EXACT)
        return rw_refuse(
            error, "exact walks work with riwalk-sp and riwalk-wl only: RW variants depend on "
                   "the sampled walks");
    RW_HAVE(rw_grow_at(&d->walked, &d->walked_room, count, 2 * sizeof *d->walked, error));
    if (may_be_exact(s) && !d->exact)
        RW_MUST(rw_exact_create(s, engine->adjacency, &d->exact, error));
    RW_MUST(rw_tally_begin(&d->tally, count, error));
    RW_MUST(add_exact(s, d, anchors, count, &walked, error));
    c.rows = d->walked + d->walked_room;
    RW_MUST(engine->kind->walks(engine, setup, worker, d->walked, walked, 0, s->walks, true,
                                add_walks, &c, error));
    rw_tally_rows(&d->tally, rows);
    rows->exact_count = count - walked;
    return RIWALK_STATUS_OK;
}

uint64_t rw_engine_worker_bytes(const rw_engine *engine, uint32_t setup)
{
    uint64_t most = 0;

    for (int w = 0; w < engine->workers; w++) {
        const rw_desk *d = rw_engine_desk(engine, setup, w);
        uint64_t bytes = rw_tally_bytes(&d->tally) + (d->exact ? rw_exact_bytes(d->exact) : 0) +
                         (d->walker ? engine->kind->walker_bytes(engine->setups[setup]) : 0);

        most = bytes > most ? bytes : most;
    }
    return most;
}

/* ---- Walks ---- */

riwalk_status rw_engine_walks(rw_engine *engine, uint32_t setup, int worker,
                              const uint32_t *anchors, uint32_t count, uint32_t first,
                              uint32_t walks, rw_walks_use *use, void *context, riwalk_error *error)
{
    if (engine->setups[setup]->asked_walks == RIWALK_WALKS_EXACT)
        return rw_refuse(error,
                         "exact walks are expected values, not samples: give a number of walks");
    return engine->kind->walks(engine, setup, worker, anchors, count, first, walks, false, use,
                               context, error);
}
