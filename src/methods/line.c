/* SPDX-License-Identifier: MIT */
/* LINE, from graphs to vectors, each order by itself:
 *
 *   draw arcs by weight                                            here
 *   first order: the two ends of an arc get similar rows           src/train, symmetric
 *   second order: the source predicts the target's output row      src/train
 *   scale every row to length 1
 *
 * The first order has no directions: a coin turns the arcs of a directed graph. */
#include "base/error.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/rng.h"
#include "methods/embedding.h"
#include "methods/node2vec/second_order.h"
#include "train/noise.h"
#include "train/sgns.h"
#include "vectors/vectors.h"

#include <math.h>
#include <string.h>

/* Arcs of a slice. */
#define SLICE_ARCS 64

/* ---- Arcs ---- */

/* Draws an arc: a source by the weight of its row, then a neighbour from the row. */
typedef struct arcs {
    rw_second_order rows;
    rw_pool *pool; /* owns the arrays */
    rw_noise sources;
    uint64_t *counts;  /* [nodes]: weights as noise; 0 without edges */
    uint32_t isolated; /* nodes without edges */
    uint32_t joined;   /* nodes with edges: a sample has as many arcs */
} arcs;

/* Sums the weights of arcs out of each node (`out`), and out of or into it (`all`). */
static void sum_weights(const riwalk_graph *graph, double *out, double *all)
{
    memset(out, 0, graph->node_count * sizeof *out);
    memset(all, 0, graph->node_count * sizeof *all);
    for (uint32_t u = 0; u < graph->node_count; u++)
        for (uint64_t i = graph->offsets[u]; i < graph->offsets[u + 1]; i++) {
            out[u] += rw_arc_weight(graph, i);
            all[graph->neighbors[i]] += rw_arc_weight(graph, i);
        }
    for (uint32_t u = 0; u < graph->node_count && graph->directed; u++)
        all[u] += out[u];
}

/* Fills in `counts` with whole numbers. Unequal weights are scaled up against rounding. */
static void count_noise(const riwalk_graph *graph, const double *all, arcs *a)
{
    double largest = 0, scale = 1;

    for (uint32_t u = 0; u < graph->node_count; u++)
        largest = fmax(largest, all[u]);
    if (graph->weights && largest > 0)
        scale = 0x1p40 / largest;
    for (uint32_t u = 0; u < graph->node_count; u++) {
        a->counts[u] = (uint64_t)ceil(all[u] * scale);
        a->isolated += !a->counts[u];
    }
    a->joined = graph->node_count - a->isolated;
}

static riwalk_status make_arcs(const rw_embedding *e, arcs *a, riwalk_error *error)
{
    uint32_t nodes = e->graph->node_count;
    RW_POOL(pool);
    double *out = rw_take(&pool, nodes, sizeof *out, error);
    double *all = rw_take(&pool, nodes, sizeof *all, error);
    uint32_t *scratch = rw_take(&pool, nodes, sizeof *scratch, error);

    a->sources.entries = rw_take(a->pool, nodes, sizeof *a->sources.entries, error);
    a->counts = rw_take(a->pool, nodes, sizeof *a->counts, error);
    RW_MUST(rw_pool_status(&pool));
    RW_MUST(rw_pool_status(a->pool));
    RW_MUST(rw_second_order_init(&a->rows, e->graph, 1, 1, e->options.seed, a->pool, error));
    sum_weights(e->graph, out, all);
    count_noise(e->graph, all, a);
    rw_noise_fill(&a->sources, nodes, out, scratch);
    return RIWALK_STATUS_OK;
}

/* ---- One order ---- */

typedef struct order {
    rw_corpus corpus; /* corpus.context points to this struct, which must not move */
    const arcs *arcs;
    riwalk_options options;
    uint32_t column; /* its first column */
    bool turned;     /* a coin turns each arc */
} order;

/* Draws a slice: as many arcs as the group has nodes, from the whole graph. */
static riwalk_status fill(void *context, uint32_t group, uint32_t slice, int worker,
                          rw_sentences *sentences, riwalk_error *error)
{
    const order *o = context;
    uint64_t stream = rw_rng_stream(o->options.seed, RW_STAGE_ARC, group, slice);
    uint32_t left = o->arcs->joined - group * SLICE_ARCS;

    sentences->count = 0;
    for (uint32_t i = 0; i < SLICE_ARCS && i < left; i++) {
        uint32_t *ends = sentences->tokens + (size_t)2 * sentences->count;
        uint64_t bits = rw_rng_at(stream, UINT64_C(2) * i);
        uint32_t source = rw_noise_draw(&o->arcs->sources, (uint32_t)(bits >> 32));
        uint32_t target = rw_second_order_step(&o->arcs->rows, RW_NO_NODE, source,
                                               rw_rng_at(stream, UINT64_C(2) * i + 1));
        bool turn = o->turned && (bits & 1);

        ends[turn] = source;
        ends[!turn] = target;
        sentences->count += target != RW_NO_NODE; /* rounding may draw a source without weight */
    }
    return RIWALK_STATUS_OK;
}

