/* SPDX-License-Identifier: MIT */
/* Places of nodes: neighbours are near and nodes apart, components stand beside each other, nothing
 * depends on threads or on the machine. */
#include "base/checksum.h"
#include "embedding.h"

#include <inttypes.h>

#define MOST 5000

static double places[2 * MOST];

static double distance(uint32_t a, uint32_t b)
{
    return hypot(places[2 * a] - places[2 * b], places[2 * a + 1] - places[2 * b + 1]);
}

TEST(layouts_keep_neighbours_near_and_nodes_apart)
{
    static const riwalk_generator graphs[] = {RIWALK_GENERATOR_KARATE_MIRRORED,
                                              RIWALK_GENERATOR_GRID, RIWALK_GENERATOR_BARBELL,
                                              RIWALK_GENERATOR_SHAPES};

    for (int g = 0; g < 4; g++) {
        scoped_graph *graph = generate(graphs[g], 0);
        uint32_t nodes = riwalk_graph_node_count(graph), pairs = 0, edges = 0;
        double near = 0, all = 0, least = INFINITY;

        ok(riwalk_layout(graph, NULL, places, &failure));
        for (uint32_t i = 0; i < nodes; i++) {
            for (uint32_t j = 0; j < i; j++, pairs++) {
                all += distance(i, j);
                least = fmin(least, distance(i, j));
            }
            for (uint32_t n = 0; n < riwalk_graph_degree(graph, i); n++, edges++)
                near += distance(i, riwalk_graph_neighbors(graph, i)[n]);
        }
        assert_true(near / edges < 0.45 * all / pairs);
        assert_true(least > 0.03 * all / pairs);
    }
}

TEST(layouts_do_not_depend_on_threads)
{
    riwalk_layout_options options = WITH(riwalk_layout_options, it.iterations = 20);
    scoped_graph *graph = GENERATED(ERDOS_RENYI, it.nodes = 900, it.degree = 3); /* several parts */
    scoped void *first = NULL;

    for (options.run.threads = 1; options.run.threads < 4; options.run.threads++) {
        ok(riwalk_layout(graph, &options, places, &failure));
        assert_unchanged(&first, places, 2 * 900 * sizeof *places);
    }
}

TEST(directions_and_missing_edges_are_no_trouble)
{
    static const uint32_t ends[] = {0, 1, 1, 2, 2, 0, 3, 2};
    scoped void *first = NULL;

    for (int directed = 0; directed < 2; directed++) {
        scoped_graph *graph = build(4, 4, ends, NULL, directed);

        ok(riwalk_layout(graph, NULL, places, &failure));
        assert_unchanged(&first, places, 8 * sizeof *places);
    }
    for (uint32_t nodes = 1; nodes < 5; nodes++) { /* nothing but isolated nodes */
        scoped_graph *graph = JOINED(nodes, 0, i, i);

        ok(riwalk_layout(graph, NULL, places, &failure));
        for (uint32_t i = 0; i < nodes; i++)
            for (uint32_t j = 0; j < i; j++)
                assert_true(distance(i, j) > 0.1);
    }
}

typedef struct box {
    double low[2], high[2];
} box;

static box box_of(uint32_t begin, uint32_t end)
{
    box b = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};

    for (uint32_t i = 2 * begin; i < 2 * end; i++) {
        b.low[i % 2] = fmin(b.low[i % 2], places[i]);
        b.high[i % 2] = fmax(b.high[i % 2], places[i]);
    }
    return b;
}

static bool apart(const box *a, const box *b)
{
    return a->low[0] > b->high[0] || b->low[0] > a->high[0] || a->low[1] > b->high[1] ||
           b->low[1] > a->high[1];
}

/* A grid of 20 x 20, two pairs, a path of three and three nodes alone. */
TEST(small_components_take_little_room)
{
    static const uint32_t begins[] = {0, 400, 402, 404, 407, 408, 409, 410};
    edge_list edges = {0};
    box boxes[7], all;

    for (uint32_t i = 0; i < 400; i++) {
        if (i % 20 < 19)
            join(&edges, i, i + 1);
        if (i < 380)
            join(&edges, i, i + 20);
    }
    for (uint32_t i = 400; i < 406; i++)
        if (i != 401 && i != 403)
            join(&edges, i, i + 1);
    scoped_graph *graph = joined(&edges, 410);
    ok(riwalk_layout(graph, NULL, places, &failure));
    for (int c = 0; c < 7; c++) {
        boxes[c] = box_of(begins[c], begins[c + 1]);
        for (int other = 0; other < c; other++)
            assert_true(apart(&boxes[c], &boxes[other]));
    }
    all = box_of(0, 410);
    assert_true((boxes[0].high[0] - boxes[0].low[0]) * (boxes[0].high[1] - boxes[0].low[1]) >
                0.85 * (all.high[0] - all.low[0]) * (all.high[1] - all.low[1]));
}

static void expect_places(const riwalk_graph *graph, uint32_t iterations, uint64_t expected)
{
    uint32_t nodes = riwalk_graph_node_count(graph);
    riwalk_layout_options options = WITH(riwalk_layout_options, it.iterations = iterations);
    uint64_t sum;

    ok(riwalk_layout(graph, &options, places, &failure));
    sum = rw_checksum(places, 2 * nodes * sizeof *places, 0);
    if (sum != expected)
        print_error("places of %u nodes have the checksum 0x%016" PRIX64 "\n", nodes, sum);
    assert_true(sum == expected);
}

TEST(places_are_the_same_on_any_machine)
{
    scoped_graph *novel = MADE(graph, riwalk_graph_read, LES_MISERABLES, NULL);
    scoped_graph *shapes = generate(RIWALK_GENERATOR_SHAPES, 0);

    expect_places(novel, 500, 0x0DFAB7CAFC83323C);
    expect_places(shapes, 500, 0xB78C2D6AEEA0A4ED);
}
