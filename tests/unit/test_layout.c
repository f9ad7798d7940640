/* SPDX-License-Identifier: MIT */
/* Places of nodes: neighbours are near and nodes apart, components stand beside each other, nothing
 * depends on threads or on the machine. */
#include "base/checksum.h"
#include "base/memory.h"
#include "base/rng.h"
#include "plot/project.h"
#include "reference/pairs.h"
#include "riwalk_graphs.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MOST 5000

static double places[2 * MOST], other_places[2 * MOST];
static uint32_t numbers[30000];

static riwalk_graph *make_graph(riwalk_generator generator)
{
    riwalk_graph *graph = NULL;

    assert_int_equal(riwalk_graph_generate(generator, NULL, &graph, NULL, NULL), 0);
    return graph;
}

static double distance(uint32_t a, uint32_t b)
{
    return hypot(places[2 * a] - places[2 * b], places[2 * a + 1] - places[2 * b + 1]);
}

static void layouts_keep_neighbours_near_and_nodes_apart(void **state)
{
    static const riwalk_generator graphs[] = {RIWALK_GENERATOR_KARATE_MIRRORED,
                                              RIWALK_GENERATOR_GRID, RIWALK_GENERATOR_BARBELL,
                                              RIWALK_GENERATOR_SHAPES};

    (void)state;
    for (int g = 0; g < 4; g++) {
        riwalk_graph *graph = make_graph(graphs[g]);
        uint32_t nodes = riwalk_graph_node_count(graph), pairs = 0, edges = 0;
        double near = 0, all = 0, least = INFINITY;

        assert_int_equal(riwalk_layout(graph, NULL, places, NULL), 0);
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
        riwalk_graph_free(graph);
    }
}

static void layouts_do_not_depend_on_threads(void **state)
{
    riwalk_generate_options generate;
    riwalk_layout_options options;
    riwalk_graph *graph = NULL;

    (void)state;
    riwalk_generate_options_init(&generate);
    generate.nodes = 900;
    generate.degree = 3; /* in several parts */
    assert_int_equal(
        riwalk_graph_generate(RIWALK_GENERATOR_ERDOS_RENYI, &generate, &graph, NULL, NULL), 0);
    riwalk_layout_options_init(&options);
    options.iterations = 20;
    for (options.run.threads = 1; options.run.threads < 4; options.run.threads++) {
        double *here = options.run.threads == 1 ? places : other_places;

        assert_int_equal(riwalk_layout(graph, &options, here, NULL), 0);
        if (options.run.threads > 1)
            assert_memory_equal(places, other_places, 2 * 900 * sizeof *places);
    }
    riwalk_graph_free(graph);
}

static void directions_and_missing_edges_are_no_trouble(void **state)
{
    const uint32_t ends[] = {0, 1, 1, 2, 2, 0, 3, 2};
    riwalk_build_options build;
    riwalk_graph *graph = NULL;

    (void)state;
    riwalk_build_options_init(&build);
    assert_int_equal(reference_build(4, 4, ends, NULL, &build, &graph, NULL), 0);
    assert_int_equal(riwalk_layout(graph, NULL, places, NULL), 0);
    riwalk_graph_free(graph);
    build.directed = true;
    assert_int_equal(reference_build(4, 4, ends, NULL, &build, &graph, NULL), 0);
    assert_int_equal(riwalk_layout(graph, NULL, other_places, NULL), 0);
    assert_memory_equal(places, other_places, 8 * sizeof *places);
    riwalk_graph_free(graph);
    for (uint32_t nodes = 1; nodes < 5; nodes++) { /* nothing but isolated nodes */
        assert_int_equal(reference_build(nodes, 0, NULL, NULL, NULL, &graph, NULL), 0);
        assert_int_equal(riwalk_layout(graph, NULL, places, NULL), 0);
        for (uint32_t i = 0; i < nodes; i++)
            for (uint32_t j = 0; j < i; j++)
                assert_true(distance(i, j) > 0.1);
        riwalk_graph_free(graph);
    }
}

