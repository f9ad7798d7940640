/* SPDX-License-Identifier: MIT */
/* Burt's constraint against its definition over a dense matrix. The search for holes:
 * tests/cli/holes. */
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
