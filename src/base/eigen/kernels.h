/* SPDX-License-Identifier: MIT */
/* The stages of the eigensolver:
 *
 *   A = Q B Q', B with RW_BAND numbers on each side of the diagonal           band.c
 *   B = P T P', T tridiagonal                                                 tridiagonal.c
 *   T x = w x, the largest w by bisection, x by inverse iteration             pairs.c
 *   the vectors of A are Q P x                                                both, backwards
 *
 * Most of the work is matrix products in the first stage. Vectors are stored in groups of RW_BAND:
 * [order][RW_BAND], one group after the other.
 *
 * Inner loops work on blocks RW_BAND numbers wide. All sums have an order that does not depend on
 * the width of registers, so every instruction set gives the same bits.
 *
 * Each file of an instruction set defines RW_VECTOR, the bytes of a register, and RW_KERNELS, the
 * name of its table, and includes this file. */
#ifndef RW_BASE_EIGEN_KERNELS_H
#define RW_BASE_EIGEN_KERNELS_H

#include "base/memory.h"
#include "base/progress.h"

#include <math.h>

#define RW_BAND 32

/* The band is stored by rows. Vertical neighbours are RW_BAND_ROW apart, so that a block of it can
 * be used like any matrix. A row reaches from 2 RW_BAND - 1 left of the diagonal to RW_BAND + 1
 * right of it. */
#define RW_BAND_ROW (3 * RW_BAND)

/* In the first stage a task computes RW_TASK_ROWS rows of a product. A worker copies their other
 * factor RW_TASK_DEPTH columns at a time. */
#define RW_TASK_ROWS 64
#define RW_TASK_DEPTH 128

/* Sums of squares below this count as 0, as they are no longer precise. The largest element of the
 * matrix is about 1. */
#define RW_LEAST_SQUARES 1e-280

typedef struct rw_eigen_kernels rw_eigen_kernels;

typedef struct rw_eigen_problem {
    uint32_t order;
    uint32_t count;  /* wanted vectors */
    uint32_t groups; /* groups of vectors */
    /* [order][order]; at the end, reflectors of Q below the band and of P above the diagonal */
    double *matrix;
    double *triangles; /* [blocks][RW_BAND][RW_BAND]: T of Q's blocks of reflectors I - V T V' */
    double *diagonal, *beside; /* of T: [order] each */
    double *values;            /* [groups][RW_BAND], descending; those beyond `count` unused */
    double *vectors;           /* [groups][order][RW_BAND] */
    rw_pool *pool;             /* for the vectors */
    const rw_eigen_kernels *kernels;
    int threads;
    rw_progress *progress; /* checked for cancellation, or NULL */
} rw_eigen_problem;

riwalk_status rw_eigen_to_band(rw_eigen_problem *problem, riwalk_error *error);
riwalk_status rw_eigen_from_band(rw_eigen_problem *problem, riwalk_error *error);

riwalk_status rw_eigen_to_tridiagonal(rw_eigen_problem *problem, riwalk_error *error);
riwalk_status rw_eigen_from_tridiagonal(rw_eigen_problem *problem, riwalk_error *error);

/* Eigenvalues and eigenvectors of the tridiagonal matrix. */
riwalk_status rw_eigen_pairs(rw_eigen_problem *problem, riwalk_error *error);

/* Gram-Schmidt, group by group, each against all before it. A single call leaves rounding errors. A
 * vector reduced to `share` of its length or less becomes zero. Needs order, groups, vectors,
 * kernels, threads and progress. */
riwalk_status rw_eigen_orthonormalise(const rw_eigen_problem *problem, double share,
                                      riwalk_error *error);

/* The reflector I - tau v v' that maps a vector to a multiple of the first unit vector, from the
 * first number of the vector and the squares of the others: tau, and the factor that turns these
 * others into those of v, which starts with 1. Returns the multiple. */
static inline double rw_reflector_factors(double first, double squares, double *tau, double *scale)
{
    double end = first;

    *tau = *scale = 0;
    if (squares > RW_LEAST_SQUARES) {
        end = -copysign(sqrt(first * first + squares), first);
        *tau = (end - first) / end;
        *scale = 1 / (first - end);
    }
    return end;
}

static inline riwalk_status rw_eigen_go_on(const rw_eigen_problem *problem, riwalk_error *error)
{
    return problem->progress ? rw_progress_add(problem->progress, 0, error) : RIWALK_STATUS_OK;
}

