/* SPDX-License-Identifier: MIT */
/* Passes over the walks of all anchors, with batches as tasks that end in order; and counts of the
 * roles that walks meet. */
#include "engine/walks.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/sort.h"

#include <stdlib.h>

/* ---- The pass ---- */

typedef struct runner {
    rw_engine *engine;
    const rw_walks_pass *pass;
    rw_cut cut;
    rw_progress progress;
} runner;

static riwalk_status walk_task(void *context, size_t task, int worker, riwalk_error *error)
{
    runner *r = context;
    uint32_t first = rw_cut_first(&r->cut, task), end = rw_cut_first(&r->cut, task + 1), count = 0;
    uint32_t *anchors;
    RW_POOL(pool);

    RW_HAVE(anchors = rw_take(&pool, end - first, sizeof *anchors, error));
    for (uint32_t a = first; a < end; a++)
        if (!r->pass->wanted || r->pass->wanted(r->pass->context, a))
            anchors[count++] = a;
    RW_MUST(rw_engine_walks(r->engine, 0, worker, anchors, count, 0, r->engine->setups[0]->walks,
                            r->pass->each, r->pass->context, error));
    return rw_progress_add(&r->progress, count, error);
}

static riwalk_status end_task(void *context, size_t task, int worker, riwalk_error *error)
{
    const runner *r = context;

    return r->pass->end(r->pass->context, worker, error);
}

riwalk_status rw_walks_run(rw_engine *engine, const riwalk_run *run, const rw_walks_pass *pass,
                           riwalk_error *error)
{
    runner r = {.engine = engine, .pass = pass};
    uint32_t nodes = engine->setups[0]->graph->node_count;

    r.cut = rw_cut_make(engine, nodes, pass->group ? rw_range_anchors(nodes) : 1);
    rw_progress_begin(&r.progress, run, pass->stage, "anchors",
                      nodes / rw_group_members(pass->group));
    return pass->end
               ? rw_parallel_ordered(engine->workers, r.cut.count, walk_task, end_task, &r, error)
               : rw_group_parallel(pass->group, engine->workers, r.cut.count, walk_task, &r, error);
}

riwalk_status rw_sampler_walk(const riwalk_sampler *sampler, const rw_walks_pass *pass,
                              riwalk_error *error)
{
    RW_OWN(rw_engine *, engine, rw_engine_drop);

    RW_MUST(rw_sampler_open(sampler, sampler->setup.graph->node_count, &engine, error));
    return rw_walks_run(engine, &sampler->run, pass, error);
}

/* ---- Counting roles ---- */

riwalk_status rw_role_counts_add(rw_role_counts *c, const rw_walks *walks, riwalk_error *error)
{
    RW_HAVE(rw_grow_at(&c->slots, &c->slot_room, walks->slot_count, sizeof *c->slots, error));
    for (uint32_t s = 1; s < walks->slot_count; s++) {
        const rw_slot *slot = &walks->slots[s];
        uint32_t known = c->table.count;
        rw_role_count *at;

        RW_MUST(rw_role_table_number(&c->table, slot->role, &c->slots[s], error));
        RW_HAVE(rw_grow_at(&c->counts, &c->room, c->table.count, sizeof *at, error));
        at = &c->counts[c->slots[s]];
        if (c->table.count > known)
            *at = (rw_role_count){0};
        at->visits += slot->visits;
        at->anchors += at->last != walks->anchor + UINT64_C(1);
        at->last = walks->anchor + UINT64_C(1);
    }
    return RIWALK_STATUS_OK;
}

void rw_role_counts_free(rw_role_counts *c)
{
    rw_role_table_free(&c->table);
    rw_free(c->counts);
    rw_free(c->slots);
}

static int by_role(const void *a, const void *b)
{
    const riwalk_role_entry *x = a, *y = b;

    return RW_ORDER(x->role, y->role);
}

/* Merges entries of the same role; returns the number of roles. */
static size_t add_up(riwalk_role_entry *entries, size_t count)
{
    size_t roles = 0;

    if (count)
        qsort(entries, count, sizeof *entries, by_role);
    for (size_t i = 0; i < count; i++) {
        if (!roles || entries[roles - 1].role != entries[i].role) {
            entries[roles++] = entries[i];
            continue;
        }
        entries[roles - 1].visits += entries[i].visits;
        entries[roles - 1].anchors += entries[i].anchors;
    }
    return roles;
}

riwalk_status rw_role_counts_merge(const rw_role_counts *counts, size_t count, riwalk_comm *group,
                                   riwalk_roles **roles, riwalk_error *error)
{
    riwalk_role_entry *entries;
    riwalk_status status = RIWALK_STATUS_OK;
    size_t all = 0, at = 0;
    void *list;

    for (size_t c = 0; c < count; c++)
        all += counts[c].table.count;
    RW_HAVE(list = entries = rw_alloc(all, sizeof *entries, error));
    for (size_t c = 0; c < count; c++)
        for (uint32_t r = 0; r < counts[c].table.count; r++)
            entries[at++] = (riwalk_role_entry){
                counts[c].table.roles[r], counts[c].counts[r].visits, counts[c].counts[r].anchors};
    if (group) {
        all = add_up(entries, all);
        status = rw_group_gather(group, &list, &all, sizeof *entries, error);
        entries = list;
    }
    if (!status && (all = add_up(entries, all)) >= UINT32_MAX)
        status = rw_fail(error, RIWALK_STATUS_LIMIT,
                         "the walks visit %llu roles: at most %u are supported",
                         (unsigned long long)all, UINT32_MAX - 1);
    if (status) {
        rw_free(entries);
        return status;
    }
    return rw_roles_create(entries, (uint32_t)all, roles, error);
}
