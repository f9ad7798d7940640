/* SPDX-License-Identifier: MIT */
/* Counting roles: a hash map that grows, and the sorted table made of maps. */
#ifndef RW_ROLES_TABLE_H
#define RW_ROLES_TABLE_H

#include "riwalk.h"

typedef struct rw_role_bucket {
    riwalk_role_entry entry; /* empty while it has no visits */
    uint64_t last;           /* the last anchor that was counted, plus 1 */
} rw_role_bucket;

typedef struct rw_role_map {
    rw_role_bucket *buckets; /* [capacity], a power of two */
    size_t capacity;
    size_t count;
} rw_role_map;

/* Counts visits (at least 1) of a role by an anchor. All of an anchor's roles are counted before
 * those of another, in one map. */
riwalk_status rw_role_map_add(rw_role_map *map, uint64_t role, uint64_t visits, uint32_t anchor,
                              riwalk_error *error);

/* Adds one map to another; no anchor is in both. */
riwalk_status rw_role_map_merge(rw_role_map *map, const rw_role_map *other, riwalk_error *error);

/* Adds up the maps of all members of a group (NULL: there is this one only); no anchor is in two.
 */
riwalk_status rw_role_map_share(rw_role_map *map, riwalk_group *group, riwalk_error *error);

void rw_role_map_free(rw_role_map *map);

/* The table of a map, sorted by role. */
riwalk_status rw_roles_create(const rw_role_map *map, riwalk_roles **roles, riwalk_error *error);

#endif
