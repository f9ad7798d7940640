/* SPDX-License-Identifier: MIT */
/*
 * Singular vectors without the Gram matrix, where that would be too large: subspace iteration on
 * A'A from random vectors, a few more than are wanted (Halko, Martinsson, Tropp 2011), and at the
 * end the small eigenproblem within the subspace. Vectors are independent of each other in a
 * multiplication, so tasks are groups of vectors, and sums have one order on any number of threads.
 */
#include "base/eigen.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "train/factor.h"

#include <math.h>
#include <string.h>

#define MORE_VECTORS 32
#define ITERATIONS 8
#define GROUP 16

typedef struct sketch {
    const rw_factor_part *part;
    uint32_t count;   /* of vectors */
    double *vectors;  /* [count * columns], orthonormal */
    double *products; /* [count * columns]: A'A times them */
    double **from;    /* [threads]: [columns * GROUP], a group column by column */
    double **to;      /* the same, of products */
} sketch;

static void start(sketch *s)
{
    uint64_t stream = rw_rng_stream(s->part->options->seed, RW_STAGE_INITIAL, s->part->part, 0);

    for (size_t i = 0; i < (size_t)s->count * s->part->columns; i++)
        s->vectors[i] = rw_rng_unit(rw_rng_at(stream, i)) - 0.5;
}

/* The products of one group of vectors. */
static riwalk_status multiply_group(void *context, size_t task, int worker, riwalk_error *error)
{
    const sketch *s = context;
    const rw_factor_part *part = s->part;
    const uint32_t *anchor_starts = part->parts->anchor_starts + part->part;
    const uint32_t *row_columns = part->row_columns[worker];
    const double *row_values = part->row_values[worker];
    uint32_t rows = anchor_starts[1] - anchor_starts[0], first = (uint32_t)task * GROUP;
    uint32_t wide = s->count - first < GROUP ? s->count - first : GROUP;
    double *from = s->from[worker], *to = s->to[worker];

    memset(from, 0, (size_t)part->columns * GROUP * sizeof *from);
    memset(to, 0, (size_t)part->columns * GROUP * sizeof *to);
    for (uint32_t v = 0; v < wide; v++)
        for (uint32_t c = 0; c < part->columns; c++)
            from[(size_t)c * GROUP + v] = s->vectors[(size_t)(first + v) * part->columns + c];
    for (uint32_t r = 0; r < rows; r++) {
        uint32_t count = rw_factor_part_row(part, worker, r);
        double sums[GROUP] = {0};

        for (uint32_t i = 0; i < count; i++)
            for (uint32_t v = 0; v < GROUP; v++)
                sums[v] += row_values[i] * from[(size_t)row_columns[i] * GROUP + v];
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t v = 0; v < GROUP; v++)
                to[(size_t)row_columns[i] * GROUP + v] += row_values[i] * sums[v];
    }
    for (uint32_t v = 0; v < wide; v++)
        for (uint32_t c = 0; c < part->columns; c++)
            s->products[(size_t)(first + v) * part->columns + c] = to[(size_t)c * GROUP + v];
    return rw_progress_add(part->progress, 0, error);
}

static riwalk_status multiply(sketch *s, riwalk_error *error)
{
    return rw_parallel(s->part->options->run.threads, (s->count + GROUP - 1) / GROUP,
                       multiply_group, s, error);
}

