/* SPDX-License-Identifier: MIT */
/* The random generators follow their distributions. Seeds are fixed, so a test passes always or
 * never; tolerances are what a right generator would miss for one seed in a million or fewer: 5
 * standard deviations of a count, which is binomial where nothing else is said. */
#include "graph/graph.h"
#include "unit/test.h"

static riwalk_graph *erdos_renyi(uint32_t nodes, double degree, uint64_t seed)
{
    return GENERATED(ERDOS_RENYI, it.nodes = nodes, it.degree = degree, it.seed = seed,
                     it.run.threads = nodes < 1000 ? 1 : 2);
}

static riwalk_graph *barabasi_albert(uint32_t nodes, uint32_t edges_per_node, uint64_t seed)
{
    return GENERATED(BARABASI_ALBERT, it.nodes = nodes, it.edges_per_node = edges_per_node,
                     it.seed = seed, it.run.threads = nodes < 1000 ? 1 : 2);
}

static void check_count(const char *what, double count, double trials, double probability)
{
    double deviation = sqrt(trials * probability * (1 - probability));

    if (fabs(count - trials * probability) > 5 * deviation)
        fail_msg("%s: %.0f, expected %.0f +- %.0f", what, count, trials * probability, deviation);
}

/* ---- Erdos-Renyi ---- */

/* Every size of graph and number of edges, up to the complete graph: none twice, no loop. */
TEST(erdos_renyi_has_exactly_its_edges)
{
    for (uint32_t nodes = 1; nodes <= 25; nodes++)
        for (uint32_t edges = 0; edges <= nodes * (nodes - 1) / 2; edges++) {
            scoped_graph *graph = erdos_renyi(nodes, 2.0 * edges / nodes, nodes * 1000 + edges);

            assert_int_equal(riwalk_graph_node_count(graph), nodes);
            assert_int_equal(riwalk_graph_edge_count(graph), edges);
            assert_int_equal(graph->self_loops_dropped + graph->duplicates_dropped, 0);
        }
}

/* All sets of `edges` edges on `nodes` nodes come equally often: chi-squared over the sets, whose
 * deviation is sqrt(2 (sets - 1)). */
static void check_all_sets_come(uint32_t nodes, uint32_t edges, uint32_t trials)
{
    static uint32_t counts[1 << 15];
    uint32_t pairs = nodes * (nodes - 1) / 2, sets = 0;
    double expected, sum = 0;

    memset(counts, 0, sizeof counts);
    for (uint32_t seed = 0; seed < trials; seed++) {
        scoped_graph *graph = erdos_renyi(nodes, 2.0 * edges / nodes, seed);
        uint32_t set = 0;

        for (uint32_t u = 0; u < nodes; u++)
            for (uint32_t i = 0; i < riwalk_graph_degree(graph, u); i++) {
                uint32_t v = riwalk_graph_neighbors(graph, u)[i];

                if (v < u)
                    set |= 1u << (u * (u - 1) / 2 + v);
            }
        counts[set]++;
    }
    for (uint32_t set = 0; set < 1u << pairs; set++)
        sets += (uint32_t)__builtin_popcount(set) == edges;
    expected = (double)trials / sets;
    for (uint32_t set = 0; set < 1u << pairs; set++)
        if ((uint32_t)__builtin_popcount(set) == edges)
            sum += (counts[set] - expected) * (counts[set] - expected) / expected;
    if (fabs(sum - (sets - 1)) > 5 * sqrt(2.0 * (sets - 1)))
        fail_msg("%u nodes, %u edges: chi-squared is %.1f for %u sets", nodes, edges, sum, sets);
}

TEST(erdos_renyi_takes_every_set_of_edges)
{
    check_all_sets_come(3, 1, 5000);
    check_all_sets_come(4, 3, 10000);
    if (test_is_short())
        return;
    check_all_sets_come(5, 4, 20000);
    check_all_sets_come(6, 3, 20000);
}

/* ---- Barabasi-Albert ---- */

TEST(new_nodes_bring_m_different_edges)
{
    static const uint32_t sizes[][2] = {{2, 1},   {3, 2},    {10, 9},    {10, 4},  {50, 25},
                                        {300, 7}, {5000, 1}, {20000, 3}, {9000, 8}};

    for (size_t i = 0; i < ELEMENTS(sizes); i++) {
        uint32_t nodes = sizes[i][0], m = sizes[i][1];
        scoped_graph *graph = barabasi_albert(nodes, m, 3);

        assert_int_equal(riwalk_graph_edge_count(graph), (uint64_t)(nodes - m) * m);
        assert_int_equal(graph->duplicates_dropped + graph->self_loops_dropped, 0);
        for (uint32_t u = 1; u < nodes; u++) {
            uint32_t earlier = 0;

            while (earlier < riwalk_graph_degree(graph, u) &&
                   riwalk_graph_neighbors(graph, u)[earlier] < u)
                earlier++;
            assert_int_equal(earlier, u <= m ? 1 : m);
        }
    }
}

