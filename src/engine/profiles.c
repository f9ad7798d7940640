/* SPDX-License-Identifier: MIT */
/*
 * The profiles of many anchors, in one run: while it lasts, each worker numbers the roles as it
 * meets them; then all are sorted into one table, and the numbers changed to places in it. Profiles
 * come sorted by role and stay so. Which worker did what has no influence.
 */
#include "engine/profiles.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "engine/work.h"

#include <string.h>

#define FIRST_ROOM 1024

/* The roles that a worker has met: number n is roles[n]. */
typedef struct numbers {
    uint64_t *roles; /* [room] */
    uint32_t *table; /* [2 * room]: numbers plus 1, 0 where empty */
    uint32_t *ids;   /* [count], at the end: places in the table of all */
    size_t room;
    uint32_t count;
    rw_profile_entry *entries; /* of the block at work */
    size_t entry_room;
} numbers;

typedef struct collector {
    const rw_walk_setup *setup;
    rw_anchors anchors;
    rw_profiles *profiles;
    int threads;
    size_t range;            /* blocks of a task */
    uint64_t key;            /* of files in the folder for work */
    rw_profiler **profilers; /* [threads] */
    numbers *numbers;        /* [threads] */
    _Atomic uint32_t exact_count;
    rw_progress progress;
} collector;

/* ---- Numbers of roles ---- */

static uint32_t *find_bucket(const numbers *n, uint64_t role)
{
    size_t mask = 2 * n->room - 1, at = rw_rng_mix(role) & mask;

    while (n->table[at] && n->roles[n->table[at] - 1] != role)
        at = (at + 1) & mask;
    return &n->table[at];
}

static riwalk_status make_room(numbers *n, riwalk_error *error)
{
    size_t room = n->room ? 2 * n->room : FIRST_ROOM;
    uint64_t *roles;
    uint32_t *table;

    if (room > UINT32_MAX / 2)
        return rw_fail(error, RIWALK_STATUS_LIMIT, RW_TOO_MANY_ROLES);
    if (!(roles = rw_resize(n->roles, room, sizeof *roles, error)))
        return RIWALK_STATUS_MEMORY;
    n->roles = roles;
    if (!(table = rw_alloc_zeroed(2 * room, sizeof *table, error)))
        return RIWALK_STATUS_MEMORY;
    rw_free(n->table);
    n->table = table;
    n->room = room;
    for (uint32_t i = 0; i < n->count; i++)
        *find_bucket(n, n->roles[i]) = i + 1;
    return RIWALK_STATUS_OK;
}

static riwalk_status number_role(numbers *n, uint64_t role, uint32_t *number, riwalk_error *error)
{
    riwalk_status status;
    uint32_t *bucket;

    if (n->count == n->room && (status = make_room(n, error)))
        return status;
    bucket = find_bucket(n, role);
    if (!*bucket) {
        n->roles[n->count++] = role;
        *bucket = n->count;
    }
    *number = *bucket - 1;
    return RIWALK_STATUS_OK;
}

static void free_numbers(numbers *n)
{
    rw_free(n->roles);
    rw_free(n->table);
    rw_free(n->ids);
    rw_free(n->entries);
}

/* ---- The run ---- */

static riwalk_status add_anchor(collector *c, int worker, uint32_t anchor, uint32_t *count,
                                uint32_t *exact, riwalk_error *error)
{
    numbers *n = &c->numbers[worker];
    rw_role_profile profile;
    rw_profile_entry *entries;
    riwalk_status status = rw_profiler_find(c->profilers[worker], anchor, &profile, error);

    if (status)
        return status;
    entries =
        rw_grow(n->entries, &n->entry_room, (size_t)*count + profile.count, sizeof *entries, error);
    if (!entries)
        return RIWALK_STATUS_MEMORY;
    n->entries = entries;
    for (uint32_t i = 0; i < profile.count && !status; i++) {
        entries[*count].visits = (float)profile.visits[i].visits;
        status = number_role(n, profile.visits[i].role, &entries[(*count)++].role, error);
    }
    *exact += profile.exact;
    return status;
}

static uint32_t anchor_at(const collector *c, uint32_t i)
{
    return c->anchors.sampled ? rw_sampled_anchor(c->setup->graph->node_count, c->anchors.count, i)
                              : c->anchors.first + i;
}

