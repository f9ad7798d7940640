/* SPDX-License-Identifier: MIT */
/*
 * Profiles: how often the walks of an anchor stand on each role. Sampled, or the exact expectation.
 * The anchor itself is a role at distance 0, counted each time that a walk comes back to it.
 *
 * A profiler makes the profile of one anchor after the other; rw_profiles holds those of many.
 */
#ifndef RW_ENGINE_PROFILES_H
#define RW_ENGINE_PROFILES_H

#include "engine/walks.h"

/* ---- One anchor ---- */

typedef struct rw_role_visits {
    uint64_t role;
    double visits; /* of all walks, or expected of one: only ratios have a meaning */
} rw_role_visits;

typedef struct rw_profiler rw_profiler; /* of one worker */

/* `setup` must outlive the profiler. ARGUMENT where profiles are to be exact and cannot be: a RW
 * variant's ball is made of its walks. */
riwalk_status rw_profiler_create(const rw_walk_setup *setup, rw_profiler **profiler,
                                 riwalk_error *error);
void rw_profiler_free(rw_profiler *profiler);

/* The arcs of a ball up to which it is stepped through exactly: a function of the sizes of the
 * graph and of the options alone. */
uint64_t rw_profiler_limit(const rw_walk_setup *setup);

/* The bytes of a profiler by now: they grow with the balls that it meets. */
uint64_t rw_profiler_bytes(const rw_profiler *profiler);

typedef struct rw_role_profile {
    const rw_role_visits *visits; /* [count], by role, each role once */
    uint32_t count;               /* 0 for an anchor without neighbours */
    bool exact;
} rw_role_profile;

/* The profile of an anchor; it lives until the next call. */
riwalk_status rw_profiler_find(rw_profiler *profiler, uint32_t anchor, rw_role_profile *profile,
                               riwalk_error *error);

/* ---- Many anchors ---- */

/* Which anchors: a range of the nodes, or a sample of all, as rw_sampled_anchor chooses them. */
typedef struct rw_anchors {
    uint32_t first; /* of the range */
    uint32_t count;
    bool sampled;
    /* Members of a group make profiles of different anchors, with one table of all roles; those of
     * others have no entries. */
    riwalk_group *group;           /* NULL: this process makes all */
    const struct rw_profiles *own; /* of the same anchors: this member makes those that it made
                                      there; NULL: members take ranges as they get on */
    const char *work;              /* a folder that has or gets profiles (work.h); NULL: none */
} rw_anchors;

typedef struct rw_profile_entry {
    uint32_t role; /* its place in the table of roles */
    float visits;
} rw_profile_entry;

typedef struct rw_profile {
    const rw_profile_entry *entries; /* [count], by role */
    uint32_t count;
} rw_profile;

/* The profiles of some anchors in a row. */
typedef struct rw_profile_block {
    rw_profile_entry *entries; /* NULL: another member of the group has them */
    uint32_t starts[RW_RUN_BLOCK + 1];
    int worker; /* whose numbers of roles it has */
} rw_profile_block;

typedef struct rw_profiles {
    uint32_t anchor_count;
    uint32_t role_count;
    uint64_t *roles; /* [role_count], ascending */
    uint64_t entry_count;
    uint32_t longest;         /* the most entries of an anchor */
    uint32_t exact_count;     /* anchors with an exact profile */
    uint64_t worker_bytes;    /* of a profiler, as it was at the end */
    rw_profile_block *blocks; /* [block_count] */
    size_t block_count;
} rw_profiles;

/* One run over anchors, on setup->options.run.threads threads: profile i is that of anchor number i
 * of those. An anchor's profile does not depend on the others. */
riwalk_status rw_profiles_create(const rw_walk_setup *setup, rw_anchors anchors,
                                 rw_profiles **profiles, riwalk_error *error);
void rw_profiles_free(rw_profiles *profiles);

/* The same profiles for roles that leave out the anchor's part: what rw_profiles_create(dropped,
 * ...) would make, whose setup differs from that of `kept` in nothing else, without its walks. SP
 * and WL only: in RW variants an anchor has another part in its own role than in those of others.
 */
riwalk_status rw_profiles_drop_anchor(const rw_profiles *kept, const rw_walk_setup *setup,
                                      const rw_walk_setup *dropped, rw_profiles **profiles,
                                      riwalk_error *error);

#define RW_TOO_MANY_ROLES "the walks visit too many roles"

/* The place of a role that is there. O(log roles). */
uint32_t rw_profiles_place(const rw_profiles *profiles, uint64_t role);

/* The roles of several tables in one, ascending. */
riwalk_status rw_profiles_merge_roles(const uint64_t *const *tables, const uint32_t *counts,
                                      size_t table_count, uint64_t **roles, uint32_t *role_count,
                                      riwalk_error *error);

/* Changes the table of roles to another, ascending, which has all of its roles. The profiles copy
 * it.
 */
riwalk_status rw_profiles_renumber(rw_profiles *profiles, const uint64_t *roles,
                                   uint32_t role_count, riwalk_error *error);

/* Profiles as plain arrays, anchor after anchor. */
typedef struct rw_profile_arrays {
    uint32_t anchor_count;
    uint32_t role_count;
    const uint64_t *roles;           /* [role_count], ascending */
    const uint32_t *counts;          /* [anchor_count]: entries of each */
    const rw_profile_entry *entries; /* [sum of counts], by role in each anchor */
} rw_profile_arrays;

/* Profiles that are copied from arrays. */
riwalk_status rw_profiles_of(const rw_profile_arrays *arrays, rw_profiles **profiles,
                             riwalk_error *error);

rw_profile rw_profiles_get(const rw_profiles *profiles, uint32_t anchor);

/* Whether this process has the profile of an anchor, and of the others of its RW_RUN_BLOCK. */
bool rw_profiles_has(const rw_profiles *profiles, uint32_t anchor);

/* The bytes of profiles of so many anchors, roles and entries. */
uint64_t rw_profiles_bytes(uint64_t anchors, uint64_t roles, uint64_t entries);

/* ---- The exact expectation (exact.c) ---- */

typedef struct rw_exact rw_exact;

riwalk_status rw_exact_create(const rw_walk_setup *setup, rw_exact **exact, riwalk_error *error);
void rw_exact_free(rw_exact *exact);

/* Searches the ball of an anchor and steps the walk's distribution through it. Stops, with *fits
 * false, where the ball has more arcs than `limit`. */
riwalk_status rw_exact_find(rw_exact *exact, uint32_t anchor, uint64_t limit, bool *fits,
                            riwalk_error *error);

uint64_t rw_exact_bytes(const rw_exact *exact);

/* What was found: node n of the ball (0: the anchor) has a role, and expected visits (of the
 * anchor: returns). */
uint32_t rw_exact_count(const rw_exact *exact);
rw_role_visits rw_exact_get(const rw_exact *exact, uint32_t n);

#endif
