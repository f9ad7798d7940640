/* SPDX-License-Identifier: MIT */
/*
 * Fitting a factorisation:
 *
 *   the mean share of every role
 *   the connected parts of roles                                      factor_parts.c
 *   the singular vectors of every part                                factor_gram.c,
 * factor_sketch.c of all of them those of the largest singular values are the basis
 */
#include "train/factor.h"

#include "base/eigen.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Parts of up to this many columns go through their Gram matrix: 128 MB, and seconds. */
#define GRAM_LIMIT 4096

/* Squares of singular values below this share of the largest are rounding errors. */
#define LEAST_VALUE 1e-12

/* A singular vector of a part. */
typedef struct candidate {
    double value;
    uint32_t part;
    bool leads;           /* the first of its part */
    const double *vector; /* [columns of the part] */
} candidate;

typedef struct fitting {
    rw_factor *factor;
    const rw_profiles *const *views;
    rw_factor_options options;
    rw_factor_parts parts;
    double **vectors; /* [parts]: [wanted * columns] */
    uint32_t wanted;  /* dimensions that are not left to measures */
    double *values;   /* [wanted], of one part */
    candidate *candidates;
    size_t candidate_count;
    uint32_t **row_columns; /* [threads] */
    double **row_values;    /* [threads] */
    rw_progress progress;
} fitting;

/* ---- The object ---- */

static riwalk_status create(const rw_profiles *const *views, uint32_t view_count,
                            const rw_factor_options *options, rw_factor **factor,
                            riwalk_error *error)
{
    rw_factor *f = rw_alloc_zeroed(1, sizeof *f, error);
    uint32_t columns;

    if (!f)
        return RIWALK_STATUS_MEMORY;
    f->weighting = options->weighting;
    f->dimensions = options->dimensions;
    f->view_count = view_count;
    for (uint32_t v = 0; v < view_count; v++)
        f->starts[v + 1] = f->starts[v] + views[v]->role_count;
    columns = f->starts[view_count];
    f->roles = rw_alloc(columns, sizeof *f->roles, error);
    f->shares = rw_alloc_zeroed(columns, sizeof *f->shares, error);
    f->basis = rw_alloc_zeroed(columns, f->dimensions * sizeof *f->basis, error);
    if (!f->roles || !f->shares || !f->basis) {
        rw_factor_free(f);
        return RIWALK_STATUS_MEMORY;
    }
    for (uint32_t v = 0; v < view_count; v++)
        memcpy(f->roles + f->starts[v], views[v]->roles, views[v]->role_count * sizeof *f->roles);
    *factor = f;
    return RIWALK_STATUS_OK;
}

void rw_factor_free(rw_factor *factor)
{
    if (!factor)
        return;
    rw_free(factor->roles);
    rw_free(factor->shares);
    rw_free(factor->basis);
    rw_free(factor);
}

static void find_shares(rw_factor *f, const rw_profiles *const *views)
{
    for (uint32_t v = 0; v < f->view_count; v++) {
        double *shares = f->shares + f->starts[v];
        uint32_t anchors = 0;

        for (uint32_t a = 0; a < views[v]->anchor_count; a++) {
            rw_profile profile = rw_profiles_get(views[v], a);
            double total = 0;

            anchors += profile.count > 0;
            for (uint32_t i = 0; i < profile.count; i++)
                total += (double)profile.entries[i].visits;
            for (uint32_t i = 0; i < profile.count; i++)
                shares[profile.entries[i].role] += (double)profile.entries[i].visits / total;
        }
        for (uint32_t r = 0; r < views[v]->role_count; r++)
            shares[r] /= anchors;
    }
}

/* ---- Parts ---- */

uint32_t rw_factor_part_row(const rw_factor_part *part, int worker, uint32_t row)
{
    uint32_t anchor = part->parts->anchors[part->parts->anchor_starts[part->part] + row];
    uint32_t *columns = part->row_columns[worker], count;
    rw_profile profiles[RW_FACTOR_VIEWS];

    for (uint32_t v = 0; v < part->factor->view_count; v++)
        profiles[v] = rw_profiles_get(part->views[v], anchor);
    count = rw_factor_values(part->factor, profiles, NULL, columns, part->row_values[worker]);
    for (uint32_t i = 0; i < count; i++)
        columns[i] = part->parts->places[columns[i]];
    return count;
}

static riwalk_status factor_part(fitting *fit, uint32_t number, riwalk_error *error)
{
    const uint32_t *starts = fit->parts.column_starts + number;
    rw_factor_part part = {
        .factor = fit->factor,
        .views = fit->views,
        .parts = &fit->parts,
        .options = &fit->options,
        .part = number,
        .columns = starts[1] - starts[0],
        .row_columns = fit->row_columns,
        .row_values = fit->row_values,
        .progress = &fit->progress,
    };
    double *vectors;
    riwalk_status status;

    if (part.columns > fit->factor->largest)
        fit->factor->largest = part.columns;
    part.wanted = part.columns < fit->wanted ? part.columns : fit->wanted;
    if (!(vectors = rw_alloc(part.wanted, part.columns * sizeof *vectors, error)))
        return RIWALK_STATUS_MEMORY;
    fit->vectors[number] = vectors;
    if (part.columns <= fit->options.gram_limit)
        status = rw_factor_gram(&part, fit->values, vectors, error);
    else
        status = rw_factor_sketch(&part, fit->values, vectors, error);
    for (uint32_t k = 0; k < part.wanted && !status; k++)
        fit->candidates[fit->candidate_count++] =
            (candidate){fit->values[k], number, !k, vectors + (size_t)k * part.columns};
    return status;
}

