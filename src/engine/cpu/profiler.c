/* SPDX-License-Identifier: MIT */
/* The profile of one anchor: visits of nodes, added up by role. */
#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"
#include "engine/profiles.h"

#include <string.h>

/* Where the choice is ours, a ball is stepped through exactly if it has at most this many arcs for
 * every walk: then that is less work than the walks. In a graph so small that all of its balls take
 * at most SMALL_WORK arcs, half a second or so, exactness is worth more than the time. */
#define ARCS_PER_WALK 4
#define SMALL_WORK (UINT64_C(1) << 29)
#define FIRST_ROOM 256

struct rw_profiler {
    const rw_walk_setup *setup;
    uint64_t limit;        /* the arcs of a ball that is stepped through exactly */
    rw_exact *exact;       /* NULL: all profiles are sampled */
    rw_walker *walker;     /* NULL: none is */
    uint32_t count;        /* roles so far */
    size_t room;           /* for roles, a power of two */
    rw_role_visits *found; /* [room] as they are met */
    rw_role_visits *sorted;
    uint64_t *keys;  /* [2 * room]: roles to sort, and scratch */
    uint32_t *table; /* [2 * room]: places in found, plus 1; 0 where empty */
};

/* A custom function knows no distance 0. */
static bool counts_returns(const rw_walk_setup *setup)
{
    return setup->identifier->field_count > 0;
}

uint64_t rw_profiler_limit(const rw_walk_setup *setup)
{
    const riwalk_graph *graph = setup->graph;
    double work = (double)graph->node_count * (double)graph->arc_count * setup->options.walk_length;

    if (setup->options.walks == RIWALK_WALKS_EXACT || work <= (double)SMALL_WORK)
        return UINT64_MAX;
    return (uint64_t)setup->walks * ARCS_PER_WALK;
}

riwalk_status rw_profiler_create(const rw_walk_setup *setup, rw_profiler **profiler,
                                 riwalk_error *error)
{
    bool walked = setup->identifier->walked, exact = setup->options.walks == RIWALK_WALKS_EXACT;
    rw_profiler *p;
    riwalk_status status = RIWALK_STATUS_OK;

    if (walked && exact)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "exact walks work with riwalk-sp and riwalk-wl only: RW variants depend on "
                       "the sampled walks");
    if (!(p = rw_alloc_zeroed(1, sizeof *p, error)))
        return RIWALK_STATUS_MEMORY;
    p->setup = setup;
    p->limit = rw_profiler_limit(setup);
    if ((exact || setup->options.walks == RIWALK_WALKS_AUTO) && !walked)
        status = rw_exact_create(setup, &p->exact, error);
    if (!status && !exact)
        status = rw_walker_create(setup, &p->walker, error);
    if (status)
        rw_profiler_free(p);
    else
        *profiler = p;
    return status;
}

void rw_profiler_free(rw_profiler *p)
{
    if (!p)
        return;
    rw_exact_free(p->exact);
    rw_walker_free(p->walker);
    rw_free(p->found);
    rw_free(p->sorted);
    rw_free(p->keys);
    rw_free(p->table);
    rw_free(p);
}

/* ---- Adding up by role ---- */

/* The bucket of a role in the table, or the empty one where it belongs. */
static uint32_t *find_bucket(const rw_profiler *p, uint64_t role)
{
    size_t mask = 2 * p->room - 1, at = rw_rng_mix(role) & mask;

    while (p->table[at] && p->found[p->table[at] - 1].role != role)
        at = (at + 1) & mask;
    return &p->table[at];
}

static void clear(rw_profiler *p)
{
    p->count = 0;
    if (p->room)
        memset(p->table, 0, 2 * p->room * sizeof *p->table);
}

