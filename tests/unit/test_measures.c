/* SPDX-License-Identifier: MIT */
/* Triangles and measures against their definitions, and the columns that measures become. */
#include "graph/triangles.h"
#include "reference/graphs.h"
#include "reference/pairs.h"
#include "roles/measures.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "failing.h"

static bool joined(const riwalk_graph *graph, uint32_t u, uint32_t v)
{
    for (uint64_t a = graph->offsets[u]; a < graph->offsets[u + 1]; a++)
        if (graph->neighbors[a] == v)
            return true;
    return false;
}

/* By looking at all pairs of neighbours. */
static uint64_t triangles_of(const riwalk_graph *graph, uint32_t node)
{
    const uint32_t *row = graph->neighbors + graph->offsets[node];
    uint64_t count = 0;

    for (uint32_t i = 0; i < rw_degree(graph, node); i++)
        for (uint32_t j = 0; j < i; j++)
            count += joined(graph, row[i], row[j]);
    return count;
}

static void triangles_are_pairs_of_joined_neighbours(void **state)
{
    uint64_t all = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 3 * REFERENCE_GRAPH_KINDS; seed++) {
        riwalk_graph *graph = reference_graph(seed % REFERENCE_GRAPH_KINDS, seed, 80);

        for (int threads = 1; threads <= 3; threads++) {
            atomic_uint_least64_t *counts = calloc(graph->node_count, sizeof *counts);

            assert_int_equal(
                rw_triangles_count(graph, &(riwalk_run){.threads = threads}, counts, NULL), 0);
            for (uint32_t u = 0; u < graph->node_count; u++) {
                assert_int_equal(counts[u], triangles_of(graph, u));
                all += counts[u];
            }
            free(counts);
        }
        riwalk_graph_free(graph);
    }
    assert_true(all > 10000);
}

/* ---- Measures, each by its own words in measures.c ---- */

static double degree(const riwalk_graph *graph, uint32_t node)
{
    return rw_degree(graph, node);
}

static double inverse_degree(const riwalk_graph *graph, uint32_t node)
{
    return 1 / degree(graph, node);
}

static double triangles(const riwalk_graph *graph, uint32_t node)
{
    return (double)triangles_of(graph, node);
}

static double log_degree(const riwalk_graph *graph, uint32_t node)
{
    return log(1 + degree(graph, node));
}

static double log_triangles(const riwalk_graph *graph, uint32_t node)
{
    return log(1 + triangles(graph, node));
}

/* The mean of something over neighbours, and of that over neighbours, so many times. */
static double mean(const riwalk_graph *graph, uint32_t node, unsigned times,
                   double (*of)(const riwalk_graph *, uint32_t))
{
    double sum = 0;

    if (!times)
        return of(graph, node);
    for (uint64_t a = graph->offsets[node]; a < graph->offsets[node + 1]; a++)
        sum += mean(graph, graph->neighbors[a], times - 1, of);
    return sum / rw_degree(graph, node);
}

static void check_node(const riwalk_graph *graph, uint32_t u, const double *values)
{
    double expected[RW_MEASURES] = {0};

    if (rw_degree(graph, u)) {
        double by_definition[] = {
            mean(graph, u, 0, log_degree),
            mean(graph, u, 0, log_triangles),
            mean(graph, u, 1, log_degree),
            mean(graph, u, 1, log_triangles),
            mean(graph, u, 3, log_degree),
            log(1 + mean(graph, u, 1, degree)),
            log(1 + mean(graph, u, 1, triangles)),
            log(1 + mean(graph, u, 2, degree)),
            log(mean(graph, u, 1, inverse_degree) + 0.001),
        };

        memcpy(expected, by_definition, sizeof expected);
    }
    for (unsigned i = 0; i < RW_MEASURES; i++)
        if (!(fabs(values[i] - expected[i]) < 1e-12 * (1 + fabs(expected[i]))))
            fail_msg("measure %u of node %u is %.17g, not %.17g", i, u, values[i], expected[i]);
}

static double *measure(const riwalk_graph *graph, int threads)
{
    size_t count = (size_t)graph->node_count * RW_MEASURES;
    double *values = malloc(count * sizeof *values);

    memset(values, 0xff, count * sizeof *values);
    assert_int_equal(rw_measures_find(graph, &(riwalk_run){.threads = threads}, values, NULL), 0);
    return values;
}

