/* SPDX-License-Identifier: MIT */
/* Interning: numbers for names, 0, 1, 2 ... in the order of their first appearance. A name is kept
 * as a pointer into the text it came from, which must stay. */
#ifndef RW_GRAPH_INTERN_H
#define RW_GRAPH_INTERN_H

#include "base/memory.h"
#include "graph/graph.h"

/* A name as it is looked up: its first 16 bytes, zero padded, are held beside the pointer, so that
 * most comparisons touch nothing but the table. */
typedef struct rw_name {
    uint64_t head[2];
    const char *text;
    uint32_t length;
    uint32_t id; /* in the table; unused in a key */
} rw_name;

static inline rw_span rw_name_text(const rw_name *name)
{
    return (rw_span){name->text, name->length};
}

/* Begins with zeros. */
typedef struct rw_intern {
    rw_name *slots;    /* open addressing; length 0 marks a free slot */
    size_t slot_count; /* a power of two */
    size_t most;       /* names until there must be more */
    uint32_t count;
    bool copies; /* names are copied: their text need not stay */
    rw_pool blocks;
    char *room; /* for the next copies */
    size_t left;
} rw_intern;

void rw_intern_free(rw_intern *intern);

/* The names of a table one after the other, in no order: the first after NULL, NULL after the last.
 */
static inline const rw_name *rw_intern_next(const rw_intern *intern, const rw_name *name)
{
    size_t s = name ? (size_t)(name - intern->slots) + 1 : 0;

    while (s < intern->slot_count && !intern->slots[s].length)
        s++;
    return s < intern->slot_count ? &intern->slots[s] : NULL;
}

/* Makes a key and its hash; one that is too long is refused by rw_intern_add. `readable` tells how
 * many bytes from `text` on may be read. */
rw_name rw_intern_key(const char *text, size_t length, size_t readable, uint64_t *hash);

/* The id of a name, which is added when it is new. */
riwalk_status rw_intern_add(rw_intern *intern, const rw_name *key, uint64_t hash, uint32_t *id,
                            riwalk_error *error);

/* The same of a text; of the names of all nodes of a graph, in their order. */
riwalk_status rw_intern_text(rw_intern *intern, rw_span text, uint32_t *id, riwalk_error *error);
riwalk_status rw_intern_nodes(rw_intern *intern, const riwalk_graph *graph, riwalk_error *error);

/* Brings the place of a name into the cache, ahead of rw_intern_add. */
static inline void rw_intern_prefetch(const rw_intern *intern, uint64_t hash)
{
    if (intern->slots)
        __builtin_prefetch(&intern->slots[hash & (intern->slot_count - 1)]);
}

/* A name on its way through a sort. */
typedef struct rw_sort_item {
    uint64_t key; /* eight bytes of the name from some depth on, the first one highest */
    const char *text;
    uint32_t length;
    uint32_t id;
} rw_sort_item;

/* Sorts names by bytes, in place; keys need not be set. Names hold no zero bytes. */
void rw_sort_names(rw_sort_item *items, size_t count);

/* The names of a table in the order of their bytes, one after the other, each with `gap` zero bytes
 * behind it: starts is [count + 1], rank[id] the place of name `id`. Both are to be freed. */
riwalk_status rw_intern_sort(const rw_intern *intern, size_t gap, char **text, uint64_t **starts,
                             uint32_t *rank, riwalk_error *error);

/* Sorts names and makes the name list of a graph: rank[id] is the node of name `id`. All names are
 * distinct. */
riwalk_status rw_names_order(const rw_intern *intern, rw_names *names, uint32_t *rank,
                             riwalk_error *error);

/* The same of integers, number i being name i; ARGUMENT where two are the same. */
riwalk_status rw_integers_order(const int64_t *given, uint32_t count, rw_names *names,
                                uint32_t *rank, riwalk_error *error);

/* The graph of edges between names, which it renumbers in the order of the names. */
riwalk_status rw_graph_build_interned(const rw_intern *intern, rw_edges *edges, bool directed,
                                      const riwalk_run *run, riwalk_graph **graph,
                                      riwalk_error *error);

/* Whether every name is a canonical integer. */
bool rw_intern_all_integers(const rw_intern *intern);

#endif
