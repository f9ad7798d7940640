/* SPDX-License-Identifier: MIT */
/* Chooses an implementation of the engine and calls it; and makes profiles: exact for small balls,
 * else from walks. */
#include "engine/kind.h"

#include "base/error.h"
#include "base/memory.h"
#include "engine/cpu/exact.h"
#include "engine/cpu/tally.h"

/* Prefetches the slot of the role this far ahead of the one being counted. */
#define ROLES_AHEAD 8

/* A worker's state for the profiles of a setup. */
typedef struct rw_counter {
    rw_exact *exact;
    rw_tally tally;
    uint32_t *walked; /* [together]: anchors without an exact profile */
} counter;

static counter *counter_of(const rw_engine *engine, uint32_t setup, int worker)
{
    return &engine->counters[(size_t)worker * engine->setup_count + setup];
}

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
    made->counters =
        rw_alloc_zeroed((size_t)run->threads * setup_count, sizeof *made->counters, error);
    if (!made->counters || (status = kind->open(made, run, anchors, error)))
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

static void free_counters(rw_engine *engine, uint32_t setup)
{
    for (int w = 0; engine->counters && w < engine->workers; w++) {
        counter *c = counter_of(engine, setup, w);

        rw_exact_free(c->exact);
        rw_tally_free(&c->tally);
        rw_free(c->walked);
        *c = (counter){0};
    }
}

void rw_engine_rest(rw_engine *engine, uint32_t setup)
{
    free_counters(engine, setup);
    engine->kind->rest(engine, setup);
}

void rw_engine_close(rw_engine *engine)
{
    if (!engine)
        return;
    for (uint32_t s = 0; s < engine->setup_count; s++)
        free_counters(engine, s);
    engine->kind->close(engine);
    rw_free(engine->counters);
    rw_free(engine);
}

/* ---- Profiles without the anchor's own role ---- */

/* Whether a role is the anchor's own. */
static bool is_own(const rw_walk_setup *setup, uint64_t role)
{
    uint64_t tuple[RIWALK_ROLE_FIELDS];

    rw_role_tuple(setup, role, tuple);
    for (unsigned f = 0; f < setup->field_count; f++)
        if (setup->fields[f].kind == RW_ROLE_DISTANCE)
            return !tuple[f];
    return false;
}

