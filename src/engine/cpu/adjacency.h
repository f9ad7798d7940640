/* SPDX-License-Identifier: MIT */
/*
 * Rows of neighbours for scattered reading. In a graph larger than the caches a row costs two waits
 * for memory: for its offset, then for its neighbours, which often lie across two cache lines. Laid
 * out in cells, one line for each node, most rows cost one. The row of a node with more neighbours
 * than fit lies behind all cells, and its cell says where: there, as in the cells, it is in memory
 * of large pages, which a graph mapped from its file is not.
 */
#ifndef RW_ENGINE_CPU_ADJACENCY_H
#define RW_ENGINE_CPU_ADJACENCY_H

#include "engine/cpu/hubs.h"
#include "engine/cpu/step_weights.h"

/* Numbers in a cell: the degree, then the neighbours, again and again to its end, or where the row
 * is. */
#define RW_CELL 16

typedef struct rw_adjacency {
    const riwalk_graph *graph;
    uint32_t *cells; /* [nodes * RW_CELL] and the longer rows; NULL: rows are read from the graph */
    rw_hubs *hubs;   /* NULL: the graph has none, or nobody needs them */
    rw_step_weights weights; /* where someone steps by weight */
} rw_adjacency;

typedef struct rw_row {
    const uint32_t *nodes; /* [degree] */
    uint32_t degree;
} rw_row;

/* Lays the rows of adjacency->graph out in cells. */
riwalk_status rw_adjacency_lay_out(rw_adjacency *adjacency, int threads, riwalk_error *error);

void rw_adjacency_free(rw_adjacency *adjacency);

/* The bytes of the cells; 0 where they would not pay. */
uint64_t rw_adjacency_bytes(const riwalk_graph *graph);

static inline rw_row rw_arc_row(const rw_arc_rows *arcs, uint32_t node)
{
    return (rw_row){arcs->neighbors + arcs->offsets[node], rw_arc_count(arcs, node)};
}

static inline const uint32_t *rw_adjacency_cell(const rw_adjacency *adjacency, uint32_t node)
{
    return adjacency->cells + (size_t)node * RW_CELL;
}

/* Where among the cells' numbers the row begins of a node that has too many for its cell. */
static inline uint64_t rw_adjacency_long_place(const uint32_t *cell)
{
    return (uint64_t)cell[2] << 32 | cell[1];
}

static inline rw_row rw_adjacency_row(const rw_adjacency *adjacency, uint32_t node)
{
    const uint32_t *cell;

    if (!adjacency->cells)
        return (rw_row){adjacency->graph->neighbors + adjacency->graph->offsets[node],
                        rw_degree(adjacency->graph, node)};
    cell = rw_adjacency_cell(adjacency, node);
    return (rw_row){cell[0] < RW_CELL ? cell + 1 : adjacency->cells + rw_adjacency_long_place(cell),
                    cell[0]};
}

/* Fetches where a row is. The empty assembler line is there because gcc takes a function that only
 * fetches for one without effect. */
static inline void rw_adjacency_fetch_place(const rw_adjacency *adjacency, uint32_t node)
{
    if (adjacency->cells)
        __builtin_prefetch(rw_adjacency_cell(adjacency, node));
    else
        __builtin_prefetch(&adjacency->graph->offsets[node]);
    __asm__ volatile("");
}

#endif
