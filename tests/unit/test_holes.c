/* SPDX-License-Identifier: MIT */
/* Burt's constraint against its definition over a dense matrix, and the search for holes. */
#include "embedding.h"

#define NODES 31

/* The definition, word by word. */
static double slow_constraint(const riwalk_graph *graph, uint32_t i)
{
    uint32_t nodes = riwalk_graph_node_count(graph);
    double sums[NODES] = {0}, result = 0;

    for (uint32_t u = 0; u < nodes; u++)
        for (uint32_t v = 0; v < nodes; v++)
            sums[u] += reference_weight(graph, u, v);
    if (sums[i] == 0)
        return NAN;
    for (uint32_t j = 0; j < nodes; j++) {
        double local = reference_weight(graph, i, j) / sums[i];

        if (local == 0)
            continue;
        for (uint32_t q = 0; q < nodes; q++)
            if (q != i && q != j && sums[q] > 0)
                local += reference_weight(graph, i, q) / sums[i] * reference_weight(graph, q, j) /
                         sums[q];
        result += local * local;
    }
    return result;
}

static void check_random_graph(uint64_t seed, bool weighted)
{
    scoped_graph *plain = reference_graph(seed % REFERENCE_GRAPH_KINDS, seed, NODES);
    scoped_graph *graph = vary(plain, weighted, false);
    riwalk_holes_options options = DEFAULTS(riwalk_holes_options);
    scoped void *first = NULL;
    double found[NODES] = {0};

    for (options.run.threads = 1; options.run.threads < 4; options.run.threads++) {
        ok(riwalk_graph_constraint(graph, &options, found, &failure));
        assert_unchanged(&first, found, sizeof found);
    }
    for (uint32_t i = 0; i < riwalk_graph_node_count(graph); i++) {
        double slow = slow_constraint(graph, i);

        assert_int_equal(isnan(slow), isnan(found[i]));
        if (!isnan(slow)) /* the order of at most 30 * 30 terms differs */
            assert_true(fabs(found[i] - slow) <= 1e-12 * slow);
    }
}

TEST(constraints_equal_their_definition)
{
    for (uint64_t seed = 0; seed < 300; seed++)
        check_random_graph(seed, seed / REFERENCE_GRAPH_KINDS & 1);
}

/* In a star the hub has 1/n, and a leaf, which has the hub alone, 1. Were a hub's list gone through
 * for every leaf, this would take 10^11 steps. */
TEST(a_hub_costs_no_more_than_its_edges)
{
    const uint32_t leaves = 300000;
    scoped double *constraint = malloc(((size_t)leaves + 1) * sizeof *constraint);
    scoped_graph *graph = JOINED(leaves + 1, leaves, 0, i + 1);

    ok(riwalk_graph_constraint(graph, NULL, constraint, &failure));
    assert_true(fabs(constraint[0] * leaves - 1) < 1e-9);
    assert_true(constraint[1] == 1);
    assert_true(constraint[leaves] == 1);
}

/* Two stars of 4 leaves with their hubs 0 and 5 joined: the hubs are the two of least constraint,
 * and their vectors are alike. Node 10 has no edge, and another graph's node the same vector. */
TEST(hits_among_the_nearest)
{
    const uint32_t ends[] = {0, 1, 0, 2, 0, 3, 0, 4, 5, 6, 5, 7, 5, 8, 5, 9, 0, 5};
    static const char *const names[] = {"g:0", "g:1", "g:2", "g:3", "g:4",  "g:5",
                                        "g:6", "g:7", "g:8", "g:9", "g:10", "h:0"};
    const float values[] = {1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 2, 0.1f,
                            0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0};
    riwalk_holes_options options = DEFAULTS(riwalk_holes_options);
    riwalk_holes_scores scores = {.size = sizeof scores};
    double constraint[11];
    scoped_graph *graph = MADE(graph, reference_build, 11, 9, ends, NULL, NULL);
    scoped_vectors *vectors = MADE(vectors, riwalk_vectors_build, 12, 2, names, values);

    ok(riwalk_graph_constraint(graph, NULL, constraint, &failure));
    check_says(ARGUMENT,
               "none of the graph's nodes has a vector: the graph has '0', the vectors 'g:0'",
               riwalk_holes(graph, constraint, vectors, &options, &scores, &failure));
    options.prefix = "g";
    options.top = 2;
    ok(riwalk_holes(graph, constraint, vectors, &options, &scores, &failure));
    assert_int_equal(scores.nodes, 10);
    assert_int_equal(scores.missing, 0);
    assert_int_equal(scores.node, 0);
    assert_true(fabs(scores.constraint - 0.2) < 1e-12);
    assert_int_equal(scores.hits, 1);
    assert_true(fabs(scores.expected - 2.0 * 1 / 9) < 1e-12);
    options.top = 300;
    ok(riwalk_holes(graph, constraint, vectors, &options, &scores, &failure));
    assert_int_equal(scores.top, 9);
}
