/* SPDX-License-Identifier: MIT */
/* The profiles of many anchors, collected from the engine's rows: blocks of rows over one table of
 * all roles. */
#ifndef RW_ENGINE_PROFILES_H
#define RW_ENGINE_PROFILES_H

#include "base/progress.h"
#include "base/rng.h"
#include "engine/engine.h"

/* Some anchors: a range of nodes, a sample of all, or a list. */
typedef struct rw_anchors {
    uint32_t first; /* first node of a range */
    uint32_t count;
    bool sampled;          /* by rw_sampled_anchor */
    const uint32_t *list;  /* [count]; NULL: a range or sample */
    const uint32_t *twins; /* with a range, [nodes]: the node whose walks this one shares; NULL:
                              each node has its own */
} rw_anchors;

/* Anchor i of a sample of `count`: one random node from each of `count` equal ranges. Nodes at
 * regular distances could be alike, as hubs of R-MAT graphs are. */
static inline uint32_t rw_sampled_anchor(uint32_t nodes, uint32_t count, uint32_t i)
{
    uint64_t begin = (uint64_t)i * nodes / count, end = (i + UINT64_C(1)) * nodes / count;

    return (uint32_t)(begin + rw_rng_below(rw_rng_mix(i), end - begin));
}

/* Anchors cut into tasks. */
typedef struct rw_cut {
    uint32_t anchors;
    uint32_t each; /* in a task; the last may have fewer */
    size_t count;  /* tasks */
} rw_cut;

/* Cuts anchors into tasks of whole batches of an engine, at least `least` anchors each. */
static inline rw_cut rw_cut_make(const rw_engine *engine, uint32_t anchors, uint32_t least)
{
    uint32_t batch = engine->batch, each = (least + batch - 1) / batch * batch;

    return (rw_cut){anchors, each, ((size_t)anchors + each - 1) / each};
}

static inline uint32_t rw_cut_first(const rw_cut *cut, size_t task)
{
    return task < cut->count ? (uint32_t)task * cut->each : cut->anchors;
}

/* The number of anchors in a task. */
static inline uint32_t rw_cut_size(const rw_cut *cut, size_t task)
{
    return rw_cut_first(cut, task + 1) - rw_cut_first(cut, task);
}

/* The rows of consecutive anchors; roles are places in the table of all. In a packed block, an
 * entry is a step in the block's ascending list of roles, and visits: little more than a byte. */
typedef struct rw_profile_block {
    uint32_t *starts; /* [anchors + 1]: of entries or packed bytes; the rest follows in memory */
    rw_profile_entry *entries; /* NULL: packed */
    uint32_t *roles;           /* [role_count]: the block's roles as places in the table */
    uint32_t role_count;
    int worker; /* while collecting: whose numbers of roles it has */
} rw_profile_block;

typedef struct riwalk_profiles {
    uint32_t anchor_count;
    uint32_t role_count;
    uint64_t *roles; /* [role_count], ascending; NULL: replaced by a larger table */
    uint64_t entry_count;
    uint32_t longest;     /* most entries of an anchor */
    uint32_t exact_count; /* anchors with an exact profile */
    rw_cut cut;
    rw_profile_block *blocks;         /* [cut.count] */
    const struct riwalk_profiles *of; /* owns the rows, of the same anchors; NULL: these do */
    uint32_t *map;                    /* from roles in rows to places; NULL: they are places */
    size_t map_count;
} rw_profiles;

/* Collects profiles by a setup of an engine: profile i is of anchor i. Counts anchors in
 * `progress`. Packed rows take a quarter of the memory, and can only be read. */
riwalk_status rw_profiles_collect(rw_engine *engine, uint32_t setup, rw_anchors anchors,
                                  bool packed, rw_progress *progress, rw_profiles **profiles,
                                  riwalk_error *error);
void rw_profiles_free(rw_profiles *profiles);

