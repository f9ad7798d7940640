/* SPDX-License-Identifier: MIT */
/*
 * Collecting rows: while the run lasts, each worker numbers the roles as it meets them; then all
 * are sorted into one table, and numbers become places in it. Rows come sorted by role and stay so.
 * Which worker did what has no influence.
 */
#include "engine/profiles.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/search.h"
#include "roles/table.h"

typedef struct collector {
    rw_engine *engine;
    uint32_t setup;
    rw_anchors anchors;
    rw_profiles *profiles;
    rw_role_table *numbers; /* [workers]: of roles met */
    uint32_t **places;      /* [workers]: of those, by number, once all are known */
    rw_progress *progress;
    _Atomic uint32_t exact_count;
} collector;

/* ---- Tasks ---- */

riwalk_status rw_cut_make(const rw_engine *engine, uint32_t anchors, uint32_t least, rw_cut *cut,
                          riwalk_error *error)
{
    uint32_t usual = rw_engine_batch(engine, 0, UINT32_MAX);
    size_t room = anchors / (least > usual ? least : usual) + 2;
    uint32_t at = 0;

    *cut = (rw_cut){.firsts = rw_alloc(room, sizeof *cut->firsts, error)};
    while (cut->firsts) {
        uint32_t first = at,
                 *firsts = rw_grow(cut->firsts, &room, cut->count + 2, sizeof *firsts, error);

        if (!firsts)
            break;
        cut->firsts = firsts;
        firsts[cut->count] = at;
        if (at == anchors)
            return RIWALK_STATUS_OK;
        do
            at += rw_engine_batch(engine, at, anchors - at);
        while (at < anchors && at - first < least);
        cut->count++;
    }
    rw_free(cut->firsts);
    *cut = (rw_cut){0};
    return RIWALK_STATUS_MEMORY;
}

