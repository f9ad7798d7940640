/* SPDX-License-Identifier: MIT */
/* Second-order walks: every step against the definition, by chi-square. */
#include "base/rng.h"
#include "methods/node2vec/second_order.h"
#include "reference/pairs.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define NODES 24
#define DRAWS 3000

/* A random graph; weights over two orders of magnitude where weighted. */
static riwalk_graph *make_graph(uint64_t seed, double density, bool directed, bool weighted)
{
    static uint32_t ends[2 * NODES * NODES];
    static float weights[NODES * NODES];
    riwalk_build_options options;
    riwalk_graph *graph = NULL;
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, 0, 0), draw = 0, count = 0;
    riwalk_error error;

    for (uint32_t u = 0; u < NODES; u++)
        for (uint32_t v = directed ? 0 : u + 1; v < NODES; v++) {
            if (u == v || rw_rng_unit(rw_rng_at(stream, draw++)) >= density)
                continue;
            ends[2 * count] = u;
            ends[2 * count + 1] = v;
            weights[count++] = (float)pow(10, 2 * rw_rng_unit(rw_rng_at(stream, draw++)) - 1);
        }
    riwalk_build_options_init(&options);
    options.directed = directed;
    assert_int_equal(
        reference_build(NODES, count, ends, weighted ? weights : NULL, &options, &graph, &error),
        0);
    return graph;
}

static rw_second_order make_walks(const riwalk_graph *graph, double p, double q)
{
    rw_second_order walks;
    riwalk_error error;

    assert_int_equal(rw_second_order_init(&walks, graph, p, q, 1, 2, &error), 0);
    return walks;
}

static bool has_edge(const riwalk_graph *graph, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < riwalk_graph_degree(graph, from); i++)
        if (riwalk_graph_neighbors(graph, from)[i] == to)
            return true;
    return false;
}

/* The definition: probabilities of all nodes after `node`, entered from `previous`. */
static void define_step(const riwalk_graph *graph, double p, double q, uint32_t previous,
                        uint32_t node, double *probabilities)
{
    const float *weights = riwalk_graph_weights(graph, node);
    double sum = 0;

    memset(probabilities, 0, NODES * sizeof *probabilities);
    for (uint32_t i = 0; i < riwalk_graph_degree(graph, node); i++) {
        uint32_t x = riwalk_graph_neighbors(graph, node)[i];
        double bias = previous == RW_NO_NODE         ? 1
                      : x == previous                ? 1 / p
                      : has_edge(graph, previous, x) ? 1
                                                     : 1 / q;

        sum += probabilities[x] = (weights ? (double)weights[i] : 1) * bias;
    }
    for (uint32_t x = 0; x < NODES; x++)
        probabilities[x] /= sum;
}

/* Draws steps and adds to the statistic and its degrees of freedom. Rare nodes are one class. */
static void add_chi_square(const rw_second_order *walks, const double *probabilities,
                           uint32_t previous, uint32_t node, double *statistic, double *freedom)
{
    double counts[NODES] = {0}, rare_count = 0, rare_expected = 0;
    uint64_t stream = rw_rng_stream(7, RW_STAGE_NODE_WALK, node, previous);

    for (uint64_t d = 0; d < DRAWS; d++) {
        uint32_t x = rw_second_order_step(walks, previous, node, rw_rng_at(stream, d));

        assert_true(x < NODES && probabilities[x] > 0);
        counts[x]++;
    }
    for (uint32_t x = 0; x < NODES; x++) {
        double expected = probabilities[x] * DRAWS;

        if (expected < 10) {
            rare_count += counts[x];
            rare_expected += expected;
            continue;
        }
        *statistic += (counts[x] - expected) * (counts[x] - expected) / expected;
        *freedom += 1;
    }
    if (rare_expected >= 10) {
        *statistic += (rare_count - rare_expected) * (rare_count - rare_expected) / rare_expected;
        *freedom += 1;
    } else { /* too few to be classed: at most so many, but once in a million */
        assert_true(rare_count < rare_expected + 6 * sqrt(rare_expected) + 10);
    }
    *freedom -= 1;
}

