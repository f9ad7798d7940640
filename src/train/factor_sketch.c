/* SPDX-License-Identifier: MIT */
/* Singular vectors without the Gram matrix, where that would be too large: subspace iteration on
 * A'A from random vectors, a few more than are wanted (Halko, Martinsson, Tropp 2011), and at the
 * end the small eigenproblem within the subspace. Vectors are independent of each other in a
 * multiplication, so tasks are groups of vectors. Rows and vectors have length 1 at most, so what
 * is added up over rows lies in [-1, 1]: fixed point. */
#include "base/eigen.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/sums.h"
#include "train/factor.h"
#include "train/kernels/kernels.h"

#include <math.h>
#include <string.h>

#define MORE_VECTORS 32
#define ITERATIONS 8
#define GROUP RW_PRODUCT_GROUP

typedef struct sketch {
    rw_factor_fitting *fit;
    const rw_kernels *kernels;
    uint32_t part;
    uint32_t columns; /* of the part */
    uint32_t wanted;
    uint32_t count; /* of vectors */
    uint32_t groups;
    double *vectors;  /* [count * columns], orthonormal */
    double *products; /* [groups * columns * GROUP]: A'A times them, as vectors are; before that,
                         the vectors in groups, each column by column */
    uint64_t *sums;   /* [groups * columns * GROUP]: products in groups, in fixed point */
    double *lengths;  /* [count], before directions are taken out */
    double *matrix;   /* [count * count], within the subspace */
    double *inside;   /* [wanted * count]: its eigenvectors */
    double *expanded; /* [wanted * columns]: those of the part */
    uint32_t panel;   /* at work: its first vector */
    const rw_factor_rows *rows;
} sketch;

static void start(sketch *s)
{
    uint64_t stream = rw_rng_stream(s->fit->options.seed, RW_STAGE_INITIAL, s->part, 0);

    for (size_t i = 0; i < (size_t)s->count * s->columns; i++)
        s->vectors[i] = rw_rng_unit(rw_rng_at(stream, i)) - 0.5;
}

/* Where vector v of all has its values in groups, with a step of GROUP. */
static size_t grouped(const sketch *s, uint32_t v)
{
    return (size_t)(v / GROUP) * s->columns * GROUP + v % GROUP;
}

/* Adds the products of a block of rows with one group of vectors. */
static riwalk_status multiply_group(void *context, size_t task, int worker, riwalk_error *error)
{
    const sketch *s = context;
    const rw_factor_rows *rows = s->rows;

    s->kernels->add_products(&(rw_products){
        .row_count = rows->count,
        .starts = rows->starts,
        .places = rows->places,
        .values = rows->values,
        .from = s->products + task * s->columns * GROUP,
        .to = s->sums + task * s->columns * GROUP,
        .scale = rw_fixed_scale(s->fit->bits),
    });
    return RIWALK_STATUS_OK;
}

static riwalk_status multiply_rows(void *context, const rw_factor_rows *rows, riwalk_error *error)
{
    sketch *s = context;
    riwalk_status status;

    s->rows = rows;
    status = rw_parallel(s->fit->options.run.threads, s->groups, multiply_group, s, error);
    return status ? status : rw_progress_add(&s->fit->progress, 0, error);
}

static riwalk_status multiply(sketch *s, riwalk_error *error)
{
    size_t all = (size_t)s->groups * s->columns * GROUP;
    riwalk_status status;

    memset(s->products, 0, all * sizeof *s->products);
    memset(s->sums, 0, all * sizeof *s->sums);
    for (uint32_t v = 0; v < s->count; v++)
        for (uint32_t c = 0; c < s->columns; c++)
            s->products[grouped(s, v) + (size_t)c * GROUP] = s->vectors[(size_t)v * s->columns + c];
    status = s->fit->source->matrix
                 ? rw_matrix_products(s->fit->source->matrix, s->part, s->columns,
                                      s->groups * GROUP, s->fit->bits, s->products, s->sums, error)
                 : rw_factor_pass(s->fit, s->part, s->part + 1, multiply_rows, s, error);
    if (status || (status = rw_progress_add(&s->fit->progress, 0, error)) ||
        (status = rw_factor_sum(s->fit, s->sums, all, error)))
        return status;
    for (uint32_t v = 0; v < s->count; v++)
        for (uint32_t c = 0; c < s->columns; c++)
            s->products[(size_t)v * s->columns + c] =
                rw_fixed_value(s->sums[grouped(s, v) + (size_t)c * GROUP], s->fit->bits);
    return RIWALK_STATUS_OK;
}