static void measures_are_as_defined(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 2 * REFERENCE_GRAPH_KINDS; seed++) {
        riwalk_graph *graph = reference_graph(seed % REFERENCE_GRAPH_KINDS, seed, 24);
        double *values = measure(graph, 1), *again = measure(graph, 3);

        for (uint32_t u = 0; u < graph->node_count; u++)
            check_node(graph, u, values + (size_t)u * RW_MEASURES);
        assert_memory_equal(values, again,
                            (size_t)graph->node_count * RW_MEASURES * sizeof *values);
        free(values);
        free(again);
        riwalk_graph_free(graph);
    }
}

/* ---- Columns ---- */

/* Of all nodes with neighbours they have mean 0 and deviation 1; squares follow from them. */
static void columns_are_standard(void **state)
{
    enum {
        COUNT = 5,
        DIMENSIONS = 12
    };
    riwalk_graph *graph = reference_graph_of_size(8, 1, 60, 100);
    double *values = measure(graph, 1), sums[COUNT] = {0}, squares[COUNT] = {0}, nodes = 0;
    rw_measures_fit fit;

    (void)state;
    rw_measures_fit_to(graph, values, COUNT, &fit);
    for (uint32_t u = 0; u < graph->node_count; u++) {
        float vector[DIMENSIONS] = {7, 8}, *columns = vector + DIMENSIONS - 2 * COUNT;

        if (!rw_degree(graph, u))
            continue;
        rw_measures_write(&fit, values + (size_t)u * RW_MEASURES, DIMENSIONS, vector);
        assert_true(vector[0] == 7 && vector[1] == 8); /* others are left alone */
        nodes++;
        for (unsigned i = 0; i < COUNT; i++) {
            double value = (double)columns[2 * i], cut = fmin(fabs(value), 3);

            assert_true(fabs((double)columns[2 * i + 1] - (cut * cut - 1) / 2) < 1e-5);
            sums[i] += value;
            squares[i] += value * value;
        }
    }
    for (unsigned i = 0; i < COUNT; i++) {
        assert_true(fabs(sums[i]) < 1e-4 * nodes);
        assert_true(fabs(squares[i] / nodes - 1) < 1e-4);
    }
    free(values);
    riwalk_graph_free(graph);
}

/* In a cycle all nodes are alike; what remains is no reason to blow rounding errors up. */
static void what_is_the_same_everywhere_is_a_column_of_zeros(void **state)
{
    uint32_t ends[2 * 50];
    riwalk_graph *graph = NULL;
    rw_measures_fit fit;
    double *values;

    (void)state;
    for (uint32_t i = 0; i < 50; i++) {
        ends[2 * i] = i;
        ends[2 * i + 1] = (i + 1) % 50;
    }
    assert_int_equal(reference_build(50, 50, ends, NULL, NULL, &graph, NULL), 0);
    values = measure(graph, 2);
    rw_measures_fit_to(graph, values, RW_MEASURES, &fit);
    for (uint32_t u = 0; u < 50; u++) {
        float vector[2 * RW_MEASURES];

        rw_measures_write(&fit, values + (size_t)u * RW_MEASURES, 2 * RW_MEASURES, vector);
        for (unsigned i = 0; i < RW_MEASURES; i++)
            assert_true(vector[2 * i] == 0 && vector[2 * i + 1] == 0);
    }
    free(values);
    riwalk_graph_free(graph);
}

static void a_quarter_of_the_columns_at_most(void **state)
{
    (void)state;
    assert_int_equal(rw_measures_room(1), 0);
    assert_int_equal(rw_measures_room(7), 0);
    assert_int_equal(rw_measures_room(8), 1);
    assert_int_equal(rw_measures_room(64), 8);
    assert_int_equal(rw_measures_room(128), RW_MEASURES);
    assert_int_equal(rw_measures_room(4096), RW_MEASURES);
}

static void every_failing_allocation_is_an_error(void **state)
{
    riwalk_graph *graph = reference_graph_of_size(0, 1, 20, 40);
    double *values = malloc((size_t)graph->node_count * RW_MEASURES * sizeof *values);
    const riwalk_run run = {.threads = 2};

    (void)state;
    check_allocations(4, rw_measures_find(graph, &run, values, &failure));
    free(values);
    riwalk_graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_are_pairs_of_joined_neighbours),
        cmocka_unit_test(measures_are_as_defined),
        cmocka_unit_test(columns_are_standard),
        cmocka_unit_test(what_is_the_same_everywhere_is_a_column_of_zeros),
        cmocka_unit_test(a_quarter_of_the_columns_at_most),
        cmocka_unit_test(every_failing_allocation_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
