/* SPDX-License-Identifier: MIT */
/* The profiles of many anchors, collected from the engine's rows: block after block as they come,
 * over one table of all their roles. */
#ifndef RW_ENGINE_PROFILES_H
#define RW_ENGINE_PROFILES_H

#include "base/progress.h"
#include "base/rng.h"
#include "engine/engine.h"

/* Which anchors: a range of the nodes, a sample of all, or a list. */
typedef struct rw_anchors {
    uint32_t first; /* of the range */
    uint32_t count;
    bool sampled;          /* as rw_sampled_anchor chooses them */
    const uint32_t *list;  /* [count]; NULL: a range or a sample */
    const uint32_t *twins; /* of a range: [nodes], the node whose walks are also this one's; NULL:
                              each has its own */
} rw_anchors;

/* Anchor number i of a sample of `count`: one of each stretch of the nodes, at random in it, as
 * nodes at regular distances may be alike (hubs of R-MAT graphs are). */
static inline uint32_t rw_sampled_anchor(uint32_t nodes, uint32_t count, uint32_t i)
{
    uint64_t begin = (uint64_t)i * nodes / count, end = (i + UINT64_C(1)) * nodes / count;

    return (uint32_t)(begin + rw_rng_below(rw_rng_mix(i), end - begin));
}

/* Anchors cut into tasks. */
typedef struct rw_cut {
    uint32_t anchors;
    uint32_t each; /* of a task; the last may have fewer */
    size_t count;  /* of tasks */
} rw_cut;

/* Tasks of whole batches of an engine, at least `least` anchors. */
static inline rw_cut rw_cut_make(const rw_engine *engine, uint32_t anchors, uint32_t least)
{
    uint32_t batch = engine->batch, each = (least + batch - 1) / batch * batch;

    return (rw_cut){anchors, each, ((size_t)anchors + each - 1) / each};
}

static inline uint32_t rw_cut_first(const rw_cut *cut, size_t task)
{
    return task < cut->count ? (uint32_t)task * cut->each : cut->anchors;
}

/* The anchors of a task. */
static inline uint32_t rw_cut_size(const rw_cut *cut, size_t task)
{
    return rw_cut_first(cut, task + 1) - rw_cut_first(cut, task);
}

/* The rows of consecutive anchors, by places in the table of all. Packed, an entry is a step in the
 * block's own list of roles, ascending, with its visits: little more than a byte. */
typedef struct rw_profile_block {
    uint32_t *starts; /* [anchors + 1]: of entries, or of packed bytes; the rest is behind them */
    rw_profile_entry *entries; /* NULL where packed: */
    uint32_t *roles;           /* [role_count]: the places of the block's roles */
    uint32_t role_count;
    int worker; /* while they are collected: whose numbers of roles it has */
} rw_profile_block;

typedef struct riwalk_profiles {
    uint32_t anchor_count;
    uint32_t role_count;
    uint64_t *roles; /* [role_count], ascending; NULL once a larger table has taken its place */
    uint64_t entry_count;
    uint32_t longest;     /* the most entries of an anchor */
    uint32_t exact_count; /* anchors with an exact profile */
    rw_cut cut;
    rw_profile_block *blocks;         /* [cut.count] */
    const struct riwalk_profiles *of; /* has the rows, of the same anchors; NULL: these have them */
    uint32_t *map;                    /* from roles in rows to places; NULL: they are these */
    size_t map_count;
} rw_profiles;

/* Collects profiles by a setup of an engine: profile i is that of anchor number i. Counts anchors
 * in `progress`. Packed rows take a quarter of the memory, and can only be read. */
riwalk_status rw_profiles_collect(rw_engine *engine, uint32_t setup, rw_anchors anchors,
                                  bool packed, rw_progress *progress, rw_profiles **profiles,
                                  riwalk_error *error);
void rw_profiles_free(rw_profiles *profiles);

