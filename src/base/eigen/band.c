/* SPDX-License-Identifier: MIT */
/* Reduces a symmetric matrix to a band, and transforms vectors back.
 *
 * It takes RW_BAND columns at a time and makes their part below the band upper triangular by
 * reflectors, whose product is Q = I - V T V'. The matrix to the right of these columns, A:
 * [m][m], becomes
 *
 *   Q' A Q = A - Z V' - V Z',   Z = Y - V (T' V' Y) / 2,   Y = A V T
 *
 * Nearly all of the work is in the two products with m^2 numbers, A V and (Z V) (V Z)'. Tasks
 * are groups of rows. Only the lower triangle of A is kept up to date; above the diagonal are
 * copies. */
#include "base/eigen/kernels.h"
#include "base/memory.h"
#include "base/parallel.h"

#include <string.h>

typedef double square[RW_BAND][RW_BAND];

typedef struct reduction {
    rw_eigen_problem *problem;
    uint32_t start; /* first column and row of the remaining matrix */
    uint32_t left;  /* its order */
    size_t tasks;
    uint32_t padding; /* zero columns at the start of `columns` */
    double *v;        /* [left][RW_BAND] */
    double *y;        /* [left][RW_BAND] */
    double *rows;     /* [left][2 RW_BAND]: Z V */
    double *columns;  /* (V Z)' in groups of RW_BAND columns: [groups][2 RW_BAND][RW_BAND] */
    double *copies;   /* [threads][RW_TASK_DEPTH][RW_TASK_ROWS] */
} reduction;

/* T of the columns left of the remaining matrix. */
static double *triangle_of(const reduction *r)
{
    return r->problem->triangles + (r->start - RW_BAND) * RW_BAND;
}

/* ---- The columns ---- */

/* Computes reflectors that make v: [rows][RW_BAND] upper triangular, and stores them below the
 * diagonal, without their leading 1. */
static void triangularise(const rw_eigen_kernels *kernels, double *v, size_t rows, double *taus)
{
    double factors[RW_BAND] = {0}, sums[RW_BAND] = {0}, unused[RW_BAND] = {0};

    kernels->eliminate(rows - 1, v + RW_BAND, 0, 1, factors, 0, sums);
    memset(taus, 0, RW_BAND * sizeof *taus);
    for (size_t c = 0; c < RW_BAND && c + 1 < rows; c++) {
        double *row = v + c * RW_BAND, scale;
        size_t next = c + 1 < RW_BAND ? c + 1 : c;

        row[c] = rw_reflector_factors(row[c], sums[c], &taus[c], &scale);
        for (size_t k = 0; k < RW_BAND; k++) {
            factors[k] = k > c ? taus[c] * (row[k] + scale * sums[k]) : 0;
            row[k] -= factors[k];
            sums[k] = 0;
        }
        kernels->eliminate(1, row + RW_BAND, c, scale, factors, next, unused);
        kernels->eliminate(rows - c - 2, row + 2 * RW_BAND, c, scale, factors, next, sums);
    }
}

/* Replaces the upper triangle by that of the reflectors: 1 on the diagonal, 0 above. */
static void keep_reflectors(double *v, size_t rows)
{
    for (size_t r = 0; r < RW_BAND && r < rows; r++)
        for (size_t c = r; c < RW_BAND; c++)
            v[r * RW_BAND + c] = c == r;
}

/* Computes T of H_0 H_1 ... = I - V T V'. */
static void find_triangle(const rw_eigen_kernels *kernels, const double *v, size_t rows,
                          const double *taus, double *triangle)
{
    square products = {{0}};

    kernels->multiply(RW_BAND, rows, v, 1, RW_BAND, v, products[0], RW_BAND, 1);
    memset(triangle, 0, sizeof(square));
    for (size_t c = 0; c < RW_BAND; c++) {
        for (size_t r = 0; r < c; r++) {
            double sum = 0;

            for (size_t k = r; k < c; k++)
                sum += triangle[r * RW_BAND + k] * products[k][c];
            triangle[r * RW_BAND + c] = -taus[c] * sum;
        }
        triangle[c * RW_BAND + c] = taus[c];
    }
}

/* The columns left of the remaining matrix. Copies them to v; returns where they are. */
static double *take_columns(const reduction *r)
{
    size_t n = r->problem->order;
    double *from = r->problem->matrix + r->start * n + r->start - RW_BAND;

    for (size_t i = 0; i < r->left; i++)
        memcpy(r->v + i * RW_BAND, from + i * n, RW_BAND * sizeof *from);
    return from;
}

