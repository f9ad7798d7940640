/* SPDX-License-Identifier: MIT */
/* LINE: training on pairs against the slow reference, what the orders bring together, and end to
 * end: repeatable, on all graphs. */
#include "base/rng.h"
#include "embedding.h"
#include "reference/line.h"
#include "reference/pairs.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "failing.h"

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

    (void)worker;
    (void)error;
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
    riwalk_options o;

    riwalk_options_init(&o);
    o.dimensions = DIMENSIONS;
    o.epochs = 1;
    o.subsample = 0;
    o.run.threads = 2;
    return o;
}

static void train(const source *s, const riwalk_options *o, const rw_plan *plan, double *x,
                  double *y)
{
    rw_weights *model = NULL;
    riwalk_error error;

    assert_int_equal(rw_sgns_train(&s->corpus, o, plan, &model, &error), 0);
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
        most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

static double length(const double *a)
{
    double most = 0;

    for (size_t i = 0; i < (size_t)NODES * DIMENSIONS; i++)
        most = fmax(most, fabs(a[i]));
    return most;
}

/* Rounding of floats, 6e-8, over some 2000 updates of a row that mostly cancel. Entries are about
 * one by then. Rounds that are no divisor of the slices are the rule. */
static void training_equals_the_definition(void **state)
{
    static const rw_plan plans[] = {{1, 1, 1}, {1, 1, 67}, {1, 4, 13}, {1, 8, 50}};
    static double x[2][NODES * DIMENSIONS], y[2][NODES * DIMENSIONS];

    (void)state;
    for (int symmetric = 0; symmetric < 2; symmetric++)
        for (size_t p = 0; p < sizeof plans / sizeof *plans; p++) {
            riwalk_options o = training_options();
            double *outputs[] = {symmetric ? NULL : y[0], symmetric ? NULL : y[1]};
            source s;

            open_source(&s, symmetric, 1000);
            o.alpha = 0.1;
            o.negatives = p == 2 ? 3 : 5;
            train(&s, &o, &plans[p], x[0], outputs[0]);
            reference_line_train(&s.corpus, &o, &plans[p], x[1], outputs[1]);
            assert_true(length(x[1]) > 0.5);
            assert_true(difference(x[0], x[1]) < 1e-4);
            assert_true(symmetric || difference(y[0], y[1]) < 1e-4);
            riwalk_graph_free(s.graph);
        }
}

/* Pairs in parts come in another order, with noise from one part at a time. What that reaches is
 * about what plain stochastic gradients do, even with 15 nodes in a part; with 300, on USA, both
 * are the same to a thousandth. */
static void parts_reach_the_objective_of_a_sequence(void **state)
{
    static double x[NODES * DIMENSIONS], y[NODES * DIMENSIONS];

    (void)state;
    for (int symmetric = 0; symmetric < 2; symmetric++) {
        riwalk_options o = training_options();
        double reached[2], *outputs = symmetric ? NULL : y;
        source s;

        open_source(&s, symmetric, 2000);
        for (uint32_t parts = 1; parts <= 4; parts += 3) {
            train(&s, &o, &(rw_plan){1, parts, 64}, x, outputs);
            reached[parts / 4] =
                reference_line_objective(s.graph, DIMENSIONS, 5, x, symmetric ? x : y);
        }
        assert_true(reached[0] < 0.9 * 6 * log(2)); /* what rows of zero have */
        assert_true(fabs(reached[1] - reached[0]) < 0.03 * reached[0]);
        riwalk_graph_free(s.graph);
    }
}

/* Of any graph: parts that pair up, and rounds so short that a part does not settle by itself. */
static void plans_follow_from_sizes(void **state)
{
    riwalk_options o = training_options();
    source s;

    (void)state;
    open_source(&s, true, 1);
    for (uint32_t tokens = 1; tokens < 100000; tokens = tokens * 5 / 4 + 1) {
        rw_plan plan;

        s.corpus.token_count = tokens;
        s.corpus.total = (uint64_t)tokens * 20000;
        rw_plan_make(&s.corpus, &o, &plan);
        assert_int_equal(plan.parts & (plan.parts - 1), 0);
        assert_true(plan.parts <= 16 && (plan.parts == 1 || tokens / plan.parts >= 1024));
        assert_int_equal(plan.rounds, 10000 / 16);
    }
    riwalk_graph_free(s.graph);
}

/* ---- What is brought together ---- */

static void start(riwalk_options *s, riwalk_order order)
{
    riwalk_options_init(s);
    s->method = RIWALK_METHOD_LINE;
    s->order = order;
    s->dimensions = 16;
}

static riwalk_graph *build(uint32_t nodes, uint64_t edges, const uint32_t *ends,
                           const float *weights, bool directed)
{
    riwalk_build_options options;
    riwalk_graph *graph = NULL;
    riwalk_error error;

    riwalk_build_options_init(&options);
    options.directed = directed;
    assert_int_equal(reference_build(nodes, edges, ends, weights, &options, &graph, &error), 0);
    return graph;
}

/* Of `count` columns from `first` on, which have length 1. */
static double cosine(const riwalk_vectors *v, uint32_t a, uint32_t b, uint32_t first,
                     uint32_t count)
{
    const float *x = riwalk_vectors_row(v, a) + first, *y = riwalk_vectors_row(v, b) + first;
    double sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += (double)x[i] * (double)y[i];
    return sum;
}

/* Two stars whose hubs are joined: 0 with leaves 2 .. 7, and 1 with leaves 8 .. 13. Arcs lead from
 * leaves to hubs, and from 0 to 1. */
static riwalk_graph *two_stars(bool directed)
{
    uint32_t ends[26] = {0, 1}, count = 1;

    for (uint32_t leaf = 2; leaf < 14; leaf++) {
        ends[2 * count] = leaf;
        ends[2 * count++ + 1] = leaf >= 8;
    }
    return build(14, count, ends, NULL, directed);
}

/* Leaves of one hub have the same neighbours; no two leaves are neighbours. */
static void orders_bring_together_what_they_should(void **state)
{
    riwalk_graph *graph = two_stars(false);
    riwalk_vectors *v;
    riwalk_options s;

    (void)state;
    start(&s, RIWALK_ORDER_BOTH);
    s.dimensions = 17; /* the first order has one more */
    s.samples = 10000;
    v = embed(graph, &s, NULL);
    for (uint32_t u = 0; u < 14; u++) {
        assert_true(fabs(cosine(v, u, u, 0, 9) - 1) < 1e-5);
        assert_true(fabs(cosine(v, u, u, 9, 8) - 1) < 1e-5);
    }
    for (uint32_t leaf = 2; leaf < 14; leaf++) /* first: its own hub */
        assert_true(cosine(v, leaf, leaf >= 8, 0, 9) > cosine(v, leaf, leaf < 8, 0, 9) + 0.05);
    assert_true(cosine(v, 2, 3, 9, 8) > 0.8);                         /* second: its like */
    assert_true(cosine(v, 2, 3, 9, 8) > cosine(v, 2, 9, 9, 8) + 0.3); /* and no other leaf */
    assert_true(cosine(v, 2, 3, 9, 8) > cosine(v, 2, 0, 9, 8) + 0.3); /* nor its hub */
    riwalk_vectors_free(v);
    riwalk_graph_free(graph);
}

/* 0 leads to 1, as 8 .. 13 do. 1 leads nowhere: it has no vector of the second order. The first
 * order has no directions. */
static void directed_edges_are_predicted_by_their_source(void **state)
{
    riwalk_graph *graph = two_stars(true);
    riwalk_vectors *v;
    riwalk_options s;

    (void)state;
    start(&s, RIWALK_ORDER_BOTH);
    s.samples = 10000;
    v = embed(graph, &s, NULL);
    assert_true(cosine(v, 0, 9, 8, 8) > cosine(v, 0, 3, 8, 8) + 0.3);
    assert_true(cosine(v, 1, 1, 8, 8) == 0);
    assert_true(fabs(cosine(v, 1, 1, 0, 8) - 1) < 1e-5);
    for (uint32_t leaf = 2; leaf < 14; leaf++)
        assert_true(cosine(v, leaf, leaf >= 8, 0, 8) > cosine(v, leaf, leaf < 8, 0, 8) + 0.05);
    riwalk_vectors_free(v);
    riwalk_graph_free(graph);
}

static void weights_count(void **state)
{
    static const uint32_t ends[] = {0, 1, 1, 2, 2, 3, 3, 0, 4, 5};
    static const float weights[] = {100, 1, 100, 1, 50};
    riwalk_graph *graph = build(6, 5, ends, weights, false);
    riwalk_vectors *v;
    riwalk_options s;

    (void)state;
    start(&s, RIWALK_ORDER_FIRST);
    s.samples = 10000;
    v = embed(graph, &s, NULL);
    assert_true(cosine(v, 0, 1, 0, 16) > cosine(v, 1, 2, 0, 16) + 0.3);
    assert_true(cosine(v, 2, 3, 0, 16) > cosine(v, 3, 0, 0, 16) + 0.3);
    riwalk_vectors_free(v);
    riwalk_graph_free(graph);
}

/* ---- Running ---- */

/* Enough for two parts. */
static void threads_have_no_effect(void **state)
{
    riwalk_graph *graph = make_graph(2100, 3);
    riwalk_vectors *first = NULL;
    riwalk_options s;

    (void)state;
    start(&s, RIWALK_ORDER_BOTH);
    s.samples = 10;
    for (int threads = 1; threads <= 3; threads++) {
        riwalk_embed_report report = {.size = sizeof report};
        riwalk_vectors *found;

        s.run.threads = threads;
        found = embed(graph, &s, &report);
        assert_int_equal(report.pairs, 2 * 10 * 2100);
        assert_true(report.loss > 0 && report.loss < 6 * log(2));
        assert_true(!first || same(found, first));
        riwalk_vectors_free(first);
        first = found;
    }
    riwalk_vectors_free(first);
    riwalk_graph_free(graph);
}

static void nodes_without_edges_are_zero(void **state)
{
    static const uint32_t ends[] = {0, 1};
    riwalk_graph *graphs[] = {build(3, 1, ends, NULL, false), build(3, 0, NULL, NULL, false)};
    riwalk_options s;

    (void)state;
    start(&s, RIWALK_ORDER_BOTH);
    for (int g = 0; g < 2; g++) {
        riwalk_embed_report report = {.size = sizeof report};
        riwalk_vectors *v = embed(graphs[g], &s, &report);

        assert_int_equal(report.isolated, g ? 3 : 1);
        for (uint32_t i = 0; i < 16; i++)
            assert_true(riwalk_vectors_row(v, 2)[i] == 0 && isfinite(riwalk_vectors_row(v, 0)[i]));
        riwalk_vectors_free(v);
        riwalk_graph_free(graphs[g]);
    }
}

static void what_has_no_meaning_is_refused(void **state)
{
    riwalk_graph *graph = make_graph(20, 2);
    riwalk_options s;

    (void)state;
    start(&s, RIWALK_ORDER_BOTH);
    s.dimensions = 1;
    assert_refused(graph, &s, "line needs at least 2 dimensions");
    s.dimensions = 3;
    s.combine = RIWALK_COMBINE_DEEPWALK;
    assert_refused(graph, &s, "line needs at least 2 dimensions");
    start(&s, RIWALK_ORDER_BOTH);
    s.samples = 0;
    assert_refused(graph, &s, "samples must be from 1 to 1000000");
    riwalk_graph_free(graph);
}

static void memory_limits_are_kept_to(void **state)
{
    riwalk_graph *graph = make_graph(300, 3);
    const riwalk_graph *graphs[] = {graph};
    riwalk_estimate estimate = {.size = sizeof estimate};
    riwalk_vectors *vectors = NULL;
    riwalk_options s;
    riwalk_error error;

    (void)state;
    start(&s, RIWALK_ORDER_BOTH);
    s.samples = 3;
    assert_int_equal(riwalk_embed_estimate(graphs, 1, NULL, &s, &estimate, &error), 0);
    s.memory = estimate.least_memory_bytes;
    riwalk_vectors_free(embed(graph, &s, NULL));
    s.memory--;
    assert_int_equal(riwalk_embed(graphs, 1, NULL, &s, &vectors, NULL, NULL, &error),
                     RIWALK_STATUS_LIMIT);
    riwalk_graph_free(graph);
}

static void every_failing_allocation_is_an_error(void **state)
{
    riwalk_graph *graph = make_graph(40, 2);
    const riwalk_graph *graphs[] = {graph, graph};
    static const char *const names[] = {"a", "b"};
    riwalk_estimate estimate = {.size = sizeof estimate};
    riwalk_vectors *vectors = NULL;
    riwalk_options s;

    (void)state;
    start(&s, RIWALK_ORDER_BOTH);
    s.samples = 3;
    s.run.threads = 2;
    check_allocations_of(0, vectors, (riwalk_vectors_free(vectors), vectors = NULL),
                         riwalk_embed(graphs, 2, names, &s, &vectors, NULL, NULL, &failure));
    check_allocations(0, riwalk_embed_estimate(graphs, 2, names, &s, &estimate, &failure));
    riwalk_graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(training_equals_the_definition),
        cmocka_unit_test(parts_reach_the_objective_of_a_sequence),
        cmocka_unit_test(plans_follow_from_sizes),
        cmocka_unit_test(orders_bring_together_what_they_should),
        cmocka_unit_test(directed_edges_are_predicted_by_their_source),
        cmocka_unit_test(weights_count),
        cmocka_unit_test(threads_have_no_effect),
        cmocka_unit_test(nodes_without_edges_are_zero),
        cmocka_unit_test(what_has_no_meaning_is_refused),
        cmocka_unit_test(memory_limits_are_kept_to),
        cmocka_unit_test(every_failing_allocation_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
