/* SPDX-License-Identifier: MIT */
/* Rows of neighbours for random access. In a graph beyond the caches a row costs two cache misses,
 * for its offset and for its neighbours, which often span two cache lines. In cells, one cache line
 * per node, most rows cost one miss. Longer rows follow all cells; the node's cell has their place.
 * They too are in memory of huge pages, unlike a graph mapped from its file. */
#ifndef RW_ENGINE_CPU_ADJACENCY_H
#define RW_ENGINE_CPU_ADJACENCY_H

#include "engine/cpu/hubs.h"
#include "engine/cpu/step_weights.h"

/* Numbers in a cell: the degree, then the neighbours, repeated to its end, or the place of the
 * row. */
#define RW_CELL 16

typedef struct rw_adjacency {
    const riwalk_graph *graph;
    uint32_t *cells; /* [nodes * RW_CELL], then longer rows; NULL: rows are read from the graph */
    rw_hubs *hubs;   /* NULL: there are none, or nobody needs them */
    rw_step_weights weights; /* if some steps are by weight */
} rw_adjacency;

typedef struct rw_row {
    const uint32_t *nodes; /* [degree] */
    uint32_t degree;
} rw_row;

/* Lays out the rows of adjacency->graph in cells. */
riwalk_status rw_adjacency_lay_out(rw_adjacency *adjacency, int threads, riwalk_error *error);

void rw_adjacency_free(rw_adjacency *adjacency);

/* The bytes of cells; 0 if they would not pay. */
uint64_t rw_adjacency_bytes(const riwalk_graph *graph);

static inline rw_row rw_arc_row(const rw_arc_rows *arcs, uint32_t node)
{
    return (rw_row){arcs->neighbors + arcs->offsets[node], rw_arc_count(arcs, node)};
}

static inline const uint32_t *rw_adjacency_cell(const rw_adjacency *adjacency, uint32_t node)
{
    return adjacency->cells + (size_t)node * RW_CELL;
}

/* The index among the cells' numbers at which a long row begins. */
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

/* Prefetches the place of a row. The empty assembler line is needed because gcc treats a function
 * that only prefetches as one without effect. */
static inline void rw_adjacency_fetch_place(const rw_adjacency *adjacency, uint32_t node)
{
    if (adjacency->cells)
        __builtin_prefetch(rw_adjacency_cell(adjacency, node));
    else
        __builtin_prefetch(&adjacency->graph->offsets[node]);
    __asm__ volatile("");
}

#endif
