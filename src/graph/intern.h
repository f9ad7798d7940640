/* SPDX-License-Identifier: MIT */
/* Interning: numbers names 0, 1, 2, ... by first appearance. A name is kept as a pointer into its
 * text, which must stay. */
#ifndef RW_GRAPH_INTERN_H
#define RW_GRAPH_INTERN_H

#include "base/memory.h"
#include "graph/graph.h"

/* A key of the table. The first 16 bytes of the name, zero padded, are kept next to the pointer, so
 * most comparisons access only the table. */
typedef struct rw_name {
    uint64_t head[2];
    const char *text;
    uint32_t length;
    uint32_t id; /* number in the table; unused in a key */
} rw_name;

static inline rw_span rw_name_text(const rw_name *name)
{
    return (rw_span){name->text, name->length};
}

/* Starts zeroed. */
typedef struct rw_intern {
    rw_name *slots;    /* open addressing; length 0 marks a free slot */
    size_t slot_count; /* a power of two */
    size_t most;       /* names at which the table grows */
    uint32_t count;
    bool copies; /* names are copied, so their text need not stay */
    rw_pool blocks;
    char *room; /* the rest of the last block, for copies */
    size_t left;
} rw_intern;

void rw_intern_free(rw_intern *intern);

/* Iterates over the names of a table in no particular order: NULL gives the first, the last gives
 * NULL. */
static inline const rw_name *rw_intern_next(const rw_intern *intern, const rw_name *name)
{
    size_t s = name ? (size_t)(name - intern->slots) + 1 : 0;

    while (s < intern->slot_count && !intern->slots[s].length)
        s++;
    return s < intern->slot_count ? &intern->slots[s] : NULL;
}

/* Makes a key and its hash. rw_intern_add refuses keys that are too long. `readable`: bytes that
 * may be read from `text` on. */
rw_name rw_intern_key(const char *text, size_t length, size_t readable, uint64_t *hash);

/* The id of a name; adds the name if it is new. */
riwalk_status rw_intern_add(rw_intern *intern, const rw_name *key, uint64_t hash, uint32_t *id,
                            riwalk_error *error);

/* The same for a text; the same for all node names of a graph, in order. */
riwalk_status rw_intern_text(rw_intern *intern, rw_span text, uint32_t *id, riwalk_error *error);
riwalk_status rw_intern_nodes(rw_intern *intern, const riwalk_graph *graph, riwalk_error *error);

/* Prefetches the slot of a name for rw_intern_add. */
static inline void rw_intern_prefetch(const rw_intern *intern, uint64_t hash)
{
    if (intern->slots)
        __builtin_prefetch(&intern->slots[hash & (intern->slot_count - 1)]);
}

/* A name being sorted. */
typedef struct rw_sort_item {
    uint64_t key; /* eight bytes of the name at the current depth, the first one highest */
    const char *text;
    uint32_t length;
    uint32_t id;
} rw_sort_item;

/* Sorts names by bytes, in place, and sets their keys. Names contain no zero bytes. */
void rw_sort_names(rw_sort_item *items, size_t count);

/* Concatenates the names of a table in byte order, each followed by `gap` zero bytes. starts:
 * [count + 1]; rank[id]: the position of name `id`. The caller frees text and starts. */
riwalk_status rw_intern_sort(const rw_intern *intern, size_t gap, char **text, uint64_t **starts,
                             uint32_t *rank, riwalk_error *error);

/* Sorts distinct names and makes a graph's name list: rank[id] is the node of name `id`. */
riwalk_status rw_names_order(const rw_intern *intern, rw_names *names, uint32_t *rank,
                             riwalk_error *error);

/* The same for integers, given[i] being name i; ARGUMENT if two are equal. */
riwalk_status rw_integers_order(const int64_t *given, uint32_t count, rw_names *names,
                                uint32_t *rank, riwalk_error *error);

/* Builds a graph from edges between interned names, after renumbering its nodes by name. */
riwalk_status rw_graph_build_interned(const rw_intern *intern, rw_edges *edges, bool directed,
                                      const riwalk_run *run, riwalk_graph **graph,
                                      riwalk_error *error);

/* Whether all names are canonical integers. */
bool rw_intern_all_integers(const rw_intern *intern);

#endif