/* How many deviations the statistic is above its mean, over some steps of every node. */
static double excess(const riwalk_graph *graph, const rw_second_order *walks, double p, double q)
{
    double statistic = 0, freedom = 0, probabilities[NODES];

    for (uint32_t node = 0; node < NODES; node++)
        for (uint32_t previous = 0; previous < NODES; previous += 5) {
            uint32_t from = previous ? previous : RW_NO_NODE;

            if (!riwalk_graph_degree(graph, node) ||
                (from != RW_NO_NODE && !has_edge(graph, from, node)))
                continue;
            define_step(graph, p, q, from, node, probabilities);
            add_chi_square(walks, probabilities, from, node, &statistic, &freedom);
        }
    assert_true(freedom > 50);
    return (statistic - freedom) / sqrt(2 * freedom);
}

static void steps_follow_the_definition(void **state)
{
    static const double biases[][2] = {{1, 1}, {0.25, 4}, {4, 0.25}, {0.25, 0.25}, {4, 4}, {1, 2}};
    /* Nearly every attempt fails: what is left is decided by looking at all neighbours. */
    static const double extreme[][2] = {{1e-3, 1e3}, {1e3, 1e-3}, {1e3, 1e3}, {1e-3, 1e-3}};

    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        riwalk_graph *graph = make_graph(3 + (uint64_t)kind, 0.3, kind & 1, kind & 2);
        riwalk_graph *dense = make_graph(9 + (uint64_t)kind, 0.9, kind & 1, kind & 2);

        for (size_t b = 0; b < sizeof biases / sizeof *biases; b++) {
            rw_second_order walks = make_walks(graph, biases[b][0], biases[b][1]);

            assert_true(excess(graph, &walks, biases[b][0], biases[b][1]) < 5);
            rw_second_order_free(&walks);
        }
        for (size_t b = 0; b < sizeof extreme / sizeof *extreme; b++) {
            rw_second_order walks = make_walks(dense, extreme[b][0], extreme[b][1]);

            assert_true(excess(dense, &walks, extreme[b][0], extreme[b][1]) < 5);
            rw_second_order_free(&walks);
        }
        riwalk_graph_free(graph);
        riwalk_graph_free(dense);
    }
}

/* The statistic would see a bias that is a third off, and weights that are not used. */
static void the_statistic_has_power(void **state)
{
    riwalk_graph *graph = make_graph(3, 0.3, true, true);
    riwalk_graph plain = *graph;
    rw_second_order walks = make_walks(graph, 0.5, 2);

    (void)state;
    assert_true(excess(graph, &walks, 0.5, 2) < 5);
    assert_true(excess(graph, &walks, 0.5, 2.7) > 10);
    assert_true(excess(graph, &walks, 0.7, 2) > 10);
    rw_second_order_free(&walks);
    plain.weights = NULL;
    walks = make_walks(&plain, 0.5, 2);
    assert_true(excess(graph, &walks, 0.5, 2) > 10);
    rw_second_order_free(&walks);
    riwalk_graph_free(graph);
}