static riwalk_status make_room(rw_profiler *p, riwalk_error *error)
{
    size_t room = p->room ? 2 * p->room : FIRST_ROOM;
    void *moved;

    if (!(moved = rw_resize(p->found, room, sizeof *p->found, error)))
        return RIWALK_STATUS_MEMORY;
    p->found = moved;
    if (!(moved = rw_resize(p->sorted, room, sizeof *p->sorted, error)))
        return RIWALK_STATUS_MEMORY;
    p->sorted = moved;
    if (!(moved = rw_resize(p->keys, 2 * room, sizeof *p->keys, error)))
        return RIWALK_STATUS_MEMORY;
    p->keys = moved;
    if (!(moved = rw_resize(p->table, 2 * room, sizeof *p->table, error)))
        return RIWALK_STATUS_MEMORY;
    p->table = moved;
    p->room = room;
    memset(p->table, 0, 2 * room * sizeof *p->table);
    for (uint32_t i = 0; i < p->count; i++)
        *find_bucket(p, p->found[i].role) = i + 1;
    return RIWALK_STATUS_OK;
}

static riwalk_status add(rw_profiler *p, uint64_t role, double visits, riwalk_error *error)
{
    riwalk_status status;
    uint32_t *bucket;

    if (p->count == p->room && (status = make_room(p, error)))
        return status;
    bucket = find_bucket(p, role);
    if (!*bucket) {
        p->found[p->count++] = (rw_role_visits){role, 0};
        *bucket = p->count;
    }
    p->found[*bucket - 1].visits += visits;
    return RIWALK_STATUS_OK;
}

static void sort(rw_profiler *p)
{
    if (!p->count) /* then there may be no arrays either */
        return;
    for (uint32_t i = 0; i < p->count; i++)
        p->keys[i] = p->found[i].role;
    rw_sort_u64(p->keys, p->keys + p->count, p->count);
    for (uint32_t i = 0; i < p->count; i++)
        p->sorted[i] = p->found[*find_bucket(p, p->keys[i]) - 1];
}

/* ---- The two ways ---- */

static riwalk_status add_exact(rw_profiler *p, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    for (uint32_t n = counts_returns(p->setup) ? 0 : 1; n < rw_exact_count(p->exact) && !status;
         n++) {
        rw_role_visits node = rw_exact_get(p->exact, n);

        /* Profiles keep floats: what is nothing in them would be a role without visits. */
        if ((float)node.visits > 0)
            status = add(p, node.role, node.visits, error);
    }
    return status;
}

static riwalk_status add_sampled(rw_profiler *p, uint32_t anchor, riwalk_error *error)
{
    rw_walks walks;
    riwalk_status status = rw_walker_sample(p->walker, anchor, &walks, error);
    uint32_t returns;

    if (status)
        return status;
    returns = walks.slots[0].visits - walks.walks;
    if (returns && counts_returns(p->setup))
        status = add(p, rw_role_of_anchor(p->setup, anchor), returns, error);
    for (uint32_t s = 1; s < walks.slot_count && !status; s++)
        status = add(p, walks.slots[s].role, walks.slots[s].visits, error);
    return status;
}

riwalk_status rw_profiler_find(rw_profiler *p, uint32_t anchor, rw_role_profile *profile,
                               riwalk_error *error)
{
    bool fits = false;
    riwalk_status status = RIWALK_STATUS_OK;

    clear(p);
    if (p->exact)
        status = rw_exact_find(p->exact, anchor, p->limit, &fits, error);
    if (!status)
        status = fits ? add_exact(p, error) : add_sampled(p, anchor, error);
    if (status)
        return status;
    sort(p);
    *profile = (rw_role_profile){p->sorted, p->count, fits};
    return RIWALK_STATUS_OK;
}

uint64_t rw_profiler_bytes(const rw_profiler *p)
{
    uint64_t bytes = p->room * 2 * (sizeof *p->found + sizeof *p->keys + sizeof *p->table);

    if (p->exact)
        bytes += rw_exact_bytes(p->exact);
    return p->walker ? bytes + rw_walker_bytes(p->setup) : bytes;
}