struct rw_eigen_kernels {
    /* c += factor a b, with a: [rows][depth] at a[row * a_row + k * a_depth], b: [depth][RW_BAND],
     * c: [rows][RW_BAND] at c[row * c_row]. */
    void (*multiply)(size_t rows, size_t depth, const double *a, size_t a_row, size_t a_depth,
                     const double *b, double *c, size_t c_row, double factor);
    /* For every row of x: [rows][RW_BAND]: multiplies its number in `column` by `scale`, subtracts
     * it times `factors` from the others (a factor may be 0), and adds the row times its number in
     * column `next` to `sums`. */
    void (*eliminate)(size_t rows, double *x, size_t column, double scale,
                      const double factors[RW_BAND], size_t next, double sums[RW_BAND]);
    /* Replaces x by the vector v of its reflector; returns the multiple. */
    double (*reflector)(double x[RW_BAND], double *tau);
    /* One step of the chase (tridiagonal.c). Applies the reflector I - tau v v' to both sides of
     * the diagonal block and to the right of the block below. To the left of that block it applies
     * the next reflector, which clears its first column except for the first number, and which
     * replaces v and tau. */
    void (*chase)(double *diagonal, double v[RW_BAND], double *tau);
    /* x: [rows][RW_BAND] = (I - tau v v') x, where v starts with 1; tau is stored in its place. */
    void (*reflect)(size_t rows, double *x, const double *v);
    /* Counts the eigenvalues of a tridiagonal matrix below each point, by the signs of the pivots
     * of T - point (Sylvester). squares[i] is the square of the number left of diagonal[i]. */
    void (*count_below)(size_t order, const double *diagonal, const double *squares,
                        const double points[RW_BAND], int64_t below[RW_BAND]);
    /* x: [order][RW_BAND]: multiplies each column by ((T - value)^2 + width^2)^-1 with its own
     * value. This inverts R'R, where R is the triangle that rotations make of T - value stacked on
     * width I, row by row: a rotation combines the current row of T and of width I, or what is left
     * of them, with the next row of T. upper: [order][3][RW_BAND] receives R with inverses on its
     * diagonal. */
    void (*solve)(size_t order, const double *diagonal, const double *beside,
                  const double values[RW_BAND], double width, double *upper, double *x);
};

extern const rw_eigen_kernels rw_eigen_scalar, rw_eigen_avx2, rw_eigen_avx512;

#endif

#ifdef RW_VECTOR

#define LANES (RW_VECTOR / 8)
#define PARTS (RW_BAND / LANES) /* registers of a row */
#define EIGHT (8 / LANES)       /* registers of eight numbers */
/* A tile of a product that fills the registers: 32 of them if they have 64 bytes, else 16. */
#define TILE_ROWS 4
#define TILE_PARTS (RW_VECTOR == 64 ? 4 : 2)
#define INLINE static inline __attribute__((always_inline))

typedef double lanes __attribute__((vector_size(RW_VECTOR), aligned(8), may_alias));
typedef int64_t masks __attribute__((vector_size(RW_VECTOR), aligned(8), may_alias));

INLINE lanes get(const double *x, size_t part)
{
    return *(const lanes *)(x + part * LANES);
}

INLINE void put(double *x, size_t part, lanes value)
{
    *(lanes *)(x + part * LANES) = value;
}

/* ---- Products ---- */

/* Sums start from 0 and are added to c at the end, which leaves time to prefetch c. */
INLINE void multiply_tile(size_t rows, size_t depth, const double *a, size_t a_row, size_t a_depth,
                          const double *b, double *c, size_t c_row, double factor)
{
    lanes sums[TILE_ROWS][TILE_PARTS] = {0};

    for (size_t r = 0; r < rows; r++)
        for (size_t p = 0; p < TILE_PARTS * LANES; p += 8)
            __builtin_prefetch(c + r * c_row + p, 1);
    for (size_t k = 0; k < depth; k++, a += a_depth, b += RW_BAND)
#pragma GCC unroll 8
        for (size_t r = 0; r < rows; r++)
#pragma GCC unroll 8
            for (size_t p = 0; p < TILE_PARTS; p++)
                sums[r][p] += a[r * a_row] * get(b, p);
#pragma GCC unroll 8
    for (size_t r = 0; r < rows; r++)
#pragma GCC unroll 8
        for (size_t p = 0; p < TILE_PARTS; p++)
            put(c + r * c_row, p, get(c + r * c_row, p) + factor * sums[r][p]);
}

