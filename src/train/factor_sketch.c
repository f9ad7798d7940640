/* SPDX-License-Identifier: MIT */
/* Singular vectors of a part whose Gram matrix would be too large: subspace iteration on A'A from
 * random vectors, a few more than wanted (Halko, Martinsson, Tropp 2011), then a small eigenproblem
 * in the subspace. */
#include "base/eigen.h"
#include "base/eigen/kernels.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/os.h"
#include "base/parallel.h"
#include "base/sums.h"
#include "train/factor.h"

#include <math.h>
#include <string.h>

#define MORE_VECTORS 32
#define ITERATIONS 8
#define GROUP RW_PRODUCT_GROUP

typedef struct sketch {
    rw_factor_fitting *fit;
    uint32_t part;
    uint32_t columns; /* columns of the part */
    uint32_t wanted;
    uint32_t count;         /* vectors */
    uint32_t groups;        /* groups of GROUP vectors */
    rw_eigen_problem basis; /* the vectors, orthonormal, in groups of RW_BAND */
    double *products;       /* A'A times the vectors, laid out alike; before that, the vectors in
                               groups of GROUP, column by column */
    uint64_t *sums;         /* [groups * columns * GROUP]: products in fixed point */
    double *matrix;         /* [count * count]: A'A in the subspace */
    double *inside;         /* [wanted * count]: its eigenvectors */
    double *expanded;       /* [wanted * columns]: eigenvectors in all columns */
} sketch;

/* The start of vector v in groups of `group` vectors; its values are `group` apart. */
static size_t grouped(const sketch *s, uint32_t v, uint32_t group)
{
    return (size_t)(v / group) * s->columns * group + v % group;
}

static void start(sketch *s)
{
    uint64_t stream = rw_rng_stream(RW_FACTOR_SEED, RW_STAGE_INITIAL, s->part, 0);

    for (uint32_t v = 0; v < s->count; v++)
        for (uint32_t c = 0; c < s->columns; c++)
            s->basis.vectors[grouped(s, v, RW_BAND) + (size_t)c * RW_BAND] =
                rw_rng_unit(rw_rng_at(stream, (uint64_t)v * s->columns + c)) - 0.5;
}

/* The numbers in all vectors, padded to whole groups. */
static size_t room_for(const sketch *s)
{
    return (size_t)s->basis.groups * s->columns * RW_BAND;
}

static riwalk_status multiply(sketch *s, riwalk_error *error)
{
    rw_factor_product product = {.fit = s->fit,
                                 .part = s->part,
                                 .columns = s->columns,
                                 .groups = s->groups,
                                 .from = s->products,
                                 .to = s->sums};

    memset(s->products, 0, room_for(s) * sizeof *s->products);
    for (uint32_t c = 0; c < s->columns; c++)
        for (uint32_t v = 0; v < s->count; v++)
            s->products[grouped(s, v, GROUP) + (size_t)c * GROUP] =
                s->basis.vectors[grouped(s, v, RW_BAND) + (size_t)c * RW_BAND];
    RW_MUST(rw_factor_multiply(&product, error));
    memset(s->products, 0, room_for(s) * sizeof *s->products);
    for (uint32_t c = 0; c < s->columns; c++)
        for (uint32_t v = 0; v < s->count; v++)
            s->products[grouped(s, v, RW_BAND) + (size_t)c * RW_BAND] =
                rw_fixed_value(s->sums[grouped(s, v, GROUP) + (size_t)c * GROUP], s->fit->bits);
    return RIWALK_STATUS_OK;
}

/* Twice, because once leaves rounding errors. A vector that depends on others becomes zero. */
static riwalk_status orthonormalize(sketch *s, riwalk_error *error)
{
    RW_MUST(rw_eigen_orthonormalise(&s->basis, 1e-12, error));
    return rw_eigen_orthonormalise(&s->basis, 0, error);
}

/* Fills rows of the matrix in the subspace: products of a group with all vectors. */
static riwalk_status fill_rows(void *context, size_t group, int worker, riwalk_error *error)
{
    const sketch *s = context;
    size_t length = (size_t)s->columns * RW_BAND;

    for (size_t other = 0; other <= group; other++) {
        double block[RW_BAND * RW_BAND] = {0};

        s->basis.kernels->multiply(RW_BAND, s->columns, s->basis.vectors + group * length, 1,
                                   RW_BAND, s->products + other * length, block, RW_BAND, 1);
        for (size_t i = 0; i < RW_BAND * RW_BAND; i++) {
            size_t v = group * RW_BAND + i / RW_BAND, w = other * RW_BAND + i % RW_BAND;

            if (v < s->count && w <= v)
                s->matrix[v * s->count + w] = block[i];
        }
    }
    return RIWALK_STATUS_OK;
}

