/* SPDX-License-Identifier: MIT */
/* Rows of neighbours for random access. In a graph beyond the caches a row costs two cache misses,
 * for its offset and for its neighbours, which often span two cache lines. In cells, one cache line
 * per node, most rows cost one miss. Longer rows follow all cells; the node's cell has their place.
 * They too are in memory of huge pages, unlike a graph mapped from its file. */
#ifndef RW_ENGINE_CPU_ADJACENCY_H
#define RW_ENGINE_CPU_ADJACENCY_H

#include "engine/choose.h"
#include "engine/cpu/hubs.h"

/* Numbers in a cell: the degree, then the neighbours, repeated to its end, or the place of the
 * row. */
#define RW_CELL 16

/* Steps by weight: what engine/choose.h needs, and a guide into its prefix sums. */
typedef struct rw_step_weights {
    double *largest; /* [nodes]; NULL: steps are uniform */
    double *sums;    /* [arcs]: prefix sums of weights in each row, the arc's included */
    uint32_t *guide; /* [arcs]: in each row, for the draws that rw_rng_below maps to the arc's
                        number, no earlier sum exceeds their values */
} rw_step_weights;

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

/* Whether a row has a node, from index *place on; *place becomes its index, or that of the first
 * greater node. */
static inline bool rw_row_find(rw_row row, uint32_t node, uint32_t *place)
{
    *place = (uint32_t)rw_search_u32(row.nodes, *place, row.degree, node);
    return *place < row.degree && row.nodes[*place] == node;
}

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

/* ---- Steps by weight ---- */

riwalk_status rw_step_weights_init(rw_step_weights *weights, const riwalk_graph *graph,
                                   riwalk_error *error);
void rw_step_weights_free(rw_step_weights *weights);
uint64_t rw_step_weights_bytes(const riwalk_graph *graph);

static inline rw_weighted_row rw_step_weights_row(const rw_step_weights *weights,
                                                  const riwalk_graph *graph, uint32_t node)
{
    uint64_t start = graph->offsets[node];

    return (rw_weighted_row){graph->weights + start, weights->sums + start, weights->largest[node]};
}

/* Prefetches what the row is found with. */
static inline void rw_step_weights_fetch(const rw_step_weights *weights, const riwalk_graph *graph,
                                         uint32_t node)
{
    __builtin_prefetch(&graph->offsets[node]);
    __builtin_prefetch(&weights->largest[node]);
}

/* Where rw_choose_again starts in the row, for a draw. */
static inline const uint32_t *rw_step_weights_guide(const rw_step_weights *weights,
                                                    const rw_weighted_row *row, uint32_t count,
                                                    uint64_t draw)
{
    return weights->guide + (row->sums - weights->sums) +
           rw_rng_below(rw_rng_at(draw, RW_DRAW_AGAIN), count);
}

/* rw_choose_again with a guide: about one step, where a binary search in a hub's row would be a
 * series of cache misses. */
static inline uint32_t rw_step_weights_again(const rw_weighted_row *row, uint32_t count,
                                             uint64_t draw, uint32_t guide)
{
    double value = rw_rng_unit(rw_rng_at(draw, RW_DRAW_AGAIN)) * row->sums[count - 1];

    while (guide + 1 < count && !(row->sums[guide] > value))
        guide++;
    return guide;
}

#endif
