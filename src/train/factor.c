/* SPDX-License-Identifier: MIT */
/* Fits a factorisation:
 *
 *   the mean share of every role, and the connected parts of roles    factor_parts.c
 *   the singular vectors of every part, in passes over all anchors    factor_gram.c,
 *                                                    factor_sketch.c, factor_quick.c
 *   the basis: those with the largest singular values of all parts
 */
#include "train/factor.h"

#include "base/eigen.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"
#include "base/sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Parts of up to this many columns are solved by their Gram matrix: 128 MB, and seconds. */
#define GRAM_LIMIT 4096

/* The same limit if roles use directions: factor_quick.c is faster and smaller beyond it. */
#define ONE_WAY_GRAM_LIMIT 1024

/* Squared singular values below this share of the largest are rounding errors: of eigenvectors, or
 * of the last bits of sums, which are equal in all cells if many rows are equal. */
#define LEAST_VALUE 1e-12
#define LEAST_UNITS 64

/* The Gram matrices of several small parts are made in one pass, up to this many cells: 64 MB. */
#define BATCH_CELLS ((uint64_t)GRAM_LIMIT * (GRAM_LIMIT + 1) / 2)

/* The rough size of a block of rows (factor_pass.c). */
#define ROWS_BYTES (UINT64_C(6) << 20)
#define ONE_WAY_ROWS_BYTES (UINT64_C(1) << 20)

/* A singular vector of a part. */
typedef struct candidate {
    double value;
    uint32_t part;
    bool leads;           /* the first of its part */
    const double *vector; /* [columns] */
    uint32_t columns;
    size_t stride; /* distance of entries, of the part's first columns */
} candidate;

typedef struct basis {
    rw_factor_fitting fit;
    double *values; /* [wanted]: of one part */
    candidate *candidates;
    size_t candidate_count;
} basis;

/* ---- The object ---- */

static riwalk_status create(const rw_factor_source *source, const rw_factor_options *options,
                            rw_factor **factor, riwalk_error *error)
{
    rw_factor *f;
    uint32_t columns;

    RW_HAVE(f = *factor = rw_alloc_zeroed(1, sizeof *f, error));
    f->weighting = options->weighting;
    f->dimensions = options->dimensions;
    f->view_count = source->view_count;
    for (uint32_t v = 0; v < f->view_count; v++)
        f->starts[v + 1] = f->starts[v] + source->role_counts[v];
    columns = f->starts[f->view_count];
    f->roles = rw_take(&f->pool, columns, sizeof *f->roles, error);
    f->shares = rw_take_zeroed(&f->pool, columns, sizeof *f->shares, error);
    RW_MUST(rw_pool_status(&f->pool));
    for (uint32_t v = 0; v < f->view_count; v++)
        if (source->role_counts[v])
            memcpy(f->roles + f->starts[v], source->roles[v],
                   source->role_counts[v] * sizeof *f->roles);
    return RIWALK_STATUS_OK;
}

void rw_factor_free(rw_factor *factor)
{
    if (!factor)
        return;
    rw_pool_free(&factor->pool);
    rw_free(factor);
}

/* ---- Parts ---- */

/* Adds a part's singular vectors to the candidates; `triangle` NULL: without its Gram matrix. */
static riwalk_status factor_part(basis *b, uint32_t part, const uint64_t *triangle,
                                 riwalk_error *error)
{
    uint32_t columns = rw_factor_part_columns(&b->fit.parts, part);
    uint32_t wanted = columns < b->fit.wanted ? columns : b->fit.wanted;
    bool quick = !triangle && b->fit.options.one_way;
    const double *found;

    RW_MUST(quick ? rw_factor_quick(&b->fit, part, wanted, b->values, &found, &columns, error)
            : triangle
                ? rw_factor_solve(&b->fit, columns, triangle, wanted, b->values, &found, error)
                : rw_factor_sketch(&b->fit, part, wanted, b->values, &found, error));
    for (size_t k = 0, stride = quick ? RW_PRODUCT_GROUP : 1; k < wanted; k++)
        b->candidates[b->candidate_count++] = (candidate){
            .value = b->values[k],
            .part = part,
            .leads = !k,
            .vector = found + k / stride * columns * stride + k % stride,
            .columns = columns,
            .stride = stride,
        };
    return RIWALK_STATUS_OK;
}

