/* SPDX-License-Identifier: MIT */
/* LINE: training on pairs against the slow reference, what the orders bring together, and end to
 * end: repeatable, on all graphs. */
#include "embedding.h"
#include "reference/sgns.h"

/* ---- Training ---- */

#define NODES 60
#define DIMENSIONS 8
#define SLICE 16

/* Arcs of a graph, equally likely. */
typedef struct source {
    rw_corpus corpus;
    riwalk_graph *graph;
    uint64_t counts[NODES];
} source;

static riwalk_status draw_arcs(void *context, uint32_t group, uint32_t slice, int worker,
                               rw_sentences *pairs, riwalk_error *error)
{
    const source *s = context;
    uint64_t stream = rw_rng_stream(7, RW_STAGE_SPLIT, group, slice);

    for (uint32_t i = 0; i < SLICE; i++) {
        uint64_t left = rw_rng_below(rw_rng_at(stream, i), 2 * riwalk_graph_edge_count(s->graph));
        uint32_t u = 0;

        while (left >= riwalk_graph_degree(s->graph, u))
            left -= riwalk_graph_degree(s->graph, u++);
        pairs->tokens[2 * i] = u;
        pairs->tokens[2 * i + 1] = riwalk_graph_neighbors(s->graph, u)[left];
    }
    pairs->count = SLICE;
    return RIWALK_STATUS_OK;
}

static void open_source(source *s, bool symmetric, uint32_t slices)
{
    *s = (source){.graph = make_graph(NODES, 3)};
    for (uint32_t u = 0; u < NODES; u++)
        s->counts[u] = riwalk_graph_degree(s->graph, u);
    s->corpus = (rw_corpus){.token_count = NODES,
                            .group_count = slices,
                            .slices = 1,
                            .slice_tokens = 2 * SLICE,
                            .slice_sentences = SLICE,
                            .total = (uint64_t)2 * SLICE * slices,
                            .counts = s->counts,
                            .fill = draw_arcs,
                            .context = s,
                            .pairs = true,
                            .symmetric = symmetric};
}

static riwalk_options training_options(void)
{
    return WITH(riwalk_options, it.dimensions = DIMENSIONS, it.epochs = 1, it.subsample = 0,
                it.run.threads = 2);
}

static void train(const source *s, const riwalk_options *o, const rw_plan *plan, double *x,
                  double *y)
{
    rw_weights *model = MADE_OF(rw_weights, rw_sgns_train, &s->corpus, o, plan);

    assert_int_equal(model->pairs, s->corpus.total / 2);
    assert_true(s->corpus.symmetric == !model->outputs);
    for (uint32_t u = 0; u < NODES; u++)
        for (uint32_t i = 0; i < DIMENSIONS; i++) {
            x[u * DIMENSIONS + i] = (double)rw_weights_row(model, u)[i];
            if (y)
                y[u * DIMENSIONS + i] = (double)rw_weights_output(model, u)[i];
        }
    rw_weights_free(model);
}

static double difference(const double *a, const double *b)
{
    double most = 0;

    for (size_t i = 0; i < (size_t)NODES * DIMENSIONS; i++)
        most = fmax(most, fabs(a[i] - (b ? b[i] : 0)));
    return most;
}

/* Rounding of floats, 6e-8, over some 2000 updates of a row that mostly cancel. Entries are about
 * one by then. Rounds that are no divisor of the slices are the rule. */
TEST(training_equals_the_definition)
{
    static const rw_plan plans[] = {{1, 1, 1}, {1, 1, 67}, {1, 4, 13}, {1, 8, 50}};
    static double x[2][NODES * DIMENSIONS], y[2][NODES * DIMENSIONS];

    for (int symmetric = 0; symmetric < 2; symmetric++)
        for (size_t p = 0; p < ELEMENTS(plans); p++) {
            riwalk_options o = training_options();
            double *outputs[] = {symmetric ? NULL : y[0], symmetric ? NULL : y[1]};
            source s;

            open_source(&s, symmetric, 1000);
            o.alpha = 0.1;
            o.negatives = p == 2 ? 3 : 5;
            train(&s, &o, &plans[p], x[0], outputs[0]);
            reference_line_train(&s.corpus, &o, &plans[p], x[1], outputs[1]);
            assert_true(difference(x[1], NULL) > 0.5);
            assert_true(difference(x[0], x[1]) < 1e-4);
            assert_true(symmetric || difference(y[0], y[1]) < 1e-4);
            riwalk_graph_free(s.graph);
        }
}

