/* SPDX-License-Identifier: MIT */
/* Steps by weight: what engine/choose.h chooses with, and a guide to its sums. */
#ifndef RW_ENGINE_CPU_STEP_WEIGHTS_H
#define RW_ENGINE_CPU_STEP_WEIGHTS_H

#include "engine/choose.h"
#include "graph/graph.h"

typedef struct rw_step_weights {
    double *largest; /* [nodes]; NULL: steps are uniform */
    double *sums;    /* [arcs]: of the weights of a row, up to and with the arc */
    uint32_t *guide; /* [arcs]: no sum before this place of the row is above the values of draws
                      * for which rw_rng_below has the arc's number */
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

/* Fetches what the row is found with. */
static inline void rw_step_weights_fetch(const rw_step_weights *weights, const riwalk_graph *graph,
                                         uint32_t node)
{
    __builtin_prefetch(&graph->offsets[node]);
    __builtin_prefetch(&weights->largest[node]);
}

/* Where in its row rw_choose_again looks first, for a draw. */
static inline const uint32_t *rw_step_weights_guide(const rw_step_weights *weights,
                                                    const rw_weighted_row *row, uint32_t count,
                                                    uint64_t draw)
{
    return weights->guide + (row->sums - weights->sums) +
           rw_rng_below(rw_rng_at(draw, RW_DRAW_AGAIN), count);
}

/* rw_choose_again with a guide: about one step, where a search of a hub's row waits for memory
 * again and again. */
static inline uint32_t rw_step_weights_again(const rw_weighted_row *row, uint32_t count,
                                             uint64_t draw, uint32_t guide)
{
    double value = rw_rng_unit(rw_rng_at(draw, RW_DRAW_AGAIN)) * row->sums[count - 1];

    while (guide + 1 < count && !(row->sums[guide] > value))
        guide++;
    return guide;
}

#endif