/* m = 2, four nodes: 0 has degree 2 in the star, 1 and 2 have 1. Node 3 picks both leaves with
 * 2 * 1/4 * (1/4) / (3/4) = 1/6. With a fifth node, its chance of picking 3 (degree 2 of 8) is
 * 1/4 at first, else 1/4 / (1 - q) after a first pick of weight q: summed up in `by_hand`. */
TEST(first_picks_are_proportional_to_degree)
{
    enum {
        TRIALS = 10000
    };
    const double by_hand =
        /* weights of 0, 1, 2, 3 are 2, 2, 2, 2 if 3 picked both leaves, else 3, 2, 1, 2 of 8 */
        1.0 / 6 * (0.25 + 3 * 0.25 * (2.0 / 6)) +
        5.0 / 6 * (0.25 + 3.0 / 8 * (2.0 / 5) + 2.0 / 8 * (2.0 / 6) + 1.0 / 8 * (2.0 / 7));
    double leaves = 0, newest = 0;

    for (uint64_t seed = 0; seed < TRIALS; seed++) {
        scoped_graph *graph = barabasi_albert(5, 2, seed);
        const uint32_t *third = riwalk_graph_neighbors(graph, 3);
        const uint32_t *fourth = riwalk_graph_neighbors(graph, 4);

        leaves += third[0] == 1 && third[1] == 2;
        newest += fourth[1] == 3;
    }
    check_count("both leaves", leaves, TRIALS, 1.0 / 6);
    check_count("the newest", newest, TRIALS, by_hand);
}

/* The oracle keeps the whole list of edge ends and reads what was picked; the generator finds the
 * same nodes by retracing picks. One edge a node, so nothing is ever drawn again. */
TEST(retraced_picks_equal_the_list)
{
    enum {
        NODES = 30000
    };
    uint64_t stream =
        rw_rng_stream(77, RW_STAGE_GENERATE, (uint64_t)RIWALK_GENERATOR_BARABASI_ALBERT, 0);
    scoped_graph *graph = barabasi_albert(NODES, 1, 77);
    scoped uint32_t *list = calloc(NODES, 2 * sizeof *list);

    assert_non_null(list);
    for (uint64_t e = 0; e < NODES - 1; e++) {
        list[2 * e] = (uint32_t)(e + 1);
        list[2 * e + 1] = e ? list[rw_rng_below(rw_rng_at(stream, e), 2 * e)] : 0;
        assert_int_equal(riwalk_graph_neighbors(graph, (uint32_t)e + 1)[0], list[2 * e + 1]);
    }
}

/* ---- R-MAT ---- */

static riwalk_graph *generate_rmat(uint32_t scale, uint32_t edges_per_node)
{
    riwalk_graph *graph = GENERATED(RMAT, it.scale = scale, it.edges_per_node = edges_per_node);
    assert_int_equal(riwalk_graph_node_count(graph), 1u << scale);
    assert_int_equal(riwalk_graph_edge_count(graph) + graph->self_loops_dropped +
                         graph->duplicates_dropped,
                     (uint64_t)edges_per_node << scale);
    return graph;
}

/* Where few edges are drawn, fewer than 1 in 100 repeats, and no share moves by more than that:
 * both ends are in the upper half for 0.05, in different halves for 0.38, and of these 0.24 have
 * the next bit of their lower end set, 0.24 that of their upper end. */
TEST(rmat_is_skewed_at_every_level)
{
    enum {
        SCALE = 20,
        EDGES = 1 << SCALE,
        HALF = EDGES / 2,
        QUARTER = EDGES / 4
    };
    scoped_graph *graph = generate_rmat(SCALE, 1);
    double upper = 0, across = 0, low_bit = 0, high_bit = 0;

    assert_true(graph->duplicates_dropped < EDGES / 100);
    for (uint32_t u = 0; u < EDGES; u++)
        for (uint32_t i = 0; i < riwalk_graph_degree(graph, u); i++) {
            uint32_t v = riwalk_graph_neighbors(graph, u)[i];

            if (v < u)
                continue;
            upper += u >= HALF;
            across += u < HALF && v >= HALF;
            low_bit += u < HALF && v >= HALF && (u & QUARTER);
            high_bit += u < HALF && v >= HALF && (v & QUARTER);
        }
    assert_true(fabs(upper / EDGES - 0.05) < 0.01);
    assert_true(fabs(across / EDGES - 0.38) < 0.01);
    assert_true(fabs(low_bit / across - 0.24) < 0.01);
    assert_true(fabs(high_bit / across - 0.24) < 0.01);
}
