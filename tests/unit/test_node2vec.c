/* SPDX-License-Identifier: MIT */
/* DeepWalk, node2vec and combinations end to end: repeatable, within memory, on all graphs. */
#include "embedding.h"
#include "vectors/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "failing.h"
#include "reference/pairs.h"

/* Enough for several parts, so that threads have something to divide. */
#define NODES 2100

static void start(riwalk_options *s, riwalk_method method)
{
    riwalk_options_init(s);
    s->walks = 10;
    s->dimensions = 16;
    s->epochs = 1;
    s->method = method;
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

static double dot(const float *a, const float *b, uint32_t count)
{
    double sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += (double)a[i] * (double)b[i];
    return sum;
}

static double cosine(const riwalk_vectors *v, uint32_t a, uint32_t b)
{
    const float *x = riwalk_vectors_row(v, a), *y = riwalk_vectors_row(v, b);
    uint32_t d = v->dimensions;

    return dot(x, y, d) / sqrt(dot(x, x, d) * dot(y, y, d));
}

/* ---- Repeatable ---- */

static void check_repeatable(riwalk_options *s)
{
    riwalk_graph *graph = make_graph(NODES, 3);
    riwalk_vectors *first = NULL;

    s->walks = s->combine_walks = 2;
    s->walk_length = s->combine_walk_length = 5;
    for (int threads = 1; threads <= 3; threads++) {
        riwalk_embed_report report = {.size = sizeof report};
        riwalk_vectors *kept, *again;

        s->run.threads = threads;
        s->memory = 0;
        kept = embed(graph, s, &report);
        assert_true(report.kept);
        assert_true(report.pairs > 0 && report.loss > 0);
        s->memory = report.memory_bytes - 1;
        again = embed(graph, s, &report);
        assert_false(report.kept);
        assert_true(same(kept, again));
        assert_true(!first || same(kept, first));
        riwalk_vectors_free(again);
        if (first)
            riwalk_vectors_free(kept);
        else
            first = kept;
    }
    riwalk_vectors_free(first);
    riwalk_graph_free(graph);
}

static void threads_and_memory_have_no_effect(void **state)
{
    riwalk_options s;

    (void)state;
    start(&s, RIWALK_METHOD_NODE2VEC);
    s.p = 0.5;
    s.q = 2;
    check_repeatable(&s);
}

static void nor_have_they_on_combinations(void **state)
{
    riwalk_options s;

    (void)state;
    start(&s, RIWALK_METHOD_RIWALK);
    s.combine = RIWALK_COMBINE_DEEPWALK;
    check_repeatable(&s);
}

static void deepwalk_is_node2vec_without_bias(void **state)
{
    riwalk_graph *graph = make_graph(200, 3);
    riwalk_vectors *a, *b, *c;
    riwalk_options s;

    (void)state;
    start(&s, RIWALK_METHOD_NODE2VEC);
    a = embed(graph, &s, NULL);
    s.q = 2;
    b = embed(graph, &s, NULL);
    s.method = RIWALK_METHOD_DEEPWALK;
    c = embed(graph, &s, NULL);
    assert_true(same(a, c));
    assert_false(same(a, b));
    riwalk_vectors_free(a);
    riwalk_vectors_free(b);
    riwalk_vectors_free(c);
    riwalk_graph_free(graph);
}

static void a_limit_that_is_too_low_is_refused(void **state)
{
    static const riwalk_method methods[] = {RIWALK_METHOD_NODE2VEC, RIWALK_METHOD_RIWALK};
    riwalk_graph *graph = make_graph(500, 3);
    const riwalk_graph *graphs[] = {graph};

    (void)state;
    for (int i = 0; i < 2; i++) { /* alone, and as the second part */
        riwalk_estimate estimate = {.size = sizeof estimate};
        riwalk_vectors *vectors = NULL;
        riwalk_error error;
        riwalk_options s;

        start(&s, methods[i]);
        s.walks = s.combine_walks = 3;
        s.walk_length = s.combine_walk_length = 10;
        s.run.threads = 1;
        s.combine = i ? RIWALK_COMBINE_DEEPWALK : RIWALK_COMBINE_NONE;
        assert_int_equal(riwalk_embed_estimate(graphs, 1, NULL, &s, &estimate, &error), 0);
        assert_true(estimate.memory_bytes > estimate.least_memory_bytes);
        assert_true(estimate.train_seconds > 0 && estimate.walk_seconds > 0);
        s.memory = estimate.least_memory_bytes - 1;
        assert_int_equal(riwalk_embed(graphs, 1, NULL, &s, &vectors, NULL, NULL, &error),
                         RIWALK_STATUS_LIMIT);
        assert_non_null(strstr(error.message, "is too low: at least"));
        s.memory = estimate.least_memory_bytes;
        assert_int_equal(riwalk_embed(graphs, 1, NULL, &s, &vectors, NULL, NULL, &error), 0);
        riwalk_vectors_free(vectors);
    }
    riwalk_graph_free(graph);
}

/* ---- Graphs ---- */

/* Two cliques of ten without an edge between them, an isolated node at the end. */
static riwalk_graph *make_cliques(void)
{
    uint32_t ends[180], count = 0;

    for (uint32_t u = 0; u < 20; u++)
        for (uint32_t v = u + 1; v < (u < 10 ? 10 : 20); v++) {
            ends[count++] = u;
            ends[count++] = v;
        }
    return build(21, count / 2, ends, NULL, false);
}

static void near_nodes_are_near(void **state)
{
    riwalk_graph *graph = make_cliques();
    double inside = 0, across = 0;
    riwalk_embed_report report = {.size = sizeof report};
    riwalk_vectors *vectors;
    riwalk_options s;

    (void)state;
    start(&s, RIWALK_METHOD_DEEPWALK);
    s.walks = 40;
    s.epochs = 5;
    s.alpha = 0.1;
    s.subsample = 0;
    vectors = embed(graph, &s, &report);
    assert_int_equal(report.isolated, 1);
    assert_true(dot(riwalk_vectors_row(vectors, 20), riwalk_vectors_row(vectors, 20), 16) == 0);
    for (uint32_t u = 0; u < 10; u++)
        for (uint32_t v = 0; v < 10; v++) {
            inside += u == v ? 0 : cosine(vectors, u, v) / 90;
            across += cosine(vectors, u, 10 + v) / 100;
        }
    assert_true(inside > across + 0.5);
    riwalk_vectors_free(vectors);
    riwalk_graph_free(graph);
}

/* 0 -> 1 -> 2 and 3 -> 4, node 5 alone: walks end, and nodes that they end at have vectors. */
static void directed_and_weighted_graphs_are_embedded(void **state)
{
    const uint32_t ends[] = {0, 1, 1, 2, 3, 4};
    const float weights[] = {1, 0.5F, 2};
    riwalk_graph *directed = build(6, 3, ends, weights, true);
    riwalk_graph *plain = build(6, 3, ends, NULL, false);
    riwalk_graph *weighted = build(6, 3, ends, weights, false);
    const riwalk_graph *both[] = {directed, directed}, *mixed[] = {directed, plain};
    const riwalk_graph *some[] = {plain, weighted}; /* edges of the first weigh 1 */
    const char *names[] = {"a", "b"};
    riwalk_vectors *vectors, *joined = NULL;
    riwalk_embed_report report = {.size = sizeof report};
    riwalk_error error;
    riwalk_options s;

    (void)state;
    start(&s, RIWALK_METHOD_NODE2VEC);
    s.p = 2;
    vectors = embed(directed, &s, &report);
    assert_int_equal(report.isolated, 1);
    assert_int_equal(report.tokens, 10 * (3 + 2 + 2));
    for (uint32_t row = 0; row < 6; row++)
        assert_int_equal(cosine(vectors, row, row) > 0.99, row < 5);
    assert_int_equal(riwalk_embed(both, 2, names, &s, &joined, NULL, &report, &error), 0);
    assert_int_equal(riwalk_vectors_count(joined), 12);
    assert_int_equal(report.tokens, 2 * 10 * (3 + 2 + 2));
    riwalk_vectors_free(joined);
    joined = NULL;
    assert_int_equal(riwalk_embed(some, 2, names, &s, &joined, NULL, &report, &error), 0);
    assert_int_equal(report.isolated, 2);
    riwalk_vectors_free(joined);
    assert_int_equal(riwalk_embed(mixed, 2, names, &s, &joined, NULL, NULL, &error),
                     RIWALK_STATUS_ARGUMENT);
    assert_non_null(strstr(error.message, "directed and undirected"));
    riwalk_vectors_free(vectors);
    riwalk_graph_free(directed);
    riwalk_graph_free(plain);
    riwalk_graph_free(weighted);
}

static void a_graph_without_edges_gives_zeros(void **state)
{
    riwalk_graph *graph = build(3, 0, NULL, NULL, false);
    riwalk_estimate estimate = {.size = sizeof estimate};
    riwalk_embed_report report = {.size = sizeof report};
    riwalk_vectors *vectors;
    riwalk_error error;
    riwalk_options s;

    (void)state;
    start(&s, RIWALK_METHOD_DEEPWALK);
    vectors = embed(graph, &s, &report);
    assert_int_equal(report.isolated, 3);
    assert_int_equal(report.pairs, 0);
    for (uint32_t i = 0; i < 48; i++)
        assert_true(vectors->values[i] == 0);
    assert_int_equal(
        riwalk_embed_estimate((const riwalk_graph *const[]){graph}, 1, NULL, &s, &estimate, &error),
        0);
    riwalk_vectors_free(vectors);
    riwalk_graph_free(graph);
}

/* ---- Combinations ---- */

static void parts_are_weighed_by_the_balance(void **state)
{
    riwalk_graph *graph = make_cliques();
    riwalk_vectors *first, *mixed;
    riwalk_options s;

    (void)state;
    start(&s, RIWALK_METHOD_RIWALK);
    s.dimensions = 8;
    first = embed(graph, &s, NULL);
    s.dimensions = 15; /* 8 and 7 */
    s.combine = RIWALK_COMBINE_DEEPWALK;
    s.balance = 0.2;
    mixed = embed(graph, &s, NULL);
    assert_int_equal(mixed->dimensions, 15);
    for (uint32_t row = 0; row < 20; row++) {
        const float *m = riwalk_vectors_row(mixed, row), *f = riwalk_vectors_row(first, row);
        double whole = dot(m, m, 15), structure = dot(m, m, 8);

        assert_true(fabs(structure / whole - 0.8) < 1e-6);
        assert_true(fabs(dot(m, f, 8) / sqrt(structure * dot(f, f, 8)) - 1) < 1e-6);
        assert_true(
            fabs(whole / dot(riwalk_vectors_row(mixed, 0), riwalk_vectors_row(mixed, 0), 15) - 1) <
            1e-5);
    }
    assert_true(dot(riwalk_vectors_row(mixed, 20), riwalk_vectors_row(mixed, 20), 15) == 0);
    riwalk_vectors_free(first);
    riwalk_vectors_free(mixed);
    riwalk_graph_free(graph);
}

/* ---- Bad input ---- */

static void bad_options_are_refused(void **state)
{
    const double bad[] = {0, -1, NAN, INFINITY};
    riwalk_graph *graph = make_graph(20, 3);
    riwalk_options s;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        start(&s, RIWALK_METHOD_NODE2VEC);
        s.p = bad[i];
        assert_refused(graph, &s, "p must be from 1e-30 to 1e+30");
    }
    start(&s, RIWALK_METHOD_DEEPWALK);
    s.walk_length = 1;
    assert_refused(graph, &s, "at least 2");
    start(&s, RIWALK_METHOD_RIWALK);
    s.combine = RIWALK_COMBINE_DEEPWALK;
    s.balance = NAN;
    assert_refused(graph, &s, "balance must be from 0 to 1, not nan");
    s.balance = 1.5;
    assert_refused(graph, &s, "balance must be from 0 to 1, not 1.5");
    s.balance = 0.5;
    s.combine_walks = 0;
    assert_refused(graph, &s, "combine_walks must be from 1");
    s.combine_walks = 10;
    s.combine = (riwalk_combine)3;
    assert_refused(graph, &s, "combine: there is no choice number 3");
    s.combine = RIWALK_COMBINE_NODE2VEC;
    s.method = RIWALK_METHOD_NODE2VEC;
    assert_refused(graph, &s, "with itself");
    s.method = RIWALK_METHOD_RIWALK;
    s.dimensions = 1;
    assert_refused(graph, &s, "at least 2 dimensions");
    riwalk_graph_free(graph);
}

