/* SPDX-License-Identifier: MIT */
/* The eigensolver: checks and scales its input, runs the stages listed in kernels.h, and orders its
 * output. */
#include "base/eigen.h"

#include "base/cpu.h"
#include "base/eigen/kernels.h"
#include "base/error.h"
#include "base/memory.h"

#include <float.h>

/* The largest magnitude in the lower triangle; NaN if an eigenvalue might overflow: none exceeds n
 * times the largest element. */
static double largest(uint32_t n, const double *matrix)
{
    double most = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k <= i; k++) {
            double size = fabs(matrix[i * n + k]);

            if (!(size <= DBL_MAX / n))
                return NAN;
            most = size > most ? size : most;
        }
    return most;
}

/* Scales the matrix by a power of 2 so that its largest element is about 1: squares then cannot
 * overflow, nor vanish where they matter. Returns the inverse factor. */
static double normalise(uint32_t n, double *matrix, double most)
{
    double factor;
    int exponent;

    frexp(most, &exponent);
    if (exponent < -1000) /* the inverse must be finite */
        exponent = -1000;
    factor = ldexp(1, -exponent);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k <= i; k++)
            matrix[i * n + k] *= factor;
    return ldexp(1, exponent);
}

/* Copies the vectors row by row, with the sign that does not depend on the algorithm. */
static void hand_over(const rw_eigen_problem *p, double *vectors)
{
    size_t n = p->order;

    for (size_t c = 0; c < p->count; c++) {
        const double *x = p->vectors + c / RW_BAND * n * RW_BAND + c % RW_BAND;
        double *vector = vectors + c * n, peak = 0, sign;

        for (size_t i = 0; i < n; i++)
            if (fabs(x[i * RW_BAND]) > fabs(peak))
                peak = x[i * RW_BAND];
        sign = peak < 0 ? -1 : 1;
        for (size_t i = 0; i < n; i++)
            vector[i] = sign * x[i * RW_BAND];
    }
}

uint64_t rw_eigen_bytes(uint64_t n, uint64_t count, int threads)
{
    uint64_t groups = (count + RW_BAND - 1) / RW_BAND;
    uint64_t first = 6 * RW_BAND * (n + RW_BAND) + (uint64_t)threads * RW_TASK_ROWS * RW_TASK_DEPTH;
    uint64_t second = (groups + 3) * RW_BAND * n + n;

    return ((RW_BAND + 2) * n + groups * RW_BAND + (first > second ? first : second)) *
           sizeof(double);
}

riwalk_status rw_eigen(uint32_t n, double *matrix, uint32_t count, double *values, double *vectors,
                       int threads, rw_progress *progress, riwalk_error *error)
{
    rw_eigen_problem p = {
        .order = n,
        .count = count,
        .groups = (count + RW_BAND - 1) / RW_BAND,
        .matrix = matrix,
        .kernels = RW_KERNELS_OF(rw_cpu_isa(), rw_eigen),
        .threads = threads,
        .progress = progress,
    };
    double most = largest(n, matrix), unit;
    RW_POOL(pool);

    if (isnan(most))
        return rw_refuse(error,
                         "a matrix of order %u has numbers that are not finite, or too large", n);
    unit = normalise(n, matrix, most);
    p.triangles = rw_take_aligned(&pool, n, RW_BAND * sizeof *p.triangles, error);
    p.diagonal = rw_take(&pool, n, sizeof *p.diagonal, error);
    p.beside = rw_take(&pool, n, sizeof *p.beside, error);
    p.values = rw_take(&pool, p.groups, RW_BAND * sizeof *p.values, error);
    p.pool = &pool;
    RW_MUST(rw_pool_status(&pool));
    RW_MUST(rw_eigen_to_band(&p, error));
    RW_MUST(rw_eigen_to_tridiagonal(&p, error));
    RW_MUST(rw_eigen_pairs(&p, error));
    RW_MUST(rw_eigen_from_tridiagonal(&p, error));
    RW_MUST(rw_eigen_from_band(&p, error));
    for (uint32_t c = 0; c < count; c++)
        values[c] = p.values[c] * unit;
    hand_over(&p, vectors);
    return RIWALK_STATUS_OK;
}
