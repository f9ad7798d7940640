/* SPDX-License-Identifier: MIT */
/* Burt's constraint against its definition over a dense matrix, and the search for holes. */
#include "base/rng.h"

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

#define NODES 30

/* The definition, word by word. */
static double slow_constraint(double w[NODES][NODES], int i)
{
    double sums[NODES] = {0}, result = 0;

    for (int u = 0; u < NODES; u++)
        for (int v = 0; v < NODES; v++)
            sums[u] += w[u][v];
    if (sums[i] == 0)
        return NAN;
    for (int j = 0; j < NODES; j++) {
        double local = w[i][j] / sums[i];

        if (w[i][j] == 0)
            continue;
        for (int q = 0; q < NODES; q++)
            if (q != i && q != j && sums[q] > 0)
                local += w[i][q] / sums[i] * w[q][j] / sums[q];
        result += local * local;
    }
    return result;
}

static void check_random_graph(uint64_t seed, bool weighted)
{
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, 0, 0), edges = 5 + seed * 7 % 300;
    double matrix[NODES][NODES] = {{0}}, first[NODES], other[NODES];
    uint32_t ends[2 * 305];
    float weights[305];
    riwalk_graph *graph = NULL;
    riwalk_holes_options options;

    for (uint64_t e = 0; e < edges; e++) {
        uint64_t bits = rw_rng_at(stream, e);
        /* Node 0 is a hub; nodes beyond 25 stay alone. */
        uint32_t u = bits >> 60 < 4 ? 0 : (uint32_t)(bits % 26), v = (uint32_t)(bits / 26 % 26);
        float weight = weighted ? 1 + (float)(bits / 676 % 9) : 1;

        ends[2 * e] = u;
        ends[2 * e + 1] = v;
        weights[e] = weight;
        if (u != v && (double)weight > matrix[u][v])
            matrix[u][v] = matrix[v][u] = (double)weight;
    }
    assert_int_equal(
        reference_build(NODES, edges, ends, weighted ? weights : NULL, NULL, &graph, NULL), 0);
    riwalk_holes_options_init(&options);
    for (options.run.threads = 1; options.run.threads < 4; options.run.threads++) {
        assert_int_equal(riwalk_graph_constraint(graph, &options, other, NULL), 0);
        if (options.run.threads == 1)
            memcpy(first, other, sizeof first);
        assert_memory_equal(first, other, sizeof first);
    }
    for (int i = 0; i < NODES; i++) {
        double slow = slow_constraint(matrix, i);

        assert_int_equal(isnan(slow), isnan(first[i]));
        if (!isnan(slow)) /* the order of at most 30 * 30 terms differs */
            assert_true(fabs(first[i] - slow) <= 1e-12 * slow);
    }
    riwalk_graph_free(graph);
}

static void constraints_equal_their_definition(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++)
        check_random_graph(seed, seed & 1);
}

/* In a star the hub has 1/n, and a leaf, which has the hub alone, 1. Were a hub's list gone through
 * for every leaf, this would take 10^11 steps. */
static void a_hub_costs_no_more_than_its_edges(void **state)
{
    const uint32_t leaves = 300000;
    uint32_t *ends = malloc(2 * (size_t)leaves * sizeof *ends);
    double *constraint = malloc(((size_t)leaves + 1) * sizeof *constraint);
    riwalk_graph *graph = NULL;

    (void)state;
    for (uint32_t i = 0; i < leaves; i++) {
        ends[2 * i] = 0;
        ends[2 * i + 1] = i + 1;
    }
    assert_int_equal(reference_build(leaves + 1, leaves, ends, NULL, NULL, &graph, NULL), 0);
    assert_int_equal(riwalk_graph_constraint(graph, NULL, constraint, NULL), 0);
    assert_true(fabs(constraint[0] * leaves - 1) < 1e-9);
    assert_true(constraint[1] == 1);
    assert_true(constraint[leaves] == 1);
    riwalk_graph_free(graph);
    free(constraint);
    free(ends);
}