/* Expands a group of eigenvectors to the columns, with the sign that rw_eigen gives. Uses the room
 * of the products. */
static riwalk_status expand(void *context, size_t group, int worker, riwalk_error *error)
{
    const sketch *s = context;
    size_t length = (size_t)s->columns * RW_BAND;
    double *found = s->products + group * length;

    memset(found, 0, length * sizeof *found);
    for (size_t other = 0; other < s->basis.groups; other++) {
        double block[RW_BAND * RW_BAND] = {0};

        for (size_t i = 0; i < RW_BAND * RW_BAND; i++) {
            size_t v = other * RW_BAND + i / RW_BAND, k = group * RW_BAND + i % RW_BAND;

            if (v < s->count && k < s->wanted)
                block[i] = s->inside[k * s->count + v];
        }
        s->basis.kernels->multiply(s->columns, RW_BAND, s->basis.vectors + other * length, RW_BAND,
                                   1, block, found, RW_BAND, 1);
    }
    for (size_t k = group * RW_BAND; k < s->wanted && k < (group + 1) * RW_BAND; k++) {
        double largest = 0;

        for (size_t c = 0; c < s->columns; c++)
            if (fabs(found[c * RW_BAND + k % RW_BAND]) > fabs(largest))
                largest = found[c * RW_BAND + k % RW_BAND];
        for (size_t c = 0; c < s->columns; c++)
            s->expanded[k * s->columns + c] =
                found[c * RW_BAND + k % RW_BAND] * (largest < 0 ? -1 : 1);
    }
    return RIWALK_STATUS_OK;
}

/* Finds the eigenvectors in the subspace, and expands them. */
static riwalk_status solve(sketch *s, double *values, riwalk_error *error)
{
    int threads = s->fit->options.run.threads;

    RW_MUST(rw_parallel(threads, s->basis.groups, fill_rows, s, error));
    RW_MUST(rw_eigen(s->count, s->matrix, s->wanted, values, s->inside, threads, &s->fit->progress,
                     error));
    return rw_parallel(threads, (s->wanted + RW_BAND - 1) / RW_BAND, expand, s, error);
}

static riwalk_status run(sketch *s, double *values, riwalk_error *error)
{
    size_t sums = (size_t)s->groups * s->columns * GROUP;
    RW_POOL(pool);

    s->inside = rw_take(&pool, s->wanted, s->count * sizeof *s->inside, error);
    s->matrix = rw_take(&pool, s->count, s->count * sizeof *s->matrix, error);
    s->basis.vectors = rw_take_aligned(&pool, room_for(s), sizeof *s->basis.vectors, error);
    s->products = rw_take_aligned(&pool, room_for(s), sizeof *s->products, error);
    s->sums = rw_take_aligned(&pool, sums, sizeof *s->sums, error);
    RW_MUST(rw_pool_status(&pool));
    start(s);
    RW_MUST(orthonormalize(s, error));
    RW_MUST(multiply(s, error));
    for (int i = 0; i < ITERATIONS; i++) {
        double *swapped = s->basis.vectors;

        s->basis.vectors = s->products;
        s->products = swapped;
        RW_MUST(orthonormalize(s, error));
        RW_MUST(multiply(s, error));
    }
    return solve(s, values, error);
}

riwalk_status rw_factor_sketch(rw_factor_fitting *fit, uint32_t part, uint32_t wanted,
                               double *values, const double **vectors, riwalk_error *error)
{
    uint32_t columns = rw_factor_part_columns(&fit->parts, part);
    uint64_t bytes = 3 * (wanted + UINT64_C(48)) * columns * sizeof(double);
    sketch s = {
        .fit = fit,
        .part = part,
        .columns = columns,
        .wanted = wanted,
        .count = wanted + MORE_VECTORS < columns ? wanted + MORE_VECTORS : columns,
    };

    if (bytes > rw_os_memory_free())
        return rw_fail(error, RIWALK_STATUS_MEMORY,
                       "%u roles that walks meet together take %.1f GB to fit, more than there "
                       "is: give fewer dimensions, types or degree classes",
                       columns, (double)bytes / 1e9);
    RW_HAVE(s.expanded = rw_take(fit->pool, wanted, columns * sizeof *s.expanded, error));
    *vectors = s.expanded;
    s.groups = (s.count + GROUP - 1) / GROUP;
    s.basis = (rw_eigen_problem){
        .order = s.columns,
        .groups = (s.count + RW_BAND - 1) / RW_BAND,
        .kernels = RW_KERNELS_OF(rw_cpu_isa(), rw_eigen),
        .threads = fit->options.run.threads,
        .progress = &fit->progress,
    };
    return run(&s, values, error);
}