static riwalk_status collect_block(collector *c, size_t number, int worker, uint32_t *exact,
                                   riwalk_error *error)
{
    rw_profile_block *block = &c->profiles->blocks[number];
    uint32_t first = (uint32_t)(number * RW_RUN_BLOCK), left = c->profiles->anchor_count - first;
    uint32_t anchors = left < RW_RUN_BLOCK ? left : RW_RUN_BLOCK, count = 0;

    block->worker = worker;
    for (uint32_t a = 0; a < anchors; a++) {
        uint32_t anchor = anchor_at(c, first + a);
        riwalk_status status = add_anchor(c, worker, anchor, &count, exact, error);

        if (status || (status = rw_progress_add(&c->progress, 1, error)))
            return status;
        block->starts[a + 1] = count;
    }
    if (!(block->entries = rw_alloc(count, sizeof *block->entries, error)))
        return RIWALK_STATUS_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        block->entries[i] = c->numbers[worker].entries[i];
    return RIWALK_STATUS_OK;
}

/* ---- Ranges of blocks, kept in a folder ---- */

/* The range that begins with a block, of so many anchors. */
static uint32_t range_anchors(const collector *c, size_t block)
{
    size_t first = block * RW_RUN_BLOCK, left = c->profiles->anchor_count - first;

    return (uint32_t)(left < c->range * RW_RUN_BLOCK ? left : c->range * RW_RUN_BLOCK);
}

/* Takes a range of profiles for that of a block on. */
static riwalk_status take_range(collector *c, size_t block, int worker, const rw_work_range *range,
                                riwalk_error *error)
{
    uint64_t at = 0;

    for (uint32_t a = 0; a < range->anchors; a++) {
        rw_profile_block *b = &c->profiles->blocks[block + a / RW_RUN_BLOCK];
        uint32_t place = a % RW_RUN_BLOCK, end = b->starts[place] + range->counts[a];
        rw_profile_entry *entries = rw_resize(b->entries, end ? end : 1, sizeof *entries, error);

        if (!entries)
            return RIWALK_STATUS_MEMORY;
        b->entries = entries;
        b->worker = worker;
        b->starts[place + 1] = end;
        for (uint32_t i = b->starts[place]; i < end; i++, at++) {
            riwalk_status status =
                number_role(&c->numbers[worker], range->roles[at], &entries[i].role, error);

            if (status)
                return status;
            entries[i].visits = range->visits[at];
        }
    }
    c->exact_count += range->exact;
    return RIWALK_STATUS_OK;
}

/* Loads the range that begins with a block, if it is there. */
static riwalk_status load_range(collector *c, size_t block, int worker, bool *found,
                                riwalk_error *error)
{
    rw_work_range range;
    riwalk_status status =
        rw_work_load(c->anchors.work, c->key, (uint32_t)(block * RW_RUN_BLOCK), &range, error);

    *found = !status && range.anchors == range_anchors(c, block);
    if (*found && !(status = take_range(c, block, worker, &range, error)))
        status = rw_progress_add(&c->progress, range.anchors, error);
    rw_work_free(&range);
    return status;
}

/* The entries of an anchor in the range that begins with a block. */
static rw_profile range_profile(const collector *c, size_t block, uint32_t anchor)
{
    const rw_profile_block *b = &c->profiles->blocks[block + anchor / RW_RUN_BLOCK];
    const uint32_t *starts = b->starts + anchor % RW_RUN_BLOCK;

    return (rw_profile){b->entries + starts[0], starts[1] - starts[0]};
}

/* Saves what the worker has found for the range that begins with a block. */
static riwalk_status save_range(const collector *c, size_t block, int worker, uint32_t exact,
                                riwalk_error *error)
{
    rw_work_range range = {.anchors = range_anchors(c, block), .exact = exact};
    riwalk_status status = RIWALK_STATUS_MEMORY;
    size_t at = 0;

    for (uint32_t a = 0; a < range.anchors; a++)
        range.entries += range_profile(c, block, a).count;
    if ((range.counts = rw_alloc(range.anchors, sizeof *range.counts, error)) &&
        (range.roles = rw_alloc((size_t)range.entries, sizeof *range.roles, error)) &&
        (range.visits = rw_alloc((size_t)range.entries, sizeof *range.visits, error))) {
        for (uint32_t a = 0; a < range.anchors; a++) {
            rw_profile profile = range_profile(c, block, a);

            range.counts[a] = profile.count;
            for (uint32_t i = 0; i < profile.count; i++, at++) {
                range.roles[at] = c->numbers[worker].roles[profile.entries[i].role];
                range.visits[at] = profile.entries[i].visits;
            }
        }
        status =
            rw_work_save(c->anchors.work, c->key, (uint32_t)(block * RW_RUN_BLOCK), &range, error);
    }
    rw_work_free(&range);
    return status;
}