static void reduce_columns(reduction *r)
{
    const rw_eigen_problem *p = r->problem;
    size_t n = p->order;
    double taus[RW_BAND], *from = take_columns(r);

    triangularise(p->kernels, r->v, r->left, taus);
    for (size_t i = 0; i < r->left; i++)
        memcpy(from + i * n, r->v + i * RW_BAND, RW_BAND * sizeof *from);
    keep_reflectors(r->v, r->left);
    find_triangle(p->kernels, r->v, r->left, taus, triangle_of(r));
}

/* ---- The remaining matrix ---- */

/* Limits threads to what is worth starting for this many rows. */
static int threads_for(const rw_eigen_problem *p, uint32_t rows)
{
    uint32_t most = 1 + rows / 256;

    return (uint32_t)p->threads < most ? p->threads : (int)most;
}

/* Some rows of Y = A V T. The elements right of a row's diagonal block are read below the diagonal,
 * as columns. */
static riwalk_status multiply_rows(void *context, size_t task, int worker, riwalk_error *error)
{
    const reduction *r = context;
    const rw_eigen_problem *p = r->problem;
    size_t n = p->order, first = task * RW_TASK_ROWS, rows = r->left - first, end;
    double *matrix = p->matrix + r->start * n + r->start;
    double *copy = r->copies + (size_t)worker * RW_TASK_DEPTH * RW_TASK_ROWS,
           products[RW_TASK_ROWS][RW_BAND] = {{0}};

    rows = rows < RW_TASK_ROWS ? rows : RW_TASK_ROWS;
    end = first + rows;
    for (size_t i = first; i < end; i++)
        for (size_t k = first; k < i; k++)
            matrix[k * n + i] = matrix[i * n + k];
    for (size_t k = 0; k < end; k += RW_TASK_DEPTH)
        p->kernels->multiply(rows, end - k < RW_TASK_DEPTH ? end - k : RW_TASK_DEPTH,
                             matrix + first * n + k, n, 1, r->v + k * RW_BAND, products[0], RW_BAND,
                             1);
    for (size_t k = end; k < r->left; k += RW_TASK_DEPTH) {
        size_t depth = r->left - k < RW_TASK_DEPTH ? r->left - k : RW_TASK_DEPTH;

        for (size_t i = 0; i < depth; i++)
            memcpy(copy + i * RW_TASK_ROWS, matrix + (k + i) * n + first, rows * sizeof *copy);
        p->kernels->multiply(rows, depth, copy, 1, RW_TASK_ROWS, r->v + k * RW_BAND, products[0],
                             RW_BAND, 1);
    }
    memset(r->y + first * RW_BAND, 0, rows * RW_BAND * sizeof *r->y);
    p->kernels->multiply(rows, RW_BAND, products[0], RW_BAND, 1, triangle_of(r),
                         r->y + first * RW_BAND, RW_BAND, 1);
    return RIWALK_STATUS_OK;
}

/* Computes Z from Y, in place. */
static void correct(reduction *r)
{
    const rw_eigen_kernels *kernels = r->problem->kernels;
    square inner = {{0}}, factor = {{0}};

    kernels->multiply(RW_BAND, r->left, r->v, 1, RW_BAND, r->y, inner[0], RW_BAND, 0.5);
    kernels->multiply(RW_BAND, RW_BAND, triangle_of(r), 1, RW_BAND, inner[0], factor[0], RW_BAND,
                      1);
    kernels->multiply(r->left, RW_BAND, r->v, RW_BAND, 1, factor[0], r->y, RW_BAND, -1);
}

/* Arranges the factors of the update for the kernel. Groups of columns end where the matrix ends,
 * so the first one may start left of it, where zeros are subtracted. */
static void arrange(reduction *r)
{
    memset(r->columns, 0, 2 * sizeof(square));
    for (size_t i = 0; i < r->left; i++) {
        size_t at = i + r->padding;
        double *column = r->columns + at / RW_BAND * 2 * RW_BAND * RW_BAND + at % RW_BAND;
        const double *v = r->v + i * RW_BAND, *z = r->y + i * RW_BAND;

        memcpy(r->rows + i * 2 * RW_BAND, z, RW_BAND * sizeof *z);
        memcpy(r->rows + (i * 2 + 1) * RW_BAND, v, RW_BAND * sizeof *v);
        for (size_t k = 0; k < RW_BAND; k++) {
            column[k * RW_BAND] = v[k];
            column[(k + RW_BAND) * RW_BAND] = z[k];
        }
    }
}