/* Solves parts first .. *end - 1: one, or as many small ones as fit into a batch. */
static riwalk_status factor_batch(basis *b, uint32_t first, uint32_t *end, riwalk_error *error)
{
    const rw_factor_parts *parts = &b->fit.parts;
    uint64_t *triangles;
    size_t cells = 0;
    RW_POOL(pool);

    for (*end = first; *end < parts->count; (*end)++) {
        uint32_t columns = rw_factor_part_columns(parts, *end);

        cells += rw_factor_cells(columns);
        if (columns > b->fit.options.gram_limit || (*end > first && cells > BATCH_CELLS))
            break;
    }
    if (*end == first)
        return factor_part(b, (*end)++, NULL, error);
    RW_MUST(rw_factor_grams(&b->fit, first, *end, &pool, &triangles, error));
    for (uint32_t p = first; p < *end; p++) {
        RW_MUST(factor_part(b, p, triangles, error));
        triangles += rw_factor_cells(rw_factor_part_columns(parts, p));
    }
    return RIWALK_STATUS_OK;
}

/* ---- The basis ---- */

static int by_value(const void *a, const void *b)
{
    const candidate *x = a, *y = b;

    return 4 * RW_ORDER(y->value, x->value) + 2 * RW_ORDER(x->part, y->part) +
           RW_ORDER(x->vector, y->vector);
}

static int leaders_first(const void *a, const void *b)
{
    const candidate *x = a, *y = b;

    return 8 * RW_ORDER(y->leads, x->leads) + by_value(a, b);
}

/* Notes the columns of parts that have no vector in the basis. */
static riwalk_status note_left_out(basis *b, riwalk_error *error)
{
    const rw_factor_parts *parts = &b->fit.parts;
    rw_factor *f = b->fit.factor;
    bool *chosen = rw_take_zeroed(b->fit.pool, parts->count, sizeof *chosen, error);
    uint32_t left = parts->count, columns = f->starts[f->view_count];

    RW_HAVE(chosen);
    for (uint32_t k = 0; k < f->rank; k++) {
        left -= !chosen[b->candidates[k].part];
        chosen[b->candidates[k].part] = true;
    }
    if (!left || !f->rank)
        return RIWALK_STATUS_OK;
    RW_HAVE(f->left_out = rw_take(&f->pool, columns, sizeof *f->left_out, error));
    for (uint32_t c = 0; c < columns; c++)
        f->left_out[c] = chosen[parts->of[c]] ? 0 : 1 + parts->of[c];
    return RIWALK_STATUS_OK;
}

/* Allocates the basis. If it is for vectors only, columns left out by their part get no row. */
static riwalk_status make_room(const basis *b, riwalk_error *error)
{
    const rw_factor_parts *parts = &b->fit.parts;
    rw_factor *f = b->fit.factor;
    uint32_t columns = f->starts[f->view_count], rows = columns;

    if (b->fit.options.no_model && b->fit.options.one_way && !f->left_out) {
        RW_HAVE(f->rows = rw_take(&f->pool, columns, sizeof *f->rows, error));
        rows = 0;
        for (uint32_t c = 0; c < columns; c++)
            f->rows[c] = parts->places[c] == RW_FACTOR_LEFT_OUT ? RW_FACTOR_LEFT_OUT : rows++;
    }
    RW_HAVE(f->basis = rw_take_zeroed(&f->pool, rows, f->dimensions * sizeof *f->basis, error));
    return RIWALK_STATUS_OK;
}

/* Chooses the largest singular vectors; first one of each part, if that fits, so that no anchor's
 * row is zero: if roles have the anchor's class, the few largest hubs are a part of their own. */
