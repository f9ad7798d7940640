/* SPDX-License-Identifier: MIT */
/*
 * Structure and proximity together: the first part of a vector is by one method, the last by
 * another, from walks of its own. Each part of a row is brought to length 1, so that neither wins
 * by its scale, and then weighed by the root of its share: cosines mix by the balance.
 *
 * Unless the caller says how, structure is seen twice, and each view has a few columns: far, how
 * the whole network lies around a node by distance alone, and near, which degrees there are around
 * which degree. Few columns of equal deviation add what they know without drowning the others.
 * docs/benchmarks.md has the evidence.
 */
#include "methods/combine.h"

#include "base/error.h"
#include "base/options.h"
#include "base/rng.h"
#include "vectors/vectors.h"

#include <math.h>
#include <string.h>

/* The length of a whole row. A classifier with a fixed penalty sees it, and learns too little from
 * rows of length 1. A little longer than rows are that come from training (3 to 4). */
#define ROW_LENGTH 5.0

/* The views of structure: one column of so many for each. The far one weighs more, as a column of
 * it says more about where a node is. */
#define VIEW_SHARE 16
#define FAR_DEVIATION 2.0
#define NEAR_DEVIATION 1.0
#define CONSTANT 1e-4 /* a deviation below it is none */

/* Walks that come to rest see the whole network. Of its degrees they tell nothing: there is one
 * class of them, to a base that no degree reaches twice over. */
#define FAR_WALKS 50
#define FAR_LENGTH 400
#define FAR_BASE 1e9

/* A search of the whole network from every node, as long as that is no more arcs than these in
 * all: minutes. Beyond, the far view has the walks of the near one. */
#define FAR_ARCS 1e10

#define MAX_PARTS 3

void riwalk_combine_options_init(riwalk_combine_options *options)
{
    *options = (riwalk_combine_options){
        .size = sizeof *options,
        .method = RIWALK_METHOD_DEEPWALK,
        .balance = 0.875,
        .walks = 10,
        .walk_length = 80,
        .views = true,
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
    options->views &= e->options.method == RIWALK_METHOD_RIWALK;
    if (e->training.dimensions < (options->views ? 3 : 2))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "a combination needs at least %d dimensions: one for each part",
                       options->views ? 3 : 2);
    return RIWALK_STATUS_OK;
}

/* ---- Parts ---- */

typedef struct combine_part {
    rw_embedding run;
    const rw_method *method;
    double deviation; /* that the columns of a view are brought to; 0: left as they are */
} combine_part;

typedef struct combine_parts {
    combine_part part[MAX_PARTS]; /* the last is proximity, the others are structure */
    uint32_t count;
} combine_parts;

/* A part has so many dimensions. Beside it there are the combined vectors, with names as well. */
static combine_part *add_part(combine_parts *p, const rw_embedding *e, const rw_method *method,
                              uint32_t dimensions)
{
    combine_part *added = &p->part[p->count++];

    *added = (combine_part){.run = *e, .method = method};
    added->run.training.dimensions = dimensions;
    added->run.reserved = e->graph->node_count *
                          (e->training.dimensions * sizeof(float) + UINT64_C(2) * RW_NAME_BYTES);
    return added;
}

static void add_view(combine_parts *p, const rw_embedding *e, const rw_method *method, bool far)
{
    static const riwalk_factor_options factor = {.size = sizeof factor};
    uint32_t dimensions = e->training.dimensions / VIEW_SHARE;
    combine_part *view = add_part(p, e, method, dimensions ? dimensions : 1);
    riwalk_walk_options *walks = &view->run.walks;
    riwalk_walk_options own;

    riwalk_walk_options_init(&own);
    view->deviation = far ? FAR_DEVIATION : NEAR_DEVIATION;
    view->run.options.trainer = RIWALK_TRAINER_FACTOR;
    view->run.options.factor = &factor;
    walks->identifier = RIWALK_IDENTIFIER_SP;
    walks->role = NULL;
    walks->walks = RIWALK_FACTOR_WALKS;
    walks->walk_length = own.walk_length;
    walks->radius = own.radius;
    if (far && (double)e->graph->node_count * (double)e->graph->arc_count <= FAR_ARCS) {
        walks->walks = FAR_WALKS;
        walks->walk_length = FAR_LENGTH;
        walks->radius = RIWALK_RADIUS_MAX;
    }
    walks->discount = far;
    walks->discount_base = far ? FAR_BASE : own.discount_base;
    walks->role_anchor = !far;
}

/* The runs of the parts. Proximity has draws of its own. */
static void make_parts(const rw_embedding *e, const riwalk_combine_options *options,
                       const rw_method *first, const rw_method *second, combine_parts *p)
{
    uint32_t left = e->training.dimensions;
    uint64_t seed = rw_rng_mix(e->options.seed ^ RW_RNG_GAMMA);
    rw_embedding *run;

    p->count = 0;
    if (options->views) {
        add_view(p, e, first, true);
        add_view(p, e, first, false);
    } else {
        add_part(p, e, first, left - left / 2);
    }
    for (uint32_t i = 0; i < p->count; i++)
        left -= p->part[i].run.training.dimensions;
    run = &add_part(p, e, second, left)->run;
    run->options.method = options->method;
    run->walks.walks = options->walks;
    run->walks.walk_length = options->walk_length;
    run->options.seed = run->walks.seed = run->training.seed = seed;
}