/* Sets up the orders that the options want, each with its own seed. Returns their number. */
static int make_orders(const rw_embedding *e, const arcs *a, order orders[2])
{
    bool both = e->options.order == RIWALK_ORDER_BOTH;
    int count = both ? 2 : 1;

    for (int i = 0; i < count; i++) {
        bool first = both ? i == 0 : e->options.order == RIWALK_ORDER_FIRST;
        order *o = &orders[i];

        *o = (order){.arcs = a, .options = e->options, .turned = first && e->graph->directed};
        o->options.epochs = 1;
        o->options.subsample = 0;
        if (both)
            o->options.dimensions = (e->options.dimensions + first) / 2;
        if (!first)
            o->options.seed = rw_rng_mix(e->options.seed ^ RW_RNG_GAMMA);
        o->column = first ? 0 : e->options.dimensions - o->options.dimensions;
        o->corpus = (rw_corpus){
            .token_count = e->graph->node_count,
            .group_count = a->joined / SLICE_ARCS + (a->joined % SLICE_ARCS > 0),
            .slices = e->options.samples,
            .slice_tokens = 2 * SLICE_ARCS,
            .slice_sentences = SLICE_ARCS,
            .total = UINT64_C(2) * a->joined * e->options.samples,
            .counts = a->counts,
            .fill = fill,
            .context = o,
            .pairs = true,
            .symmetric = first,
        };
    }
    return count;
}

/* The peak bytes, while the larger of the orders is trained. */
static uint64_t memory_of(const rw_embedding *e, const order *orders, int count)
{
    uint64_t most = 0;

    for (int i = 0; i < count; i++) {
        uint64_t bytes = rw_sgns_memory(&orders[i].corpus, &orders[i].options, 0, 1);

        if (bytes > most)
            most = bytes;
    }
    return rw_embedding_bytes(e) + rw_second_order_bytes(e->graph) + most +
           (uint64_t)e->graph->node_count *
               (sizeof(rw_noise_entry) + sizeof(uint64_t) + e->options.dimensions * sizeof(float));
}

/* Copies a row, scaled to length 1. */
static void copy_row(const float *row, uint32_t count, float *to)
{
    double length = sqrt(rw_vectors_dot(row, row, count));

    for (uint32_t i = 0; i < count; i++)
        to[i] = length > 0 ? (float)((double)row[i] / length) : 0;
}

/* Trains an order and fills in its columns. In the second order a node without out-edges predicts
 * nothing, so its row was never trained and stays zero. */
static riwalk_status train(rw_embedding *e, const order *o, riwalk_error *error)
{
    RW_OWN(rw_weights *, model, rw_weights_drop);

    RW_MUST(rw_sgns_train(&o->corpus, &o->options, NULL, &model, error));
    for (uint32_t u = 0; u < e->graph->node_count; u++)
        if (o->corpus.symmetric || rw_degree(e->graph, u))
            copy_row(rw_weights_row(model, u), model->dimensions,
                     rw_vectors_row(e->vectors, u) + o->column);
    rw_report_add_pairs(&e->report, model->pairs, model->loss);
    return RIWALK_STATUS_OK;
}

/* ---- Estimates ---- */

/* Arcs that are trained for an estimate. */
#define SAMPLED_ARCS 200000

/* Adds the estimated seconds of an order: trains a sample of its arcs, and scales up. */
static riwalk_status sample(order *o, riwalk_estimate *estimate, riwalk_error *error)
{
    uint64_t wanted = o->corpus.total / 2;
    double start = rw_seconds();
    RW_OWN(rw_weights *, model, rw_weights_drop);

    if (!wanted)
        return RIWALK_STATUS_OK;
    if (wanted > SAMPLED_ARCS) {
        o->corpus.slices = (uint32_t)(SAMPLED_ARCS / o->arcs->joined) + 1;
        if (o->corpus.group_count > SAMPLED_ARCS / SLICE_ARCS)
            o->corpus.group_count = SAMPLED_ARCS / SLICE_ARCS;
        o->corpus.total = UINT64_C(2) * SLICE_ARCS * o->corpus.group_count * o->corpus.slices;
    }
    o->options.run.progress = NULL;
    RW_MUST(rw_sgns_train(&o->corpus, &o->options, NULL, &model, error));
    estimate->train_seconds += (rw_seconds() - start) * (double)wanted / (double)model->pairs;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_line_method(rw_embedding *e, riwalk_error *error)
{
    RW_POOL(pool);
    arcs a = {.pool = &pool};
    uint64_t bytes;
    order orders[2];
    int count;

    RW_MUST(make_arcs(e, &a, error));
    count = make_orders(e, &a, orders);
    bytes = memory_of(e, orders, count);
    e->report.isolated = a.isolated;
    e->report.kept = true;
    RW_MUST(rw_embedding_need(e, bytes, bytes, error));
    if (!e->estimate)
        RW_MUST(rw_embedding_vectors(e, e->options.dimensions, error));
    for (int i = 0; i < count; i++)
        RW_MUST(e->estimate ? sample(&orders[i], e->estimate, error) : train(e, &orders[i], error));
    return RIWALK_STATUS_OK;
}
