/* SPDX-License-Identifier: MIT */
/* Dynamic time warping of two degree sequences, exact (struc2vec's authors use an approximation of
 * it, FastDTW with radius 1); see struc2vec_rings.h. */
#include "methods/struc2vec/rings.h"

#include <math.h>

/* Divides once: the quotient of two equal degrees is exactly 1, and the cost 0. */
static inline double cost(rw_degree_run a, rw_degree_run b)
{
    double low = a.degree < b.degree ? a.degree : b.degree;
    double high = a.degree < b.degree ? b.degree : a.degree;

    return (high / low - 1) * (a.count > b.count ? a.count : b.count);
}

static inline double least(double a, double b)
{
    return a < b ? a : b;
}

/* row[j] is the least cost of aligning the elements of `a` so far with the first j of `b`. */
double rw_rings_warp(const rw_rings *a, const rw_rings *b, uint32_t k, double *row)
{
    uint32_t a_first = k ? a->ends[k - 1] : 0, b_first = k ? b->ends[k - 1] : 0;
    uint32_t a_count = a->ends[k] - a_first, b_count = b->ends[k] - b_first;
    const rw_degree_run *u = a->runs + a_first, *v = b->runs + b_first;

    row[0] = 0;
    for (uint32_t j = 1; j <= b_count; j++)
        row[j] = INFINITY;
    for (uint32_t i = 0; i < a_count; i++) {
        double corner = row[0], left = INFINITY;

        row[0] = INFINITY;
        for (uint32_t j = 1; j <= b_count; j++) {
            double above = row[j];

            left = least(least(corner, above), left) + cost(u[i], v[j - 1]);
            corner = above;
            row[j] = left;
        }
    }
    return row[b_count];
}