static void multiply(size_t rows, size_t depth, const double *a, size_t a_row, size_t a_depth,
                     const double *b, double *c, size_t c_row, double factor)
{
    size_t r = 0;

    for (; r + TILE_ROWS <= rows; r += TILE_ROWS)
        for (size_t p = 0; p < RW_BAND; p += TILE_PARTS * LANES)
            multiply_tile(TILE_ROWS, depth, a + r * a_row, a_row, a_depth, b + p, c + r * c_row + p,
                          c_row, factor);
    for (; r < rows; r++)
        for (size_t p = 0; p < RW_BAND; p += TILE_PARTS * LANES)
            multiply_tile(1, depth, a + r * a_row, a_row, a_depth, b + p, c + r * c_row + p, c_row,
                          factor);
}

/* ---- Columns ---- */

static void eliminate(size_t rows, double *x, size_t column, double scale,
                      const double factors[RW_BAND], size_t next, double sums[RW_BAND])
{
    lanes f[PARTS], s[PARTS];
    masks own[PARTS] = {0};

    ((int64_t *)own)[column] = -1;
    for (size_t p = 0; p < PARTS; p++) {
        f[p] = get(factors, p);
        s[p] = get(sums, p);
    }
    for (size_t r = 0; r < rows; r++, x += RW_BAND) {
        double v = x[column] * scale, along = x[next] - v * factors[next];
        masks filled = (masks)((lanes){0} + v);

        for (size_t p = 0; p < PARTS; p++) {
            masks rest = (masks)(get(x, p) - v * f[p]);
            lanes row = (lanes)((rest & ~own[p]) | (filled & own[p]));

            put(x, p, row);
            s[p] += along * row;
        }
    }
    for (size_t p = 0; p < PARTS; p++)
        put(sums, p, s[p]);
}

/* ---- The chase ---- */

/* The scalar product of two rows: eight partial sums, then their sum. */
INLINE double dot(const double *a, const double *b)
{
    lanes s[EIGHT];
    double e[8];

    for (size_t p = 0; p < EIGHT; p++)
        s[p] = get(a, p) * get(b, p);
    for (size_t q = EIGHT; q < PARTS; q += EIGHT)
        for (size_t p = 0; p < EIGHT; p++)
            s[p] += get(a, q + p) * get(b, q + p);
    for (size_t p = 0; p < EIGHT; p++)
        put(e, p, s[p]);
    return ((e[0] + e[4]) + (e[2] + e[6])) + ((e[1] + e[5]) + (e[3] + e[7]));
}

/* image = v' block */
INLINE void combine_rows(const double *v, const double *block, double image[RW_BAND])
{
    lanes s[PARTS] = {0};

    for (size_t i = 0; i < RW_BAND; i++)
        for (size_t p = 0; p < PARTS; p++)
            s[p] += v[i] * get(block + i * RW_BAND_ROW, p);
    for (size_t p = 0; p < PARTS; p++)
        put(image, p, s[p]);
}

/* block -= a b' + c d' */
INLINE void subtract_products(double *block, const double *a, const double *b, const double *c,
                              const double *d)
{
    lanes right[PARTS], other[PARTS];

    for (size_t p = 0; p < PARTS; p++) {
        right[p] = get(b, p);
        other[p] = get(d, p);
    }
    for (size_t i = 0; i < RW_BAND; i++, block += RW_BAND_ROW)
        for (size_t p = 0; p < PARTS; p++)
            put(block, p, get(block, p) - (a[i] * right[p] + c[i] * other[p]));
}

static double reflector(double x[RW_BAND], double *tau)
{
    double first = x[0], end, scale;

    x[0] = 0;
    end = rw_reflector_factors(first, dot(x, x), tau, &scale);
    for (size_t i = 1; i < RW_BAND; i++)
        x[i] *= scale;
    x[0] = 1;
    return end;
}

static void chase(double *diagonal, double v[RW_BAND], double *tau)
{
    double image[RW_BAND], right[RW_BAND], next[RW_BAND], factor, next_tau, first;
    double *below = diagonal + RW_BAND * RW_BAND_ROW;

    combine_rows(v, diagonal, image);
    factor = *tau * *tau / 2 * dot(v, image);
    for (size_t i = 0; i < RW_BAND; i++)
        image[i] = *tau * image[i] - factor * v[i];
    subtract_products(diagonal, v, image, image, v);

    for (size_t i = 0; i < RW_BAND; i++) {
        right[i] = *tau * dot(below + i * RW_BAND_ROW, v);
        next[i] = below[i * RW_BAND_ROW] - right[i];
    }
    first = reflector(next, &next_tau);
    combine_rows(next, below, image);
    factor = dot(next, right);
    for (size_t i = 0; i < RW_BAND; i++)
        image[i] = next_tau * (image[i] - factor * v[i]);
    subtract_products(below, right, v, next, image);
    for (size_t i = 0; i < RW_BAND; i++) {
        below[i * RW_BAND_ROW] = i ? 0 : first;
        v[i] = next[i];
    }
    for (size_t i = 0; i < RW_BAND; i++)
        diagonal[i * RW_BAND_ROW + RW_BAND] = below[i];
    *tau = next_tau;
}

