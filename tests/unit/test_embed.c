/* SPDX-License-Identifier: MIT */
/* Embedding end to end: repeatable, the same with kept and with regenerated walks, within memory.
 */
#include "base/parallel.h"
#include "embedding.h"
#include "vectors/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "failing.h"
#include "reference/pairs.h"
#include "riwalk_analysis.h"

/* Enough for several shards, so that threads have something to divide. */
#ifdef SHORT_TESTS
#define NODES 800
#else
#define NODES 3000
#endif

static void start(riwalk_options *s)
{
    riwalk_options_init(s);
    s->walks = 10;
    s->dimensions = 16;
    s->epochs = 2;
}

static void assert_same(const riwalk_vectors *a, const riwalk_vectors *b)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->values, b->values, (size_t)a->count * a->dimensions * sizeof(float));
}

static void threads_and_memory_have_no_effect(void **state)
{
    static const int threads[] = {1, 2, 3, 8};
    riwalk_graph *graph = make_graph(NODES, 3);
    riwalk_vectors *first = NULL;
    riwalk_options s;

    (void)state;
    start(&s);
    s.walks = 16; /* so that they take more memory than making them again */
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        riwalk_embed_report report = {.size = sizeof report};
        riwalk_vectors *vectors;

        s.run.threads = threads[i];
        s.memory = 0;
        vectors = embed(graph, &s, &report);
        assert_true(report.kept);
        if (!first)
            first = vectors;
        else
            assert_same(first, vectors);
        s.memory = report.memory_bytes - 1;
        if (vectors != first)
            riwalk_vectors_free(vectors);
        vectors = embed(graph, &s, &report);
        assert_false(report.kept);
        assert_same(first, vectors);
        riwalk_vectors_free(vectors);
    }
    s.memory = 0;
    s.seed = 2;
    riwalk_vectors *other = embed(graph, &s, NULL);
    assert_memory_not_equal(first->values, other->values, 16 * sizeof(float));
    riwalk_vectors_free(other);
    riwalk_vectors_free(first);
    riwalk_graph_free(graph);
}

/* ---- Several at once ---- */

#define CALLERS 8
#define LABELLED 60

typedef struct callers {
    const riwalk_graph *graph;
    riwalk_options options[4];
    riwalk_model *model;
    riwalk_vectors *labelled;
    riwalk_node_labels *labels;
    riwalk_vectors *vectors[CALLERS];
    riwalk_classify_scores scores[CALLERS][4];
} callers;

/* Four kinds of embedding, a transformation on one and on two threads, and a classification. */
static riwalk_status call_task(void *context, size_t task, int worker, riwalk_error *error)
{
    static const double ratios[] = {0.3, 0.6};
    riwalk_transform_options transform;
    riwalk_classify_options classify;
    callers *c = context;

    (void)worker;
    riwalk_transform_options_init(&transform);
    riwalk_classify_options_init(&classify);
    transform.run.threads = classify.run.threads = 1 + (int)task % 2;
    classify.repeats = 2;
    if (task < 4)
        return riwalk_embed(&c->graph, 1, NULL, &c->options[task], &c->vectors[task], NULL, NULL,
                            error);
    if (task >= 6 && task < 8)
        return riwalk_classify(c->labelled, c->labels, ratios, 2, &classify, c->scores[task],
                               error);
    return riwalk_model_transform(c->model, &c->graph, 1, NULL, &transform, &c->vectors[task], NULL,
                                  error);
}