static int cancel(const riwalk_progress *progress, void *data)
{
    (void)data;
    return !strcmp(progress->stage, "training");
}

static void training_can_be_cancelled(void **state)
{
    riwalk_graph *graph = make_graph(3000, 3);
    riwalk_vectors *vectors = NULL;
    riwalk_error error;
    riwalk_options s;

    (void)state;
    start(&s, RIWALK_METHOD_DEEPWALK);
    s.epochs = 1000;
    s.run.progress = cancel;
    assert_int_equal(riwalk_embed((const riwalk_graph *const[]){graph}, 1, NULL, &s, &vectors, NULL,
                                  NULL, &error),
                     RIWALK_STATUS_CANCELLED);
    assert_null(vectors);
    riwalk_graph_free(graph);
}

static void every_failing_allocation_is_an_error(void **state)
{
    const uint32_t ends[] = {0, 1, 1, 2, 2, 3, 3, 0};
    const float weights[] = {1, 2, 3, 4};
    riwalk_graph *graph = build(5, 4, ends, weights, false);
    const riwalk_graph *graphs[] = {graph, graph};
    const char *names[] = {"a", "b"};
    riwalk_estimate estimate = {.size = sizeof estimate};
    riwalk_vectors *vectors = NULL;
    riwalk_options s;

    (void)state;
    start(&s, RIWALK_METHOD_RIWALK);
    s.run.threads = 2;
    s.combine = RIWALK_COMBINE_NODE2VEC;
    s.walks = s.combine_walks = 2;
    s.walk_length = s.combine_walk_length = 4;
    check_allocations_of(0, vectors, riwalk_vectors_free(vectors),
                         riwalk_embed(graphs, 2, names, &s, &vectors, NULL, NULL, &failure));
    check_allocations(0, riwalk_embed_estimate(graphs, 2, names, &s, &estimate, &failure));
    riwalk_graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_and_memory_have_no_effect),
        cmocka_unit_test(nor_have_they_on_combinations),
        cmocka_unit_test(deepwalk_is_node2vec_without_bias),
        cmocka_unit_test(a_limit_that_is_too_low_is_refused),
        cmocka_unit_test(near_nodes_are_near),
        cmocka_unit_test(directed_and_weighted_graphs_are_embedded),
        cmocka_unit_test(a_graph_without_edges_gives_zeros),
        cmocka_unit_test(parts_are_weighed_by_the_balance),
        cmocka_unit_test(bad_options_are_refused),
        cmocka_unit_test(training_can_be_cancelled),
        cmocka_unit_test(every_failing_allocation_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
