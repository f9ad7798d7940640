/* SPDX-License-Identifier: MIT */
/* Building a graph from an edge list: against an adjacency matrix, at several thread counts. */
#include "graph/graph.h"
#include "unit/test.h"

#define NODES 40

/* Checks every row of the graph against a dense matrix of the heaviest weights. */
static void check_against_matrix(uint64_t seed, bool directed, bool weighted, int threads)
{
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, 0, 0), loops = 0, distinct = 0;
    uint32_t nodes = 1 + (uint32_t)rw_rng_below(rw_rng_at(stream, 0), NODES), ends[600];
    uint64_t edges = rw_rng_below(rw_rng_at(stream, 1), 300);
    float matrix[NODES][NODES] = {{0}}, weights[300];
    riwalk_build_options options =
        WITH(riwalk_build_options, it.directed = directed, it.run.threads = threads);

    for (uint64_t e = 0; e < edges; e++) {
        uint32_t u = (uint32_t)rw_rng_below(rw_rng_at(stream, 3 * e + 2), nodes);
        uint32_t v = (uint32_t)rw_rng_below(rw_rng_at(stream, 3 * e + 3), nodes);

        ends[2 * e] = u;
        ends[2 * e + 1] = v;
        weights[e] = weighted ? 1 + (float)(rw_rng_at(stream, 3 * e + 4) % 7) : 1;
        loops += u == v;
        if (u == v)
            continue;
        matrix[u][v] = fmaxf(matrix[u][v], weights[e]);
        if (!directed)
            matrix[v][u] = fmaxf(matrix[v][u], weights[e]);
    }
    scoped_graph *graph =
        MADE(graph, reference_build, nodes, edges, ends, weighted ? weights : NULL, &options);
    for (uint32_t u = 0; u < nodes; u++) {
        uint32_t at = 0;

        for (uint32_t v = 0; v < nodes; v++) {
            if (matrix[u][v] == 0)
                continue;
            assert_true(at < riwalk_graph_degree(graph, u));
            assert_int_equal(riwalk_graph_neighbors(graph, u)[at++], v);
            assert_true(reference_weight(graph, u, v) == matrix[u][v]);
        }
        assert_int_equal(at, riwalk_graph_degree(graph, u));
        distinct += at;
    }
    distinct /= directed ? 1 : 2;
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

/* Edge {u, v} of graph g is {names[g]:u, names[g]:v} of the union, and there is no other. */
TEST(a_union_has_the_edges_of_its_graphs)
{
    static const uint32_t ends[] = {0, 1, 1, 11};
    static const float weights[] = {3, 4};
    static const char *const names[] = {"b", "a"}, *const of_second[] = {"x", "y", "x"};
    static const char *const of_first[] = {"z", "z", "z", "z", "z", "z",
                                           "z", "z", "z", "z", "z", "y"};
    scoped_graph *first = MADE(graph, reference_build, 12, 2, ends, weights, NULL);
    scoped_graph *second = GRAPH(3, 0, 2), *all = NULL;
    const riwalk_graph *graphs[] = {first, second};
    uint32_t places[15], node;

    ok(riwalk_graph_set_types(first, of_first, &failure));
    ok(riwalk_graph_set_types(second, of_second, &failure));
    ok(riwalk_graph_union(graphs, 2, names, NULL, places, &all, &failure));
    assert_int_equal(riwalk_graph_node_count(all), 15);
    assert_int_equal(riwalk_graph_edge_count(all), 3);
    for (uint32_t i = 0; i < 15; i++) {
        char name[16];

        snprintf(name, sizeof name, "%s:%u", names[i >= 12], i < 12 ? i : i - 12);
        assert_true(riwalk_graph_find(all, name, strlen(name), &node));
        assert_int_equal(node, places[i]);
        assert_string_equal(riwalk_graph_type_name(all, riwalk_graph_types(all)[node]),
                            i < 12 ? of_first[i] : of_second[i - 12]);
    }
    assert_true(reference_weight(all, places[0], places[1]) == 3);
    assert_true(reference_weight(all, places[11], places[1]) == 4);
    assert_true(reference_weight(all, places[12], places[14]) == 1);
    check_status(ARGUMENT, riwalk_graph_union(NULL, 2, names, NULL, NULL, &all, &failure));
}

/* Of lines that repeat an edge the largest weight stays, or their sum: in whole cents, and the same
 * bits in any order and on any number of threads. */
TEST(weights_of_duplicates_combine)
{
    enum {
        LINES = 30000
    };
    static uint32_t ends[2][2 * LINES];
    static double weights[2][LINES];
    riwalk_graph *graphs[3] = {NULL};
    double most = 0, cents = 0;

    for (uint32_t e = 0; e < LINES; e++) {
        uint32_t other = LINES - 1 - e, u = e % 2, v = e % 2 ? 0 : 1 + e % 4;

        ends[0][2 * e] = ends[1][2 * other] = u;
        ends[0][2 * e + 1] = ends[1][2 * other + 1] = v;
        weights[0][e] = weights[1][other] = (double)(1 + e * 7919 % 100000) / 100;
        if (u + v == 1) { /* 0 and 1, either way */
            most = fmax(most, weights[0][e]);
            cents += round(weights[0][e] * 100);
        }
    }
    for (int i = 0; i < 3; i++) { /* the last backwards */
        riwalk_build_options options =
            WITH(riwalk_build_options, it.add_duplicates = i, it.run.threads = 1 + 2 * (i == 2));
        riwalk_edge_arrays edges = {LINES, ends[i / 2], ends[i / 2] + 1, 32, 2, weights[i / 2], 64};

        ok(riwalk_graph_from_edges(4, &edges, &options, &graphs[i], &failure));
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
