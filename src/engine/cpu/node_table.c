/* SPDX-License-Identifier: MIT */
/* A hash table from nodes to numbers (node_table.h). */
#include "engine/cpu/node_table.h"

#include "base/error.h"
#include "base/memory.h"

#include <string.h>

#define MOST_ROOM (UINT32_C(1) << 30)

uint64_t rw_node_table_bytes(uint32_t room)
{
    return 2 * (uint64_t)room * sizeof(rw_node_entry);
}

void rw_node_table_free(rw_node_table *table)
{
    rw_free(table->entries);
    *table = (rw_node_table){0};
}

riwalk_status rw_node_table_reserve(rw_node_table *table, uint64_t room, riwalk_error *error)
{
    rw_node_table grown = {.room = table->room ? table->room : 1, .turn = 1};

    if (table->entries && room <= table->room)
        return RIWALK_STATUS_OK;
    while (grown.room < room && grown.room < MOST_ROOM)
        grown.room *= 2;
    if (grown.room < room)
        return rw_fail(error, RIWALK_STATUS_LIMIT, "a ball has too many nodes");
    RW_HAVE(grown.entries = rw_alloc_zeroed(grown.room, 2 * sizeof *grown.entries, error));
    for (size_t i = 0; table->entries && i < 2 * (size_t)table->room; i++)
        if (rw_node_table_has(table, &table->entries[i]))
            rw_node_table_set(&grown, table->entries[i].node, table->entries[i].value);
    rw_free(table->entries);
    *table = grown;
    return RIWALK_STATUS_OK;
}

void rw_node_table_clear(rw_node_table *table)
{
    table->count = 0;
    if (++table->turn)
        return;
    memset(table->entries, 0, 2 * (size_t)table->room * sizeof *table->entries);
    table->turn = 1;
}
