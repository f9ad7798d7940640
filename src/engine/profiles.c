/* SPDX-License-Identifier: MIT */
/* Collecting rows: while the run lasts, each worker numbers the roles as it meets them; then all
 * are sorted into one table, and numbers become places in it. Rows come sorted by role and stay so.
 * Which worker did what has no influence. */
#include "engine/profiles.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/search.h"
#include "roles/table.h"

#include <string.h>

/* The roles that a worker has met. */
typedef struct met_roles {
    rw_role_table numbers;
    uint32_t *places; /* by number, once all are known */
} met_roles;

typedef struct collector {
    rw_engine *engine;
    uint32_t setup;
    rw_anchors anchors;
    rw_profiles *profiles;
    met_roles *met; /* [workers] */
    rw_progress *progress;
    _Atomic uint32_t exact_count;
} collector;

/* ---- Blocks ---- */

riwalk_status rw_profiles_fill(rw_profiles *p, size_t number, const uint32_t *starts,
                               const rw_profile_entry *entries, const uint32_t *places,
                               riwalk_error *error)
{
    rw_profile_block *block = &p->blocks[number];
    uint32_t anchors = rw_cut_size(&p->cut, number), count = starts[anchors];
    size_t head = ((size_t)anchors + 2) / 2; /* in units of an entry, two starts each */

    RW_HAVE(block->starts = rw_alloc(head + count, sizeof *entries, error));
    block->entries = (rw_profile_entry *)(void *)block->starts + head;
    memcpy(block->starts, starts, ((size_t)anchors + 1) * sizeof *starts);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t role = entries[i].role;

        block->entries[i] = (rw_profile_entry){places ? places[role] : role, entries[i].visits};
    }
    return RIWALK_STATUS_OK;
}

/* Keeps rows by the numbers that the worker has for their roles. */
static riwalk_status keep_rows(collector *c, size_t block, int worker, const rw_rows *rows,
                               riwalk_error *error)
{
    uint32_t *numbers = rw_alloc(rows->role_count, sizeof *numbers, error);
    riwalk_status status = numbers ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;

    for (uint32_t r = 0; r < rows->role_count && !status; r++)
        status = rw_role_table_number(&c->met[worker].numbers, rows->roles[r], &numbers[r], error);
    if (!status)
        status = rw_profiles_fill(c->profiles, block, rows->starts, rows->entries, numbers, error);
    c->profiles->blocks[block].worker = worker;
    c->exact_count += rows->exact_count;
    rw_free(numbers);
    return status;
}

static riwalk_status collect_block(void *context, size_t task, int worker, riwalk_error *error)
{
    collector *c = context;
    const rw_cut *cut = &c->profiles->cut;
    uint32_t first = rw_cut_first(cut, task), count = rw_cut_size(cut, task);
    uint32_t nodes = rw_engine_setup(c->engine, c->setup)->graph->node_count;
    uint32_t *list;
    riwalk_status status;
    rw_rows rows;

    RW_HAVE(list = rw_alloc(count, sizeof *list, error));
    for (uint32_t i = 0; i < count; i++)
        list[i] = c->anchors.list      ? c->anchors.list[first + i]
                  : c->anchors.sampled ? rw_sampled_anchor(nodes, c->anchors.count, first + i)
                                       : c->anchors.first + first + i;
    if (!(status = rw_engine_profiles(c->engine, c->setup, worker, list, count, &rows, error)) &&
        !(status = keep_rows(c, task, worker, &rows, error)))
        status = rw_progress_add(c->progress, count, error);
    rw_free(list);
    return status;
}

/* ---- One table of all roles ---- */

static riwalk_status find_places(const collector *c, int workers, riwalk_error *error)
{
    rw_profiles *p = c->profiles;
    rw_role_list *lists = rw_alloc((size_t)workers, sizeof *lists, error);
    riwalk_status status = RIWALK_STATUS_MEMORY;

    for (int w = 0; lists && w < workers; w++)
        lists[w] = (rw_role_list){c->met[w].numbers.roles, c->met[w].numbers.count};
    if (lists)
        status = rw_roles_merge(lists, (size_t)workers, &p->roles, &p->role_count, error);
    for (int w = 0; w < workers && !status; w++) {
        uint32_t *places = rw_alloc(lists[w].count, sizeof *places, error);

        c->met[w].places = places;
        status = places ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;
        for (uint32_t i = 0; i < lists[w].count && !status; i++)
            places[i] = (uint32_t)rw_search_u64(p->roles, 0, p->role_count, lists[w].roles[i]);
    }
    rw_free(lists);
    return status;
}

static riwalk_status finish_block(void *context, size_t task, int worker, riwalk_error *error)
{
    const collector *c = context;

    rw_profiles_change_roles(c->profiles, task, c->met[c->profiles->blocks[task].worker].places);
    return RIWALK_STATUS_OK;
}

void rw_profiles_measure(rw_profiles *p)
{
    for (size_t b = 0; b < p->cut.count; b++) {
        const uint32_t *starts = p->blocks[b].starts;
        uint32_t anchors = rw_cut_size(&p->cut, b);

        for (uint32_t a = 0; a < anchors; a++)
            if (starts[a + 1] - starts[a] > p->longest)
                p->longest = starts[a + 1] - starts[a];
        p->entry_count += starts[anchors];
    }
}

