/* SPDX-License-Identifier: MIT */
/* The engine answers one question: what do the walks of these anchors meet? Whoever needs roles
 * (trainers, walks, roles, explain, transform, describe, report, parts, estimates) asks it here and
 * nowhere else; balls, hubs and walkers are its own affair (engine/cpu/).
 *
 *   open       prepares rows, cells, hub planes for all setups: once, here only
 *   profiles   anchors -> rows of (role, visits)
 *   walks      anchors -> their walks, token by token
 *   bytes      what all this would take
 *
 * Answers are functions of (setup, anchor) alone. Which engine, worker, batch or order found them
 * has no influence: every engine passes the same test (tests/unit/test_engine.c). */
#ifndef RW_ENGINE_ENGINE_H
#define RW_ENGINE_ENGINE_H

#include "engine/slot.h"
#include "roles/roles.h"

/* At most so many setups, the views of one embedding, share an engine. */
#define RW_ENGINE_SETUPS RIWALK_MAX_VIEWS

/* ---- Profiles: how often the walks of an anchor stand on each role, sampled or expected. The
 * anchor itself is a role at distance 0, counted each time a walk comes back to it. Rows are the
 * only form that profiles have: a worker hands them over, a part file holds them, processes send
 * them, trainers and descriptions read them. ---- */

typedef riwalk_visits rw_profile_entry;

/* One row. */
typedef struct rw_profile {
    const rw_profile_entry *entries; /* [count], ascending by role; none without neighbours */
    uint32_t count;
} rw_profile;

/* The rows of some anchors, with a table of the roles in them. */
typedef struct rw_rows {
    uint32_t count; /* of anchors */
    uint32_t role_count;
    uint32_t exact_count;   /* rows that are exact expectations */
    const uint64_t *roles;  /* [role_count], ascending, each in some row */
    const uint32_t *starts; /* [count + 1]: row a is entries[starts[a] .. starts[a + 1] - 1] */
    const rw_profile_entry *entries; /* [starts[count]] */
} rw_rows;

static inline rw_profile rw_rows_get(const rw_rows *rows, uint32_t row)
{
    uint32_t start = rows->starts[row], count = rows->starts[row + 1] - start;

    return (rw_profile){count ? rows->entries + start : NULL, count}; /* there may be no entries */
}

/* ---- Walks ---- */

/* Walks of one anchor: token t of walk w is slots[tokens[w * length + t]]. Several slots may have
 * one role. An anchor without neighbours has walks of one token. */
typedef struct rw_walks {
    uint32_t anchor;
    uint32_t walks;
    uint32_t length;
    uint32_t slot_count;
    const uint32_t *tokens;
    const rw_slot *slots;
} rw_walks;

/* What is done with the walks of an anchor, which live as long as the call. */
typedef riwalk_status rw_walks_use(void *context, int worker, const rw_walks *walks,
                                   riwalk_error *error);

/* ---- The engine ---- */

typedef struct rw_engine {
    const struct rw_engine_kind *kind; /* the implementation (kind.h) */
    const rw_walk_setup *setups[RW_ENGINE_SETUPS];
    uint32_t setup_count;
    riwalk_device device; /* what it runs on */
    int workers;          /* that may ask at once: 0 .. workers - 1, one thread each */
    uint32_t batch;       /* how many anchors to ask for at once */
    bool hubs;            /* the graph has some that walks by these setups are prepared for */
    /* Inside: */
    uint32_t together;                    /* anchors that are walked from at once */
    const struct rw_adjacency *adjacency; /* rows for exact profiles */
    struct rw_counter *counters;          /* [workers * setup_count] */
    void *own;                            /* the implementation's */
} rw_engine;

/* Prepares to walk by some setups, all of one graph, which must outlive the engine. `anchors` is
 * about how many will be asked for: for a few, nothing is prepared that all nodes pay for. */
riwalk_status rw_engine_open(const rw_walk_setup *const *setups, uint32_t setup_count,
                             const riwalk_run *run, uint64_t anchors, rw_engine **engine,
                             riwalk_error *error);
void rw_engine_close(rw_engine *engine);

/* The profiles of some anchors by a setup. The rows live until the worker asks for others of the
 * same setup. ARGUMENT where exact profiles are asked of a RW variant, whose ball is made of its
 * walks. */
riwalk_status rw_engine_profiles(rw_engine *engine, uint32_t setup, int worker,
                                 const uint32_t *anchors, uint32_t count, rw_rows *rows,
                                 riwalk_error *error);

/* Hands the walks first .. first + walks - 1 of each anchor over, in the order of the anchors. */
riwalk_status rw_engine_walks(rw_engine *engine, uint32_t setup, int worker,
                              const uint32_t *anchors, uint32_t count, uint32_t first,
                              uint32_t walks, rw_walks_use *use, void *context,
                              riwalk_error *error);

/* Frees what the workers have for a setup; asking again makes it anew. */
void rw_engine_rest(rw_engine *engine, uint32_t setup);

/* The bytes of what open prepares, the most; of a worker that hands over walks, the most, or that
 * makes profiles, as it is now. */
uint64_t rw_engine_prepared_bytes(const rw_walk_setup *const *setups, uint32_t setup_count);
uint64_t rw_engine_walks_bytes(const rw_walk_setup *setup);
uint64_t rw_engine_worker_bytes(const rw_engine *engine, uint32_t setup);

/* The arcs of a ball up to which its profile is the exact expectation: a function of the sizes of
 * the graph and of the options alone. */
uint64_t rw_engine_exact_limit(const rw_walk_setup *setup);

#endif