static riwalk_status choose_basis(basis *b, riwalk_error *error)
{
    const rw_factor_parts *parts = &b->fit.parts;
    rw_factor *f = b->fit.factor;
    size_t wanted = b->fit.wanted;
    size_t room = wanted < b->candidate_count ? wanted : b->candidate_count;
    double least = fmax(LEAST_VALUE, LEAST_UNITS * rw_fixed_scale(-b->fit.bits));

    qsort(b->candidates, b->candidate_count, sizeof *b->candidates,
          parts->count <= wanted ? leaders_first : by_value);
    qsort(b->candidates, room, sizeof *b->candidates, by_value);
    while (f->rank < room && b->candidates[f->rank].value > least * b->candidates[0].value)
        f->rank++;
    RW_MUST(note_left_out(b, error));
    RW_MUST(make_room(b, error));
    for (uint32_t k = 0; k < f->rank; k++) {
        const candidate *chosen = &b->candidates[k];
        const uint32_t *columns = parts->columns + parts->column_starts[chosen->part];

        for (uint32_t c = 0; c < chosen->columns; c++) {
            size_t row = f->rows ? f->rows[columns[c]] : columns[c];

            f->basis[row * f->dimensions + k] =
                (float)(b->fit.options.norm * chosen->vector[c * chosen->stride]);
        }
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status fit_all(basis *b, riwalk_error *error)
{
    uint32_t columns;

    RW_MUST(create(b->fit.source, &b->fit.options, &b->fit.factor, error));
    columns = b->fit.factor->starts[b->fit.factor->view_count];
    b->values = rw_take(b->fit.pool, b->fit.wanted, sizeof *b->values, error);
    b->candidates = rw_take(b->fit.pool, columns, sizeof *b->candidates, error);
    RW_MUST(rw_pool_status(b->fit.pool));
    RW_MUST(rw_factor_parts_find(&b->fit, error));
    if (b->fit.options.only_parts)
        return RIWALK_STATUS_OK;
    rw_progress_begin(&b->fit.progress, &b->fit.options.run, "factoring", "anchors",
                      b->fit.source->anchor_count);
    for (uint32_t p = 0; p < b->fit.parts.count;)
        RW_MUST(factor_batch(b, p, &p, error));
    return choose_basis(b, error);
}

riwalk_status rw_factor_fit(const rw_factor_source *source, const rw_factor_options *options,
                            rw_factor **factor, riwalk_error *error)
{
    RW_POOL(pool);
    basis b = {
        .fit = {.pool = &pool,
                .source = source,
                .options = *options,
                .kernels = rw_kernels_get(),
                .bits = rw_fixed_bits(source->anchor_count),
                .wanted = options->dimensions - 2 * options->measures},
    };
    riwalk_status status;

    if (!b.fit.options.gram_limit)
        b.fit.options.gram_limit = options->one_way ? ONE_WAY_GRAM_LIMIT : GRAM_LIMIT;
    status = fit_all(&b, error);
    rw_free(b.fit.rows.places);
    rw_free(b.fit.rows.values);
    rw_free(b.fit.reader.room);
    if (status)
        rw_factor_free(b.fit.factor);
    else
        *factor = b.fit.factor;
    return status;
}

uint64_t rw_factor_bytes(uint64_t anchors, uint64_t columns, uint64_t largest, uint32_t dimensions,
                         bool one_way, int threads)
{
    uint64_t wanted = largest < dimensions ? largest : dimensions, solving;
    bool quick = one_way && largest > ONE_WAY_GRAM_LIMIT;

    if (quick)
        solving = rw_factor_quick_bytes(largest, anchors, dimensions, threads);
    else if (largest <= GRAM_LIMIT)
        solving = largest * (3 * largest + 1) / 2 * sizeof(double) +
                  rw_eigen_bytes(largest, wanted, threads);
    else
        solving = 3 * largest * (wanted + 48) * sizeof(double);
    if (!quick)
        solving += columns * (dimensions * sizeof(float) + wanted * sizeof(double));
    return (uint64_t)threads * columns * (RW_LIMBS * sizeof(uint64_t) + sizeof(uint32_t)) +
           columns * 8 * sizeof(uint64_t) + solving + (one_way ? ONE_WAY_ROWS_BYTES : ROWS_BYTES);
}