/* ---- Embedding ---- */

static void copy_columns(const riwalk_vectors *from, const riwalk_vectors *all, uint32_t column)
{
    for (uint32_t r = 0; r < all->count; r++)
        memcpy(rw_vectors_row(all, r) + column, rw_vectors_row(from, r),
               from->dimensions * sizeof(float));
}

/* Brings a column of structure to mean 0 and a deviation, over the nodes that have neighbours. What
 * is as good as constant becomes 0: values are about 1, and far below that is rounding. */
static void even_column(const riwalk_graph *graph, const riwalk_vectors *all, uint32_t column,
                        double deviation)
{
    double count = 0, mean = 0, squares = 0, factor;

    for (uint32_t r = 0; r < all->count; r++) {
        double value = (double)rw_vectors_row(all, r)[column];

        if (!rw_degree(graph, r))
            continue;
        squares += (value - mean) * (value - mean) * count / (count + 1); /* Welford's way */
        mean += (value - mean) / ++count;
    }
    factor = squares > count * CONSTANT * CONSTANT ? deviation / sqrt(squares / count) : 0;
    for (uint32_t r = 0; r < all->count; r++) {
        float *value = &rw_vectors_row(all, r)[column];

        if (rw_degree(graph, r))
            *value = (float)(((double)*value - mean) * factor);
    }
}

/* Brings columns `first` .. `end` - 1 of every row to a length; zeros stay zeros. */
static void scale_rows(const riwalk_vectors *all, uint32_t first, uint32_t end, double length)
{
    for (uint32_t r = 0; r < all->count; r++) {
        float *row = rw_vectors_row(all, r);
        double squares = 0, factor;

        for (uint32_t i = first; i < end; i++)
            squares += (double)row[i] * (double)row[i];
        factor = squares > 0 ? length / sqrt(squares) : 0;
        for (uint32_t i = first; i < end; i++)
            row[i] = (float)((double)row[i] * factor);
    }
}

static double loss_of_pairs(const riwalk_embed_report *report)
{
    return report->pairs ? report->loss * (double)report->pairs : 0;
}

static void add_report(const riwalk_embed_report *own, riwalk_embed_report *sum)
{
    if (own->isolated < sum->isolated) /* a vector is zero where all its parts are */
        sum->isolated = own->isolated;
    if (own->memory_bytes > sum->memory_bytes)
        sum->memory_bytes = own->memory_bytes;
    sum->loss =
        (loss_of_pairs(sum) + loss_of_pairs(own)) / ((double)sum->pairs + (double)own->pairs);
    sum->roles += own->roles;
    sum->tokens += own->tokens;
    sum->pairs += own->pairs;
    sum->kept &= own->kept;
    sum->walk_seconds += own->walk_seconds;
    sum->train_seconds += own->train_seconds;
}

/* Runs a part and puts its columns in place, `*column` and on. */
static riwalk_status embed_part(const combine_part *p, const riwalk_vectors *all, uint32_t *column,
                                riwalk_embed_report *report, riwalk_error *error)
{
    riwalk_vectors *own = NULL;
    riwalk_status status = p->method->embed(&p->run, &own, report, error);

    if (status)
        return status;
    copy_columns(own, all, *column);
    for (uint32_t i = 0; p->deviation > 0 && i < own->dimensions; i++)
        even_column(p->run.graph, all, *column + i, p->deviation);
    report->kept |= p->deviation > 0; /* a view has nothing to keep */
    *column += own->dimensions;
    riwalk_vectors_free(own);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_combine_embed(const rw_embedding *e, const riwalk_combine_options *options,
                               const rw_method *first, const rw_method *second,
                               riwalk_vectors **vectors, riwalk_embed_report *report,
                               riwalk_error *error)
{
    riwalk_vectors *all = NULL;
    uint32_t column = 0, border = 0;
    riwalk_status status;
    combine_parts p;

    make_parts(e, options, first, second, &p);
    status = rw_embedding_vectors(e, e->training.dimensions, &all, error);
    for (uint32_t i = 0; i < p.count && !status; i++) {
        riwalk_embed_report own = {0};

        border = column;
        if ((status = embed_part(&p.part[i], all, &column, &own, error)))
            break;
        if (i)
            add_report(&own, report);
        else
            *report = own;
    }
    if (status) {
        riwalk_vectors_free(all);
        return status;
    }
    scale_rows(all, 0, border, ROW_LENGTH * sqrt(1 - options->balance));
    scale_rows(all, border, column, ROW_LENGTH * sqrt(options->balance));
    *vectors = all;
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
    riwalk_status status = RIWALK_STATUS_OK;
    combine_parts p;

    *estimate = (riwalk_embed_estimate){0};
    make_parts(e, options, first, second, &p);
    for (uint32_t i = 0; i < p.count && !status; i++) {
        riwalk_embed_estimate own = {0};

        status = p.part[i].method->foresee(&p.part[i].run, &own, error);
        estimate->memory_bytes = larger(estimate->memory_bytes, own.memory_bytes);
        estimate->least_memory_bytes = larger(estimate->least_memory_bytes, own.least_memory_bytes);
        estimate->walk_seconds += own.walk_seconds;
        estimate->train_seconds += own.train_seconds;
    }
    return status;
}
