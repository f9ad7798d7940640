/* SPDX-License-Identifier: MIT */
/* Passes over the walks of all anchors. Any anchor can be walked from again at any time, with the
 * same result: whoever needs walks twice may keep them or ask again. */
#ifndef RW_ENGINE_WALKS_H
#define RW_ENGINE_WALKS_H

#include "base/group.h"
#include "engine/profiles.h"
#include "roles/table.h"

/* Graph and options of roles and walks, checked in one place (sampler.c). */
struct riwalk_sampler {
    rw_walk_setup setup;
    riwalk_run run; /* resolved */
};

/* Opens an engine for about so many anchors of a sampler's graph. */
riwalk_status rw_sampler_open(const riwalk_sampler *sampler, uint64_t anchors, rw_engine **engine,
                              riwalk_error *error);

/* What a pass does with walks. `each` is called for every anchor, on any worker; anchors of a task
 * come in order and on one worker. `end`, unless NULL, is then called for the task: in the order of
 * tasks, never two at once, on the same worker. */
typedef struct rw_walks_pass {
    rw_walks_use *each;
    riwalk_status (*end)(void *context, int worker, riwalk_error *error);
    void *context;
    const char *stage;                                    /* of its progress */
    bool (*wanted)(const void *context, uint32_t anchor); /* NULL: all anchors are */
    riwalk_comm *group; /* its members have different anchors; then without `end` */
} rw_walks_pass;

/* The anchors of one task in a group: enough that asking for tasks costs nothing, and few enough
 * that no member waits long for another. */
static inline uint32_t rw_range_anchors(uint32_t nodes)
{
    return nodes / 1024 < 32 ? 32 : nodes / 1024 > 16384 ? 16384 : nodes / 1024;
}

/* By the first setup of an engine; or of all anchors of a sampler, by an engine of its own. */
riwalk_status rw_walks_run(rw_engine *engine, const riwalk_run *run, const rw_walks_pass *pass,
                           riwalk_error *error);
riwalk_status rw_sampler_walk(const riwalk_sampler *sampler, const rw_walks_pass *pass,
                              riwalk_error *error);

/* ---- Counting roles ---- */

typedef struct rw_role_count {
    uint64_t visits;
    uint64_t anchors;
    uint64_t last; /* the last anchor that met the role, plus 1 */
} rw_role_count;

/* What the walks that one worker has seen visit. */
typedef struct rw_role_counts {
    rw_role_table table;
    rw_role_count *counts; /* [room], by number */
    size_t room;
    uint32_t *slots; /* [slot_room]: the numbers of the last anchor's slots, but for the first */
    size_t slot_room;
} rw_role_counts;

/* Counts what all walks of an anchor visit, and numbers its slots. */
riwalk_status rw_role_counts_add(rw_role_counts *counts, const rw_walks *walks,
                                 riwalk_error *error);
void rw_role_counts_free(rw_role_counts *counts);

/* One table of what workers, and the members of a group (NULL: there is this one only), have
 * counted; no anchor is counted by two. */
riwalk_status rw_role_counts_merge(const rw_role_counts *counts, size_t count, riwalk_comm *group,
                                   riwalk_roles **roles, riwalk_error *error);

#endif