/* For RW_OWN. */
static inline void rw_profiles_drop(rw_profiles **profiles)
{
    rw_profiles_free(*profiles);
}

/* A row in its place, from profiles that are neither packed nor mapped. */
rw_profile rw_profiles_get(const rw_profiles *profiles, uint32_t anchor);

/* A row of any profiles, in its place or copied to `room`, which has space for the longest row. */
rw_profile rw_profiles_read(const rw_profiles *profiles, uint32_t anchor, rw_profile_entry *room);

/* The number of entries in a row; *first is the role of the first. */
uint32_t rw_profiles_count(const rw_profiles *profiles, uint32_t anchor, uint32_t *first);

/* Reads the rows of an anchor in several views, with room for each worker. */
typedef struct rw_row_reader {
    const rw_profiles *const *views;
    uint32_t view_count;
    size_t longest;
    rw_profile_entry *room; /* [threads * view_count * longest] */
    size_t entries;
} rw_row_reader;

/* Switches to other views, which must outlive the reading. The caller frees the room. */
riwalk_status rw_row_reader_open(rw_row_reader *reader, const rw_profiles *const *views,
                                 uint32_t view_count, int threads, riwalk_error *error);
void rw_row_reader_get(const rw_row_reader *reader, int worker, uint32_t anchor,
                       rw_profile *profiles);

/* Copies profiles from arrays: counts[a] entries for each anchor, one anchor after the other. */
riwalk_status rw_profiles_copy(uint32_t anchor_count, uint32_t role_count, const uint64_t *roles,
                               const uint32_t *counts, const rw_profile_entry *entries,
                               rw_profiles **profiles, riwalk_error *error);

/* The same profiles by roles without the anchor's part, as collecting by `dropped` would give
 * without walking; its setup must differ from that of `kept` only in this. Only for SP and WL: in
 * RW variants an anchor's own role has another part than its other roles. The rows remain those of
 * `kept`, which must outlive them unless rw_profiles_take_rows follows. */
riwalk_status rw_profiles_drop_anchor(const rw_profiles *kept, const rw_walk_setup *setup,
                                      const rw_walk_setup *dropped, rw_profiles **profiles,
                                      riwalk_error *error);

/* Moves unpacked rows out of `kept`, and maps their roles to those of `profiles`. */
void rw_profiles_take_rows(rw_profiles *profiles, rw_profiles *kept);

/* Maps roles to places in another ascending table that contains all of them. Frees the profiles'
 * own table. */
riwalk_status rw_profiles_renumber(rw_profiles *profiles, const uint64_t *roles,
                                   uint32_t role_count, riwalk_error *error);

/* The bytes of profiles. */
uint64_t rw_profiles_bytes(uint64_t anchors, uint64_t roles, uint64_t entries, bool packed);

/* ---- Internal ---- */

/* Makes profiles with room for blocks. */
riwalk_status rw_profiles_new(rw_cut cut, rw_profiles **profiles, riwalk_error *error);

/* Fills a block with rows, and maps role r to places[r]; NULL: unmapped. */
riwalk_status rw_profiles_fill(rw_profiles *profiles, size_t block, const uint32_t *starts,
                               const rw_profile_entry *entries, const uint32_t *places,
                               riwalk_error *error);

/* The same, packed (packed_rows.c); places[role_count]. */
riwalk_status rw_profiles_pack(rw_profiles *profiles, size_t block, const rw_rows *rows,
                               const uint32_t *places, riwalk_error *error);
uint32_t rw_packed_count(const rw_profile_block *block, uint32_t anchor, uint32_t *first);
uint32_t rw_packed_read(const rw_profile_block *block, uint32_t anchor, rw_profile_entry *entries);

/* Counts entries and finds the longest row, when all blocks are filled. */
void rw_profiles_measure(rw_profiles *profiles);

/* Maps each role r in a block to places[r]. */
void rw_profiles_change_roles(rw_profiles *profiles, size_t block, const uint32_t *places);

#endif