static void large_graphs_are_refused(void **state)
{
    riwalk_graph *graph = NULL;
    riwalk_error error;

    (void)state;
    assert_int_equal(reference_build(5001, 0, NULL, NULL, NULL, &graph, NULL), 0);
    assert_int_equal(riwalk_layout(graph, NULL, places, &error), RIWALK_STATUS_LIMIT);
    assert_string_equal(error.message,
                        "a graph of 5001 nodes and 0 edges is too large for a picture: at most "
                        "5000 nodes and 50000 edges can be drawn");
    assert_int_equal(riwalk_plot_graph(graph, places, "never.svg", NULL, &error),
                     RIWALK_STATUS_LIMIT);
    riwalk_graph_free(graph);
}

/* ---- Components ---- */

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
static void small_components_take_little_room(void **state)
{
    static const uint32_t begins[] = {0, 400, 402, 404, 407, 408, 409, 410};
    static const uint32_t more[] = {400, 401, 402, 403, 404, 405, 405, 406};
    riwalk_graph *graph = NULL;
    uint32_t edges = 0;
    box boxes[7], all;

    (void)state;
    for (uint32_t i = 0; i < 400; i++)
        for (uint32_t side = 0; side < 2; side++)
            if (side ? i < 380 : i % 20 < 19) {
                numbers[2 * edges] = i;
                numbers[2 * edges++ + 1] = i + (side ? 20 : 1);
            }
    memcpy(numbers + 2 * edges, more, sizeof more);
    assert_int_equal(reference_build(410, edges + 4, numbers, NULL, NULL, &graph, NULL), 0);
    assert_int_equal(riwalk_layout(graph, NULL, places, NULL), 0);
    for (int c = 0; c < 7; c++) {
        boxes[c] = box_of(begins[c], begins[c + 1]);
        for (int other = 0; other < c; other++)
            assert_true(apart(&boxes[c], &boxes[other]));
    }
    all = box_of(0, 410);
    assert_true((boxes[0].high[0] - boxes[0].low[0]) * (boxes[0].high[1] - boxes[0].low[1]) >
                0.85 * (all.high[0] - all.low[0]) * (all.high[1] - all.low[1]));
    riwalk_graph_free(graph);
}

/* ---- The same places everywhere ---- */

static void expect_places(const riwalk_graph *graph, uint32_t iterations, uint64_t expected)
{
    uint32_t nodes = riwalk_graph_node_count(graph);
    riwalk_layout_options options;
    uint64_t sum;

    riwalk_layout_options_init(&options);
    options.iterations = iterations;
    assert_int_equal(riwalk_layout(graph, &options, places, NULL), 0);
    sum = rw_checksum(places, 2 * nodes * sizeof *places, 0);
    if (sum != expected)
        print_error("places of %u nodes have the checksum 0x%016" PRIX64 "\n", nodes, sum);
    assert_true(sum == expected);
}

static riwalk_graph *read_dataset(const char *name)
{
    const char *folder = getenv("RIWALK_DATA");
    riwalk_graph *graph = NULL;
    char path[512];

    if (!folder)
        skip();
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(riwalk_graph_read(path, NULL, &graph, NULL), 0);
    return graph;
}

static void places_of_les_miserables(void **state)
{
    riwalk_graph *graph = NULL;

    (void)state;
    assert_int_equal(riwalk_graph_read(LES_MISERABLES, NULL, &graph, NULL), 0);
    expect_places(graph, 500, 0x0DFAB7CAFC83323C);
    riwalk_graph_free(graph);
}

static void places_of_shapes(void **state)
{
    riwalk_graph *graph = make_graph(RIWALK_GENERATOR_SHAPES);

    (void)state;
    expect_places(graph, 500, 0xB78C2D6AEEA0A4ED);
    riwalk_graph_free(graph);
}

static void places_of_usa(void **state)
{
    riwalk_graph *graph = read_dataset("usa-airports.edgelist");

    (void)state;
    expect_places(graph, 500, 0x1C36C8E4072E43FF);
    riwalk_graph_free(graph);
}

