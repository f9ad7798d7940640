/* SPDX-License-Identifier: MIT */
/*
 * Structure and proximity together: a vector's first half is by one method, its second half by
 * another, from walks of its own. Each half of a row is brought to length 1, so that neither wins
 * by its scale, and then weighed by the root of its share: cosines mix by the balance.
 */
#include "methods/combine.h"

#include "base/error.h"
#include "base/options.h"
#include "base/rng.h"
#include "vectors/vectors.h"

#include <math.h>

/* The length of a whole row. A classifier with a fixed penalty sees it, and learns too little from
 * rows of length 1. A little longer than rows are that come from training (3 to 4). */
#define ROW_LENGTH 6.0

void riwalk_combine_options_init(riwalk_combine_options *options)
{
    *options = (riwalk_combine_options){
        .size = sizeof *options,
        .method = RIWALK_METHOD_DEEPWALK,
        .balance = 0.5,
        .walks = 10,
        .walk_length = 80,
    };
}

riwalk_status rw_combine_options(const rw_embedding *e, riwalk_combine_options *options,
                                 riwalk_error *error)
{
    riwalk_status status;

    riwalk_combine_options_init(options);
    if ((status = rw_options_copy(options, sizeof *options, e->options.combine, error)))
        return status;
    if (options->method != RIWALK_METHOD_DEEPWALK && options->method != RIWALK_METHOD_NODE2VEC)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "only deepwalk and node2vec can be combined with another method");
    if (e->options.method == options->method)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "a method cannot be combined with itself: choose two");
    if (!(options->balance >= 0 && options->balance <= 1))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the balance is %g: it must be from 0 to 1 (0.5 weighs both alike)",
                       options->balance);
    if (e->training.dimensions < 2)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "a combination needs at least 2 dimensions: one for each method");
    return RIWALK_STATUS_OK;
}

/* The runs of the two methods: half of the dimensions each. The second has draws of its own. What
 * either needs beside itself: the vectors of both, and the combined ones. */
static void make_parts(const rw_embedding *e, const riwalk_combine_options *options,
                       rw_embedding parts[2])
{
    uint32_t dimensions = e->training.dimensions;
    uint64_t seed = rw_rng_mix(e->options.seed ^ RW_RNG_GAMMA);

    parts[0] = parts[1] = *e;
    parts[0].reserved = parts[1].reserved =
        e->graph->node_count * (dimensions * sizeof(float) + UINT64_C(2) * RW_NAME_BYTES);
    parts[0].training.dimensions = dimensions - dimensions / 2;
    parts[1].training.dimensions = dimensions / 2;
    parts[1].options.method = options->method;
    parts[1].walks.walks = options->walks;
    parts[1].walks.walk_length = options->walk_length;
    parts[1].options.seed = parts[1].walks.seed = parts[1].training.seed = seed;
}

/* ---- Embedding ---- */

static double length_of(const float *row, uint32_t dimensions)
{
    double sum = 0;

    for (uint32_t i = 0; i < dimensions; i++)
        sum += (double)row[i] * (double)row[i];
    return sqrt(sum);
}

/* Writes a part's rows from column `column` on. A row of zeros stays one. */
static void copy_part(const riwalk_vectors *part, double length, uint32_t column,
                      const riwalk_vectors *all)
{
    for (uint32_t r = 0; r < part->count; r++) {
        const float *from = rw_vectors_row(part, r);
        float *to = rw_vectors_row(all, r) + column;
        double norm = length_of(from, part->dimensions), factor = norm > 0 ? length / norm : 0;

        for (uint32_t i = 0; i < part->dimensions; i++)
            to[i] = (float)((double)from[i] * factor);
    }
}

static void add_reports(const riwalk_embed_report parts[2], riwalk_embed_report *sum)
{
    double pairs = (double)parts[0].pairs + (double)parts[1].pairs;

    *sum = parts[0];
    if (parts[1].isolated < sum->isolated) /* a vector is zero where both halves are */
        sum->isolated = parts[1].isolated;
    if (parts[1].memory_bytes > sum->memory_bytes)
        sum->memory_bytes = parts[1].memory_bytes;
    sum->tokens += parts[1].tokens;
    sum->pairs += parts[1].pairs;
    sum->kept &= parts[1].kept;
    sum->walk_seconds += parts[1].walk_seconds;
    sum->train_seconds += parts[1].train_seconds;
    sum->loss =
        pairs > 0
            ? (parts[0].loss * (double)parts[0].pairs + parts[1].loss * (double)parts[1].pairs) /
                  pairs
            : NAN;
}

riwalk_status rw_combine_embed(const rw_embedding *e, const riwalk_combine_options *options,
                               const rw_method *first, const rw_method *second,
                               riwalk_vectors **vectors, riwalk_embed_report *report,
                               riwalk_error *error)
{
    riwalk_vectors *halves[2] = {NULL, NULL}, *all = NULL;
    riwalk_embed_report reports[2] = {{0}, {0}};
    rw_embedding parts[2];
    riwalk_status status;

    make_parts(e, options, parts);
    if ((status = first->embed(&parts[0], &halves[0], &reports[0], error)) ||
        (status = second->embed(&parts[1], &halves[1], &reports[1], error)) ||
        (status = rw_embedding_vectors(e, e->training.dimensions, &all, error)))
        goto done;
    copy_part(halves[0], ROW_LENGTH * sqrt(1 - options->balance), 0, all);
    copy_part(halves[1], ROW_LENGTH * sqrt(options->balance), halves[0]->dimensions, all);
    add_reports(reports, report);
    *vectors = all;
done:
    riwalk_vectors_free(halves[0]);
    riwalk_vectors_free(halves[1]);
    return status;
}

/* ---- Foreseeing ---- */

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

riwalk_status rw_combine_foresee(const rw_embedding *e, const riwalk_combine_options *options,
                                 const rw_method *first, const rw_method *second,
                                 riwalk_embed_estimate *estimate, riwalk_error *error)
{
    riwalk_embed_estimate a, b;
    rw_embedding parts[2];
    riwalk_status status;

    make_parts(e, options, parts);
    if ((status = first->foresee(&parts[0], &a, error)) ||
        (status = second->foresee(&parts[1], &b, error)))
        return status;
    *estimate = (riwalk_embed_estimate){
        .memory_bytes = larger(a.memory_bytes, b.memory_bytes),
        .least_memory_bytes = larger(a.least_memory_bytes, b.least_memory_bytes),
        .walk_seconds = a.walk_seconds + b.walk_seconds,
        .train_seconds = a.train_seconds + b.train_seconds,
    };
    return RIWALK_STATUS_OK;
}
