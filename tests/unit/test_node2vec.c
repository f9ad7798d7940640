/* SPDX-License-Identifier: MIT */
/* DeepWalk, node2vec and combinations end to end: repeatable, within memory, on all graphs. */
#include "base/memory.h"
#include "embedding.h"
#include "vectors/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Enough for several parts, so that threads have something to divide. */
#define NODES 2100

typedef struct settings {
    riwalk_embed_options embed;
    riwalk_walk_options walks;
    riwalk_train_options training;
    riwalk_node2vec_options node2vec;
    riwalk_combine_options combine;
} settings;

static void start(settings *s, riwalk_method method)
{
    riwalk_embed_options_init(&s->embed);
    riwalk_walk_options_init(&s->walks);
    riwalk_train_options_init(&s->training);
    riwalk_node2vec_options_init(&s->node2vec);
    riwalk_combine_options_init(&s->combine);
    s->walks.walks = 10;
    s->training.dimensions = 16;
    s->training.epochs = 1;
    s->embed.walks = &s->walks;
    s->embed.training = &s->training;
    s->embed.node2vec = &s->node2vec;
    s->embed.method = method;
}

static riwalk_graph *build(uint32_t nodes, uint64_t edges, const uint32_t *ends,
                           const float *weights, bool directed)
{
    riwalk_build_options options;
    riwalk_graph *graph = NULL;
    riwalk_error error;

    riwalk_build_options_init(&options);
    options.directed = directed;
    assert_int_equal(riwalk_graph_build(nodes, edges, ends, weights, &options, &graph, &error), 0);
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

static void check_repeatable(settings *s)
{
    riwalk_graph *graph = make_graph(NODES, 3);
    riwalk_vectors *first = NULL;

    s->walks.walks = s->combine.walks = 2;
    s->walks.walk_length = s->combine.walk_length = 5;
    for (int threads = 1; threads <= 3; threads++) {
        riwalk_embed_report report;
        riwalk_vectors *kept, *again;

        s->embed.threads = threads;
        s->embed.memory = 0;
        kept = embed(graph, &s->embed, &report);
        assert_true(report.kept);
        assert_true(report.pairs > 0 && report.loss > 0);
        s->embed.memory = report.memory_bytes - 1;
        again = embed(graph, &s->embed, &report);
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
    settings s;

    (void)state;
    start(&s, RIWALK_METHOD_NODE2VEC);
    s.node2vec.p = 0.5;
    s.node2vec.q = 2;
    check_repeatable(&s);
}

static void nor_have_they_on_combinations(void **state)
{
    settings s;

    (void)state;
    start(&s, RIWALK_METHOD_RIWALK);
    s.embed.combine = &s.combine;
    s.combine.views = false;
    check_repeatable(&s);
}

static void deepwalk_is_node2vec_without_bias(void **state)
{
    riwalk_graph *graph = make_graph(200, 3);
    riwalk_vectors *a, *b, *c;
    settings s;

    (void)state;
    start(&s, RIWALK_METHOD_NODE2VEC);
    a = embed(graph, &s.embed, NULL);
    s.node2vec.q = 2;
    b = embed(graph, &s.embed, NULL);
    s.embed.method = RIWALK_METHOD_DEEPWALK;
    c = embed(graph, &s.embed, NULL);
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
        riwalk_embed_estimate estimate;
        riwalk_vectors *vectors = NULL;
        riwalk_error error;
        settings s;

        start(&s, methods[i]);
        s.walks.walks = s.combine.walks = 3;
        s.combine.walk_length = 10;
        s.embed.threads = 1;
        s.combine.views = false;
        s.embed.combine = i ? &s.combine : NULL;
        assert_int_equal(riwalk_embed_foresee(graphs, 1, NULL, &s.embed, &estimate, &error), 0);
        assert_true(estimate.memory_bytes > estimate.least_memory_bytes);
        assert_true(estimate.train_seconds > 0 && estimate.walk_seconds > 0);
        s.embed.memory = estimate.least_memory_bytes - 1;
        assert_int_equal(riwalk_embed(graphs, 1, NULL, &s.embed, &vectors, NULL, &error),
                         RIWALK_STATUS_LIMIT);
        assert_non_null(strstr(error.message, "is too low: at least"));
        s.embed.memory = estimate.least_memory_bytes;
        assert_int_equal(riwalk_embed(graphs, 1, NULL, &s.embed, &vectors, NULL, &error), 0);
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
    riwalk_embed_report report;
    riwalk_vectors *vectors;
    settings s;

    (void)state;
    start(&s, RIWALK_METHOD_DEEPWALK);
    s.walks.walks = 40;
    s.training.epochs = 5;
    s.training.alpha = 0.1;
    s.training.sample = 0;
    vectors = embed(graph, &s.embed, &report);
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
    riwalk_embed_report report;
    riwalk_error error;
    settings s;

    (void)state;
    start(&s, RIWALK_METHOD_NODE2VEC);
    s.node2vec.p = 2;
    vectors = embed(directed, &s.embed, &report);
    assert_int_equal(report.isolated, 1);
    assert_int_equal(report.tokens, 10 * (3 + 2 + 2));
    for (uint32_t row = 0; row < 6; row++)
        assert_int_equal(cosine(vectors, row, row) > 0.99, row < 5);
    assert_int_equal(riwalk_embed(both, 2, names, &s.embed, &joined, &report, &error), 0);
    assert_int_equal(riwalk_vectors_count(joined), 12);
    assert_int_equal(report.tokens, 2 * 10 * (3 + 2 + 2));
    riwalk_vectors_free(joined);
    joined = NULL;
    assert_int_equal(riwalk_embed(some, 2, names, &s.embed, &joined, &report, &error), 0);
    assert_int_equal(report.isolated, 2);
    riwalk_vectors_free(joined);
    assert_int_equal(riwalk_embed(mixed, 2, names, &s.embed, &joined, NULL, &error),
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
    riwalk_embed_estimate estimate;
    riwalk_embed_report report;
    riwalk_vectors *vectors;
    riwalk_error error;
    settings s;

    (void)state;
    start(&s, RIWALK_METHOD_DEEPWALK);
    vectors = embed(graph, &s.embed, &report);
    assert_int_equal(report.isolated, 3);
    assert_int_equal(report.pairs, 0);
    for (uint32_t i = 0; i < 48; i++)
        assert_true(vectors->values[i] == 0);
    assert_int_equal(riwalk_embed_foresee((const riwalk_graph *const[]){graph}, 1, NULL, &s.embed,
                                          &estimate, &error),
                     0);
    riwalk_vectors_free(vectors);
    riwalk_graph_free(graph);
}

/* ---- Combinations ---- */

static void parts_are_weighed_by_the_balance(void **state)
{
    riwalk_graph *graph = make_cliques();
    riwalk_vectors *first, *mixed;
    settings s;

    (void)state;
    start(&s, RIWALK_METHOD_RIWALK);
    s.training.dimensions = 8;
    first = embed(graph, &s.embed, NULL);
    s.training.dimensions = 15; /* 8 and 7 */
    s.embed.combine = &s.combine;
    s.combine.views = false;
    s.combine.balance = 0.2;
    mixed = embed(graph, &s.embed, NULL);
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

/* A path of nine nodes and an isolated one; 32 dimensions, 4 of them structure. */
static void views_tell_roles_apart(void **state)
{
    const uint32_t ends[] = {0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8};
    riwalk_graph *graph = build(10, 8, ends, NULL, false);
    riwalk_embed_report report;
    riwalk_vectors *v;
    double far = 0;
    settings s;

    (void)state;
    start(&s, RIWALK_METHOD_RIWALK);
    s.training.dimensions = 32;
    s.embed.combine = &s.combine;
    v = embed(graph, &s.embed, &report);
    assert_int_equal(report.isolated, 1);
    assert_true(report.kept && report.loss > 0);
    for (uint32_t row = 0; row < 9; row++) {
        const float *own = riwalk_vectors_row(v, row), *mirrored = riwalk_vectors_row(v, 8 - row);
        double structure = dot(own, own, 4);

        far += dot(own, own, 2) / structure / 9;
        assert_true(fabs(structure / dot(own, own, 32) - 0.125) < 1e-5);
        assert_true(dot(own, mirrored, 4) / structure > 1 - 1e-5);
        for (uint32_t other = row + 1; row < 4 && other < 5; other++)
            assert_true(dot(own, riwalk_vectors_row(v, other), 4) / structure < 0.99);
    }
    assert_true(far > 0.65); /* its columns deviate twice as much */
    assert_true(dot(riwalk_vectors_row(v, 9), riwalk_vectors_row(v, 9), 32) == 0);
    riwalk_vectors_free(v);
    riwalk_graph_free(graph);
}

/* In cliques all roles are the same: rounding must not be taken for structure. */
static void views_of_equal_nodes_are_zero(void **state)
{
    riwalk_graph *graph = make_cliques();
    riwalk_vectors *v;
    settings s;

    (void)state;
    start(&s, RIWALK_METHOD_RIWALK);
    s.embed.combine = &s.combine;
    v = embed(graph, &s.embed, NULL);
    for (uint32_t row = 0; row < 20; row++) {
        const float *own = riwalk_vectors_row(v, row);

        assert_true(dot(own, own, 2) == 0 && dot(own, own, 16) > 0);
    }
    riwalk_vectors_free(v);
    riwalk_graph_free(graph);
}

static void views_do_not_depend_on_threads(void **state)
{
    riwalk_graph *graph = make_graph(150, 3);
    riwalk_vectors *first = NULL;

    (void)state;
    for (int threads = 1; threads <= 3; threads++) {
        riwalk_vectors *v;
        settings s;

        start(&s, RIWALK_METHOD_RIWALK);
        s.embed.combine = &s.combine;
        s.embed.threads = threads;
        v = embed(graph, &s.embed, NULL);
        assert_true(!first || same(v, first));
        if (first)
            riwalk_vectors_free(v);
        else
            first = v;
    }
    riwalk_vectors_free(first);
    riwalk_graph_free(graph);
}

/* ---- Bad input ---- */

static void bad_options_are_refused(void **state)
{
    const double bad[] = {0, -1, NAN, INFINITY};
    riwalk_graph *graph = make_graph(20, 3);
    settings s;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        start(&s, RIWALK_METHOD_NODE2VEC);
        s.node2vec.p = bad[i];
        assert_refused(graph, &s.embed, "p is");
    }
    start(&s, RIWALK_METHOD_DEEPWALK);
    s.walks.walk_length = 1;
    assert_refused(graph, &s.embed, "at least 2");
    start(&s, RIWALK_METHOD_DEEPWALK);
    s.walks.walks = 0;
    assert_refused(graph, &s.embed, "0 walks");
    start(&s, RIWALK_METHOD_RIWALK);
    s.embed.combine = &s.combine;
    s.combine.balance = NAN;
    assert_refused(graph, &s.embed, "the balance is nan");
    s.combine.balance = 1.5;
    assert_refused(graph, &s.embed, "the balance is 1.5");
    s.combine.balance = 0.5;
    s.combine.walks = 0;
    assert_refused(graph, &s.embed, "0 walks");
    s.combine.walks = 10;
    s.combine.method = RIWALK_METHOD_RIWALK;
    assert_refused(graph, &s.embed, "only deepwalk and node2vec");
    s.combine.method = RIWALK_METHOD_NODE2VEC;
    s.embed.method = RIWALK_METHOD_NODE2VEC;
    assert_refused(graph, &s.embed, "with itself");
    s.embed.method = RIWALK_METHOD_RIWALK;
    s.training.dimensions = 2;
    assert_refused(graph, &s.embed, "at least 3 dimensions");
    s.combine.views = false;
    s.training.dimensions = 1;
    assert_refused(graph, &s.embed, "at least 2 dimensions");
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
    settings s;

    (void)state;
    start(&s, RIWALK_METHOD_DEEPWALK);
    s.training.epochs = 1000;
    s.embed.progress = cancel;
    assert_int_equal(riwalk_embed((const riwalk_graph *const[]){graph}, 1, NULL, &s.embed, &vectors,
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
    long before = rw_memory_blocks();
    riwalk_status status = RIWALK_STATUS_MEMORY;
    settings s;

    (void)state;
    start(&s, RIWALK_METHOD_RIWALK);
    s.embed.threads = 2;
    s.embed.combine = &s.combine;
    s.combine.method = RIWALK_METHOD_NODE2VEC;
    s.walks.walks = s.combine.walks = 2;
    s.walks.walk_length = s.combine.walk_length = 4;
    for (long permitted = 0; status; permitted++) {
        riwalk_vectors *vectors = NULL;
        riwalk_embed_estimate estimate;
        riwalk_error error = {0};

        rw_memory_permit(permitted);
        status = riwalk_embed(graphs, 2, names, &s.embed, &vectors, NULL, &error);
        riwalk_vectors_free(vectors);
        if (!status)
            status = riwalk_embed_foresee(graphs, 2, names, &s.embed, &estimate, &error);
        rw_memory_permit(-1);
        if (status)
            assert_int_equal(status, RIWALK_STATUS_MEMORY);
        assert_int_equal(rw_memory_blocks(), before);
    }
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
        cmocka_unit_test(views_tell_roles_apart),
        cmocka_unit_test(views_of_equal_nodes_are_zero),
        cmocka_unit_test(views_do_not_depend_on_threads),
        cmocka_unit_test(bad_options_are_refused),
        cmocka_unit_test(training_can_be_cancelled),
        cmocka_unit_test(every_failing_allocation_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
