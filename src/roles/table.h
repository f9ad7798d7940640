/* SPDX-License-Identifier: MIT */
/* The hash table from roles to small numbers, in the order in which they are met. Callers keep what
 * they know of a role in arrays by its number. */
#ifndef RW_ROLES_TABLE_H
#define RW_ROLES_TABLE_H

#include "base/error.h"
#include "base/rng.h"

typedef struct rw_role_table {
    uint64_t *roles; /* [count] by number */
    uint32_t *slots; /* [2 * room]: number plus 1, 0: empty; open addressing */
    size_t room;     /* roles; a power of two */
    uint32_t count;
} rw_role_table;

/* Makes room for one more role. */
riwalk_status rw_role_table_grow(rw_role_table *table, riwalk_error *error);

/* Forgets all roles in time proportional to their number; keeps the memory. */
void rw_role_table_clear(rw_role_table *table);
void rw_role_table_free(rw_role_table *table);

uint64_t rw_role_table_bytes(const rw_role_table *table);

/* Prefetches where the search for a role begins. */
static inline void rw_role_table_fetch(const rw_role_table *table, uint64_t role)
{
    if (table->room)
        __builtin_prefetch(&table->slots[rw_rng_mix(role) & (2 * table->room - 1)]);
}

/* The slot of a role, or the empty slot for it. */
static inline uint32_t *rw_role_table_slot(const rw_role_table *table, uint64_t role)
{
    size_t mask = 2 * table->room - 1, at = rw_rng_mix(role) & mask;

    while (table->slots[at] && table->roles[table->slots[at] - 1] != role)
        at = (at + 1) & mask;
    return &table->slots[at];
}

/* The number of a role; a new role gets the next. */
static inline riwalk_status rw_role_table_number(rw_role_table *table, uint64_t role,
                                                 uint32_t *number, riwalk_error *error)
{
    uint32_t *slot;

    if (table->count == table->room)
        RW_MUST(rw_role_table_grow(table, error));
    slot = rw_role_table_slot(table, role);
    if (!*slot) {
        table->roles[table->count++] = role;
        *slot = table->count;
    }
    *number = *slot - 1;
    return RIWALK_STATUS_OK;
}

/* ---- Sorted lists of roles ---- */

typedef struct rw_role_set {
    uint64_t *roles; /* [count]; ascending, each once, after rw_role_set_sort */
    size_t count;
} rw_role_set;

riwalk_status rw_role_set_add(rw_role_set *set, const uint64_t *roles, size_t count,
                              riwalk_error *error);

void rw_role_set_free(rw_role_set *set);

/* LIMIT if there are too many. */
riwalk_status rw_role_set_sort(rw_role_set *set, riwalk_error *error);

/* ---- The public table ---- */

/* Makes the table from entries ascending by role. Owns them, also after a failure. */
riwalk_status rw_roles_create(riwalk_role_entry *entries, uint32_t count, riwalk_roles **roles,
                              riwalk_error *error);

#endif
