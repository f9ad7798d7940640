/* SPDX-License-Identifier: MIT */
/* Collects rows. Meanwhile each worker numbers roles as it meets them; then all roles are sorted
 * into one table, and numbers become places in it. Rows come sorted by role and stay sorted. The
 * result does not depend on which worker did what. */
#include "engine/profiles.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/search.h"
#include "roles/table.h"

#include <string.h>

/* Most anchors of a packed block, and least blocks per worker. */
#define PACKED_ANCHORS 768
#define BLOCKS_OF_WORKER 16

/* The roles that a worker has met. */
typedef struct met_roles {
    rw_role_table numbers;
    uint32_t *places; /* by number, when all roles are known */
} met_roles;

typedef struct collector {
    rw_engine *engine;
    uint32_t setup;
    rw_anchors anchors;
    bool packed;
    rw_profiles *profiles;
    met_roles *met; /* [workers] */
    rw_progress *progress;
    _Atomic uint32_t exact_count;
    rw_pool *pool; /* owns `met` and places */
} collector;

/* ---- Blocks ---- */

riwalk_status rw_profiles_fill(rw_profiles *p, size_t number, const uint32_t *starts,
                               const rw_profile_entry *entries, const uint32_t *places,
                               riwalk_error *error)
{
    rw_profile_block *block = &p->blocks[number];
    uint32_t anchors = rw_cut_size(&p->cut, number), count = starts[anchors];
    size_t head = ((size_t)anchors + 2) / 2; /* in units of entries, two starts each */

    RW_HAVE(block->starts = rw_alloc(head + count, sizeof *entries, error));
    block->entries = (rw_profile_entry *)(void *)block->starts + head;
    memcpy(block->starts, starts, ((size_t)anchors + 1) * sizeof *starts);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t role = entries[i].role;

        block->entries[i] = (rw_profile_entry){places ? places[role] : role, entries[i].visits};
    }
    return RIWALK_STATUS_OK;
}

/* Stores rows with the worker's numbers of roles. */
static riwalk_status keep_rows(collector *c, size_t block, int worker, const rw_rows *rows,
                               riwalk_error *error)
{
    RW_POOL(pool);
    uint32_t *numbers = rw_take(&pool, rows->role_count, sizeof *numbers, error);

    RW_HAVE(numbers);
    for (uint32_t r = 0; r < rows->role_count; r++)
        RW_MUST(rw_role_table_number(&c->met[worker].numbers, rows->roles[r], &numbers[r], error));
    RW_MUST(c->packed ? rw_profiles_pack(c->profiles, block, rows, numbers, error)
                      : rw_profiles_fill(c->profiles, block, rows->starts, rows->entries, numbers,
                                         error));
    c->profiles->blocks[block].worker = worker;
    c->exact_count += rows->exact_count;
    return RIWALK_STATUS_OK;
}

static riwalk_status collect_block(void *context, size_t task, int worker, riwalk_error *error)
{
    collector *c = context;
    const rw_cut *cut = &c->profiles->cut;
    uint32_t first = rw_cut_first(cut, task), count = rw_cut_size(cut, task);
    uint32_t nodes = c->engine->setups[c->setup]->graph->node_count;
    uint32_t *list;
    rw_rows rows;
    RW_POOL(pool);

    RW_HAVE(list = rw_take(&pool, count, sizeof *list, error));
    for (uint32_t i = 0; i < count; i++)
        list[i] = c->anchors.list      ? c->anchors.list[first + i]
                  : c->anchors.sampled ? rw_sampled_anchor(nodes, c->anchors.count, first + i)
                                       : c->anchors.first + first + i;
    RW_MUST(rw_engine_profiles(c->engine, c->setup, worker, list, count, &rows, error));
    RW_MUST(keep_rows(c, task, worker, &rows, error));
    return rw_progress_add(c->progress, count, error);
}

/* ---- One table of all roles ---- */

