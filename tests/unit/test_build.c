/* SPDX-License-Identifier: MIT */
/* Building a graph from an edge list: against an adjacency matrix, at several thread counts. */
#include "base/rng.h"
#include "graph/graph.h"
#include "reference/graphs.h"
#include "unit/test.h"

#define NODES 40

/* Checks every row of the graph against a dense matrix of the heaviest weights. */
static void check_against_matrix(uint64_t seed, bool directed, bool weighted, int threads)
{
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, 0, 0);
    uint32_t nodes = 1 + (uint32_t)rw_rng_below(rw_rng_at(stream, 0), NODES);
    uint64_t edges = rw_rng_below(rw_rng_at(stream, 1), 300);
    static float matrix[NODES][NODES];
    uint32_t ends[600];
    float weights[300];
    uint64_t loops = 0, distinct = 0;
    riwalk_build_options options = DEFAULTS(riwalk_build_options);
    scoped_graph *graph = NULL;

    memset(matrix, 0, sizeof matrix);
    for (uint64_t e = 0; e < edges; e++) {
        uint32_t u = (uint32_t)rw_rng_below(rw_rng_at(stream, 3 * e + 2), nodes);
        uint32_t v = (uint32_t)rw_rng_below(rw_rng_at(stream, 3 * e + 3), nodes);

        ends[2 * e] = u;
        ends[2 * e + 1] = v;
        weights[e] = weighted ? 1 + (float)(rw_rng_at(stream, 3 * e + 4) % 7) : 1;
        loops += u == v;
        if (u == v)
            continue;
        if (weights[e] > matrix[u][v])
            matrix[u][v] = weights[e];
        if (!directed && weights[e] > matrix[v][u])
            matrix[v][u] = weights[e];
    }
    options.directed = directed;
    options.run.threads = threads;
    ok(reference_build(nodes, edges, ends, weighted ? weights : NULL, &options, &graph, &failure));
    for (uint32_t u = 0; u < nodes; u++) {
        const uint32_t *row = riwalk_graph_neighbors(graph, u);
        const double *row_weights = riwalk_graph_weights(graph, u);
        uint32_t at = 0;

        for (uint32_t v = 0; v < nodes; v++) {
            if (matrix[u][v] == 0)
                continue;
            assert_true(at < riwalk_graph_degree(graph, u));
            assert_int_equal(row[at], v);
            if (weighted)
                assert_true(row_weights[at] == matrix[u][v]);
            at++;
            distinct++;
        }
        assert_int_equal(at, riwalk_graph_degree(graph, u));
    }
    if (!directed)
        distinct /= 2;
    assert_int_equal(riwalk_graph_edge_count(graph), distinct);
    assert_int_equal(graph->self_loops_dropped, loops);
    assert_int_equal(graph->duplicates_dropped, edges - loops - distinct);
}

TEST(rows_equal_the_matrix)
{
    for (uint64_t seed = 0; seed < 300; seed++)
        for (int kind = 0; kind < 4; kind++)
            check_against_matrix(seed, kind & 1, kind & 2, 1 + (int)(seed % 3));
}

TEST(bad_edges_are_refused)
{
    uint32_t ends[] = {0, 5};
    float weights[] = {-1};
    riwalk_graph *graph = NULL;
    riwalk_error error;

    check_says(RIWALK_STATUS_ARGUMENT, "edge 0 joins 0 and 5, but there are only 3 nodes",
               reference_build(3, 1, ends, NULL, NULL, &graph, &failure));
    assert_int_equal(reference_build(6, 1, ends, weights, NULL, &graph, &error),
                     RIWALK_STATUS_ARGUMENT);
    assert_null(graph);
}

/* Edge {u, v} of graph g is {names[g]:u, names[g]:v} of the union, and there is no other. */
TEST(a_union_has_the_edges_of_its_graphs)
{
    static const uint32_t first[] = {0, 1, 1, 11}, second[] = {0, 2};
    static const float weights[] = {3, 4};
    static const char *const names[] = {"b", "a"};
    riwalk_graph *graphs[2] = {NULL, NULL}, *all = NULL;
    uint32_t places[15], node;
    riwalk_error error;

    ok(reference_build(12, 2, first, weights, NULL, &graphs[0], &failure));
    ok(reference_build(3, 1, second, NULL, NULL, &graphs[1], &failure));
    ok(riwalk_graph_set_types(
        graphs[0],
        (const char *const[]){"z", "z", "z", "z", "z", "z", "z", "z", "z", "z", "z", "y"},
        &failure));
    ok(riwalk_graph_set_types(graphs[1], (const char *const[]){"x", "y", "x"}, &failure));
    ok(riwalk_graph_union((const riwalk_graph *const *)graphs, 2, names, NULL, places, &all,
                          &failure));
    assert_int_equal(riwalk_graph_node_count(all), 15);
    assert_int_equal(riwalk_graph_edge_count(all), 3);
    for (uint32_t i = 0; i < 15; i++) {
        char name[16];

        snprintf(name, sizeof name, "%s:%u", names[i >= 12], i < 12 ? i : i - 12);
        assert_true(riwalk_graph_find(all, name, strlen(name), &node));
        assert_int_equal(node, places[i]);
    }
    for (uint32_t i = 0; i < 15; i++)
        assert_string_equal(riwalk_graph_type_name(all, riwalk_graph_types(all)[places[i]]),
                            i == 11 || i == 13 ? "y"
                            : i < 12           ? "z"
                                               : "x");
    assert_true(reference_joined(all, places[0], places[1]));
    assert_true(reference_joined(all, places[11], places[1]));
    assert_true(reference_joined(all, places[12], places[14]));
    assert_true(riwalk_graph_weights(all, places[11])[0] == 4);
    assert_true(riwalk_graph_weights(all, places[12])[0] == 1);
    riwalk_graph_free(all);
    all = NULL;
    assert_int_equal(riwalk_graph_union(NULL, 2, names, NULL, NULL, &all, &error),
                     RIWALK_STATUS_ARGUMENT);
    check_allocations_of(5, all, (riwalk_graph_free(all), all = NULL),
                         riwalk_graph_union((const riwalk_graph *const *)graphs, 2, names, NULL,
                                            NULL, &all, &failure));
    riwalk_graph_free(graphs[0]);
    riwalk_graph_free(graphs[1]);
}

