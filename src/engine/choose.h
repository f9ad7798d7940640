/* SPDX-License-Identifier: MIT */
/* How a random number chooses a neighbour, in every engine; cpu/walker.h lists the draws of a step.
 *
 * By weight, the first choice is the neighbour of a uniform step, kept with probability w / max,
 * where max is the largest weight in the row. If it is not kept, one draw by weight among all
 * neighbours replaces it. Together each neighbour has its share of the weights, and if all weights
 * are equal, every step is the uniform one. */
#ifndef RW_ENGINE_CHOOSE_H
#define RW_ENGINE_CHOOSE_H

#include "base/rng.h"

#include <stdbool.h>

/* Attempts of a step at the radius before all neighbours in the ball are listed. */
#define RW_WALK_ATTEMPTS 16

/* Numbers of the draws that decide whether the first choice is kept, and what replaces it; they
 * follow those of attempts (RW_WALK_ATTEMPTS). */
#define RW_DRAW_KEEP 17
#define RW_DRAW_AGAIN 18

/* A row to choose from, and its largest weight. */
typedef struct rw_weighted_row {
    const double *weights; /* [count] */
    const double *sums;    /* [count]: prefix sums of weights */
    double largest;
} rw_weighted_row;

/* The index of the first prefix sum above a value. Its comparisons are unpredictable, so none is a
 * branch. */
RW_CODE uint32_t rw_first_sum_above(const double *sums, uint32_t count, double value)
{
    uint32_t first = 0; /* the answer is one of `count` from here; rounding may make it the last */

    while (count > 1) {
        uint32_t half = count / 2;

        first += sums[first + half - 1] > value ? 0 : half;
        count -= half;
    }
    return first;
}

/* Whether the first choice, a place in a row, is kept. */
RW_CODE bool rw_keeps_place(const rw_weighted_row *row, uint32_t place, uint64_t draw)
{
    double weight = row->weights[place], largest = row->largest;

    return (weight == largest) | (rw_rng_unit(rw_rng_at(draw, RW_DRAW_KEEP)) * largest < weight);
}

/* The place that replaces a first choice. */
RW_CODE uint32_t rw_choose_again(const rw_weighted_row *row, uint32_t count, uint64_t draw)
{
    return rw_first_sum_above(row->sums, count,
                              rw_rng_unit(rw_rng_at(draw, RW_DRAW_AGAIN)) * row->sums[count - 1]);
}

/* The place in a row that a draw chooses. */
RW_CODE uint32_t rw_choose_by_weight(const rw_weighted_row *row, uint32_t count, uint64_t draw)
{
    uint32_t place = (uint32_t)rw_rng_below(draw, count);

    return rw_keeps_place(row, place, draw) ? place : rw_choose_again(row, count, draw);
}

#endif
