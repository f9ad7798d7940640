/* SPDX-License-Identifier: MIT */
/*
 * Steps by weight. The first choice is the neighbour that a uniform step would take, kept with
 * probability w / max, max being the largest weight of the row. Where it is not kept, one draw by
 * weight among all neighbours takes its place: together each neighbour has its share of the
 * weights, and where all weights are equal every step is the uniform one.
 */
#ifndef RW_ENGINE_CPU_STEP_WEIGHTS_H
#define RW_ENGINE_CPU_STEP_WEIGHTS_H

#include "base/rng.h"
#include "base/search.h"
#include "graph/graph.h"

/* The draws of a choice that decide whether the first is kept, and what takes its place: behind
 * those of attempts (walker.h). */
#define RW_DRAW_KEEP 17
#define RW_DRAW_AGAIN 18

typedef struct rw_step_weights {
    double *largest; /* [nodes]; NULL: steps are uniform */
    double *sums;    /* [arcs]: of the weights of a row, up to and with the arc */
} rw_step_weights;

riwalk_status rw_step_weights_init(rw_step_weights *weights, const riwalk_graph *graph,
                                   riwalk_error *error);
void rw_step_weights_free(rw_step_weights *weights);
uint64_t rw_step_weights_bytes(const riwalk_graph *graph);

/* A row to choose from. */
typedef struct rw_weighted_row {
    const double *weights; /* [count] */
    const double *sums;    /* [count] */
    double largest;
} rw_weighted_row;

static inline rw_weighted_row rw_step_weights_row(const rw_step_weights *weights,
                                                  const riwalk_graph *graph, uint32_t node)
{
    uint64_t start = graph->offsets[node];

    return (rw_weighted_row){graph->weights + start, weights->sums + start, weights->largest[node]};
}

/* The first of some sums, which do not fall, that is above a value. */
static inline uint32_t rw_first_sum_above(const double *sums, uint32_t count, double value)
{
    uint32_t low = 0, high = count - 1; /* rounding may reach the last sum */

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (sums[middle] > value)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The place in a row that a draw chooses. */
static inline uint32_t rw_choose_by_weight(const rw_weighted_row *row, uint32_t count,
                                           uint64_t draw)
{
    uint32_t place = (uint32_t)rw_rng_below(draw, count);
    double weight = (double)row->weights[place], largest = (double)row->largest;

    if (weight == largest || rw_rng_unit(rw_rng_at(draw, RW_DRAW_KEEP)) * largest < weight)
        return place;
    return rw_first_sum_above(row->sums, count,
                              rw_rng_unit(rw_rng_at(draw, RW_DRAW_AGAIN)) * row->sums[count - 1]);
}

#endif
