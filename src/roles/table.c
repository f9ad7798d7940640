/* SPDX-License-Identifier: MIT */
/* Numbering of roles, sorted lists of roles, and the public table of roles. */
#include "roles/table.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"
#include "riwalk_analysis.h"

#include <string.h>

#define FIRST_ROOM 256
#define TOO_MANY_ROLES "the walks visit too many roles"

/* ---- Numbers ---- */

riwalk_status rw_role_table_grow(rw_role_table *table, riwalk_error *error)
{
    size_t room = table->room ? 2 * table->room : FIRST_ROOM;
    uint32_t *slots;

    if (room > UINT32_MAX / 2)
        return rw_fail(error, RIWALK_STATUS_LIMIT, TOO_MANY_ROLES);
    RW_HAVE(rw_resize_at(&table->roles, room, sizeof *table->roles, error));
    RW_HAVE(slots = rw_alloc_zeroed(2 * room, sizeof *slots, error));
    rw_free(table->slots);
    table->slots = slots;
    table->room = room;
    for (uint32_t i = 0; i < table->count; i++)
        *rw_role_table_slot(table, table->roles[i]) = i + 1;
    return RIWALK_STATUS_OK;
}

void rw_role_table_clear(rw_role_table *table)
{
    if (table->count > table->room / 8)
        memset(table->slots, 0, 2 * table->room * sizeof *table->slots);
    else /* last to first, so that searches still find earlier ones */
        while (table->count)
            *rw_role_table_slot(table, table->roles[--table->count]) = 0;
    table->count = 0;
}

void rw_role_table_free(rw_role_table *table)
{
    rw_free(table->roles);
    rw_free(table->slots);
    *table = (rw_role_table){0};
}

uint64_t rw_role_table_bytes(const rw_role_table *table)
{
    return table->room * (sizeof *table->roles + 2 * sizeof *table->slots);
}

/* ---- Sorted lists ---- */

riwalk_status rw_role_set_add(rw_role_set *set, const uint64_t *roles, size_t count,
                              riwalk_error *error)
{
    RW_HAVE(rw_resize_at(&set->roles, set->count + count, sizeof *roles, error));
    for (size_t i = 0; i < count; i++)
        set->roles[set->count++] = roles[i];
    return RIWALK_STATUS_OK;
}

void rw_role_set_free(rw_role_set *set)
{
    rw_free(set->roles);
    *set = (rw_role_set){0};
}

riwalk_status rw_role_set_sort(rw_role_set *set, riwalk_error *error)
{
    RW_HAVE(rw_resize_at(&set->roles, set->count, 2 * sizeof *set->roles, error));
    set->count = rw_sort_distinct(set->roles, set->count);
    if (set->count > UINT32_MAX)
        return rw_fail(error, RIWALK_STATUS_LIMIT, TOO_MANY_ROLES);
    RW_HAVE(rw_resize_at(&set->roles, set->count, sizeof *set->roles, error));
    return RIWALK_STATUS_OK;
}

/* ---- The public table: roles in ascending order, with visits and the number of anchors ---- */

struct riwalk_roles {
    uint32_t count;
    riwalk_role_entry *entries; /* [count] */
};

riwalk_status rw_roles_create(riwalk_role_entry *entries, uint32_t count, riwalk_roles **roles,
                              riwalk_error *error)
{
    riwalk_roles *made = rw_alloc(1, sizeof *made, error);

    if (!made) {
        rw_free(entries);
        return RIWALK_STATUS_MEMORY;
    }
    *made = (riwalk_roles){count, entries};
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
