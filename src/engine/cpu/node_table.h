/* SPDX-License-Identifier: MIT */
/* A hash table from some nodes to numbers, for graphs so large that an array over all nodes per
 * worker would be too much. It grows with its content. */
#ifndef RW_ENGINE_CPU_NODE_TABLE_H
#define RW_ENGINE_CPU_NODE_TABLE_H

#include "base/rng.h"
#include "riwalk.h"

#include <stdbool.h>

typedef struct rw_node_entry {
    uint32_t node;
    uint32_t turn; /* turn in which it was added; entries of earlier turns are empty */
    uint32_t value;
} rw_node_entry;

typedef struct rw_node_table {
    rw_node_entry *entries; /* [2 * room] */
    uint32_t room;          /* a power of two */
    uint32_t count;
    uint32_t turn;
} rw_node_table;

/* The bytes of a table with room for `room` nodes. */
uint64_t rw_node_table_bytes(uint32_t room);

/* Makes room for at least `room` nodes, at most 2^30, and keeps the content, also on failure. A new
 * table is zeroed. */
riwalk_status rw_node_table_reserve(rw_node_table *table, uint64_t room, riwalk_error *error);

void rw_node_table_free(rw_node_table *table);

/* Empties the table. */
void rw_node_table_clear(rw_node_table *table);

static inline uint32_t rw_node_table_place(const rw_node_table *table, uint32_t node)
{
    return (uint32_t)(node * RW_RNG_GAMMA >> 32) & (2 * table->room - 1);
}

/* The entry of a node, or the empty entry for it. */
static inline rw_node_entry *rw_node_table_find(const rw_node_table *table, uint32_t node)
{
    uint32_t place = rw_node_table_place(table, node);

    while (table->entries[place].turn == table->turn && table->entries[place].node != node)
        place = (place + 1) & (2 * table->room - 1);
    return &table->entries[place];
}

static inline bool rw_node_table_has(const rw_node_table *table, const rw_node_entry *entry)
{
    return entry->turn == table->turn;
}

/* The value of a node, or UINT32_MAX. */
static inline uint32_t rw_node_table_get(const rw_node_table *table, uint32_t node)
{
    const rw_node_entry *entry = rw_node_table_find(table, node);

    return rw_node_table_has(table, entry) ? entry->value : UINT32_MAX;
}

/* Sets the value of a node; false, without effect, if it is new and there is no room. */
static inline bool rw_node_table_set(rw_node_table *table, uint32_t node, uint32_t value)
{
    rw_node_entry *entry = rw_node_table_find(table, node);
    bool fresh = !rw_node_table_has(table, entry);

    if (fresh && table->count == table->room)
        return false;
    table->count += fresh;
    *entry = (rw_node_entry){node, table->turn, value};
    return true;
}

#endif