static void walks_follow_edges_and_end_at_sinks(void **state)
{
    uint32_t ends[] = {0, 1, 1, 2, 2, 3, 0, 4, 4, 0};
    const float weights[] = {1, 0, 2, 0, 0}; /* 0 -> 1, 0 -> 4, 1 -> 2, 2 -> 3, 4 -> 0 */
    riwalk_graph *graph = NULL, zeros;
    riwalk_build_options options;
    rw_second_order walks;
    riwalk_error error;
    uint32_t nodes[6];

    (void)state;
    riwalk_build_options_init(&options);
    options.directed = true;
    assert_int_equal(reference_build(6, 5, ends, NULL, &options, &graph, &error), 0);
    walks = make_walks(graph, 2, 0.5);
    assert_int_equal(rw_second_order_walk(&walks, 1, 0, 6, nodes), 3);
    assert_int_equal(nodes[0], 1);
    assert_int_equal(nodes[1], 2);
    assert_int_equal(nodes[2], 3);
    assert_int_equal(rw_second_order_walk(&walks, 1, 0, 2, nodes), 2);
    assert_int_equal(rw_second_order_walk(&walks, 3, 0, 6, nodes), 1);
    assert_int_equal(rw_second_order_walk(&walks, 5, 0, 6, nodes), 1);
    rw_second_order_free(&walks);
    /* Edges of weight 0 are never taken; a node with no others is an end. */
    zeros = *graph;
    zeros.weights = weights;
    walks = make_walks(&zeros, 2, 0.5);
    for (uint32_t w = 0; w < 100; w++) {
        assert_int_equal(rw_second_order_walk(&walks, 0, w, 6, nodes), 3);
        assert_int_equal(nodes[1], 1);
        assert_int_equal(rw_second_order_walk(&walks, 4, w, 6, nodes), 1);
    }
    rw_second_order_free(&walks);
    riwalk_graph_free(graph);
}

static void a_walk_depends_on_seed_node_and_number(void **state)
{
    riwalk_graph *graph = make_graph(5, 0.4, false, true);
    rw_second_order walks = make_walks(graph, 0.5, 2);
    uint32_t first[4][20], again[20];

    (void)state;
    for (uint32_t w = 0; w < 4; w++) {
        assert_int_equal(rw_second_order_walk(&walks, 3, w, 20, first[w]), 20);
        assert_int_equal(first[w][0], 3);
        for (uint32_t t = 1; t < 20; t++)
            assert_true(has_edge(graph, first[w][t - 1], first[w][t]));
    }
    assert_memory_not_equal(first[0], first[1], sizeof first[0]);
    assert_int_equal(rw_second_order_walk(&walks, 3, 2, 10, again), 10);
    assert_memory_equal(again, first[2], 10 * sizeof *again);
    walks.seed = 2;
    rw_second_order_walk(&walks, 3, 2, 20, again);
    assert_memory_not_equal(again, first[2], sizeof again);
    rw_second_order_free(&walks);
    riwalk_graph_free(graph);
}

static void values_without_meaning_are_refused(void **state)
{
    const double bad[] = {0, -1, NAN, INFINITY, 1e-31, 1e31};
    const float bad_weights[] = {-1, NAN, INFINITY};
    riwalk_graph *graph = make_graph(5, 0.4, false, true), changed = *graph;
    float *weights = malloc(graph->arc_count * sizeof *weights);
    rw_second_order walks;
    riwalk_error error;

    (void)state;
    assert_non_null(weights);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(rw_second_order_init(&walks, graph, bad[i], 1, 1, 1, &error),
                         RIWALK_STATUS_ARGUMENT);
        assert_non_null(strstr(error.message, "p is"));
        assert_int_equal(rw_second_order_init(&walks, graph, 1, bad[i], 1, 1, &error),
                         RIWALK_STATUS_ARGUMENT);
        assert_non_null(strstr(error.message, "q is"));
    }
    memcpy(weights, graph->weights, graph->arc_count * sizeof *weights);
    changed.weights = weights;
    for (size_t i = 0; i < sizeof bad_weights / sizeof *bad_weights; i++) {
        weights[graph->arc_count / 2] = bad_weights[i];
        assert_int_equal(rw_second_order_init(&walks, &changed, 1, 1, 1, 2, &error),
                         RIWALK_STATUS_ARGUMENT);
        assert_non_null(strstr(error.message, "not negative"));
    }
    free(weights);
    riwalk_graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_follow_the_definition),
        cmocka_unit_test(the_statistic_has_power),
        cmocka_unit_test(walks_follow_edges_and_end_at_sinks),
        cmocka_unit_test(a_walk_depends_on_seed_node_and_number),
        cmocka_unit_test(values_without_meaning_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
