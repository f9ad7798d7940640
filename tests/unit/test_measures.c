/* SPDX-License-Identifier: MIT */
/* Triangles and measures against their definitions, and the columns that measures become. */
#include "graph/graph.h"
#include "roles/measures.h"
#include "unit/test.h"

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
    return (double)reference_triangles(graph, node);
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
    ok(rw_measures_find(graph, &(riwalk_run){.threads = threads}, values, &failure));
    return values;
}

TEST(measures_are_as_defined)
{
    for (uint64_t seed = 0; seed < 2 * REFERENCE_GRAPH_KINDS; seed++) {
        scoped_graph *graph = reference_graph(seed % REFERENCE_GRAPH_KINDS, seed, 24);
        double *values = measure(graph, 1), *again = measure(graph, 3);

        for (uint32_t u = 0; u < graph->node_count; u++)
            check_node(graph, u, values + (size_t)u * RW_MEASURES);
        assert_memory_equal(values, again,
                            (size_t)graph->node_count * RW_MEASURES * sizeof *values);
        free(values);
        free(again);
    }
}

/* Of all nodes with neighbours they have mean 0 and deviation 1; squares follow from them. */
TEST(columns_are_standard)
{
    enum {
        COUNT = 5,
        DIMENSIONS = 12
    };
    scoped_graph *graph = reference_graph_of_size(8, 1, 60, 100);
    double *values = measure(graph, 1), sums[COUNT] = {0}, squares[COUNT] = {0}, nodes = 0;
    rw_measures_fit fit;

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
}

/* In a cycle all nodes are alike; what remains is no reason to blow rounding errors up. */
TEST(what_is_the_same_everywhere_is_a_column_of_zeros)
{
    scoped_graph *graph = JOINED(50, 50, i, (i + 1) % 50);
    rw_measures_fit fit;
    scoped double *values = measure(graph, 2);

    rw_measures_fit_to(graph, values, RW_MEASURES, &fit);
    for (uint32_t u = 0; u < 50; u++) {
        float vector[2 * RW_MEASURES];

        rw_measures_write(&fit, values + (size_t)u * RW_MEASURES, 2 * RW_MEASURES, vector);
        for (unsigned i = 0; i < RW_MEASURES; i++)
            assert_true(vector[2 * i] == 0 && vector[2 * i + 1] == 0);
    }
}