static riwalk_status collect_range(void *context, size_t task, int worker, riwalk_error *error)
{
    collector *c = context;
    size_t first = task * c->range, end = first + c->range;
    uint32_t exact = 0;
    bool found = false;
    riwalk_status status = RIWALK_STATUS_OK;

    if (c->anchors.own && !c->anchors.own->blocks[first].entries)
        return RIWALK_STATUS_OK;
    if (end > c->profiles->block_count)
        end = c->profiles->block_count;
    if (c->anchors.work && ((status = load_range(c, first, worker, &found, error)) || found))
        return status;
    for (size_t b = first; b < end && !status; b++)
        status = collect_block(c, b, worker, &exact, error);
    c->exact_count += exact;
    if (!status && c->anchors.work)
        status = save_range(c, first, worker, exact, error);
    return status;
}

/* ---- One table of all roles ---- */

static riwalk_status merge_roles(const collector *c, riwalk_error *error)
{
    const uint64_t **tables = rw_alloc((size_t)c->threads, sizeof *tables, error);
    uint32_t *counts = rw_alloc((size_t)c->threads, sizeof *counts, error);
    riwalk_status status = RIWALK_STATUS_MEMORY;

    if (tables && counts) {
        for (int t = 0; t < c->threads; t++) {
            tables[t] = c->numbers[t].roles;
            counts[t] = c->numbers[t].count;
        }
        status = rw_profiles_merge_roles(tables, counts, (size_t)c->threads, &c->profiles->roles,
                                         &c->profiles->role_count, error);
    }
    rw_free(tables);
    rw_free(counts);
    return status;
}

/* The roles that all members have met, in the table of each. */
static riwalk_status share_roles(const collector *c, riwalk_error *error)
{
    rw_profiles *profiles = c->profiles;
    void *all = profiles->roles;
    size_t count = profiles->role_count;
    riwalk_status status;

    if (!c->anchors.group)
        return RIWALK_STATUS_OK;
    profiles->roles = NULL;
    if (!(status = rw_group_gather(c->anchors.group, &all, &count, sizeof(uint64_t), error)))
        status = count > UINT32_MAX
                     ? rw_fail(error, RIWALK_STATUS_LIMIT, RW_TOO_MANY_ROLES)
                     : rw_profiles_merge_roles((const uint64_t *const[]){all},
                                               (const uint32_t[]){(uint32_t)count}, 1,
                                               &profiles->roles, &profiles->role_count, error);
    rw_free(all);
    return status;
}