static void make_calls(callers *c, const riwalk_graph *graph)
{
    const char *ids[LABELLED], *names[LABELLED];
    char numbers[LABELLED][12];

    c->graph = graph;
    for (int i = 0; i < 4; i++) {
        start(&c->options[i]);
        c->options[i].run.threads = 1 + i % 2;
        c->options[i].method = i < 3 ? RIWALK_METHOD_RIWALK : RIWALK_METHOD_GRAPHWAVE;
    }
    c->options[0].trainer = RIWALK_TRAINER_FACTOR;
    c->options[1].trainer = RIWALK_TRAINER_FACTOR;
    c->options[1].view.identifier = RIWALK_IDENTIFIER_WL;
    c->options[3].dimensions = 32;
    assert_int_equal(
        riwalk_embed(&graph, 1, NULL, &c->options[2], &c->labelled, &c->model, NULL, NULL), 0);
    for (uint32_t i = 0; i < LABELLED; i++) {
        snprintf(numbers[i], sizeof numbers[i], "%u", i);
        ids[i] = numbers[i];
        names[i] = i % 3 ? "a" : "b";
    }
    assert_int_equal(
        riwalk_node_labels_build(LABELLED, ids, names, c->labelled, NULL, &c->labels, NULL), 0);
}

/* A program may call from any number of threads, for what it likes. */
static void callers_do_not_disturb_each_other(void **state)
{
    riwalk_graph *graph = make_graph(200, 3);
    callers c = {.graph = NULL}, alone;
    riwalk_error error;

    (void)state;
    make_calls(&c, graph);
    alone = c;
    assert_int_equal(rw_parallel(CALLERS, CALLERS, call_task, &c, &error), 0);
    for (size_t i = 0; i < CALLERS; i++) {
        assert_int_equal(call_task(&alone, i, 0, &error), 0);
        if (c.vectors[i])
            assert_same(alone.vectors[i], c.vectors[i]);
        assert_memory_equal(alone.scores[i], c.scores[i], sizeof c.scores[i]);
        riwalk_vectors_free(alone.vectors[i]);
        riwalk_vectors_free(c.vectors[i]);
    }
    riwalk_node_labels_free(c.labels);
    riwalk_vectors_free(c.labelled);
    riwalk_model_free(c.model);
    riwalk_graph_free(graph);
}

static void a_limit_that_is_too_low_is_refused(void **state)
{
    riwalk_graph *graph = make_graph(500, 3);
    const riwalk_graph *graphs[] = {graph};
    riwalk_estimate estimate = {.size = sizeof estimate};
    riwalk_vectors *vectors = NULL;
    riwalk_error error;
    riwalk_options s;

    (void)state;
    start(&s);
    s.walks = 16; /* so that they take more memory than making them again */
    s.run.threads = 1;
    s.walks = 60; /* whose tokens take more than what is prepared for hubs */
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
    riwalk_graph_free(graph);
}

static void isolated_nodes_get_zeros(void **state)
{
    uint32_t ends[] = {0, 1, 1, 2, 2, 3};
    riwalk_graph *graph = NULL;
    riwalk_vectors *vectors;
    riwalk_embed_report report = {.size = sizeof report};
    riwalk_error error;
    riwalk_options s;

    (void)state;
    start(&s);
    assert_int_equal(reference_build(6, 3, ends, NULL, NULL, &graph, &error), 0);
    vectors = embed(graph, &s, &report);
    assert_int_equal(report.isolated, 2);
    assert_int_equal(vectors->count, 6);
    for (uint32_t row = 0; row < 6; row++) {
        double norm = 0;

        for (uint32_t i = 0; i < 16; i++)
            norm += fabs((double)riwalk_vectors_row(vectors, row)[i]);
        assert_true(isfinite(norm));
        assert_int_equal(norm > 0, row < 4);
    }
    riwalk_vectors_free(vectors);
    riwalk_graph_free(graph);
}