static riwalk_status find_places(const collector *c, int workers, riwalk_error *error)
{
    rw_profiles *p = c->profiles;
    RW_OWN(rw_role_set, all, rw_role_set_free);

    for (int w = 0; w < workers; w++)
        RW_MUST(rw_role_set_add(&all, c->met[w].numbers.roles, c->met[w].numbers.count, error));
    RW_MUST(rw_role_set_sort(&all, error));
    p->roles = all.roles;
    p->role_count = (uint32_t)all.count;
    all.roles = NULL;
    for (int w = 0; w < workers; w++) {
        const rw_role_table *own = &c->met[w].numbers;
        uint32_t *places = c->met[w].places = rw_take(c->pool, own->count, sizeof *places, error);

        RW_HAVE(places);
        for (uint32_t i = 0; i < own->count; i++)
            places[i] = (uint32_t)rw_search_u64(p->roles, 0, p->role_count, own->roles[i]);
    }
    return RIWALK_STATUS_OK;
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
        uint32_t anchors = rw_cut_size(&p->cut, b), first = rw_cut_first(&p->cut, b);

        for (uint32_t a = 0; a < anchors; a++) {
            uint32_t count = rw_profiles_count(p, first + a, NULL);

            p->longest = count > p->longest ? count : p->longest;
            p->entry_count += count;
        }
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
    int workers = c->engine->workers;

    RW_MUST(rw_parallel(workers, p->cut.count, collect_block, c, error));
    RW_MUST(find_places(c, workers, error));
    RW_MUST(rw_parallel(workers, p->cut.count, finish_block, c, error));
    p->exact_count = c->exact_count;
    rw_profiles_measure(p);
    return RIWALK_STATUS_OK;
}

/* Makes one profile for each node that has twins, and copies it to the others. */
static riwalk_status collect_twins(rw_engine *engine, uint32_t setup, rw_anchors anchors,
                                   rw_progress *progress, rw_profiles **profiles,
                                   riwalk_error *error)
{
    uint32_t nodes = engine->setups[setup]->graph->node_count;
    const uint32_t *twins = anchors.twins + anchors.first;
    RW_OWN(rw_profiles *, some, rw_profiles_drop);
    RW_POOL(pool);
    uint32_t *list = rw_take(&pool, anchors.count, sizeof *list, error);
    uint32_t *rows = rw_take(&pool, nodes, sizeof *rows, error), walked = 0;
    uint32_t *counts = rw_take(&pool, anchors.count, sizeof *counts, error);
    rw_profile_entry *entries;
    uint64_t total = 0;

    RW_MUST(rw_pool_status(&pool));
    memset(rows, 0xff, nodes * sizeof *rows);
    for (uint32_t i = 0; i < anchors.count; i++)
        if (rows[twins[i]] == UINT32_MAX) {
            rows[twins[i]] = walked;
            list[walked++] = twins[i];
        }
    RW_MUST(rw_profiles_collect(engine, setup, (rw_anchors){.count = walked, .list = list}, false,
                                progress, &some, error));
    for (uint32_t i = 0; i < anchors.count; i++)
        total += counts[i] = rw_profiles_get(some, rows[twins[i]]).count;
    RW_HAVE(entries = rw_take(&pool, total, sizeof *entries, error));
    for (uint32_t i = 0; i < anchors.count; entries += counts[i++])
        memcpy(entries, rw_profiles_get(some, rows[twins[i]]).entries, counts[i] * sizeof *entries);
    RW_MUST(rw_profiles_copy(anchors.count, some->role_count, some->roles, counts, entries - total,
                             profiles, error));
    return rw_progress_add(progress, anchors.count - walked, error);
}

/* A packed block lists its roles once, so blocks are large, but all workers must have enough
 * blocks. */
static uint32_t block_anchors(const rw_engine *engine, uint32_t anchors, bool packed)
{
    uint32_t each = anchors / ((uint32_t)engine->workers * BLOCKS_OF_WORKER);

    each = each < PACKED_ANCHORS ? each : PACKED_ANCHORS;
    return packed && each ? each : 1;
}

