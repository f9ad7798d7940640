/* SPDX-License-Identifier: MIT */
/*
 * Accelerated gradient ascent (Nesterov 1983), from zero, begun anew whenever a step goes back
 * (O'Donoghue and Candes 2015). Newton's method would need fewer steps, but each would cost as
 * much as dozens of these. The step length is one over a bound of the curvature, so there is
 * nothing to search for.
 */
#include "model/anchor_row.h"

#include <math.h>
#include <string.h>

#define MAX_STEPS 200
/* Steps end when one moves x by less than this share of its length: far below what sampled walks
 * leave uncertain. */
#define TOLERANCE 1e-4

static double curvature(const rw_anchor_row *p)
{
    double bound = p->ridge;

    for (size_t i = 0; i < p->count; i++)
        bound += 0.25 * (p->wanted[i] + p->unwanted[i]) * p->squares[i];
    return bound;
}

/* The gradient at `ahead`. */
static void find_gradient(const rw_anchor_row *p)
{
    for (size_t d = 0; d < p->dimensions; d++)
        p->gradient[d] = (float)-p->ridge * p->ahead[d];
    for (size_t i = 0; i < p->count; i++) {
        const float *row = p->rows[i];
        float dot = p->kernels->dot(p->ahead, row, p->dimensions);
        double likely = 1 / (1 + exp(-(double)dot));
        float pull = (float)(p->wanted[i] * (1 - likely) - p->unwanted[i] * likely);

        for (size_t d = 0; d < p->dimensions; d++)
            p->gradient[d] += pull * row[d];
    }
}

/* Steps from `ahead`; returns whether x is settled. `*momentum` is Nesterov's t. */
static bool step(const rw_anchor_row *p, float length, double *momentum, float *x)
{
    double along = 0, moved = 0, size = 0, next;
    float carry;

    for (size_t d = 0; d < p->dimensions; d++) {
        float to = p->ahead[d] + length * p->gradient[d];

        p->step[d] = to - x[d];
        x[d] = to;
        along += (double)p->gradient[d] * (double)p->step[d];
        moved += (double)p->step[d] * (double)p->step[d];
        size += (double)to * (double)to;
    }
    if (along < 0)
        *momentum = 1;
    next = (1 + sqrt(1 + 4 * *momentum * *momentum)) / 2;
    carry = (float)((*momentum - 1) / next);
    *momentum = next;
    for (size_t d = 0; d < p->dimensions; d++)
        p->ahead[d] = x[d] + carry * p->step[d];
    return moved <= TOLERANCE * TOLERANCE * size;
}

void rw_anchor_row_solve(const rw_anchor_row *p, float *x)
{
    float length = (float)(1 / curvature(p));
    double momentum = 1;
    bool settled = false;

    memset(x, 0, p->dimensions * sizeof *x);
    memset(p->ahead, 0, p->dimensions * sizeof *p->ahead);
    for (int s = 0; s < MAX_STEPS && !settled; s++) {
        find_gradient(p);
        settled = step(p, length, &momentum, x);
    }
}