/* Two graphs in one space: names carry the graph's; equal graphs give close vectors. */
static void several_graphs_share_a_space(void **state)
{
    riwalk_graph *one = make_graph(200, 3), *two = make_graph(200, 3);
    const riwalk_graph *graphs[] = {one, two};
    const char *names[] = {"a", "b"};
    riwalk_vectors *vectors = NULL;
    riwalk_error error;
    uint32_t row;
    riwalk_options s;

    (void)state;
    start(&s);
    assert_int_equal(riwalk_embed(graphs, 2, NULL, &s, &vectors, NULL, NULL, &error),
                     RIWALK_STATUS_ARGUMENT);
    assert_int_equal(riwalk_embed(graphs, 2, names, &s, &vectors, NULL, NULL, &error), 0);
    assert_int_equal(riwalk_vectors_count(vectors), 400);
    assert_true(riwalk_vectors_find(vectors, "a:7", 3, &row));
    assert_int_equal(row, 7);
    assert_true(riwalk_vectors_find(vectors, "b:7", 3, &row));
    assert_int_equal(row, 207);
    riwalk_vectors_free(vectors);
    riwalk_graph_free(one);
    riwalk_graph_free(two);
}

static int cancel(const riwalk_progress *progress, void *data)
{
    (void)data;
    return !strcmp(progress->stage, "training");
}

static void training_can_be_cancelled(void **state)
{
    riwalk_graph *graph = make_graph(3000, 3);
    const riwalk_graph *graphs[] = {graph};
    riwalk_vectors *vectors = NULL;
    riwalk_error error;
    riwalk_options s;

    (void)state;
    start(&s);
    s.epochs = 1000;
    s.run.progress = cancel;
    assert_int_equal(riwalk_embed(graphs, 1, NULL, &s, &vectors, NULL, NULL, &error),
                     RIWALK_STATUS_CANCELLED);
    assert_null(vectors);
    riwalk_graph_free(graph);
}

static void bad_options_are_refused(void **state)
{
    riwalk_graph *graph = make_graph(20, 3);
    const riwalk_graph *graphs[] = {graph};
    riwalk_vectors *vectors = NULL;
    riwalk_error error;
    riwalk_options s;

    (void)state;
    start(&s);
    s.dimensions = 0;
    assert_int_equal(riwalk_embed(graphs, 1, NULL, &s, &vectors, NULL, NULL, &error),
                     RIWALK_STATUS_ARGUMENT);
    start(&s);
    s.view.radius = 0;
    assert_int_equal(riwalk_embed(graphs, 1, NULL, &s, &vectors, NULL, NULL, &error),
                     RIWALK_STATUS_ARGUMENT);
    assert_int_equal(riwalk_embed(graphs, 0, NULL, NULL, &vectors, NULL, NULL, &error),
                     RIWALK_STATUS_ARGUMENT);
    assert_int_equal(riwalk_embed(graphs, 1, NULL, NULL, NULL, NULL, NULL, &error),
                     RIWALK_STATUS_ARGUMENT);
    riwalk_graph_free(graph);
}

static void every_failing_allocation_is_an_error(void **state)
{
    riwalk_graph *graph = make_graph(20, 3);
    const riwalk_graph *graphs[] = {graph, graph};
    const char *names[] = {"a", "b"};
    riwalk_estimate estimate = {.size = sizeof estimate};
    riwalk_vectors *vectors = NULL;
    riwalk_options s;

    (void)state;
    start(&s);
    s.run.threads = 2;
    s.epochs = 1;
    check_allocations_of(0, vectors, riwalk_vectors_free(vectors),
                         riwalk_embed(graphs, 2, names, &s, &vectors, NULL, NULL, &failure));
    check_allocations(0, riwalk_embed_estimate(graphs, 2, names, &s, &estimate, &failure));
    riwalk_graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_and_memory_have_no_effect),
        cmocka_unit_test(callers_do_not_disturb_each_other),
        cmocka_unit_test(a_limit_that_is_too_low_is_refused),
        cmocka_unit_test(isolated_nodes_get_zeros),
        cmocka_unit_test(several_graphs_share_a_space),
        cmocka_unit_test(training_can_be_cancelled),
        cmocka_unit_test(bad_options_are_refused),
        cmocka_unit_test(every_failing_allocation_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