static riwalk_status allocate(fitting *fit, riwalk_error *error)
{
    size_t threads = (size_t)fit->options.run.threads, longest = 0;
    uint32_t columns = fit->factor->starts[fit->factor->view_count];

    for (uint32_t v = 0; v < fit->factor->view_count; v++)
        longest += fit->views[v]->longest;
    fit->vectors = rw_alloc_zeroed(fit->parts.count, sizeof *fit->vectors, error);
    fit->values = rw_alloc(fit->wanted, sizeof *fit->values, error);
    fit->candidates = rw_alloc(columns, sizeof *fit->candidates, error);
    fit->row_columns = rw_alloc_zeroed(threads, sizeof *fit->row_columns, error);
    fit->row_values = rw_alloc_zeroed(threads, sizeof *fit->row_values, error);
    if (!fit->vectors || !fit->values || !fit->candidates || !fit->row_columns || !fit->row_values)
        return RIWALK_STATUS_MEMORY;
    for (size_t t = 0; t < threads; t++) {
        fit->row_columns[t] = rw_alloc(longest, sizeof **fit->row_columns, error);
        fit->row_values[t] = rw_alloc(longest, sizeof **fit->row_values, error);
        if (!fit->row_columns[t] || !fit->row_values[t])
            return RIWALK_STATUS_MEMORY;
    }
    return RIWALK_STATUS_OK;
}

/* ---- The basis ---- */

static int by_value(const void *a, const void *b)
{
    const candidate *x = a, *y = b;

    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    if (x->part != y->part)
        return x->part < y->part ? -1 : 1;
    return x->vector < y->vector ? -1 : x->vector > y->vector;
}

static int leaders_first(const void *a, const void *b)
{
    const candidate *x = a, *y = b;

    return x->leads != y->leads ? y->leads - x->leads : by_value(a, b);
}

/* The largest, but one of each part at least, so that no anchor's row is zero: where roles name
 * their anchor's class, the few hubs of the last class are a part. */
static void choose_basis(fitting *fit)
{
    rw_factor *f = fit->factor;
    size_t room = fit->wanted < fit->candidate_count ? fit->wanted : fit->candidate_count;

    qsort(fit->candidates, fit->candidate_count, sizeof *fit->candidates,
          fit->parts.count <= fit->wanted ? leaders_first : by_value);
    qsort(fit->candidates, room, sizeof *fit->candidates, by_value);
    while (f->rank < fit->wanted && f->rank < fit->candidate_count &&
           fit->candidates[f->rank].value > LEAST_VALUE * fit->candidates[0].value)
        f->rank++;
    for (uint32_t k = 0; k < f->rank; k++) {
        const candidate *chosen = &fit->candidates[k];
        const uint32_t *starts = fit->parts.column_starts + chosen->part;

        for (uint32_t c = starts[0]; c < starts[1]; c++)
            f->basis[(size_t)fit->parts.columns[c] * f->dimensions + k] =
                (float)(fit->options.norm * chosen->vector[c - starts[0]]);
    }
}

static riwalk_status fit_all(fitting *fit, riwalk_error *error)
{
    riwalk_status status;

    find_shares(fit->factor, fit->views);
    if ((status = rw_factor_parts_find(fit->factor, fit->views, &fit->parts, error)) ||
        (status = allocate(fit, error)))
        return status;
    rw_progress_begin(&fit->progress, &fit->options.run, "factoring", "anchors",
                      fit->parts.anchor_starts[fit->parts.count]);
    for (uint32_t p = 0; p < fit->parts.count && !status; p++)
        status = factor_part(fit, p, error);
    if (!status)
        choose_basis(fit);
    return status;
}

static void free_fitting(fitting *fit)
{
    for (int t = 0; t < fit->options.run.threads; t++) {
        if (fit->row_columns)
            rw_free(fit->row_columns[t]);
        if (fit->row_values)
            rw_free(fit->row_values[t]);
    }
    for (uint32_t p = 0; fit->vectors && p < fit->parts.count; p++)
        rw_free(fit->vectors[p]);
    rw_free(fit->row_columns);
    rw_free(fit->row_values);
    rw_free(fit->vectors);
    rw_free(fit->values);
    rw_free(fit->candidates);
    rw_factor_parts_free(&fit->parts);
}

riwalk_status rw_factor_fit(const rw_profiles *const *views, uint32_t view_count,
                            const rw_factor_options *options, rw_factor **factor,
                            riwalk_error *error)
{
    fitting fit = {
        .views = views,
        .options = *options,
        .wanted = options->dimensions - 2 * options->measures,
    };
    riwalk_status status = create(views, view_count, options, &fit.factor, error);

    if (status)
        return status;
    if (!fit.options.gram_limit)
        fit.options.gram_limit = GRAM_LIMIT;
    status = fit_all(&fit, error);
    free_fitting(&fit);
    if (status)
        rw_factor_free(fit.factor);
    else
        *factor = fit.factor;
    return status;
}

uint64_t rw_factor_bytes(uint64_t anchors, uint64_t columns, uint64_t largest, uint32_t dimensions,
                         int threads)
{
    uint64_t wanted = largest < dimensions ? largest : dimensions, solving;

    if (largest <= GRAM_LIMIT)
        solving = largest * largest * sizeof(double) + rw_eigen_bytes(largest, wanted, threads);
    else
        solving = 2 * largest * (wanted + 32) * sizeof(double) +
                  2 * largest * 16 * sizeof(double) * (uint64_t)threads;
    return anchors * 2 * sizeof(uint32_t) +
           columns * (dimensions * sizeof(float) + 8 * sizeof(uint64_t) + wanted * sizeof(double)) +
           solving;
}
