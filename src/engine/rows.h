/* SPDX-License-Identifier: MIT */
/*
 * Rows of profiles: how often the walks of an anchor stand on each role, sampled or expected. The
 * anchor itself is a role at distance 0, counted each time a walk comes back to it.
 *
 * This is the only form that profiles have: a worker hands rows over, a part file holds them,
 * processes send them, trainers and descriptions read them.
 */
#ifndef RW_ENGINE_ROWS_H
#define RW_ENGINE_ROWS_H

#include "riwalk.h"

typedef riwalk_visits rw_profile_entry;

/* One row. */
typedef struct rw_profile {
    const rw_profile_entry *entries; /* [count], ascending by role; none without neighbours */
    uint32_t count;
} rw_profile;

/* The rows of some anchors, with a table of the roles in them. */
typedef struct rw_rows {
    uint32_t count; /* of anchors */
    uint32_t role_count;
    uint32_t exact_count;   /* rows that are exact expectations */
    const uint64_t *roles;  /* [role_count], ascending, each in some row */
    const uint32_t *starts; /* [count + 1]: row a is entries[starts[a] .. starts[a + 1] - 1] */
    const rw_profile_entry *entries; /* [starts[count]] */
} rw_rows;

static inline rw_profile rw_rows_get(const rw_rows *rows, uint32_t row)
{
    uint32_t start = rows->starts[row], count = rows->starts[row + 1] - start;

    return (rw_profile){count ? rows->entries + start : NULL, count}; /* there may be no entries */
}

#endif
