/* SPDX-License-Identifier: MIT */
/* How a draw chooses, for every engine: cpu/walker.h says which draws a step has.
 *
 * By weight, the first choice is the neighbour that a uniform step would take, kept with
 * probability w / max, max being the largest weight of the row. Where it is not kept, one draw by
 * weight among all neighbours takes its place: together each neighbour has its share of the
 * weights, and where all weights are equal every step is the uniform one. */
#ifndef RW_ENGINE_CHOOSE_H
#define RW_ENGINE_CHOOSE_H

#include "base/rng.h"

#include <stdbool.h>

/* Attempts of a step from the radius before all neighbours in the ball are listed. */
#define RW_WALK_ATTEMPTS 16

/* The draws of a choice that decide whether the first is kept, and what takes its place: behind
 * those of attempts (RW_WALK_ATTEMPTS). */
#define RW_DRAW_KEEP 17
#define RW_DRAW_AGAIN 18

/* A row to choose from. */
typedef struct rw_weighted_row {
    const double *weights; /* [count] */
    const double *sums;    /* [count] */
    double largest;
} rw_weighted_row;

/* The first of some sums, which do not fall, that is above a value. Without branches on sums, which
 * nobody can foresee. */
RW_CODE uint32_t rw_first_sum_above(const double *sums, uint32_t count, double value)
{
    uint32_t first = 0; /* the answer is among `count` from here; rounding may reach the last sum */

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

/* What takes its place. */
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
