/* SPDX-License-Identifier: MIT */
/* Combines structure and proximity: the first half of each vector comes from one method, the second
 * from another, with its own walks. Each half is scaled to length 1, so that neither dominates,
 * then by the root of its share: a cosine is the weighted mean of both cosines. */
#include "base/error.h"
#include "base/rng.h"
#include "methods/embedding.h"
#include "options/options.h"
#include "vectors/vectors.h"

#include <math.h>
#include <string.h>

/* The length of a complete row. A classifier with a fixed penalty depends on it, and learns too
 * little from rows of length 1. Trained rows are a bit shorter (3 to 4). */
#define ROW_LENGTH 5.0

/* Sets up the runs of both halves. The combined vectors and names are in memory beside each. The
 * proximity half has its own seed. */
static void make_halves(const rw_embedding *e, rw_embedding halves[2])
{
    riwalk_options *near;

    for (int h = 0; h < 2; h++) {
        halves[h] = *e;
        halves[h].options.combine = RIWALK_COMBINE_NONE;
        halves[h].reserved = e->graph->node_count *
                             (e->options.dimensions * sizeof(float) + UINT64_C(2) * RW_NAME_BYTES);
    }
    near = &halves[1].options;
    near->method = rw_combined_method(&e->options);
    near->dimensions = e->options.dimensions / 2;
    halves[0].options.dimensions -= near->dimensions;
    near->walks = e->options.combine_walks;
    near->walk_length = e->options.combine_walk_length;
    near->seed = rw_rng_mix(e->options.seed ^ RW_RNG_GAMMA);
}

/* Scales `count` columns of every row to `length`; zeros stay zero. */
static void scale_rows(const riwalk_vectors *all, uint32_t first, uint32_t count, double length)
{
    for (uint32_t r = 0; r < all->count; r++) {
        float *row = rw_vectors_row(all, r) + first;
        double squares = rw_vectors_dot(row, row, count);
        double factor = squares > 0 ? length / sqrt(squares) : 0;

        for (uint32_t i = 0; i < count; i++)
            row[i] = (float)((double)row[i] * factor);
    }
}

/* Adds the report of a half to that of both. */
static void add_report(const riwalk_embed_report *own, riwalk_embed_report *sum)
{
    if (own->isolated < sum->isolated) /* a row is zero only if both halves are */
        sum->isolated = own->isolated;
    if (own->memory_bytes > sum->memory_bytes)
        sum->memory_bytes = own->memory_bytes;
    rw_report_add_pairs(sum, own->pairs, own->loss);
    sum->roles += own->roles;
    sum->tokens += own->tokens;
    sum->kept &= own->kept;
    sum->walk_seconds += own->walk_seconds;
}

static void add_estimate(const riwalk_estimate *own, riwalk_estimate *sum)
{
    if (own->memory_bytes > sum->memory_bytes)
        sum->memory_bytes = own->memory_bytes;
    if (own->least_memory_bytes > sum->least_memory_bytes)
        sum->least_memory_bytes = own->least_memory_bytes;
    sum->walk_seconds += own->walk_seconds;
    sum->train_seconds += own->train_seconds;
}

riwalk_status rw_combination(rw_embedding *e, riwalk_error *error)
{
    uint32_t first = 0, dimensions = e->options.dimensions;
    double shares[] = {1 - e->options.balance, e->options.balance};
    rw_embedding halves[2];

    make_halves(e, halves);
    if (!e->estimate)
        RW_MUST(rw_embedding_vectors(e, dimensions, error));
    for (int h = 0; h < 2; h++) {
        rw_embedding *half = &halves[h];
        riwalk_vectors *made;
        riwalk_estimate own = {0};
        riwalk_status status;

        half->estimate = e->estimate ? &own : NULL;
        if ((status = rw_method_run(half, error))) {
            riwalk_vectors_free(half->vectors);
            return status;
        }
        if (e->estimate) {
            add_estimate(&own, e->estimate);
            continue;
        }
        made = half->vectors;
        for (uint32_t r = 0; r < made->count; r++) /* a half may have fewer columns than room */
            memcpy(rw_vectors_row(e->vectors, r) + first, rw_vectors_row(made, r),
                   made->dimensions * sizeof(float));
        riwalk_vectors_free(made);
        scale_rows(e->vectors, first, half->options.dimensions, ROW_LENGTH * sqrt(shares[h]));
        if (h)
            add_report(&half->report, &e->report);
        else
            e->report = half->report;
        first += half->options.dimensions;
    }
    return RIWALK_STATUS_OK;
}