static void directed_graphs_are_refused(void **state)
{
    const uint32_t ends[] = {0, 1};
    riwalk_build_options options;
    riwalk_graph *graph = NULL;
    double constraint[2];
    riwalk_error error;

    (void)state;
    riwalk_build_options_init(&options);
    options.directed = true;
    assert_int_equal(reference_build(2, 1, ends, NULL, &options, &graph, NULL), 0);
    assert_int_equal(riwalk_graph_constraint(graph, NULL, constraint, &error),
                     RIWALK_STATUS_ARGUMENT);
    assert_string_equal(error.message, "constraints are those of an undirected graph: read this "
                                       "one without its directions");
    riwalk_graph_free(graph);
}

/* Two stars of 4 leaves with their hubs 0 and 5 joined: the hubs are the two of least constraint,
 * and their vectors are alike. Node 10 has no edge, and another graph's node the same vector. */
static void hits_among_the_nearest(void **state)
{
    const uint32_t ends[] = {0, 1, 0, 2, 0, 3, 0, 4, 5, 6, 5, 7, 5, 8, 5, 9, 0, 5};
    static const char *const names[] = {"g:0", "g:1", "g:2", "g:3", "g:4",  "g:5",
                                        "g:6", "g:7", "g:8", "g:9", "g:10", "h:0"};
    const float values[] = {1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 2, 0.1f,
                            0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0};
    riwalk_vectors *vectors = NULL;
    riwalk_graph *graph = NULL;
    riwalk_holes_options options;
    riwalk_holes_scores scores = {.size = sizeof scores};
    double constraint[11];
    riwalk_error error;

    (void)state;
    assert_int_equal(reference_build(11, 9, ends, NULL, NULL, &graph, NULL), 0);
    assert_int_equal(riwalk_vectors_build(12, 2, names, values, &vectors, NULL), 0);
    assert_int_equal(riwalk_graph_constraint(graph, NULL, constraint, NULL), 0);
    riwalk_holes_options_init(&options);
    assert_int_equal(riwalk_holes(graph, constraint, vectors, &options, &scores, &error),
                     RIWALK_STATUS_ARGUMENT);
    assert_string_equal(error.message,
                        "no node of the graph is in the vectors: it has '0', they have 'g:0'");
    options.prefix = "g";
    options.top = 2;
    assert_int_equal(riwalk_holes(graph, constraint, vectors, &options, &scores, &error), 0);
    assert_int_equal(scores.nodes, 10);
    assert_int_equal(scores.missing, 0);
    assert_int_equal(scores.node, 0);
    assert_true(fabs(scores.constraint - 0.2) < 1e-12);
    assert_int_equal(scores.hits, 1);
    assert_true(fabs(scores.expected - 2.0 * 1 / 9) < 1e-12);
    options.top = 300;
    assert_int_equal(riwalk_holes(graph, constraint, vectors, &options, &scores, &error), 0);
    assert_int_equal(scores.top, 9);
    riwalk_vectors_free(vectors);
    riwalk_graph_free(graph);
}

static void every_failing_allocation_is_an_error(void **state)
{
    const uint32_t ends[] = {0, 1, 1, 2};
    static const char *const names[] = {"0", "1", "2"};
    const float values[] = {1, 2, 3};
    riwalk_holes_scores scores = {.size = sizeof scores};
    riwalk_vectors *vectors = NULL;
    riwalk_graph *graph = NULL;
    double constraint[3];

    (void)state;
    assert_int_equal(reference_build(3, 2, ends, NULL, NULL, &graph, NULL), 0);
    assert_int_equal(riwalk_vectors_build(3, 1, names, values, &vectors, NULL), 0);
    check_allocations(0, riwalk_graph_constraint(graph, NULL, constraint, &failure));
    check_allocations(0, riwalk_holes(graph, constraint, vectors, NULL, &scores, &failure));
    riwalk_vectors_free(vectors);
    riwalk_graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constraints_equal_their_definition),
        cmocka_unit_test(a_hub_costs_no_more_than_its_edges),
        cmocka_unit_test(directed_graphs_are_refused),
        cmocka_unit_test(hits_among_the_nearest),
        cmocka_unit_test(every_failing_allocation_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