/* A row in its place: of profiles that are neither packed nor mapped. */
rw_profile rw_profiles_get(const rw_profiles *profiles, uint32_t anchor);

/* A row of any profiles, in its place or in `room`, for as many entries as the longest has. */
rw_profile rw_profiles_read(const rw_profiles *profiles, uint32_t anchor, rw_profile_entry *room);

/* How many entries a row has, and the role of the first. */
uint32_t rw_profiles_count(const rw_profiles *profiles, uint32_t anchor, uint32_t *first);

/* Reads the rows of an anchor in several views; each worker has room of its own. */
typedef struct rw_row_reader {
    const rw_profiles *const *views;
    uint32_t view_count;
    size_t longest;
    rw_profile_entry *room; /* [threads * view_count * longest] */
    size_t entries;
} rw_row_reader;

/* Turns to other views, which must outlive the reading. The room is the caller's to free. */
riwalk_status rw_row_reader_open(rw_row_reader *reader, const rw_profiles *const *views,
                                 uint32_t view_count, int threads, riwalk_error *error);
void rw_row_reader_get(const rw_row_reader *reader, int worker, uint32_t anchor,
                       rw_profile *profiles);

/* Profiles copied from arrays: `counts` entries for each anchor, one anchor after the other. */
riwalk_status rw_profiles_copy(uint32_t anchor_count, uint32_t role_count, const uint64_t *roles,
                               const uint32_t *counts, const rw_profile_entry *entries,
                               rw_profiles **profiles, riwalk_error *error);

/* The same profiles for roles that leave out the anchor's part: what collecting by `dropped` would
 * give, whose setup differs from that of `kept` in nothing else, without its walks. SP and WL only:
 * in RW variants an anchor has another part in its own role than in those of others. The rows are
 * those of `kept`, which must outlive them unless rw_profiles_take_rows follows. */
riwalk_status rw_profiles_drop_anchor(const rw_profiles *kept, const rw_walk_setup *setup,
                                      const rw_walk_setup *dropped, rw_profiles **profiles,
                                      riwalk_error *error);

/* Moves rows that are not packed out of `kept`, and changes their roles to those of `profiles`. */
void rw_profiles_take_rows(rw_profiles *profiles, rw_profiles *kept);

/* Changes numbers of roles to places in another ascending table, which has all of them. The table
 * of the profiles' own is freed. */
riwalk_status rw_profiles_renumber(rw_profiles *profiles, const uint64_t *roles,
                                   uint32_t role_count, riwalk_error *error);

/* The bytes of profiles of so many anchors, roles and entries. */
uint64_t rw_profiles_bytes(uint64_t anchors, uint64_t roles, uint64_t entries, bool packed);

/* ---- Inside ---- */

/* Profiles with room for blocks. */
riwalk_status rw_profiles_new(rw_cut cut, rw_profiles **profiles, riwalk_error *error);

/* Fills a block with rows, the number of each role changed to places[number]; NULL: as it is. */
riwalk_status rw_profiles_fill(rw_profiles *profiles, size_t block, const uint32_t *starts,
                               const rw_profile_entry *entries, const uint32_t *places,
                               riwalk_error *error);

/* The same, packed (packed_rows.c): places[role_count]. */
riwalk_status rw_profiles_pack(rw_profiles *profiles, size_t block, const rw_rows *rows,
                               const uint32_t *places, riwalk_error *error);
uint32_t rw_packed_count(const rw_profile_block *block, uint32_t anchor, uint32_t *first);
uint32_t rw_packed_read(const rw_profile_block *block, uint32_t anchor, rw_profile_entry *entries);

/* Once all blocks are there: counts entries, and finds the longest row. */
void rw_profiles_measure(rw_profiles *profiles);

/* Changes the number of each role in a block to places[number]. */
void rw_profiles_change_roles(rw_profiles *profiles, size_t block, const uint32_t *places);

#endif
