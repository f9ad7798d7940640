/* SPDX-License-Identifier: MIT */
/* Singular vectors of parts with very many columns, as directed graphs have. One product Y = A'A Q
 * replaces the nine of subspace iteration (factor_sketch.c). Q is an orthonormal basis of a sparse
 * sketch: sums of rows with random signs, which cost next to nothing. Y gives the Nystrom
 * approximation Y (Q'Y)^-1 Y' of A'A (Tropp, Yurtsever, Udell, Cevher 2017).
 *
 * Columns that one anchor visits say nothing about the similarity of anchors and are left out:
 * their rows of the basis are zero. In graphs with hubs, so are columns of few anchors, until at
 * most MOST_COLUMNS or a quarter of the anchors remain: this saves most of the memory and of the
 * cache misses, for about a hundredth of what the vectors hold. */
#include "base/eigen.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "base/sums.h"
#include "train/factor.h"

#include <math.h>
#include <string.h>

#define MORE_VECTORS 16
#define LEAST_ANCHORS 2 /* columns with fewer anchors are left out */
#define MOST_COLUMNS (UINT64_C(1) << 15)
#define HASHED_ROWS 64 /* rows in a task */
#define SUMS_OF_ROW 4  /* each row is added to this many vectors of the sketch */
#define SMALLEST 1e-12 /* relative to the largest: smaller eigenvalues have no direction */
#define MAPPED_COLUMNS 64
#define GROUP RW_PRODUCT_GROUP

/* Vectors lie in groups, each column by column: [groups][columns][GROUP]. */
typedef struct quick {
    rw_factor_fitting *fit;
    uint32_t part;
    uint32_t columns; /* columns of the part, without those left out */
    uint32_t count;   /* vectors: a multiple of GROUP */
    uint32_t groups;
    float *from;       /* Q */
    double *products;  /* Y; in fixed point while rows are added */
    double *gram;      /* [count * count]: Y'Y or Y'Q */
    double *map;       /* [groups][count][GROUP]: the matrix that map_columns applies */
    double *rows;      /* [threads][MAPPED_COLUMNS][count + GROUP] */
    uint64_t *hashes;  /* [RW_FACTOR_BLOCK_ROWS]: to vectors by the hashes of a block's rows */
    uint64_t *anchors; /* [columns]: number of anchors that visit each */
    bool of_from;      /* the Gram matrix is Y'Q */
    float *to;         /* receives the mapped vectors; NULL: products do */
    const rw_factor_rows *block;
} quick;

static size_t group_start(const quick *q, size_t group)
{
    return group * q->columns * GROUP;
}

/* ---- Sums over rows ---- */

/* Hashes the content of a row, which decides to which vectors it is added: the order and division
 * of rows do not matter. */
