/* SPDX-License-Identifier: MIT */
/* Steps by weight: the data that engine/choose.h needs, and a guide into its prefix sums. */
#ifndef RW_ENGINE_CPU_STEP_WEIGHTS_H
#define RW_ENGINE_CPU_STEP_WEIGHTS_H

#include "engine/choose.h"
#include "graph/graph.h"

typedef struct rw_step_weights {
    double *largest; /* [nodes]; NULL: steps are uniform */
    double *sums;    /* [arcs]: prefix sums of weights in each row, the arc's included */
    uint32_t *guide; /* [arcs]: in each row, for the draws that rw_rng_below maps to the arc's
                        number, no earlier sum exceeds their values */
} rw_step_weights;

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
