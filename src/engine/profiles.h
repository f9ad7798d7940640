/* SPDX-License-Identifier: MIT */
/*
 * The profiles of many anchors, collected from the engine's rows: block after block as they come,
 * over one table of all their roles.
 */
#ifndef RW_ENGINE_PROFILES_H
#define RW_ENGINE_PROFILES_H

#include "base/progress.h"
#include "base/rng.h"
#include "engine/engine.h"

/* Which anchors: a range of the nodes, or a sample of all. */
typedef struct rw_anchors {
    uint32_t first; /* of the range */
    uint32_t count;
    bool sampled; /* as rw_sampled_anchor chooses them */
} rw_anchors;

/* Anchor number i of a sample of `count`: one of each stretch of the nodes, at random in it, as
 * nodes at regular distances may be alike (hubs of R-MAT graphs are). */
static inline uint32_t rw_sampled_anchor(uint32_t nodes, uint32_t count, uint32_t i)
{
    uint64_t begin = (uint64_t)i * nodes / count, end = (i + UINT64_C(1)) * nodes / count;

    return (uint32_t)(begin + rw_rng_below(rw_rng_mix(i), end - begin));
}

/* Where the tasks of a run over anchors begin, in whole batches of the engine. */
typedef struct rw_cut {
    uint32_t *firsts; /* [count + 1], the last is the end */
    size_t count;
} rw_cut;

/* Cuts `anchors` anchors into tasks of at least `least`, the last excepted. */
riwalk_status rw_cut_make(const rw_engine *engine, uint32_t anchors, uint32_t least, rw_cut *cut,
                          riwalk_error *error);

/* The task that an anchor is in. O(1) where tasks are equally large, else O(log tasks). */
size_t rw_cut_find(const rw_cut *cut, uint32_t anchor);

/* The rows of consecutive anchors, by places in the table of all. */
typedef struct rw_profile_block {
    uint32_t *starts; /* [anchors + 1]; entries follow in the same memory */
    rw_profile_entry *entries;
    int worker; /* while they are collected: whose numbers of roles it has */
} rw_profile_block;

typedef struct rw_profiles {
    uint32_t anchor_count;
    uint32_t role_count;
    uint64_t *roles; /* [role_count], ascending; NULL once a larger table has taken its place */
    uint64_t entry_count;
    uint32_t longest;     /* the most entries of an anchor */
    uint32_t exact_count; /* anchors with an exact profile */
    rw_cut cut;
    rw_profile_block *blocks; /* [cut.count] */
} rw_profiles;

/* Collects profiles by a setup of an engine: profile i is that of anchor number i. Counts anchors
 * in `progress`. */
riwalk_status rw_profiles_collect(rw_engine *engine, uint32_t setup, rw_anchors anchors,
                                  rw_progress *progress, rw_profiles **profiles,
                                  riwalk_error *error);
void rw_profiles_free(rw_profiles *profiles);

rw_profile rw_profiles_get(const rw_profiles *profiles, uint32_t anchor);

/* Profiles copied from arrays: `counts` entries for each anchor, one anchor after the other. */
riwalk_status rw_profiles_copy(uint32_t anchor_count, uint32_t role_count, const uint64_t *roles,
                               const uint32_t *counts, const rw_profile_entry *entries,
                               rw_profiles **profiles, riwalk_error *error);

/* The same profiles for roles that leave out the anchor's part: what collecting by `dropped` would
 * give, whose setup differs from that of `kept` in nothing else, without its walks. SP and WL only:
 * in RW variants an anchor has another part in its own role than in those of others. */
riwalk_status rw_profiles_drop_anchor(const rw_profiles *kept, const rw_walk_setup *setup,
                                      const rw_walk_setup *dropped, rw_profiles **profiles,
                                      riwalk_error *error);

/* Changes numbers of roles to places in another ascending table, which has all of them. The table
 * of the profiles' own is freed. */
riwalk_status rw_profiles_renumber(rw_profiles *profiles, const uint64_t *roles,
                                   uint32_t role_count, riwalk_error *error);

/* The bytes of profiles of so many anchors, roles and entries. */
uint64_t rw_profiles_bytes(uint64_t anchors, uint64_t roles, uint64_t entries);

/* ---- Inside ---- */

static inline uint32_t rw_profiles_block_anchors(const rw_profiles *p, size_t block)
{
    return p->cut.firsts[block + 1] - p->cut.firsts[block];
}

/* Profiles of so many anchors, without blocks yet. */
riwalk_status rw_profiles_new(uint32_t anchors, rw_profiles **profiles, riwalk_error *error);

/* Memory for a block. */
riwalk_status rw_profile_block_make(rw_profile_block *block, uint32_t anchors, size_t entries,
                                    riwalk_error *error);

/* Once all blocks are there: counts entries, and finds the longest row. */
void rw_profiles_measure(rw_profiles *profiles);

/* Changes the number of each role in a block to places[number]. */
void rw_profiles_change_roles(rw_profiles *profiles, size_t block, const uint32_t *places);

#endif