/* Removes the anchor's own role from rows, in the worker's arrays. */
static riwalk_status leave_out_own(const rw_walk_setup *setup, rw_rows *rows, riwalk_error *error)
{
    uint32_t *places = rw_alloc(rows->role_count, sizeof *places, error), kept = 0, begin = 0;
    uint64_t *roles = (uint64_t *)(uintptr_t)rows->roles;
    uint32_t *starts = (uint32_t *)(uintptr_t)rows->starts;
    rw_profile_entry *entries = (rw_profile_entry *)(uintptr_t)rows->entries;

    RW_HAVE(places);
    for (uint32_t r = 0; r < rows->role_count; r++) {
        places[r] = is_own(setup, roles[r]) ? UINT32_MAX : kept;
        roles[kept] = roles[r];
        kept += places[r] != UINT32_MAX;
    }
    rows->role_count = kept;
    kept = 0;
    for (uint32_t a = 0; a < rows->count; a++) {
        uint32_t end = starts[a + 1];

        starts[a] = kept;
        for (uint32_t i = begin; i < end; i++)
            if (places[entries[i].role] != UINT32_MAX)
                entries[kept++] = (rw_profile_entry){places[entries[i].role], entries[i].visits};
        begin = end;
    }
    starts[rows->count] = kept;
    rw_free(places);
    return RIWALK_STATUS_OK;
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

/* The making of profiles of some anchors in order. */
typedef struct counting {
    const rw_walk_setup *setup;
    counter *counter;
    const uint32_t *anchors;
    uint32_t next, end; /* the next anchor, and the end of those in work */
    uint64_t limit;     /* most arcs in the ball of an exact profile */
} counting;

/* A custom role function has no distance 0. */
static bool counts_returns(const rw_walk_setup *setup)
{
    return setup->field_count > 0;
}

static riwalk_status find_exact(const counting *c, uint32_t anchor, bool *fits, riwalk_error *error)
{
    *fits = false;
    return c->counter->exact ? rw_exact_find(c->counter->exact, anchor, c->limit, fits, error)
                             : RIWALK_STATUS_OK;
}

/* Adds the exact profile of the next anchor. */
static riwalk_status add_exact(counting *c, riwalk_error *error)
{
    const rw_exact *exact = c->counter->exact;

    for (uint32_t n = counts_returns(c->setup) ? 0 : 1; n < rw_exact_count(exact); n++) {
        rw_role_visits node = rw_exact_get(exact, n);

        /* Rows are floats: do not add a role whose visits round to 0. */
        if ((float)node.visits > 0)
            RW_MUST(rw_tally_add(&c->counter->tally, node.role, node.visits, error));
    }
    c->next++;
    return rw_tally_end_anchor(&c->counter->tally, true, error);
}

/* Adds the anchors with exact profiles before the one that `walks` are from (NULL: all), finding
 * them again. */
static riwalk_status add_between(counting *c, const rw_walks *walks, riwalk_error *error)
{
    bool fits;

    while (c->next < c->end && (!walks || c->anchors[c->next] != walks->anchor)) {
        RW_MUST(find_exact(c, c->anchors[c->next], &fits, error));
        RW_MUST(add_exact(c, error));
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status add_walks(void *context, int worker, const rw_walks *walks,
                               riwalk_error *error)
{
    counting *c = context;
    rw_tally *tally = &c->counter->tally;
    uint32_t returns = walks->slots[0].visits - walks->walks;

    RW_MUST(add_between(c, walks, error));
    if (returns && counts_returns(c->setup))
        RW_MUST(rw_tally_add(tally, rw_role_of_anchor(c->setup, walks->anchor), returns, error));
    for (uint32_t s = 1; s < walks->slot_count; s++) {
        if (s + ROLES_AHEAD < walks->slot_count)
            rw_role_table_fetch(&tally->table, walks->slots[s + ROLES_AHEAD].role);
        RW_MUST(rw_tally_add(tally, walks->slots[s].role, walks->slots[s].visits, error));
    }
    c->next++;
    return rw_tally_end_anchor(tally, false, error);
}

/* Adds the anchors up to `end`; those without an exact profile walk together. */
static riwalk_status add_together(counting *c, rw_engine *engine, uint32_t setup, int worker,
                                  riwalk_error *error)
{
    uint32_t *walked = c->counter->walked, count = 0;

    for (uint32_t i = c->next; i < c->end; i++) {
        bool fits;

        RW_MUST(find_exact(c, c->anchors[i], &fits, error));
        if (!fits)
            walked[count++] = c->anchors[i];
        else if (!count)
            RW_MUST(add_exact(c, error));
    }
    if (count)
        RW_MUST(engine->kind->walks(engine, setup, worker, walked, count, 0, c->setup->walks, true,
                                    add_walks, c, error));
    return add_between(c, NULL, error);
}

riwalk_status rw_engine_profiles(rw_engine *engine, uint32_t setup, int worker,
                                 const uint32_t *anchors, uint32_t count, rw_rows *rows,
                                 riwalk_error *error)
{
    const rw_walk_setup *s = engine->setups[setup];
    counter *own = counter_of(engine, setup, worker);
    counting c = {s, own, anchors, .limit = rw_engine_exact_limit(s)};

    if (s->identifier->walked && s->asked_walks == RIWALK_WALKS_EXACT)
        return rw_refuse(
            error, "exact walks work with riwalk-sp and riwalk-wl only: RW variants depend on "
                   "the sampled walks");
    if (!own->walked)
        RW_HAVE(own->walked = rw_alloc(engine->together, sizeof *own->walked, error));
    if (may_be_exact(s) && !own->exact)
        RW_MUST(rw_exact_create(s, engine->adjacency, &own->exact, error));
    RW_MUST(rw_tally_begin(&own->tally, count, error));
    while (c.next < count) {
        c.end = count - c.next < engine->together ? count : c.next + engine->together;
        RW_MUST(add_together(&c, engine, setup, worker, error));
    }
    rw_tally_rows(&own->tally, rows);
    return s->view.role_anchor == RIWALK_ROLE_ANCHOR_AWAY ? leave_out_own(s, rows, error)
                                                          : RIWALK_STATUS_OK;
}

uint64_t rw_engine_worker_bytes(const rw_engine *engine, uint32_t setup)
{
    uint64_t most = 0;

    for (int w = 0; w < engine->workers; w++) {
        const counter *c = counter_of(engine, setup, w);
        uint64_t bytes = rw_tally_bytes(&c->tally) + (c->exact ? rw_exact_bytes(c->exact) : 0) +
                         engine->kind->worker_bytes(engine, setup, w);

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
