/* SPDX-License-Identifier: MIT */
/* Choosing an implementation of the engine, and calling it. */
#include "engine/kind.h"

#include "base/error.h"
#include "base/memory.h"

riwalk_status rw_engine_open_kind(const rw_engine_kind *kind, const rw_walk_setup *const *setups,
                                  uint32_t setup_count, const riwalk_run *run, uint64_t anchors,
                                  rw_engine **engine, riwalk_error *error)
{
    rw_engine *made;
    riwalk_status status;

    RW_HAVE(made = rw_alloc_zeroed(1, sizeof *made, error));
    made->kind = kind;
    made->setup_count = setup_count;
    for (uint32_t s = 0; s < setup_count; s++)
        made->setups[s] = setups[s];
    if ((status = kind->open(made, run, anchors, error)))
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

riwalk_device rw_engine_device(const rw_engine *engine)
{
    return engine->kind == &rw_engine_cpu ? RIWALK_DEVICE_CPU : RIWALK_DEVICE_CUDA;
}

void rw_engine_close(rw_engine *engine)
{
    if (!engine)
        return;
    engine->kind->close(engine);
    rw_free(engine);
}

const rw_walk_setup *rw_engine_setup(const rw_engine *engine, uint32_t setup)
{
    return engine->setups[setup];
}

int rw_engine_workers(const rw_engine *engine)
{
    return engine->workers;
}

uint32_t rw_engine_batch(const rw_engine *engine)
{
    return engine->batch;
}

/* Whether a role is that of the anchor itself. */
static bool is_own(const rw_walk_setup *setup, uint64_t role)
{
    uint64_t tuple[RIWALK_ROLE_FIELDS];

    rw_role_tuple(setup, role, tuple);
    for (unsigned f = 0; f < setup->field_count; f++)
        if (setup->fields[f].kind == RW_ROLE_DISTANCE)
            return !tuple[f];
    return false;
}

/* Leaves out what walks met where they came back to their anchor, in the worker's own arrays. */
static riwalk_status leave_out_own(const rw_walk_setup *setup, rw_rows *rows, riwalk_error *error)
{
    uint32_t *places = rw_alloc(rows->role_count, sizeof *places, error), kept = 0, begin = 0;
    uint64_t *roles = (uint64_t *)(uintptr_t)rows->roles;
    uint32_t *starts = (uint32_t *)(uintptr_t)rows->starts;
    rw_profile_entry *entries = (rw_profile_entry *)(uintptr_t)rows->entries;

    if (!places)
        return RIWALK_STATUS_MEMORY;
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

riwalk_status rw_engine_profiles(rw_engine *engine, uint32_t setup, int worker,
                                 const uint32_t *anchors, uint32_t count, rw_rows *rows,
                                 riwalk_error *error)
{
    const rw_walk_setup *s = engine->setups[setup];
    riwalk_status status;

    if (s->identifier->walked && s->asked_walks == RIWALK_WALKS_EXACT)
        return rw_refuse(
            error, "exact walks work with riwalk-sp and riwalk-wl only: RW variants depend on "
                   "the sampled walks");
    status = engine->kind->profiles(engine, setup, worker, anchors, count, rows, error);
    if (!status && s->view.role_anchor == RIWALK_ROLE_ANCHOR_AWAY)
        status = leave_out_own(s, rows, error);
    return status;
}

riwalk_status rw_engine_walks(rw_engine *engine, uint32_t setup, int worker,
                              const uint32_t *anchors, uint32_t count, uint32_t first,
                              uint32_t walks, rw_walks_use *use, void *context, riwalk_error *error)
{
    if (engine->setups[setup]->asked_walks == RIWALK_WALKS_EXACT)
        return rw_refuse(error,
                         "exact walks are expected values, not samples: give a number of walks");
    return engine->kind->walks(engine, setup, worker, anchors, count, first, walks, use, context,
                               error);
}

void rw_engine_rest(rw_engine *engine, uint32_t setup)
{
    engine->kind->rest(engine, setup);
}

bool rw_engine_has_hubs(const rw_engine *engine)
{
    return engine->hubs;
}

uint64_t rw_engine_prepared_bytes(const rw_walk_setup *const *setups, uint32_t setup_count)
{
    return rw_engine_cpu.prepared_bytes(setups, setup_count);
}

uint64_t rw_engine_walks_bytes(const rw_walk_setup *setup)
{
    return rw_engine_cpu.walks_bytes(setup);
}

uint64_t rw_engine_worker_bytes(const rw_engine *engine, uint32_t setup)
{
    return engine->kind->worker_bytes(engine, setup);
}

/* Where the choice is ours, a ball is stepped through exactly if it has at most this many arcs for
 * every walk: then that is less work than the walks. In a graph so small that all of its balls take
 * at most SMALL_WORK arcs, half a second or so, exactness is worth more than the time. */
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