static riwalk_status hash_row(void *context, size_t row, int worker, riwalk_error *error)
{
    const quick *q = context;
    const rw_factor_rows *rows = q->block;
    uint64_t hash = rw_rng_stream(RW_FACTOR_SEED, RW_STAGE_INITIAL, q->part, 0);

    for (size_t i = rows->starts[row]; i < rows->starts[row + 1]; i++) {
        uint64_t bits;

        memcpy(&bits, &rows->values[i], sizeof bits);
        hash = (hash ^ bits ^ rows->places[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    q->hashes[row] = hash;
    return RIWALK_STATUS_OK;
}

/* Adds each row, with random signs, to SUMS_OF_ROW vectors of the sketch: those in a group. */
static riwalk_status add_signed(void *context, size_t group, int worker, riwalk_error *error)
{
    const quick *q = context;
    const rw_factor_rows *rows = q->block;
    uint64_t *sums = (uint64_t *)(void *)q->products + group_start(q, group);
    double scale = rw_fixed_scale(q->fit->bits);

    for (uint32_t r = 0; r < rows->count; r++)
        for (uint64_t k = 0; k < SUMS_OF_ROW; k++) {
            uint64_t draw = rw_rng_at(q->hashes[r], k);
            uint32_t vector = (uint32_t)((draw >> 32) * q->count >> 32);
            double sign = draw & 1 ? scale : -scale;

            if (vector / GROUP == group)
                for (size_t i = rows->starts[r]; i < rows->starts[r + 1]; i++)
                    sums[(size_t)rows->places[i] * GROUP + vector % GROUP] +=
                        rw_fixed(sign * rows->values[i]);
        }
    return RIWALK_STATUS_OK;
}

static riwalk_status add_rows(void *context, const rw_factor_rows *rows, riwalk_error *error)
{
    quick *q = context;
    int threads = q->fit->options.run.threads;

    q->block = rows;
    RW_MUST(rw_parallel_blocks(threads, rows->count, HASHED_ROWS, hash_row, q, NULL, error));
    return rw_parallel(threads, q->groups, add_signed, q, error);
}

/* Makes the products: the sketch or, if Q is `from`, Y. */
static riwalk_status multiply(quick *q, const float *from, riwalk_error *error)
{
    size_t all = group_start(q, q->groups);
    rw_factor_product product = {.fit = q->fit,
                                 .part = q->part,
                                 .columns = q->columns,
                                 .groups = q->groups,
                                 .small = from,
                                 .to = (uint64_t *)(void *)q->products};

    if (from) {
        RW_MUST(rw_factor_multiply(&product, error));
    } else {
        memset(product.to, 0, all * sizeof *product.to);
        RW_MUST(rw_factor_pass(q->fit, q->part, q->part + 1, add_rows, q, error));
        RW_MUST(rw_group_sum(q->fit->source->group, product.to, all, error));
    }
    for (size_t i = 0; i < all; i++) {
        uint64_t sum;
        double value;

        memcpy(&sum, &q->products[i], sizeof sum);
        value = rw_fixed_value(sum, q->fit->bits);
        memcpy(&q->products[i], &value, sizeof value);
    }
    return RIWALK_STATUS_OK;
}

/* ---- Small matrices ---- */

/* Task t is a pair of groups, the second not after the first: adds their block of the lower
 * triangle. */
static riwalk_status add_gram(void *context, size_t task, int worker, riwalk_error *error)
{
    const quick *q = context;
    size_t first = 0, second = task;
    double sums[GROUP * GROUP] = {0};

    while (second > first)
        second -= ++first;
    for (uint32_t c = 0; c < q->columns; c += MAPPED_COLUMNS) {
        uint32_t count = q->columns - c < MAPPED_COLUMNS ? q->columns - c : MAPPED_COLUMNS;
        size_t at = group_start(q, second) + (size_t)c * GROUP;
        double wide[MAPPED_COLUMNS * GROUP];

        for (size_t i = 0; q->of_from && i < (size_t)count * GROUP; i++)
            wide[i] = (double)q->from[at + i];
        q->fit->kernels->add_gram(q->products + group_start(q, first) + (size_t)c * GROUP,
                                  q->of_from ? wide : q->products + at, count, sums);
    }
    for (size_t i = 0; i < GROUP; i++)
        memcpy(q->gram + (first * GROUP + i) * q->count + second * GROUP, sums + i * GROUP,
               GROUP * sizeof *sums);
    return RIWALK_STATUS_OK;
}

static riwalk_status find_gram(quick *q, bool of_from, riwalk_error *error)
{
    q->of_from = of_from;
    return rw_parallel(q->fit->options.run.threads, (size_t)q->groups * (q->groups + 1) / 2,
                       add_gram, q, error);
}

/* Applies the map to a range of columns of the products. */
static riwalk_status map_columns(void *context, size_t task, int worker, riwalk_error *error)
{
    const quick *q = context;
    uint32_t first = (uint32_t)task * MAPPED_COLUMNS, left = q->columns - first;
    uint32_t columns = left < MAPPED_COLUMNS ? left : MAPPED_COLUMNS;
    double *rows = q->rows + (size_t)worker * MAPPED_COLUMNS * (q->count + GROUP);
    double *mapped = rows + (size_t)MAPPED_COLUMNS * q->count;

    for (size_t g = 0; g < q->groups; g++)
        for (size_t c = 0; c < columns; c++)
            memcpy(rows + c * q->count + g * GROUP,
                   q->products + group_start(q, g) + (first + c) * GROUP, GROUP * sizeof *rows);
    for (size_t g = 0; g < q->groups; g++) {
        size_t at = group_start(q, g) + (size_t)first * GROUP;

        q->fit->kernels->map(rows, MAPPED_COLUMNS, q->count, q->map + g * q->count * GROUP, mapped);
        for (size_t i = 0; q->to && i < (size_t)columns * GROUP; i++)
            q->to[at + i] = (float)mapped[i];
        if (!q->to)
            memcpy(q->products + at, mapped, columns * GROUP * sizeof *mapped);
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status map_all(quick *q, float *to, riwalk_error *error)
{
    q->to = to;
    return rw_parallel(q->fit->options.run.threads,
                       (q->columns + MAPPED_COLUMNS - 1) / MAPPED_COLUMNS, map_columns, q, error);
}

/* The cell of the map for input `vector` and output `mapped`. */
static double *map_cell(const quick *q, uint32_t vector, uint32_t mapped)
{
    return q->map + ((size_t)(mapped / GROUP) * q->count + vector) * GROUP + mapped % GROUP;
}

/* Divides each eigenvector of the Gram matrix by the root of its eigenvalue, which makes a map to
 * orthonormal vectors. Those without a direction become zero. */
static riwalk_status whiten(quick *q, double *values, double *vectors, riwalk_error *error)
{
    RW_MUST(rw_eigen(q->count, q->gram, q->count, values, vectors, q->fit->options.run.threads,
                     &q->fit->progress, error));
    for (uint32_t k = 0; k < q->count; k++) {
        double scale = values[k] > SMALLEST * values[0] ? 1 / sqrt(values[k]) : 0;

        for (uint32_t v = 0; v < q->count; v++)
            vectors[(size_t)k * q->count + v] *= scale;
    }
    return RIWALK_STATUS_OK;
}

/* Makes Q an orthonormal basis of the products. */
static riwalk_status orthonormalize(quick *q, double *values, double *vectors, riwalk_error *error)
{
    RW_MUST(find_gram(q, false, error));
    RW_MUST(whiten(q, values, vectors, error));
    for (uint32_t k = 0; k < q->count; k++)
        for (uint32_t v = 0; v < q->count; v++)
            *map_cell(q, v, k) = vectors[(size_t)k * q->count + v];
    return map_all(q, q->from, error);
}

/* gram = C' gram C; of gram only the lower triangle is valid. C is stored column after column. */
static void change_basis(const quick *q, const double *c, double *half)
{
    size_t n = q->count;

    for (size_t v = 0; v < n; v++)
        for (size_t w = 0; w < v; w++)
            q->gram[w * n + v] = q->gram[v * n + w];
    for (size_t k = 0; k < n; k++)
        for (size_t v = 0; v < n; v++)
            half[k * n + v] = rw_dot(c + k * n, q->gram + v * n, q->count);
    for (size_t k = 0; k < n; k++)
        for (size_t j = 0; j <= k; j++)
            q->gram[k * n + j] = rw_dot(half + k * n, c + j * n, q->count);
}

/* Replaces the products by the singular vectors: with Q'Y = C^-T C^-1, those of Y C. */
static riwalk_status finish(quick *q, uint32_t wanted, double *values, double *roots, double *more,
                            riwalk_error *error)
{
    size_t n = q->count;

    RW_MUST(find_gram(q, true, error));
    RW_MUST(whiten(q, more, roots, error));
    RW_MUST(find_gram(q, false, error));
    change_basis(q, roots, more);
    RW_MUST(rw_eigen(q->count, q->gram, wanted, values, more, q->fit->options.run.threads,
                     &q->fit->progress, error));
    memset(q->map, 0, n * n * sizeof *q->map);
    for (uint32_t k = 0; k < wanted; k++) {
        double scale = values[k] > SMALLEST * values[0] ? 1 / sqrt(values[k]) : 0;

        values[k] = scale > 0 ? values[k] : 0;
        for (uint32_t v = 0; v < n; v++)
            for (size_t j = 0; j < n; j++)
                *map_cell(q, v, k) += scale * more[k * n + j] * roots[j * n + v];
    }
    return map_all(q, NULL, error);
}

static riwalk_status count_anchors(void *context, const rw_factor_rows *rows, riwalk_error *error)
{
    quick *q = context;

    for (size_t i = 0; i < rows->starts[rows->count]; i++)
        q->anchors[rows->places[i]]++;
    return RIWALK_STATUS_OK;
}

static uint64_t most_columns(uint64_t anchors)
{
    return anchors / 4 > MOST_COLUMNS ? anchors / 4 : MOST_COLUMNS;
}

/* How many columns have at least `least` anchors. */
static uint32_t count_columns(const quick *q, uint64_t least)
{
    uint32_t count = 0;

    for (uint32_t c = 0; c < q->columns; c++)
        count += q->anchors[c] >= least;
    return count;
}

/* Leaves out columns with few anchors, unless hardly any would stay. */
static riwalk_status leave_out(quick *q, riwalk_error *error)
{
    rw_factor_parts *parts = &q->fit->parts;
    uint32_t *columns = parts->columns + parts->column_starts[q->part], kept = 0;
    uint64_t least = LEAST_ANCHORS, most = most_columns(q->fit->source->anchor_count);
    RW_POOL(pool);

    RW_HAVE(q->anchors = rw_take_zeroed(&pool, q->columns, sizeof *q->anchors, error));
    RW_MUST(rw_factor_pass(q->fit, q->part, q->part + 1, count_anchors, q, error));
    RW_MUST(rw_group_sum(q->fit->source->group, q->anchors, q->columns, error));
    while (count_columns(q, least) > most)
        least += (least + 3) / 4;
    if (count_columns(q, least) <= q->count)
        return RIWALK_STATUS_OK;
    for (uint32_t c = 0; c < q->columns; c++) {
        bool keep = q->anchors[c] >= least;

        parts->places[columns[c]] = keep ? kept : RW_FACTOR_LEFT_OUT;
        if (keep)
            columns[kept++] = columns[c];
    }
    q->columns = kept;
    return RIWALK_STATUS_OK;
}

static riwalk_status run(quick *q, uint32_t wanted, double *values, riwalk_error *error)
{
    size_t n = q->count, threads = (size_t)q->fit->options.run.threads;
    RW_POOL(pool);
    double *vectors = rw_take(&pool, n, n * sizeof *vectors, error);
    double *more = rw_take(&pool, n, n * sizeof *more, error);

    q->products = rw_take(q->fit->pool, group_start(q, q->groups), sizeof *q->products, error);
    q->from = rw_take(&pool, group_start(q, q->groups), sizeof *q->from, error);
    q->gram = rw_take_zeroed(&pool, n, n * sizeof *q->gram, error);
    q->map = rw_take(&pool, n, n * sizeof *q->map, error);
    q->rows = rw_take_zeroed(&pool, threads * MAPPED_COLUMNS, (n + GROUP) * sizeof *q->rows, error);
    q->hashes = rw_take(&pool, RW_FACTOR_BLOCK_ROWS, sizeof *q->hashes, error);
    RW_HAVE(q->products);
    RW_MUST(rw_pool_status(&pool));
    RW_MUST(multiply(q, NULL, error));
    RW_MUST(orthonormalize(q, more, vectors, error));
    RW_MUST(multiply(q, q->from, error));
    return finish(q, wanted, values, vectors, more, error);
}

riwalk_status rw_factor_quick(rw_factor_fitting *fit, uint32_t part, uint32_t wanted,
                              double *values, const double **vectors, uint32_t *columns,
                              riwalk_error *error)
{
    uint32_t groups = (wanted + MORE_VECTORS + GROUP - 1) / GROUP;
    quick q = {
        .fit = fit,
        .part = part,
        .columns = rw_factor_part_columns(&fit->parts, part),
        .count = groups * GROUP,
        .groups = groups,
    };

    RW_MUST(leave_out(&q, error));
    RW_MUST(run(&q, wanted, values, error));
    *vectors = q.products;
    *columns = q.columns;
    return RIWALK_STATUS_OK;
}

uint64_t rw_factor_basis_bytes(uint64_t columns, uint64_t anchors, uint32_t dimensions,
                               bool one_way)
{
    uint64_t kept = one_way && columns > most_columns(anchors) ? most_columns(anchors) : columns;

    return kept * dimensions * sizeof(float);
}

uint64_t rw_factor_quick_bytes(uint64_t columns, uint64_t anchors, uint32_t dimensions, int threads)
{
    uint64_t count = (dimensions + MORE_VECTORS + GROUP - 1) / GROUP * GROUP;
    uint64_t kept = columns < most_columns(anchors) ? columns : most_columns(anchors);
    uint64_t basis = kept * dimensions * sizeof(float);
    uint64_t more = kept * count * sizeof(float) +
                    count * (4 * count + (uint64_t)threads * MAPPED_COLUMNS) * sizeof(double);

    return kept * count * sizeof(double) + (more > basis ? more : basis);
}