/* Film is too large for a picture: the 3000 nodes nearest to its first one are not. */
static void places_of_a_part_of_film(void **state)
{
    riwalk_graph *film = read_dataset("film.edgelist"), *part = NULL;
    uint32_t *ends = malloc(2 * 50000 * sizeof *ends), edges = 0, found = 1;

    (void)state;
    memset(numbers, 0xFF, sizeof numbers);
    numbers[0] = 0;
    for (uint32_t at = 0, queue[3000] = {0}; at < found; at++)
        for (uint32_t n = 0; n < riwalk_graph_degree(film, queue[at]); n++) {
            uint32_t other = riwalk_graph_neighbors(film, queue[at])[n];

            if (numbers[other] == UINT32_MAX && found < 3000) {
                numbers[other] = found;
                queue[found++] = other;
            }
            if (numbers[other] < at) {
                ends[2 * edges] = numbers[other];
                ends[2 * edges++ + 1] = at;
            }
        }
    assert_int_equal(found, 3000);
    assert_int_equal(reference_build(found, edges, ends, NULL, NULL, &part, NULL), 0);
    expect_places(part, 50, 0x75C08CA4385342B2);
    riwalk_graph_free(part);
    riwalk_graph_free(film);
    free(ends);
}

/* ---- Forces and failures ---- */

static void the_tree_pushes_as_all_pairs_do(void **state)
{
    static const struct {
        double theta, error;
    } known[] = {{0, 1e-12}, {0.3, 0.02}, {0.7, 0.1}};
    uint64_t stream = rw_rng_stream(4, RW_STAGE_GENERATE, 0, 0);
    rw_quadtree tree;

    (void)state;
    for (uint32_t i = 0; i < 2 * 800; i++)
        places[i] = 20 * rw_rng_unit(rw_rng_at(stream, i));
    assert_int_equal(rw_quadtree_new(800, &tree, NULL), 0);
    rw_quadtree_build(&tree, places);
    for (int k = 0; k < 3; k++) {
        double off = 0, length = 0;

        for (uint32_t i = 0; i < 800; i++) {
            double push[2], exact[2] = {0};

            for (uint32_t j = 0; j < 800; j++)
                for (int side = 0; side < 2 && i != j; side++)
                    exact[side] +=
                        (places[2 * i + side] - places[2 * j + side]) / pow(distance(i, j), 3);
            rw_quadtree_repel(&tree, places, i, known[k].theta, push);
            off += pow(push[0] - exact[0], 2) + pow(push[1] - exact[1], 2);
            length += exact[0] * exact[0] + exact[1] * exact[1];
        }
        /* The least distance is 1e-3 here, so the 1e-9 beside its square is within the error. */
        assert_true(sqrt(off / length) <= fmax(known[k].error, 2e-3));
    }
    rw_quadtree_free(&tree);
}

static void every_failing_allocation_is_an_error(void **state)
{
    const uint32_t ends[] = {0, 1, 1, 2, 2, 0, 3, 2, 4, 5};
    riwalk_status status = RIWALK_STATUS_MEMORY;
    riwalk_build_options build;
    riwalk_layout_options layout;
    riwalk_graph *graph = NULL;
    long before;

    (void)state;
    riwalk_build_options_init(&build);
    build.directed = true;
    assert_int_equal(reference_build(7, 5, ends, NULL, &build, &graph, NULL), 0);
    before = rw_memory_blocks();
    riwalk_layout_options_init(&layout);
    layout.iterations = 1;
    for (long permitted = 0; status; permitted++) {
        rw_memory_permit(permitted);
        status = riwalk_layout(graph, &layout, places, NULL);
        rw_memory_permit(-1);
        assert_true(!status || status == RIWALK_STATUS_MEMORY);
        assert_int_equal(rw_memory_blocks(), before);
    }
    riwalk_graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layouts_keep_neighbours_near_and_nodes_apart),
        cmocka_unit_test(layouts_do_not_depend_on_threads),
        cmocka_unit_test(directions_and_missing_edges_are_no_trouble),
        cmocka_unit_test(large_graphs_are_refused),
        cmocka_unit_test(small_components_take_little_room),
        cmocka_unit_test(places_of_les_miserables),
        cmocka_unit_test(places_of_shapes),
        cmocka_unit_test(places_of_usa),
        cmocka_unit_test(places_of_a_part_of_film),
        cmocka_unit_test(the_tree_pushes_as_all_pairs_do),
        cmocka_unit_test(every_failing_allocation_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
