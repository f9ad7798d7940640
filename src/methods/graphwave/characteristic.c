/* SPDX-License-Identifier: MIT */
/*
 * Empirical characteristic functions of wavelets.
 *
 * Nearly all of a column's values are small. For |t x| <= 1 the power series of exp(i t x) ends
 * soon, so such values are only summed up as powers, which serve all points t at once. The few
 * larger ones (at most 10^4 a column, as its squares sum to at most 1) are evaluated by themselves,
 * from point to point by a rotation. Nothing is rounded to zero: what is left out of the series is
 * below 1/11! = 2.5e-8.
 */
#include "methods/graphwave/kernels.h"

#include <math.h>
#include <string.h>

/* Sums of floats are short ones, and go on as doubles. */
#define CHUNK 256

typedef double power_sums[RW_POWERS][RW_COLUMNS]; /* of (RW_LAST_POINT x)^(p + 1) */

/* Adds exp(i t x) - 1 of one large value at all points. */
static void add_large(double x, uint32_t points, double *re, double *im)
{
    double angle = x * (RW_LAST_POINT / (points - 1));
    double step_re = cos(angle), step_im = sin(angle), at_re = 1, at_im = 0;

    for (uint32_t j = 1; j < points; j++) {
        double next = at_re * step_re - at_im * step_im;

        at_im = at_re * step_im + at_im * step_re;
        at_re = next;
        re[j] += at_re - 1;
        im[j] += at_im;
    }
}

/* Adds the power series of the small values. */
static void add_small(const power_sums sums, int column, uint32_t points, double *re, double *im)
{
    for (uint32_t j = 1; j < points; j++) {
        double t = (double)j / (points - 1), term = 1;

        for (int p = 1; p <= RW_POWERS; p++) {
            double sign = p / 2 % 2 ? -1 : 1;

            term *= t / p;
            *(p % 2 ? &im[j] : &re[j]) += sign * term * sums[p - 1][column];
        }
    }
}

static void evaluate(const float *psi, uint32_t nodes, const power_sums sums, int column,
                     uint32_t points, float *row)
{
    double re[RW_POINTS], im[RW_POINTS];
    const float *value = psi + column;

    memset(re, 0, points * sizeof *re);
    memset(im, 0, points * sizeof *im);
    for (uint32_t m = 0; m < nodes; m++, value += RW_COLUMNS) {
        float x = *value * (float)RW_LAST_POINT; /* as the kernel has it */

        if (!(x >= -1 && x <= 1))
            add_large((double)*value, points, re, im);
    }
    add_small(sums, column, points, re, im);
    for (uint32_t j = 0; j < points; j++) {
        row[2 * j] = (float)(1 + re[j] / nodes);
        row[2 * j + 1] = (float)(im[j] / nodes);
    }
}

void rw_characteristic(const float *psi, uint32_t nodes, uint32_t points,
                       float *const rows[RW_COLUMNS])
{
    const rw_graphwave_kernels *kernels = rw_graphwave_select();
    power_sums sums = {{0}};

    for (size_t m = 0; m < nodes; m += CHUNK) {
        _Alignas(64) float chunk[RW_POWERS][RW_COLUMNS] = {0};

        kernels->powers(psi + m * RW_COLUMNS, (uint32_t)(nodes - m < CHUNK ? nodes - m : CHUNK),
                        chunk);
        for (int p = 0; p < RW_POWERS; p++)
            for (int c = 0; c < RW_COLUMNS; c++)
                sums[p][c] += (double)chunk[p][c];
    }
    for (int c = 0; c < RW_COLUMNS; c++)
        if (rows[c])
            evaluate(psi, nodes, (const double(*)[RW_COLUMNS])sums, c, points, rows[c]);
}