riwalk_status rw_profiles_collect(rw_engine *engine, uint32_t setup, rw_anchors anchors,
                                  bool packed, rw_progress *progress, rw_profiles **profiles,
                                  riwalk_error *error)
{
    if (anchors.twins)
        return collect_twins(engine, setup, anchors, progress, profiles, error);

    RW_POOL(pool);
    collector c = {.engine = engine,
                   .setup = setup,
                   .anchors = anchors,
                   .packed = packed,
                   .progress = progress,
                   .pool = &pool};
    size_t workers = (size_t)engine->workers;
    uint32_t least = block_anchors(engine, anchors.count, packed);
    riwalk_status status;

    RW_HAVE(c.met = rw_take_zeroed(&pool, workers, sizeof *c.met, error));
    RW_MUST(rw_profiles_new(rw_cut_make(engine, anchors.count, least), &c.profiles, error));
    status = collect(&c, error);
    for (size_t w = 0; w < workers; w++)
        rw_role_table_free(&c.met[w].numbers);
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
    rw_free(p->map);
    rw_free(p);
}

/* ---- Rows ---- */

rw_profile rw_profiles_get(const rw_profiles *p, uint32_t anchor)
{
    const rw_profile_block *b = &p->blocks[anchor / p->cut.each];
    const uint32_t *start = b->starts + anchor % p->cut.each;

    return (rw_profile){b->entries + start[0], start[1] - start[0]};
}

rw_profile rw_profiles_read(const rw_profiles *p, uint32_t anchor, rw_profile_entry *room)
{
    const rw_profiles *own = p->of ? p->of : p;
    const rw_profile_block *b = &own->blocks[anchor / own->cut.each];
    rw_profile row = {room, 0};

    if (!b->entries) {
        row.count = rw_packed_read(b, anchor % own->cut.each, room);
    } else {
        row = rw_profiles_get(own, anchor);
        if (!p->map || !row.count)
            return row;
        memcpy(room, row.entries, row.count * sizeof *room);
        row.entries = room;
    }
    for (uint32_t i = 0; p->map && i < row.count; i++)
        room[i].role = p->map[room[i].role];
    return row;
}

uint32_t rw_profiles_count(const rw_profiles *p, uint32_t anchor, uint32_t *first)
{
    const rw_profiles *own = p->of ? p->of : p;
    const rw_profile_block *b = &own->blocks[anchor / own->cut.each];
    uint32_t role = 0, count;

    if (b->entries) {
        rw_profile row = rw_profiles_get(own, anchor);

        count = row.count;
        role = count ? row.entries[0].role : 0;
    } else {
        count = rw_packed_count(b, anchor % own->cut.each, &role);
    }
    if (first && count)
        *first = p->map ? p->map[role] : role;
    return count;
}

riwalk_status rw_row_reader_open(rw_row_reader *r, const rw_profiles *const *views,
                                 uint32_t view_count, int threads, riwalk_error *error)
{
    r->views = views;
    r->view_count = view_count;
    for (uint32_t v = 0; v < view_count; v++)
        r->longest = views[v]->longest > r->longest ? views[v]->longest : r->longest;
    RW_HAVE(rw_grow_at(&r->room, &r->entries, (size_t)threads * view_count * r->longest,
                       sizeof *r->room, error));
    return RIWALK_STATUS_OK;
}

void rw_row_reader_get(const rw_row_reader *r, int worker, uint32_t anchor, rw_profile *profiles)
{
    rw_profile_entry *room = r->room + (size_t)worker * r->view_count * r->longest;

    for (uint32_t v = 0; v < r->view_count; v++)
        profiles[v] = rw_profiles_read(r->views[v], anchor, room + v * r->longest);
}

uint64_t rw_profiles_bytes(uint64_t anchors, uint64_t roles, uint64_t entries, bool packed)
{
    /* A start per anchor; blocks of 32 anchors, with the allocator's overhead. */
    return anchors * sizeof(uint32_t) + anchors / 32 * (sizeof(rw_profile_block) + 24) +
           roles * 2 * sizeof(uint64_t) +
           (packed ? entries * 7 / 4 : entries * sizeof(rw_profile_entry));
}