/* Fails the first, then the second, ... allocation, until the call succeeds: no crash, no leak. */
TEST(every_failing_allocation_is_an_error)
{
    uint32_t ends[] = {0, 1, 1, 2, 2, 0, 0, 1};
    float weights[] = {1, 2, 3, 4};
    riwalk_graph *graph = NULL;

    check_allocations_of(3, graph, riwalk_graph_free(graph),
                         reference_build(3, 4, ends, weights, NULL, &graph, &failure));
}

/* Of lines that repeat an edge the largest weight stays, or their sum: in whole cents, and the same
 * bits in any order and on any number of threads. */
TEST(weights_of_duplicates_combine)
{
    enum {
        LINES = 30000
    };
    static uint32_t ends[2 * LINES];
    static double weights[LINES];
    riwalk_graph *graphs[3] = {NULL};
    double most = 0, cents = 0;

    for (uint32_t e = 0; e < LINES; e++) {
        ends[2 * e] = e % 2;
        ends[2 * e + 1] = e % 2 ? 0 : 1 + e % 4;
        weights[e] = (double)(1 + e * 7919 % 100000) / 100;
    }
    for (int i = 0; i < 3; i++) {
        riwalk_build_options options =
            WITH(riwalk_build_options, it.add_duplicates = i, it.run.threads = 1 + 2 * (i == 2));
        riwalk_edge_arrays edges = {LINES, ends, ends + 1, 32, 2, weights, 64};

        ok(riwalk_graph_from_edges(4, &edges, &options, &graphs[i], &failure));
        for (uint32_t e = 0; e < LINES / 2 && i == 1; e++) { /* backwards */
            uint32_t other = LINES - 1 - e, u = ends[2 * e], v = ends[2 * e + 1];
            double weight = weights[e];

            ends[2 * e] = ends[2 * other];
            ends[2 * e + 1] = ends[2 * other + 1];
            weights[e] = weights[other];
            ends[2 * other] = u;
            ends[2 * other + 1] = v;
            weights[other] = weight;
        }
    }
    for (uint32_t e = 0; e < LINES; e++)
        if (ends[2 * e] + ends[2 * e + 1] == 1) { /* 0 and 1, either way */
            most = weights[e] > most ? weights[e] : most;
            cents += round(weights[e] * 100);
        }
    assert_true(riwalk_graph_neighbors(graphs[0], 0)[0] == 1 && cents > 16777216);
    assert_true(riwalk_graph_weights(graphs[0], 0)[0] == most);
    assert_true(round(riwalk_graph_weights(graphs[1], 0)[0] * 100) == cents);
    assert_int_equal(graphs[1]->duplicates_dropped, graphs[0]->duplicates_dropped);
    assert_memory_equal(graphs[1]->weights, graphs[2]->weights,
                        graphs[1]->arc_count * sizeof(double));
    for (int i = 0; i < 3; i++)
        riwalk_graph_free(graphs[i]);
}

/* Rows add up what they repeat; an edge in both directions is no repetition. */
TEST(weights_of_repeated_neighbours_combine)
{
    static const uint32_t offsets[] = {0, 3, 4, 4}, targets[] = {1, 2, 1, 0};
    static const float weights[] = {0.5f, 4, 1, 1.5f};
    riwalk_row_arrays rows = {offsets, 32, targets, 32, weights, 32};
    riwalk_build_options options = WITH(riwalk_build_options, it.add_duplicates = true);
    scoped_graph *graph = MADE(graph, riwalk_graph_from_rows, 3, &rows, &options);

    assert_true(riwalk_graph_weights(graph, 0)[0] == 1.5);
    assert_true(riwalk_graph_weights(graph, 1)[0] == 1.5);
    assert_true(riwalk_graph_weights(graph, 2)[0] == 4);
}