size_t rw_cut_find(const rw_cut *cut, uint32_t anchor)
{
    size_t low = anchor / cut->firsts[1], high = cut->count;

    if (low < high && cut->firsts[low] <= anchor && anchor < cut->firsts[low + 1])
        return low;
    for (low = 0; high - low > 1;) {
        size_t middle = low + (high - low) / 2;

        if (cut->firsts[middle] <= anchor)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* ---- Blocks ---- */

/* Memory for a block: starts, then entries. */
riwalk_status rw_profile_block_make(rw_profile_block *block, uint32_t anchors, size_t entries,
                                    riwalk_error *error)
{
    size_t head = ((size_t)anchors + 2) / 2; /* in units of an entry, two starts each */

    if (!(block->starts = rw_alloc(head + entries, sizeof *block->entries, error)))
        return RIWALK_STATUS_MEMORY;
    block->entries = (rw_profile_entry *)(void *)block->starts + head;
    return RIWALK_STATUS_OK;
}

/* Copies rows into a block, by the numbers that the worker has for their roles. */
static riwalk_status keep_rows(collector *c, size_t number, int worker, const rw_rows *rows,
                               riwalk_error *error)
{
    rw_profile_block *block = &c->profiles->blocks[number];
    uint32_t *numbers = rw_alloc(rows->role_count, sizeof *numbers, error), count;
    riwalk_status status = numbers ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;

    for (uint32_t r = 0; r < rows->role_count && !status; r++)
        status = rw_role_table_number(&c->numbers[worker], rows->roles[r], &numbers[r], error);
    if (!status)
        status = rw_profile_block_make(block, rows->count, rows->starts[rows->count], error);
    if (!status) {
        count = rows->starts[rows->count];
        for (uint32_t a = 0; a <= rows->count; a++)
            block->starts[a] = rows->starts[a];
        for (uint32_t i = 0; i < count; i++)
            block->entries[i] =
                (rw_profile_entry){numbers[rows->entries[i].role], rows->entries[i].visits};
        block->worker = worker;
        c->exact_count += rows->exact_count;
    }
    rw_free(numbers);
    return status;
}

static riwalk_status collect_block(void *context, size_t task, int worker, riwalk_error *error)
{
    collector *c = context;
    uint32_t first = c->profiles->cut.firsts[task],
             count = rw_profiles_block_anchors(c->profiles, task);
    uint32_t nodes = rw_engine_setup(c->engine, c->setup)->graph->node_count;
    uint32_t *list = rw_alloc(count, sizeof *list, error);
    riwalk_status status;
    rw_rows rows;

    if (!list)
        return RIWALK_STATUS_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        list[i] = c->anchors.sampled ? rw_sampled_anchor(nodes, c->anchors.count, first + i)
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
    const uint64_t **lists = rw_alloc((size_t)workers, sizeof *lists, error);
    uint32_t *counts = rw_alloc((size_t)workers, sizeof *counts, error);
    riwalk_status status = lists && counts ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;

    for (int w = 0; w < workers && !status; w++) {
        lists[w] = c->numbers[w].roles;
        counts[w] = c->numbers[w].count;
    }
    if (!status)
        status = rw_roles_merge(lists, counts, (size_t)workers, &p->roles, &p->role_count, error);
    for (int w = 0; w < workers && !status; w++) {
        if (!(c->places[w] = rw_alloc(counts[w], sizeof **c->places, error)))
            status = RIWALK_STATUS_MEMORY;
        for (uint32_t i = 0; i < counts[w] && !status; i++)
            c->places[w][i] = (uint32_t)rw_search_u64(p->roles, 0, p->role_count, lists[w][i]);
    }
    rw_free(lists);
    rw_free(counts);
    return status;
}

static riwalk_status finish_block(void *context, size_t task, int worker, riwalk_error *error)
{
    const collector *c = context;

    (void)worker;
    (void)error;
    rw_profiles_change_roles(c->profiles, task, c->places[c->profiles->blocks[task].worker]);
    return RIWALK_STATUS_OK;
}

void rw_profiles_measure(rw_profiles *p)
{
    for (size_t b = 0; b < p->cut.count; b++) {
        const uint32_t *starts = p->blocks[b].starts;
        uint32_t anchors = rw_profiles_block_anchors(p, b);

        for (uint32_t a = 0; a < anchors; a++)
            if (starts[a + 1] - starts[a] > p->longest)
                p->longest = starts[a + 1] - starts[a];
        p->entry_count += starts[anchors];
    }
}

riwalk_status rw_profiles_new(uint32_t anchors, rw_profiles **profiles, riwalk_error *error)
{
    rw_profiles *p = rw_alloc_zeroed(1, sizeof *p, error);

    if (!p)
        return RIWALK_STATUS_MEMORY;
    p->anchor_count = anchors;
    *profiles = p;
    return RIWALK_STATUS_OK;
}

static riwalk_status collect(collector *c, riwalk_error *error)
{
    rw_profiles *p = c->profiles;
    int workers = rw_engine_workers(c->engine);
    riwalk_status status;

    if ((status = rw_cut_make(c->engine, p->anchor_count, 1, &p->cut, error)))
        return status;
    if (!(p->blocks = rw_alloc_zeroed(p->cut.count, sizeof *p->blocks, error)))
        return RIWALK_STATUS_MEMORY;
    if ((status = rw_parallel(workers, p->cut.count, collect_block, c, error)) ||
        (status = find_places(c, workers, error)) ||
        (status = rw_parallel(workers, p->cut.count, finish_block, c, error)))
        return status;
    p->exact_count = c->exact_count;
    rw_profiles_measure(p);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_profiles_collect(rw_engine *engine, uint32_t setup, rw_anchors anchors,
                                  rw_progress *progress, rw_profiles **profiles,
                                  riwalk_error *error)
{
    collector c = {.engine = engine, .setup = setup, .anchors = anchors, .progress = progress};
    size_t workers = (size_t)rw_engine_workers(engine);
    riwalk_status status = rw_profiles_new(anchors.count, &c.profiles, error);

    c.numbers = rw_alloc_zeroed(workers, sizeof *c.numbers, error);
    c.places = rw_alloc_zeroed(workers, sizeof *c.places, error);
    if (!status)
        status = c.numbers && c.places ? collect(&c, error) : RIWALK_STATUS_MEMORY;
    for (size_t w = 0; w < workers; w++) {
        if (c.numbers)
            rw_role_table_free(&c.numbers[w]);
        if (c.places)
            rw_free(c.places[w]);
    }
    rw_free(c.numbers);
    rw_free(c.places);
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
    rw_free(p->cut.firsts);
    rw_free(p->roles);
    rw_free(p);
}

rw_profile rw_profiles_get(const rw_profiles *p, uint32_t anchor)
{
    size_t block = rw_cut_find(&p->cut, anchor);
    const rw_profile_block *b = &p->blocks[block];
    const uint32_t *start = b->starts + (anchor - p->cut.firsts[block]);

    return (rw_profile){b->entries + start[0], start[1] - start[0]};
}

uint64_t rw_profiles_bytes(uint64_t anchors, uint64_t roles, uint64_t entries)
{
    /* A start for each anchor; blocks of 32 of them, with what the allocator adds. */
    return anchors * sizeof(uint32_t) + anchors / 32 * (sizeof(rw_profile_block) + 24) +
           roles * 2 * sizeof(uint64_t) + entries * sizeof(rw_profile_entry);
}