static double dot(const double *a, const double *b, uint32_t count)
{
    double sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Gram and Schmidt, each vector against all before it, twice: once leaves rounding errors. A vector
 * that depends on those before becomes zero. */
static void orthonormalize(sketch *s)
{
    uint32_t columns = s->part->columns;

    for (uint32_t v = 0; v < s->count; v++) {
        double *vector = s->vectors + (size_t)v * columns;
        double before = sqrt(dot(vector, vector, columns)), length;

        for (int again = 0; again < 2; again++)
            for (uint32_t w = 0; w < v; w++) {
                const double *other = s->vectors + (size_t)w * columns;
                double along = dot(vector, other, columns);

                for (uint32_t c = 0; c < columns; c++)
                    vector[c] -= along * other[c];
            }
        length = sqrt(dot(vector, vector, columns));
        length = length > 1e-12 * before ? 1 / length : 0;
        for (uint32_t c = 0; c < columns; c++)
            vector[c] *= length;
    }
}

/* The eigenvectors within the subspace, [wanted * count]. */
static riwalk_status solve(const sketch *s, double *values, double *inside, riwalk_error *error)
{
    uint32_t columns = s->part->columns;
    double *matrix = rw_alloc(s->count, s->count * sizeof *matrix, error);
    riwalk_status status;

    if (!matrix)
        return RIWALK_STATUS_MEMORY;
    for (uint32_t v = 0; v < s->count; v++)
        for (uint32_t w = 0; w <= v; w++)
            matrix[(size_t)v * s->count + w] =
                dot(s->vectors + (size_t)v * columns, s->products + (size_t)w * columns, columns);
    status = rw_eigen(s->count, matrix, s->part->wanted, values, inside,
                      s->part->options->run.threads, s->part->progress, error);
    rw_free(matrix);
    return status;
}

/* Back to the columns, with the sign that rw_eigen gives. */
static void expand(const sketch *s, const double *inside, double *vectors)
{
    uint32_t columns = s->part->columns;

    for (uint32_t k = 0; k < s->part->wanted; k++) {
        double *vector = vectors + (size_t)k * columns, largest = 0;

        memset(vector, 0, columns * sizeof *vector);
        for (uint32_t v = 0; v < s->count; v++)
            for (uint32_t c = 0; c < columns; c++)
                vector[c] += inside[(size_t)k * s->count + v] * s->vectors[(size_t)v * columns + c];
        for (uint32_t c = 0; c < columns; c++)
            if (fabs(vector[c]) > fabs(largest))
                largest = vector[c];
        for (uint32_t c = 0; largest < 0 && c < columns; c++)
            vector[c] = -vector[c];
    }
}

static riwalk_status allocate(sketch *s, riwalk_error *error)
{
    size_t all = (size_t)s->count * s->part->columns,
           threads = (size_t)s->part->options->run.threads;

    s->vectors = rw_alloc(all, sizeof *s->vectors, error);
    s->products = rw_alloc(all, sizeof *s->products, error);
    s->from = rw_alloc_zeroed(threads, sizeof *s->from, error);
    s->to = rw_alloc_zeroed(threads, sizeof *s->to, error);
    if (!s->vectors || !s->products || !s->from || !s->to)
        return RIWALK_STATUS_MEMORY;
    for (size_t t = 0; t < threads; t++) {
        s->from[t] = rw_alloc(s->part->columns, GROUP * sizeof **s->from, error);
        s->to[t] = rw_alloc(s->part->columns, GROUP * sizeof **s->to, error);
        if (!s->from[t] || !s->to[t])
            return RIWALK_STATUS_MEMORY;
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status run(sketch *s, double *values, double *vectors, riwalk_error *error)
{
    double *inside = rw_alloc(s->part->wanted, s->count * sizeof *inside, error);
    riwalk_status status = inside ? allocate(s, error) : RIWALK_STATUS_MEMORY;

    if (!status) {
        start(s);
        orthonormalize(s);
        status = multiply(s, error);
    }
    for (int i = 0; i < ITERATIONS && !status; i++) {
        double *swapped = s->vectors;

        s->vectors = s->products;
        s->products = swapped;
        orthonormalize(s);
        status = multiply(s, error);
    }
    if (!status && !(status = solve(s, values, inside, error)))
        expand(s, inside, vectors);
    rw_free(inside);
    return status;
}

riwalk_status rw_factor_sketch(const rw_factor_part *part, double *values, double *vectors,
                               riwalk_error *error)
{
    sketch s = {.part = part, .count = part->wanted + MORE_VECTORS};
    riwalk_status status;

    if (s.count > part->columns)
        s.count = part->columns;
    status = run(&s, values, vectors, error);
    rw_free(s.vectors);
    rw_free(s.products);
    for (int t = 0; t < part->options->run.threads; t++) {
        if (s.from)
            rw_free(s.from[t]);
        if (s.to)
            rw_free(s.to[t]);
    }
    rw_free(s.from);
    rw_free(s.to);
    return status;
}