static riwalk_status place_roles(const collector *c, riwalk_error *error)
{
    for (int t = 0; t < c->threads; t++) {
        numbers *n = &c->numbers[t];

        if (!(n->ids = rw_alloc(n->count, sizeof *n->ids, error)))
            return RIWALK_STATUS_MEMORY;
        for (uint32_t i = 0; i < n->count; i++)
            n->ids[i] = rw_profiles_place(c->profiles, n->roles[i]);
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status finish_block(void *context, size_t task, int worker, riwalk_error *error)
{
    const collector *c = context;
    rw_profile_block *block = &c->profiles->blocks[task];
    const uint32_t *ids = c->numbers[block->worker].ids;

    (void)worker;
    (void)error;
    for (uint32_t i = 0; i < block->starts[RW_RUN_BLOCK]; i++)
        block->entries[i].role = ids[block->entries[i].role];
    return RIWALK_STATUS_OK;
}

static void measure(rw_profiles *profiles)
{
    for (size_t b = 0; b < profiles->block_count; b++) {
        rw_profile_block *block = &profiles->blocks[b];

        for (uint32_t a = 0; a < RW_RUN_BLOCK; a++) {
            if (block->starts[a + 1] < block->starts[a]) /* beyond the last anchor */
                block->starts[a + 1] = block->starts[a];
            if (block->starts[a + 1] - block->starts[a] > profiles->longest)
                profiles->longest = block->starts[a + 1] - block->starts[a];
        }
        profiles->entry_count += block->starts[RW_RUN_BLOCK];
    }
}

static riwalk_status collect(collector *c, riwalk_error *error)
{
    const riwalk_options *options = &c->setup->options;
    rw_profiles *profiles = c->profiles;
    riwalk_status status;

    for (int t = 0; t < c->threads; t++)
        if ((status = rw_profiler_create(c->setup, &c->profilers[t], error)))
            return status;
    rw_progress_begin(&c->progress, &options->run, "walking", "anchors",
                      profiles->anchor_count / rw_group_members(c->anchors.group));
    if ((status = rw_group_parallel(c->anchors.own ? NULL : c->anchors.group, c->threads,
                                    (profiles->block_count + c->range - 1) / c->range,
                                    collect_range, c, error)) ||
        (status = merge_roles(c, error)) || (status = share_roles(c, error)) ||
        (status = place_roles(c, error)))
        return status;
    profiles->exact_count = c->exact_count;
    for (int t = 0; t < c->threads; t++)
        if (rw_profiler_bytes(c->profilers[t]) > profiles->worker_bytes)
            profiles->worker_bytes = rw_profiler_bytes(c->profilers[t]);
    measure(profiles);
    return rw_parallel(c->threads, profiles->block_count, finish_block, c, error);
}

riwalk_status rw_profiles_create(const rw_walk_setup *setup, rw_anchors anchors,
                                 rw_profiles **profiles, riwalk_error *error)
{
    collector c = {
        .setup = setup,
        .anchors = anchors,
        .threads = setup->options.run.threads,
        .range = anchors.group || anchors.work ? rw_run_range(anchors.count) / RW_RUN_BLOCK : 1,
        .key = anchors.work ? rw_work_key(setup) : 0};
    size_t threads = (size_t)c.threads;
    riwalk_status status = RIWALK_STATUS_MEMORY;

    if (!(c.profiles = rw_alloc_zeroed(1, sizeof *c.profiles, error)))
        return status;
    c.profiles->anchor_count = anchors.count;
    c.profiles->block_count = ((size_t)anchors.count + RW_RUN_BLOCK - 1) / RW_RUN_BLOCK;
    c.profiles->blocks =
        rw_alloc_zeroed(c.profiles->block_count, sizeof *c.profiles->blocks, error);
    c.profilers = rw_alloc_zeroed(threads, sizeof *c.profilers, error);
    c.numbers = rw_alloc_zeroed(threads, sizeof *c.numbers, error);
    if (c.profiles->blocks && c.profilers && c.numbers)
        status = collect(&c, error);
    for (size_t t = 0; t < threads; t++) {
        if (c.profilers)
            rw_profiler_free(c.profilers[t]);
        if (c.numbers)
            free_numbers(&c.numbers[t]);
    }
    rw_free(c.profilers);
    rw_free(c.numbers);
    if (status)
        rw_profiles_free(c.profiles);
    else
        *profiles = c.profiles;
    return status;
}

void rw_profiles_free(rw_profiles *profiles)
{
    if (!profiles)
        return;
    for (size_t b = 0; profiles->blocks && b < profiles->block_count; b++)
        rw_free(profiles->blocks[b].entries);
    rw_free(profiles->blocks);
    rw_free(profiles->roles);
    rw_free(profiles);
}

bool rw_profiles_has(const rw_profiles *profiles, uint32_t anchor)
{
    return profiles->blocks[anchor / RW_RUN_BLOCK].entries;
}

rw_profile rw_profiles_get(const rw_profiles *profiles, uint32_t anchor)
{
    const rw_profile_block *block = &profiles->blocks[anchor / RW_RUN_BLOCK];
    uint32_t a = anchor % RW_RUN_BLOCK;

    if (!block->entries)
        return (rw_profile){0};
    return (rw_profile){block->entries + block->starts[a], block->starts[a + 1] - block->starts[a]};
}

uint64_t rw_profiles_bytes(uint64_t anchors, uint64_t roles, uint64_t entries)
{
    /* With what the allocator adds to a block. */
    return anchors / RW_RUN_BLOCK * (sizeof(rw_profile_block) + 16) + roles * 2 * sizeof(uint64_t) +
           entries * sizeof(rw_profile_entry);
}