riwalk_status rw_profiles_new(rw_cut cut, rw_profiles **profiles, riwalk_error *error)
{
    rw_profiles *p = rw_alloc_zeroed(1, sizeof *p, error);

    if (!p || !(p->blocks = rw_alloc_zeroed(cut.count, sizeof *p->blocks, error))) {
        rw_free(p);
        return RIWALK_STATUS_MEMORY;
    }
    p->cut = cut;
    p->anchor_count = cut.anchors;
    *profiles = p;
    return RIWALK_STATUS_OK;
}

static riwalk_status collect(collector *c, riwalk_error *error)
{
    rw_profiles *p = c->profiles;
    int workers = rw_engine_workers(c->engine);

    RW_MUST(rw_parallel(workers, p->cut.count, collect_block, c, error));
    RW_MUST(find_places(c, workers, error));
    RW_MUST(rw_parallel(workers, p->cut.count, finish_block, c, error));
    p->exact_count = c->exact_count;
    rw_profiles_measure(p);
    return RIWALK_STATUS_OK;
}

/* One profile for each node that has twins, then copies of it. */
static riwalk_status collect_twins(rw_engine *engine, uint32_t setup, rw_anchors anchors,
                                   rw_progress *progress, rw_profiles **profiles,
                                   riwalk_error *error)
{
    uint32_t nodes = rw_engine_setup(engine, setup)->graph->node_count;
    const uint32_t *twins = anchors.twins + anchors.first;
    rw_pool pool = {0};
    uint32_t *list = rw_take(&pool, anchors.count, sizeof *list, error);
    uint32_t *rows = rw_take(&pool, nodes, sizeof *rows, error), walked = 0;
    uint32_t *counts = rw_take(&pool, anchors.count, sizeof *counts, error);
    rw_profile_entry *entries;
    rw_profiles *some = NULL;
    uint64_t total = 0;
    riwalk_status status = rw_pool_status(&pool);

    if (status)
        goto done;
    memset(rows, 0xff, nodes * sizeof *rows);
    for (uint32_t i = 0; i < anchors.count; i++)
        if (rows[twins[i]] == UINT32_MAX) {
            rows[twins[i]] = walked;
            list[walked++] = twins[i];
        }
    if ((status = rw_profiles_collect(engine, setup, (rw_anchors){.count = walked, .list = list},
                                      progress, &some, error)))
        goto done;
    for (uint32_t i = 0; i < anchors.count; i++)
        total += counts[i] = rw_profiles_get(some, rows[twins[i]]).count;
    entries = rw_take(&pool, total, sizeof *entries, error);
    if ((status = rw_pool_status(&pool)))
        goto done;
    for (uint32_t i = 0; i < anchors.count; entries += counts[i++])
        memcpy(entries, rw_profiles_get(some, rows[twins[i]]).entries, counts[i] * sizeof *entries);
    if (!(status = rw_profiles_copy(anchors.count, some->role_count, some->roles, counts,
                                    entries - total, profiles, error)))
        status = rw_progress_add(progress, anchors.count - walked, error);
done:
    rw_profiles_free(some);
    rw_pool_free(&pool);
    return status;
}

riwalk_status rw_profiles_collect(rw_engine *engine, uint32_t setup, rw_anchors anchors,
                                  rw_progress *progress, rw_profiles **profiles,
                                  riwalk_error *error)
{
    if (anchors.twins)
        return collect_twins(engine, setup, anchors, progress, profiles, error);

    collector c = {.engine = engine, .setup = setup, .anchors = anchors, .progress = progress};
    size_t workers = (size_t)rw_engine_workers(engine);
    riwalk_status status =
        rw_profiles_new(rw_cut_make(engine, anchors.count, 1), &c.profiles, error);

    if (!status && !(c.met = rw_alloc_zeroed(workers, sizeof *c.met, error)))
        status = RIWALK_STATUS_MEMORY;
    if (!status)
        status = collect(&c, error);
    for (size_t w = 0; c.met && w < workers; w++) {
        rw_role_table_free(&c.met[w].numbers);
        rw_free(c.met[w].places);
    }
    rw_free(c.met);
    if (status)
        rw_profiles_free(c.profiles);
    else
        *profiles = c.profiles;
    return status;
}

void rw_profiles_free(rw_profiles *p)
{
    if (!p)
        return;
    for (size_t b = 0; p->blocks && b < p->cut.count; b++)
        rw_free(p->blocks[b].starts);
    rw_free(p->blocks);
    rw_free(p->roles);
    rw_free(p);
}

rw_profile rw_profiles_get(const rw_profiles *p, uint32_t anchor)
{
    const rw_profile_block *b = &p->blocks[anchor / p->cut.each];
    const uint32_t *start = b->starts + anchor % p->cut.each;

    return (rw_profile){b->entries + start[0], start[1] - start[0]};
}

uint64_t rw_profiles_bytes(uint64_t anchors, uint64_t roles, uint64_t entries)
{
    /* A start for each anchor; blocks of 32 of them, with what the allocator adds. */
    return anchors * sizeof(uint32_t) + anchors / 32 * (sizeof(rw_profile_block) + 24) +
           roles * 2 * sizeof(uint64_t) + entries * sizeof(rw_profile_entry);
}
