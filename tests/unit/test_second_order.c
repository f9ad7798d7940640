/* SPDX-License-Identifier: MIT */
/* Second-order walks: every step against the definition, by chi-square. */
#include "methods/node2vec/second_order.h"
#include "unit/test.h"

#define NODES 24
#define DRAWS 3000

/* A random graph; weights over two orders of magnitude where weighted. */
static riwalk_graph *make_graph(uint64_t seed, double density, bool directed, bool weighted)
{
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, 0, 0), draw = 0;
    edge_list edges = {.directed = directed, .weighted = weighted};

    for (uint32_t u = 0; u < NODES; u++)
        for (uint32_t v = directed ? 0 : u + 1; v < NODES; v++) {
            if (u == v || rw_rng_unit(rw_rng_at(stream, draw++)) >= density)
                continue;
            join_with(&edges, u, v, (float)pow(10, 2 * rw_rng_unit(rw_rng_at(stream, draw++)) - 1));
        }
    return joined(&edges, NODES);
}

static rw_second_order make_walks(const riwalk_graph *graph, double p, double q, rw_pool *pool)
{
    rw_second_order walks;

    ok(rw_second_order_init(&walks, graph, p, q, 1, pool, &failure));
    return walks;
}

/* The definition: probabilities of all nodes after `node`, entered from `previous`. */
static void define_step(const riwalk_graph *graph, double p, double q, uint32_t previous,
                        uint32_t node, double *probabilities)
{
    const double *weights = riwalk_graph_weights(graph, node);
    double sum = 0;

    memset(probabilities, 0, NODES * sizeof *probabilities);
    for (uint32_t i = 0; i < riwalk_graph_degree(graph, node); i++) {
        uint32_t x = riwalk_graph_neighbors(graph, node)[i];
        double bias = previous == RW_NO_NODE                 ? 1
                      : x == previous                        ? 1 / p
                      : reference_joined(graph, previous, x) ? 1
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
static double excess(const riwalk_graph *graph, double p, double q)
{
    RW_POOL(pool);
    rw_second_order walks = make_walks(graph, p, q, &pool);
    double statistic = 0, freedom = 0, probabilities[NODES];

    for (uint32_t node = 0; node < NODES; node++)
        for (uint32_t previous = 0; previous < NODES; previous += 5) {
            uint32_t from = previous ? previous : RW_NO_NODE;

            if (!riwalk_graph_degree(graph, node) ||
                (from != RW_NO_NODE && !reference_joined(graph, from, node)))
                continue;
            define_step(graph, p, q, from, node, probabilities);
            add_chi_square(&walks, probabilities, from, node, &statistic, &freedom);
        }
    assert_true(freedom > 50);
    return (statistic - freedom) / sqrt(2 * freedom);
}

/* In a dense graph with extreme biases nearly every attempt fails: what is left is decided by
 * looking at all neighbours. */
TEST(steps_follow_the_definition)
{
    static const double biases[][2] = {{1, 1}, {0.25, 4}, {4, 0.25}, {0.25, 0.25}, {4, 4}, {1, 2}};
    static const double extreme[][2] = {{1e-3, 1e3}, {1e3, 1e-3}, {1e3, 1e3}, {1e-3, 1e-3}};

    for (int kind = 0; kind < 4; kind++) {
        scoped_graph *graph = make_graph(3 + (uint64_t)kind, 0.3, kind & 1, kind & 2);
        scoped_graph *dense = make_graph(9 + (uint64_t)kind, 0.9, kind & 1, kind & 2);

        EACH (b, biases)
            assert_true(excess(graph, (*b)[0], (*b)[1]) < 5);
        EACH (e, extreme)
            assert_true(excess(dense, (*e)[0], (*e)[1]) < 5);
    }
}

TEST(walks_follow_edges_and_end_at_sinks)
{
    uint32_t ends[] = {0, 1, 1, 2, 2, 3, 0, 4, 4, 0};
    const double weights[] = {1, 0, 2, 0, 0}; /* 0 -> 1, 0 -> 4, 1 -> 2, 2 -> 3, 4 -> 0 */
    riwalk_graph zeros;
    riwalk_build_options options = WITH(riwalk_build_options, it.directed = true);
    rw_second_order walks;
    RW_POOL(pool);
    uint32_t nodes[6];
    scoped_graph *graph = MADE(graph, reference_build, 6, 5, ends, NULL, &options);

    walks = make_walks(graph, 2, 0.5, &pool);
    assert_int_equal(rw_second_order_walk(&walks, 1, 0, 6, nodes), 3);
    assert_int_equal(nodes[0], 1);
    assert_int_equal(nodes[1], 2);
    assert_int_equal(nodes[2], 3);
    assert_int_equal(rw_second_order_walk(&walks, 1, 0, 2, nodes), 2);
    assert_int_equal(rw_second_order_walk(&walks, 3, 0, 6, nodes), 1);
    assert_int_equal(rw_second_order_walk(&walks, 5, 0, 6, nodes), 1);
    /* Edges of weight 0 are never taken; a node with no others is an end. */
    zeros = *graph;
    zeros.weights = weights;
    walks = make_walks(&zeros, 2, 0.5, &pool);
    for (uint32_t w = 0; w < 100; w++) {
        assert_int_equal(rw_second_order_walk(&walks, 0, w, 6, nodes), 3);
        assert_int_equal(nodes[1], 1);
        assert_int_equal(rw_second_order_walk(&walks, 4, w, 6, nodes), 1);
    }
}
