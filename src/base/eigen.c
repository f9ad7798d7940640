/* SPDX-License-Identifier: MIT */
/* Symmetric eigenproblems by LAPACK's dsyevr, on one thread so that results do not depend on how
 * many there are. */
#include "base/eigen.h"

#include "base/error.h"
#include "base/load.h"
#include "base/memory.h"

#include <math.h>
#include <stdatomic.h>

/* OpenBLAS maps a buffer at its first work, 128 MiB on x86-64 of which it touches little, and where
 * it cannot it tries for ever. */
#define BUFFER_BYTES ((size_t)144 << 20)

/* LAPACK's function as Fortran declares it, and two of OpenBLAS. */
typedef struct lapack {
    void (*dsyevr)(const char *job, const char *range, const char *triangle, const int *n,
                   double *matrix, const int *stride, const double *low, const double *high,
                   const int *first, const int *last, const double *tolerance, int *found,
                   double *values, double *vectors, const int *vector_stride, int *support,
                   double *work, const int *work_size, int *integers, const int *integer_size,
                   int *info);
    int (*get_threads)(void);
    void (*set_threads)(int threads);
} lapack;

typedef struct solver {
    lapack lapack;
    int n, first, last;
    double *values, *work;
    int *support, *integers;
} solver;

static riwalk_status load(lapack *l, riwalk_error *error)
{
    riwalk_status status;

    if ((status = rw_load(RIWALK_LAPACK, "dsyevr_", &l->dsyevr, error)) ||
        (status = rw_load(RIWALK_LAPACK, "openblas_get_num_threads", &l->get_threads, error)))
        return status;
    return rw_load(RIWALK_LAPACK, "openblas_set_num_threads", &l->set_threads, error);
}

static riwalk_status check_room(riwalk_error *error)
{
    static atomic_bool was_enough;
    void *buffer;

    if (atomic_load(&was_enough))
        return RIWALK_STATUS_OK;
    if (!(buffer = rw_alloc(1, BUFFER_BYTES, error)))
        return RIWALK_STATUS_MEMORY;
    rw_free(buffer);
    atomic_store(&was_enough, true);
    return RIWALK_STATUS_OK;
}

/* Asks for the sizes with work_size and integer_size -1. */
static int solve(const solver *s, double *matrix, double *vectors, double *work, int work_size,
                 int *integers, int integer_size)
{
    double unused = 0, tolerance = 0;
    int found = 0, info;

    /* Our lower triangle, row by row, is Fortran's upper one. */
    s->lapack.dsyevr("V", "I", "U", &s->n, matrix, &s->n, &unused, &unused, &s->first, &s->last,
                     &tolerance, &found, s->values, vectors, &s->n, s->support, work, &work_size,
                     integers, &integer_size, &info);
    return info ? info : found - (s->last - s->first + 1);
}

/* Largest first, with the sign that does not depend on the algorithm. */
static void arrange(uint32_t n, uint32_t count, double *vectors)
{
    for (uint32_t c = 0; c < count / 2; c++) {
        double *a = vectors + (size_t)c * n, *b = vectors + (size_t)(count - 1 - c) * n;

        for (uint32_t i = 0; i < n; i++) {
            double swapped = a[i];

            a[i] = b[i];
            b[i] = swapped;
        }
    }
    for (uint32_t c = 0; c < count; c++) {
        double *vector = vectors + (size_t)c * n;
        uint32_t largest = 0;

        for (uint32_t i = 1; i < n; i++)
            if (fabs(vector[i]) > fabs(vector[largest]))
                largest = i;
        for (uint32_t i = 0; vector[largest] < 0 && i < n; i++)
            if (i != largest)
                vector[i] = -vector[i];
        vector[largest] = fabs(vector[largest]);
    }
}

static riwalk_status run(solver *s, double *matrix, double *vectors, riwalk_error *error)
{
    double work_size;
    int integer_size, failed;

    s->values = rw_alloc((size_t)s->n, sizeof *s->values, error);
    s->support = rw_alloc(2 * (size_t)s->n, sizeof *s->support, error);
    if (!s->values || !s->support)
        return RIWALK_STATUS_MEMORY;
    solve(s, matrix, vectors, &work_size, -1, &integer_size, -1);
    s->work = rw_alloc((size_t)work_size, sizeof *s->work, error);
    s->integers = rw_alloc((size_t)integer_size, sizeof *s->integers, error);
    if (!s->work || !s->integers)
        return RIWALK_STATUS_MEMORY;
    failed = solve(s, matrix, vectors, s->work, (int)work_size, s->integers, integer_size);
    if (failed || !isfinite(s->values[0])) /* not every NaN is found by LAPACK */
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the eigenvectors of a matrix of order %d were not found; are all of its "
                       "values finite?",
                       s->n);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_eigen(uint32_t n, double *matrix, uint32_t count, double *values, double *vectors,
                       riwalk_error *error)
{
    solver s = {.n = (int)n, .first = (int)(n - count + 1), .last = (int)n};
    riwalk_status status;
    int threads;

    if (n > 40000) /* 32-bit sizes inside LAPACK */
        return rw_fail(error, RIWALK_STATUS_LIMIT, "a matrix of order %u is too large", n);
    if ((status = load(&s.lapack, error)) || (status = check_room(error)))
        return status;
    threads = s.lapack.get_threads();
    s.lapack.set_threads(1);
    status = run(&s, matrix, vectors, error);
    s.lapack.set_threads(threads);
    for (uint32_t c = 0; c < count && !status; c++)
        values[c] = s.values[count - 1 - c];
    if (!status)
        arrange(n, count, vectors);
    rw_free(s.values);
    rw_free(s.support);
    rw_free(s.work);
    rw_free(s.integers);
    return status;
}
