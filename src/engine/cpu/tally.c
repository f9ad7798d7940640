/* SPDX-License-Identifier: MIT */
/* Visits by role, counted by the role's number, then sorted once per batch. */
#include "engine/cpu/tally.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"

#include <string.h>

#define FIRST_ROLES 256
#define FIRST_ENTRIES 1024

void rw_tally_free(rw_tally *t)
{
    rw_role_table_free(&t->table);
    rw_free(t->by_number);
    rw_free(t->met);
    rw_free(t->roles);
    rw_free(t->found);
    rw_free(t->entries);
    rw_free(t->starts);
    *t = (rw_tally){0};
}

uint64_t rw_tally_bytes(const rw_tally *t)
{
    return rw_role_table_bytes(&t->table) +
           t->role_room * (sizeof *t->by_number + sizeof *t->met + 2 * sizeof *t->roles) +
           t->entry_room * (2 * sizeof *t->found + sizeof *t->entries) +
           t->start_room * sizeof *t->starts;
}

riwalk_status rw_tally_begin(rw_tally *t, uint32_t rows, riwalk_error *error)
{
    RW_HAVE(rw_grow_at(&t->starts, &t->start_room, (size_t)rows + 1, sizeof *t->starts, error));
    if (t->role_room)
        memset(t->by_number, 0, t->table.count * sizeof *t->by_number);
    rw_role_table_clear(&t->table);
    t->count = rows;
    t->ended = t->met_count = 0;
    t->entry_count = 0;
    t->starts[0] = 0;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_tally_grow(rw_tally *t, riwalk_error *error)
{
    size_t room = t->role_room ? 2 * t->role_room : FIRST_ROLES;

    RW_HAVE(rw_resize_at(&t->by_number, room, sizeof *t->by_number, error));
    RW_HAVE(rw_resize_at(&t->met, room, sizeof *t->met, error));
    RW_HAVE(rw_resize_at(&t->roles, 2 * room, sizeof *t->roles, error));
    memset(t->by_number + t->role_room, 0, (room - t->role_room) * sizeof *t->by_number);
    t->role_room = room;
    return RIWALK_STATUS_OK;
}

static riwalk_status make_room(rw_tally *t, size_t need, riwalk_error *error)
{
    size_t room = t->entry_room ? t->entry_room : FIRST_ENTRIES;

    if (t->entries && need <= t->entry_room)
        return RIWALK_STATUS_OK;
    while (room < need)
        room *= 2;
    RW_HAVE(rw_resize_at(&t->found, 2 * room, sizeof *t->found, error));
    RW_HAVE(rw_resize_at(&t->entries, room, sizeof *t->entries, error));
    t->entry_room = room;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_tally_end_row(rw_tally *t, uint32_t row, riwalk_error *error)
{
    RW_MUST(make_room(t, t->entry_count + t->met_count, error));
    for (uint32_t i = 0; i < t->met_count; i++)
        t->found[t->entry_count++] =
            (rw_tally_entry){row, t->met[i], (float)t->by_number[t->met[i]].visits};
    t->starts[row + 1] = t->met_count;
    t->met_count = 0;
    t->ended++;
    return RIWALK_STATUS_OK;
}

/* Sorts the batch's roles and finds the rank of each. */
static void rank_roles(rw_tally *t)
{
    uint32_t roles = t->table.count;

    memcpy(t->roles, t->table.roles, roles * sizeof *t->roles);
    rw_sort_u64(t->roles, t->roles + roles, roles);
    for (uint32_t r = 0; r < roles; r++)
        t->by_number[*rw_role_table_slot(&t->table, t->roles[r]) - 1].rank = r;
}

/* Counting sort by role, which `met` is free now. */
static void sort_entries(rw_tally *t)
{
    uint32_t *ends = t->met, sum = 0;

    memset(ends, 0, t->table.count * sizeof *ends);
    for (size_t i = 0; i < t->entry_count; i++) {
        t->found[i].role = t->by_number[t->found[i].role].rank;
        ends[t->found[i].role]++;
    }
    for (uint32_t r = 0; r < t->table.count; r++) {
        uint32_t count = ends[r];

        ends[r] = sum;
        sum += count;
    }
    for (size_t i = 0; i < t->entry_count; i++)
        t->found[t->entry_room + ends[t->found[i].role]++] = t->found[i];
}

void rw_tally_rows(rw_tally *t, rw_rows *rows)
{
    *rows = (rw_rows){.count = t->count,
                      .role_count = t->table.count,
                      .roles = t->roles,
                      .starts = t->starts,
                      .entries = t->entries};
    for (uint32_t r = 0; r < t->count; r++)
        t->starts[r + 1] += t->starts[r];
    if (!t->entry_count)
        return;
    rank_roles(t);
    sort_entries(t);
    for (size_t i = 0; i < t->entry_count; i++) {
        const rw_tally_entry *e = &t->found[t->entry_room + i];

        t->entries[t->starts[e->row]++] = (rw_profile_entry){e->role, e->visits};
    }
    for (uint32_t r = t->count; r > 0; r--) /* each start has moved to its end */
        t->starts[r] = t->starts[r - 1];
    t->starts[0] = 0;
}
