/* SPDX-License-Identifier: MIT */
/* The role table: roles sorted by tuple, each with how often and by how many anchors it is met. */
#include "roles/table.h"

#include "base/error.h"
#include "base/group.h"
#include "base/memory.h"
#include "base/rng.h"
#include "base/sort.h"

struct riwalk_roles {
    uint32_t count;
    riwalk_role_entry *entries; /* [count] */
};

#define FIRST_CAPACITY 1024

/* The bucket of a role, or the empty one where it belongs. */
static rw_role_bucket *find_bucket(const rw_role_map *map, uint64_t role)
{
    size_t at = rw_rng_mix(role) & (map->capacity - 1);

    while (map->buckets[at].entry.visits && map->buckets[at].entry.role != role)
        at = (at + 1) & (map->capacity - 1);
    return &map->buckets[at];
}

static riwalk_status make_room(rw_role_map *map, riwalk_error *error)
{
    rw_role_map larger = {
        .capacity = map->capacity ? 2 * map->capacity : FIRST_CAPACITY,
        .count = map->count,
    };

    if (map->capacity && map->count < map->capacity / 2)
        return RIWALK_STATUS_OK;
    if (!(larger.buckets = rw_alloc_zeroed(larger.capacity, sizeof *larger.buckets, error)))
        return RIWALK_STATUS_MEMORY;
    for (size_t c = 0; c < map->capacity; c++)
        if (map->buckets[c].entry.visits)
            *find_bucket(&larger, map->buckets[c].entry.role) = map->buckets[c];
    rw_free(map->buckets);
    *map = larger;
    return RIWALK_STATUS_OK;
}

static riwalk_status add(rw_role_map *map, uint64_t role, uint64_t visits, rw_role_bucket **bucket,
                         riwalk_error *error)
{
    riwalk_status status = make_room(map, error);

    if (status)
        return status;
    *bucket = find_bucket(map, role);
    map->count += !(*bucket)->entry.visits;
    (*bucket)->entry.role = role;
    (*bucket)->entry.visits += visits;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_role_map_add(rw_role_map *map, uint64_t role, uint64_t visits, uint32_t anchor,
                              riwalk_error *error)
{
    rw_role_bucket *bucket;
    riwalk_status status = add(map, role, visits, &bucket, error);

    if (status)
        return status;
    bucket->entry.anchors += bucket->last != (uint64_t)anchor + 1;
    bucket->last = (uint64_t)anchor + 1;
    return RIWALK_STATUS_OK;
}

static riwalk_status add_entry(rw_role_map *map, const riwalk_role_entry *entry,
                               riwalk_error *error)
{
    rw_role_bucket *bucket;
    riwalk_status status = add(map, entry->role, entry->visits, &bucket, error);

    if (!status)
        bucket->entry.anchors += entry->anchors;
    return status;
}

riwalk_status rw_role_map_merge(rw_role_map *map, const rw_role_map *other, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    for (size_t c = 0; c < other->capacity && !status; c++)
        if (other->buckets[c].entry.visits)
            status = add_entry(map, &other->buckets[c].entry, error);
    return status;
}

riwalk_status rw_role_map_share(rw_role_map *map, riwalk_group *group, riwalk_error *error)
{
    riwalk_role_entry *entries;
    rw_role_map all = {0};
    riwalk_status status;
    size_t count = 0;
    void *list;

    if (!group)
        return RIWALK_STATUS_OK;
    if (!(list = entries = rw_alloc(map->count, sizeof *entries, error)))
        return RIWALK_STATUS_MEMORY;
    for (size_t c = 0; c < map->capacity; c++)
        if (map->buckets[c].entry.visits)
            entries[count++] = map->buckets[c].entry;
    status = rw_group_gather(group, &list, &count, sizeof *entries, error);
    entries = list;
    for (size_t i = 0; i < count && !status; i++)
        status = add_entry(&all, &entries[i], error);
    rw_free(entries);
    if (status) {
        rw_role_map_free(&all);
        return status;
    }
    rw_role_map_free(map);
    *map = all;
    return RIWALK_STATUS_OK;
}

void rw_role_map_free(rw_role_map *map)
{
    rw_free(map->buckets);
    *map = (rw_role_map){0};
}

/* All roles of a map, sorted, in the first half of an array of 2 * count numbers. */
static uint64_t *sort_roles(const rw_role_map *map, riwalk_error *error)
{
    uint64_t *roles = rw_alloc(map->count, 2 * sizeof *roles, error);
    size_t count = 0;

    for (size_t c = 0; roles && c < map->capacity; c++)
        if (map->buckets[c].entry.visits)
            roles[count++] = map->buckets[c].entry.role;
    if (roles)
        rw_sort_u64(roles, roles + count, count);
    return roles;
}

riwalk_status rw_roles_create(const rw_role_map *map, riwalk_roles **roles, riwalk_error *error)
{
    riwalk_roles *made = NULL;
    uint64_t *sorted = NULL;

    if (map->count >= UINT32_MAX)
        return rw_fail(error, RIWALK_STATUS_LIMIT,
                       "the walks visit %llu roles: at most %u are supported",
                       (unsigned long long)map->count, UINT32_MAX - 1);
    if (!(sorted = sort_roles(map, error)))
        return RIWALK_STATUS_MEMORY;
    if (!(made = rw_alloc_zeroed(1, sizeof *made, error)) ||
        !(made->entries = rw_alloc(map->count, sizeof *made->entries, error))) {
        rw_free(sorted);
        riwalk_roles_free(made);
        return RIWALK_STATUS_MEMORY;
    }
    made->count = (uint32_t)map->count;
    for (uint32_t id = 0; id < made->count; id++)
        made->entries[id] = find_bucket(map, sorted[id])->entry;
    rw_free(sorted);
    *roles = made;
    return RIWALK_STATUS_OK;
}

void riwalk_roles_free(riwalk_roles *roles)
{
    if (!roles)
        return;
    rw_free(roles->entries);
    rw_free(roles);
}

uint32_t riwalk_roles_count(const riwalk_roles *roles)
{
    return roles->count;
}

const riwalk_role_entry *riwalk_roles_get(const riwalk_roles *roles, uint32_t id)
{
    return &roles->entries[id];
}

bool riwalk_roles_id(const riwalk_roles *roles, uint64_t role, uint32_t *id)
{
    uint32_t low = 0, high = roles->count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (roles->entries[middle].role < role)
            low = middle + 1;
        else
            high = middle;
    }
    *id = low;
    return low < roles->count && roles->entries[low].role == role;
}