/* Some rows of A - Z V' - V Z', up to their diagonal block. */
static riwalk_status update_rows(void *context, size_t task, int worker, riwalk_error *error)
{
    const reduction *r = context;
    const rw_eigen_problem *p = r->problem;
    size_t n = p->order, first = (r->tasks - 1 - task) * RW_TASK_ROWS, rows = r->left - first, end;
    double *matrix = p->matrix + r->start * n + r->start;

    rows = rows < RW_TASK_ROWS ? rows : RW_TASK_ROWS;
    end = first + rows;
    for (size_t k = 0; k < end + r->padding; k += RW_BAND)
        p->kernels->multiply(rows, 2 * RW_BAND, r->rows + first * 2 * RW_BAND, 2 * RW_BAND, 1,
                             r->columns + k * 2 * RW_BAND, matrix + first * n + k - r->padding, n,
                             -1);
    return RIWALK_STATUS_OK;
}

static riwalk_status reduce(reduction *r, riwalk_error *error)
{
    rw_eigen_problem *p = r->problem;

    for (r->start = RW_BAND; r->start + 1 < p->order; r->start += RW_BAND) {
        int threads;

        r->left = p->order - r->start;
        r->tasks = ((size_t)r->left + RW_TASK_ROWS - 1) / RW_TASK_ROWS;
        threads = threads_for(p, r->left);
        r->padding = (RW_BAND - r->left % RW_BAND) % RW_BAND;
        reduce_columns(r);
        rw_parallel(threads, r->tasks, multiply_rows, r, error);
        correct(r);
        arrange(r);
        rw_parallel(threads, r->tasks, update_rows, r, error);
        RW_MUST(rw_eigen_go_on(p, error));
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_eigen_to_band(rw_eigen_problem *p, riwalk_error *error)
{
    size_t n = p->order;
    reduction r = {.problem = p};
    RW_POOL(pool);

    r.v = rw_take_aligned(&pool, n, RW_BAND * sizeof *r.v, error);
    r.y = rw_take_aligned(&pool, n, RW_BAND * sizeof *r.y, error);
    r.rows = rw_take_aligned(&pool, n, 2 * RW_BAND * sizeof *r.rows, error);
    r.columns = rw_take_aligned(&pool, n + RW_BAND, 2 * RW_BAND * sizeof *r.columns, error);
    r.copies = rw_take_aligned(&pool, (size_t)p->threads,
                               RW_TASK_DEPTH * RW_TASK_ROWS * sizeof *r.copies, error);
    RW_MUST(rw_pool_status(&pool));
    return reduce(&r, error);
}

/* ---- Vectors ---- */

/* Transforms a group of vectors: x - V T V' x. */
static riwalk_status expand_group(void *context, size_t group, int worker, riwalk_error *error)
{
    const reduction *r = context;
    const rw_eigen_problem *p = r->problem;
    double *x = p->vectors + (group * p->order + r->start) * RW_BAND;
    square products = {{0}}, turned = {{0}};

    p->kernels->multiply(RW_BAND, r->left, r->v, 1, RW_BAND, x, products[0], RW_BAND, 1);
    p->kernels->multiply(RW_BAND, RW_BAND, triangle_of(r), RW_BAND, 1, products[0], turned[0],
                         RW_BAND, 1);
    p->kernels->multiply(r->left, RW_BAND, r->v, RW_BAND, 1, turned[0], x, RW_BAND, -1);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_eigen_from_band(rw_eigen_problem *p, riwalk_error *error)
{
    reduction r = {.problem = p};
    RW_POOL(pool);

    RW_HAVE(r.v = rw_take_aligned(&pool, p->order, RW_BAND * sizeof *r.v, error));
    if (p->order > RW_BAND + 1)
        r.start = (p->order - 2) / RW_BAND * RW_BAND; /* the last that was reduced */
    for (; r.start; r.start -= RW_BAND) {
        r.left = p->order - r.start;
        take_columns(&r);
        keep_reflectors(r.v, r.left);
        rw_parallel(threads_for(p, r.left), p->groups, expand_group, &r, error);
        RW_MUST(rw_eigen_go_on(p, error));
    }
    return RIWALK_STATUS_OK;
}