static double dot(const double *a, const double *b, uint32_t count)
{
    double sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Gram and Schmidt, each vector against all before it, twice: once leaves rounding errors. A vector
 * that depends on those before becomes zero.
 *
 * A sum is added up in order, one column after the other, and waits for every addition. So the
 * first time is done for a panel of vectors at once, whose sums do not wait for each other, while
 * another thread finishes the panel before. What happens to a vector, and in which order, is the
 * same for any panels. */
#define PANEL 4

/* Takes the directions of others first .. end - 1 out of some vectors, one after the other. While
 * one is taken out, the products with the next are added up. */
static inline __attribute__((always_inline)) void
take_out(const sketch *s, uint32_t at, const uint32_t count, uint32_t first, uint32_t end)
{
    uint32_t columns = s->columns;
    double *vectors = s->vectors + (size_t)at * columns, along[PANEL];

    for (uint32_t k = 0; k < count && first < end; k++)
        along[k] =
            dot(vectors + (size_t)k * columns, s->vectors + (size_t)first * columns, columns);
    for (uint32_t w = first; w < end; w++) {
        const double *other = s->vectors + (size_t)w * columns;
        const double *next = w + 1 < end ? other + columns : other;
        double sums[PANEL] = {0};

        for (uint32_t c = 0; c < columns; c++)
            for (uint32_t k = 0; k < count; k++) {
                double value = vectors[(size_t)k * columns + c] - along[k] * other[c];

                vectors[(size_t)k * columns + c] = value;
                sums[k] += value * next[c];
            }
        for (uint32_t k = 0; k < count; k++)
            along[k] = sums[k];
    }
}

/* A panel goes through the vectors before it. */
static void take_out_panel(const sketch *s, uint32_t at, uint32_t first, uint32_t end)
{
    if (at + PANEL <= s->count)
        take_out(s, at, PANEL, first, end);
    else
        for (uint32_t v = at; v < s->count; v++)
            take_out(s, v, 1, first, end);
}

/* The vectors of a panel, once they went through those before it. */
static void finish_panel(const sketch *s, uint32_t at)
{
    for (uint32_t v = at; v < at + PANEL && v < s->count; v++) {
        double *vector = s->vectors + (size_t)v * s->columns, length;

        take_out(s, v, 1, at, v);
        take_out(s, v, 1, 0, v);
        length = sqrt(dot(vector, vector, s->columns));
        length = length > 1e-12 * s->lengths[v] ? 1 / length : 0;
        for (uint32_t c = 0; c < s->columns; c++)
            vector[c] *= length;
    }
}

/* Task 0 finishes the panel, task 1 begins the next. */
static riwalk_status work_on_panels(void *context, size_t task, int worker, riwalk_error *error)
{
    const sketch *s = context;

    if (task == 0)
        finish_panel(s, s->panel);
    else if (s->panel + PANEL < s->count)
        take_out_panel(s, s->panel + PANEL, 0, s->panel);
    return RIWALK_STATUS_OK;
}

static riwalk_status orthonormalize(sketch *s, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    for (uint32_t v = 0; v < s->count; v++) {
        const double *vector = s->vectors + (size_t)v * s->columns;

        s->lengths[v] = sqrt(dot(vector, vector, s->columns));
    }
    for (s->panel = 0; s->panel < s->count && !status; s->panel += PANEL) {
        if (s->panel)
            take_out_panel(s, s->panel, s->panel - PANEL, s->panel);
        status = rw_parallel(s->fit->options.run.threads, 2, work_on_panels, s, error);
    }
    return status;
}

/* A row of the matrix within the subspace. */
static riwalk_status fill_row(void *context, size_t v, int worker, riwalk_error *error)
{
    const sketch *s = context;
    size_t columns = s->columns;

    for (size_t w = 0; w <= v; w++)
        s->matrix[v * s->count + w] =
            dot(s->vectors + v * columns, s->products + w * columns, s->columns);
    return RIWALK_STATUS_OK;
}

/* An eigenvector back in the columns, with the sign that rw_eigen gives. */
static riwalk_status expand(void *context, size_t k, int worker, riwalk_error *error)
{
    const sketch *s = context;
    uint32_t columns = s->columns;
    double *vector = s->expanded + k * columns, largest = 0;

    memset(vector, 0, columns * sizeof *vector);
    for (uint32_t v = 0; v < s->count; v++)
        for (uint32_t c = 0; c < columns; c++)
            vector[c] += s->inside[k * s->count + v] * s->vectors[(size_t)v * columns + c];
    for (uint32_t c = 0; c < columns; c++)
        if (fabs(vector[c]) > fabs(largest))
            largest = vector[c];
    for (uint32_t c = 0; largest < 0 && c < columns; c++)
        vector[c] = -vector[c];
    return RIWALK_STATUS_OK;
}

/* The eigenvectors within the subspace, and then of the part. */
static riwalk_status solve(sketch *s, double *values, riwalk_error *error)
{
    int threads = s->fit->options.run.threads;

    RW_MUST(rw_parallel(threads, s->count, fill_row, s, error));
    RW_MUST(rw_eigen(s->count, s->matrix, s->wanted, values, s->inside, threads, &s->fit->progress,
                     error));
    return rw_parallel(threads, s->wanted, expand, s, error);
}

/* Room for so many numbers of 8 bytes, from the start of a cache line on: a group is two lines. */
static void *take_lines(rw_pool *pool, size_t count, riwalk_error *error)
{
    char *room = rw_take(pool, count + 8, sizeof(double), error);

    return room ? room + (-(uintptr_t)room & 63) : NULL;
}

static riwalk_status run(sketch *s, rw_pool *pool, double *values, double *vectors,
                         riwalk_error *error)
{
    size_t all = (size_t)s->groups * s->columns * GROUP;
    riwalk_status status;

    s->inside = rw_take(pool, s->wanted, s->count * sizeof *s->inside, error);
    s->matrix = rw_take(pool, s->count, s->count * sizeof *s->matrix, error);
    s->expanded = vectors;
    s->vectors = take_lines(pool, all, error);
    s->products = take_lines(pool, all, error);
    s->sums = take_lines(pool, all, error);
    s->lengths = rw_take(pool, s->count, sizeof *s->lengths, error);
    if (!(status = rw_pool_status(pool))) {
        start(s);
        if (!(status = orthonormalize(s, error)))
            status = multiply(s, error);
    }
    for (int i = 0; i < ITERATIONS && !status; i++) {
        double *swapped = s->vectors;

        s->vectors = s->products;
        s->products = swapped;
        if (!(status = orthonormalize(s, error)))
            status = multiply(s, error);
    }
    return status ? status : solve(s, values, error);
}

riwalk_status rw_factor_sketch(rw_factor_fitting *fit, uint32_t part, uint32_t wanted,
                               double *values, double *vectors, riwalk_error *error)
{
    sketch s = {
        .fit = fit,
        .kernels = rw_kernels_get(),
        .part = part,
        .columns = rw_factor_part_columns(&fit->parts, part),
        .wanted = wanted,
        .count = wanted + MORE_VECTORS,
    };
    rw_pool pool = {0};
    riwalk_status status;

    if (s.count > s.columns)
        s.count = s.columns;
    s.groups = (s.count + GROUP - 1) / GROUP;
    status = run(&s, &pool, values, vectors, error);
    rw_pool_free(&pool);
    return status;
}
