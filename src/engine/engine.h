/* SPDX-License-Identifier: MIT */
/* The engine answers one question: what do the walks of these anchors meet? All users of roles
 * (trainers, walks, roles, explain, transform, describe, report, parts, estimates) ask only here;
 * balls, hubs and walkers are internal (engine/cpu/).
 *
 *   open       prepares rows, cells and hub planes for all setups, only here
 *   profiles   anchors -> rows of (role, visits)
 *   walks      anchors -> their walks, token by token
 *   bytes      what all this would take
 *
 * Answers depend only on (setup, anchor), not on the engine, worker, batch or order: every engine
 * passes the same test (tests/unit/test_engine.c). */
#ifndef RW_ENGINE_ENGINE_H
#define RW_ENGINE_ENGINE_H

#include "engine/slot.h"
#include "roles/roles.h"

/* The most setups (the views of an embedding) that share an engine. */
#define RW_ENGINE_SETUPS RIWALK_MAX_VIEWS

/* ---- Profiles: how often the walks of an anchor stand on each role, sampled or expected. The
 * anchor itself is a role at distance 0, counted each time a walk returns to it. Rows are the only
 * form of profiles: workers and processes hand them over, part files contain them, trainers and
 * descriptions read them. ---- */

typedef riwalk_visits rw_profile_entry;

/* One row. */
typedef struct rw_profile {
    const rw_profile_entry *entries; /* [count], ascending by role; none without neighbours */
    uint32_t count;
} rw_profile;

/* The rows of some anchors, and a table of their roles. */
typedef struct rw_rows {
    uint32_t count; /* anchors */
    uint32_t role_count;
    uint32_t exact_count;   /* rows that are exact expectations */
    const uint64_t *roles;  /* [role_count], ascending, each in some row */
    const uint32_t *starts; /* [count + 1]: row a is entries[starts[a] .. starts[a + 1] - 1] */
    const rw_profile_entry *entries; /* [starts[count]] */
} rw_rows;

static inline rw_profile rw_rows_get(const rw_rows *rows, uint32_t row)
{
    uint32_t start = rows->starts[row], count = rows->starts[row + 1] - start;

    return (rw_profile){count ? rows->entries + start : NULL, count}; /* entries may be NULL */
}

/* ---- Walks ---- */

/* The walks of one anchor: token t of walk w is slots[tokens[w * length + t]]. Several slots may
 * have the same role. The walks of an anchor without neighbours have one token. */
typedef struct rw_walks {
    uint32_t anchor;
    uint32_t walks;
    uint32_t length;
    uint32_t slot_count;
    const uint32_t *tokens;
    const rw_slot *slots;
} rw_walks;

/* Uses the walks of an anchor, which live during the call. */
typedef riwalk_status rw_walks_use(void *context, int worker, const rw_walks *walks,
                                   riwalk_error *error);

/* ---- The engine ---- */

typedef struct rw_engine {
    const struct rw_engine_kind *kind; /* the implementation (kind.h) */
    const rw_walk_setup *setups[RW_ENGINE_SETUPS];
    uint32_t setup_count;
    riwalk_device device; /* the device it runs on */
    int workers;          /* 0 .. workers - 1 may ask at the same time, one thread each */
    uint32_t batch;       /* best number of anchors to ask for at once */
    bool hubs;            /* walks are prepared for hubs of the graph */
    /* Internal (kind.h): */
    struct rw_adjacency *adjacency; /* the graph's rows */
    struct rw_desk *desks;          /* [workers * setup_count] */
    void *own;                      /* the implementation's data, if it has any */
} rw_engine;

/* Prepares walks by some setups, all of one graph, which must outlive the engine. `anchors`: about
 * how many will be asked for. For only a few, nothing is prepared at a cost for all nodes. */
riwalk_status rw_engine_open(const rw_walk_setup *const *setups, uint32_t setup_count,
                             const riwalk_run *run, uint64_t anchors, rw_engine **engine,
                             riwalk_error *error);
void rw_engine_close(rw_engine *engine);

/* For RW_OWN. */
static inline void rw_engine_drop(rw_engine **engine)
{
    rw_engine_close(*engine);
}

/* Makes the profiles of some anchors by a setup. The rows live until the worker asks again for the
 * same setup. ARGUMENT for exact profiles of RW variants, whose ball consists of its walks. */
riwalk_status rw_engine_profiles(rw_engine *engine, uint32_t setup, int worker,
                                 const uint32_t *anchors, uint32_t count, rw_rows *rows,
                                 riwalk_error *error);

/* Passes the walks first .. first + walks - 1 of each anchor to `use`, in the order of anchors. */
riwalk_status rw_engine_walks(rw_engine *engine, uint32_t setup, int worker,
                              const uint32_t *anchors, uint32_t count, uint32_t first,
                              uint32_t walks, rw_walks_use *use, void *context,
                              riwalk_error *error);

/* Frees the workers' memory for a setup; asking again allocates it anew. */
void rw_engine_rest(rw_engine *engine, uint32_t setup);

/* The bytes that open prepares, at most; of a worker that makes walks, at most; of a worker that
 * makes profiles, as it is now. */
uint64_t rw_engine_prepared_bytes(const rw_walk_setup *const *setups, uint32_t setup_count);
uint64_t rw_engine_walks_bytes(const rw_walk_setup *setup);
uint64_t rw_engine_worker_bytes(const rw_engine *engine, uint32_t setup);

/* The most arcs in a ball whose profile is the exact expectation. It depends only on the sizes of
 * the graph and on the options. */
uint64_t rw_engine_exact_limit(const rw_walk_setup *setup);

#endif
