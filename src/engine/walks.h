/* SPDX-License-Identifier: MIT */
/* Passes over the walks of all anchors. An anchor can walk again at any time with the same result,
 * so users may keep walks or ask again. */
#ifndef RW_ENGINE_WALKS_H
#define RW_ENGINE_WALKS_H

#include "base/group.h"
#include "engine/profiles.h"
#include "roles/table.h"

/* A graph, and options of roles and walks that are checked (sampler.c). */
struct riwalk_sampler {
    rw_walk_setup setup;
    riwalk_run run; /* resolved */
};

/* Opens an engine for a sampler's graph and about `anchors` anchors. */
riwalk_status rw_sampler_open(const riwalk_sampler *sampler, uint64_t anchors, rw_engine **engine,
                              riwalk_error *error);

/* What a pass does with walks. `each` is called for every anchor, on any worker; the anchors of a
 * task come in order on one worker. Then `end`, unless NULL, is called for the task on the same
 * worker, in the order of tasks, never two at once. */
typedef struct rw_walks_pass {
    rw_walks_use *each;
    riwalk_status (*end)(void *context, int worker, riwalk_error *error);
    void *context;
    const char *stage;                                    /* for progress */
    bool (*wanted)(const void *context, uint32_t anchor); /* NULL: all anchors */
    riwalk_comm *group; /* its members share the anchors; only without `end` */
} rw_walks_pass;

/* The anchors in a task of a group: enough that asking for tasks costs nothing, few enough that no
 * member waits long for another. */
static inline uint32_t rw_range_anchors(uint32_t nodes)
{
    return nodes / 1024 < 32 ? 32 : nodes / 1024 > 16384 ? 16384 : nodes / 1024;
}

/* Passes by an engine's first setup; or over a sampler's anchors, by an engine of its own. */
riwalk_status rw_walks_run(rw_engine *engine, const riwalk_run *run, const rw_walks_pass *pass,
                           riwalk_error *error);
riwalk_status rw_sampler_walk(const riwalk_sampler *sampler, const rw_walks_pass *pass,
                              riwalk_error *error);

/* ---- Counting roles ---- */

typedef struct rw_role_count {
    uint64_t visits;
    uint64_t anchors;
    uint64_t last; /* 1 + the last anchor that met the role */
} rw_role_count;

/* The counts of one worker. */
typedef struct rw_role_counts {
    rw_role_table table;
    rw_role_count *counts; /* [room], by the role's number */
    size_t room;
    uint32_t *slots; /* [slot_room]: numbers of the last anchor's roles by slot, except slot 0 */
    size_t slot_room;
} rw_role_counts;

/* Counts the visits of an anchor's walks, and numbers the roles of its slots. */
riwalk_status rw_role_counts_add(rw_role_counts *counts, const rw_walks *walks,
                                 riwalk_error *error);
void rw_role_counts_free(rw_role_counts *counts);

/* Merges the counts of workers, and of the members of a group (NULL: only this process), into one
 * table. No anchor may be counted twice. */
riwalk_status rw_role_counts_merge(const rw_role_counts *counts, size_t count, riwalk_comm *group,
                                   riwalk_roles **roles, riwalk_error *error);

#endif