static void reflect(size_t rows, double *x, const double *v)
{
    lanes s[PARTS];

    for (size_t p = 0; p < PARTS; p++)
        s[p] = get(x, p);
    for (size_t i = 1; i < rows; i++)
        for (size_t p = 0; p < PARTS; p++)
            s[p] += v[i] * get(x + i * RW_BAND, p);
    for (size_t p = 0; p < PARTS; p++) {
        s[p] *= v[0];
        put(x, p, get(x, p) - s[p]);
    }
    for (size_t i = 1; i < rows; i++)
        for (size_t p = 0; p < PARTS; p++)
            put(x + i * RW_BAND, p, get(x + i * RW_BAND, p) - v[i] * s[p]);
}

/* ---- Values ---- */

/* Replaces smaller pivots, so that nothing is divided by 0. */
#define LEAST_PIVOT 1e-290

static void count_below(size_t order, const double *diagonal, const double *squares,
                        const double points[RW_BAND], int64_t below[RW_BAND])
{
    masks counts[PARTS] = {0}, small;
    lanes pivots[PARTS], least = (lanes){0} - LEAST_PIVOT;

    for (size_t p = 0; p < PARTS; p++)
        pivots[p] = (lanes){0} + 1;
    for (size_t i = 0; i < order; i++)
        for (size_t p = 0; p < PARTS; p++) {
            pivots[p] = diagonal[i] - get(points, p) - squares[i] / pivots[p];
            small = (pivots[p] > least) & (pivots[p] < -least);
            pivots[p] = (lanes)(((masks)pivots[p] & ~small) | ((masks)least & small));
            counts[p] -= pivots[p] < 0;
        }
    for (size_t p = 0; p < PARTS; p++)
        *(masks *)(below + p * LANES) = counts[p];
}

/* ---- Vectors ---- */

static void solve(size_t order, const double *diagonal, const double *beside,
                  const double values[RW_BAND], double width, double *upper, double *x)
{
    double *row = upper;
    double at[RW_BAND], right[RW_BAND], other[RW_BAND], due[RW_BAND] = {0}, later[RW_BAND] = {0};

    for (size_t l = 0; l < RW_BAND; l++) {
        at[l] = diagonal[0] - values[l];
        right[l] = beside[0];
        other[l] = width;
    }
    for (size_t i = 0; i < order; i++, row += 3 * RW_BAND, x += RW_BAND) {
        double below = beside[i], next = i + 1 < order ? diagonal[i + 1] : 0;
        double after = i + 1 < order ? beside[i + 1] : 0;

        for (size_t l = 0; l < RW_BAND; l++) {
            double square = at[l] * at[l] + other[l] * other[l], length = sqrt(square);
            double inverse = 1 / sqrt(square + below * below), c, t;
            double kept = at[l] / length * right[l], spoilt = other[l] / length * right[l];

            c = length * inverse;
            t = below * inverse;
            row[l] = inverse;
            row[l + RW_BAND] = c * kept + t * (next - values[l]);
            row[l + 2 * RW_BAND] = t * after;
            at[l] = c * (next - values[l]) - t * kept;
            right[l] = c * after;
            other[l] = sqrt(spoilt * spoilt + width * width);
            x[l] = (x[l] - due[l]) * inverse;
            due[l] = later[l] + x[l] * row[l + RW_BAND];
            later[l] = x[l] * row[l + 2 * RW_BAND];
        }
    }
    for (size_t l = 0; l < RW_BAND; l++)
        due[l] = later[l] = 0;
    while (row > upper) {
        row -= 3 * RW_BAND;
        x -= RW_BAND;
        for (size_t l = 0; l < RW_BAND; l++) {
            x[l] = (x[l] - row[l + RW_BAND] * due[l] - row[l + 2 * RW_BAND] * later[l]) * row[l];
            later[l] = due[l];
            due[l] = x[l];
        }
    }
}

const rw_eigen_kernels RW_KERNELS = {.multiply = multiply,
                                     .eliminate = eliminate,
                                     .reflector = reflector,
                                     .chase = chase,
                                     .reflect = reflect,
                                     .count_below = count_below,
                                     .solve = solve};

#endif
