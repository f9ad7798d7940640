/* SPDX-License-Identifier: MIT */
/* Reduces a band to a tridiagonal matrix, and transforms vectors back.
 *
 * Each sweep clears one column with a reflector of RW_BAND rows, which fills RW_BAND columns beyond
 * the band. Of this bulge only the first column is cleared, by a reflector of the next RW_BAND
 * rows, and so on to the end; later sweeps clear the rest (Murata and Horikoshi 1975, Lang 1993).
 * The reflectors of sweep j have one number for each row below j: they are stored in row j of the
 * matrix, right of the diagonal, with tau in place of their leading 1.
 *
 * Near its diagonal the band is stored on both sides, as far as the next sweep needs it. */
#include "base/eigen/kernels.h"
#include "base/memory.h"
#include "base/parallel.h"

#include <string.h>

/* Sweeps applied back together: their rows, RW_BAND and as many more, stay in the L1 cache. */
#define TOGETHER 16

/* An element of the band, which has zeros at its end for the last steps: [order + 2 RW_BAND]
 * rows. */
static double *place(double *band, size_t row, size_t column)
{
    return band + row * RW_BAND_ROW + column + 2 * RW_BAND - 1;
}

static void sweep(const rw_eigen_problem *p, double *band, size_t j)
{
    size_t n = p->order;
    double v[RW_BAND], tau;

    memcpy(v, place(band, j, j + 1), sizeof v);
    p->diagonal[j] = *place(band, j, j);
    p->beside[j] = p->kernels->reflector(v, &tau);
    for (size_t r = j + 1; r < n; r += RW_BAND) {
        double *kept = p->matrix + j * n + r;

        memcpy(kept, v, (n - r < RW_BAND ? n - r : RW_BAND) * sizeof *v);
        *kept = tau;
        p->kernels->chase(place(band, r, r), v, &tau);
    }
}

riwalk_status rw_eigen_to_tridiagonal(rw_eigen_problem *p, riwalk_error *error)
{
    size_t n = p->order;
    RW_POOL(pool);
    double *band = rw_take_zeroed(&pool, n + 2 * RW_BAND, (RW_BAND_ROW + 1) * sizeof *band, error);

    RW_MUST(rw_pool_status(&pool));
    for (size_t i = 0; i < n; i++)
        for (size_t k = i < RW_BAND ? 0 : i - RW_BAND; k <= i; k++)
            *place(band, i, k) = *place(band, k, i) = p->matrix[i * n + k];
    for (size_t j = 0; j < n; j++) {
        sweep(p, band, j);
        if (j % RW_BAND == 0)
            RW_MUST(rw_eigen_go_on(p, error));
    }
    return RIWALK_STATUS_OK;
}

/* ---- Vectors ---- */

/* Applies all reflectors to a group of vectors, last sweep first. Reflectors of one sweep share no
 * rows, and one of the sweep before overlaps only those with the same number and the one before it.
 * So several sweeps can go through the rows together. */
static riwalk_status expand_group(void *context, size_t group, int worker, riwalk_error *error)
{
    const rw_eigen_problem *p = context;
    size_t n = p->order;
    double *x = p->vectors + group * n * RW_BAND;

    for (size_t end = n > 2 ? n - 2 : 0, first; end; end = first) {
        first = end > TOGETHER ? end - TOGETHER : 0;
        for (size_t step = first + 1; step < n; step += RW_BAND)
            for (size_t j = end; j-- > first;) {
                size_t r = step + j - first;

                if (r < n)
                    p->kernels->reflect(n - r < RW_BAND ? n - r : RW_BAND, x + r * RW_BAND,
                                        p->matrix + j * n + r);
            }
        RW_MUST(rw_eigen_go_on(p, error));
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_eigen_from_tridiagonal(rw_eigen_problem *p, riwalk_error *error)
{
    return rw_parallel(p->threads, p->groups, expand_group, p, error);
}