/* ---- What is brought together ---- */

static riwalk_options start(riwalk_order order)
{
    return WITH(riwalk_options, it.method = RIWALK_METHOD_LINE, it.order = order,
                it.dimensions = 16);
}

/* Of `count` columns from `first` on, which have length 1. */
static double part_cosine(const riwalk_vectors *v, uint32_t a, uint32_t b, uint32_t first,
                          uint32_t count)
{
    return dot(riwalk_vectors_row(v, a) + first, riwalk_vectors_row(v, b) + first, count);
}

/* Two stars whose hubs are joined: 0 with leaves 2 .. 7, and 1 with leaves 8 .. 13. Arcs lead from
 * leaves to hubs, and from 0 to 1. */
static riwalk_graph *two_stars(bool directed)
{
    edge_list edges = {.directed = directed};

    join(&edges, 0, 1);
    for (uint32_t leaf = 2; leaf < 14; leaf++)
        join(&edges, leaf, leaf >= 8);
    return joined(&edges, 14);
}

/* Leaves of one hub have the same neighbours; no two leaves are neighbours. */
TEST(orders_bring_together_what_they_should)
{
    scoped_graph *graph = two_stars(false);
    scoped_vectors *v = embed_as(graph, BUT(start(RIWALK_ORDER_BOTH), it.samples = 10000,
                                            it.dimensions = 17)); /* the first order has one more */

    for (uint32_t u = 0; u < 14; u++) {
        assert_true(fabs(part_cosine(v, u, u, 0, 9) - 1) < 1e-5);
        assert_true(fabs(part_cosine(v, u, u, 9, 8) - 1) < 1e-5);
    }
    for (uint32_t leaf = 2; leaf < 14; leaf++) /* first: its own hub */
        assert_true(part_cosine(v, leaf, leaf >= 8, 0, 9) >
                    part_cosine(v, leaf, leaf < 8, 0, 9) + 0.05);
    assert_true(part_cosine(v, 2, 3, 9, 8) > 0.8); /* second: its like */
    assert_true(part_cosine(v, 2, 3, 9, 8) >
                part_cosine(v, 2, 9, 9, 8) + 0.3); /* and no other leaf */
    assert_true(part_cosine(v, 2, 3, 9, 8) > part_cosine(v, 2, 0, 9, 8) + 0.3); /* nor its hub */
}

/* 0 leads to 1, as 8 .. 13 do. 1 leads nowhere: it has no vector of the second order. The first
 * order has no directions. */
TEST(directed_edges_are_predicted_by_their_source)
{
    scoped_graph *graph = two_stars(true);
    scoped_vectors *v = embed_as(graph, BUT(start(RIWALK_ORDER_BOTH), it.samples = 10000));

    assert_true(part_cosine(v, 0, 9, 8, 8) > part_cosine(v, 0, 3, 8, 8) + 0.3);
    assert_true(part_cosine(v, 1, 1, 8, 8) == 0);
    assert_true(fabs(part_cosine(v, 1, 1, 0, 8) - 1) < 1e-5);
    for (uint32_t leaf = 2; leaf < 14; leaf++)
        assert_true(part_cosine(v, leaf, leaf >= 8, 0, 8) >
                    part_cosine(v, leaf, leaf < 8, 0, 8) + 0.05);
}

TEST(weights_count)
{
    static const uint32_t ends[] = {0, 1, 1, 2, 2, 3, 3, 0, 4, 5};
    static const float weights[] = {100, 1, 100, 1, 50};
    scoped_graph *graph = build(6, 5, ends, weights, false);
    scoped_vectors *v = embed_as(graph, BUT(start(RIWALK_ORDER_FIRST), it.samples = 10000));

    assert_true(part_cosine(v, 0, 1, 0, 16) > part_cosine(v, 1, 2, 0, 16) + 0.3);
    assert_true(part_cosine(v, 2, 3, 0, 16) > part_cosine(v, 3, 0, 0, 16) + 0.3);
}
