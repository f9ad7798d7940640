/* SPDX-License-Identifier: MIT */
/* Balls in graphs with hubs: distances and layer counts against a breadth-first search of the whole
 * graph, asked in random order, with the planes of many hubs, of few and of none. */
#include "base/rng.h"
#include "engine/cpu/hub_ball.h"
#include "reference/graphs.h"
#include "reference/roles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "failing.h"

#ifdef SHORT_TESTS
#define GRAPHS 30
#define LARGER_GRAPHS REFERENCE_GRAPH_KINDS
#else
#define GRAPHS 1600
#define LARGER_GRAPHS (4 * REFERENCE_GRAPH_KINDS)
#endif

static const riwalk_run two_threads = {.threads = 2};

typedef struct asker {
    const riwalk_graph *graph;
    rw_hub_ball ball;
    uint32_t *distances;
    uint64_t *arcs; /* tail << 32 | head */
    uint64_t stream;
} asker;

static rw_hubs *hubs_of(const riwalk_graph *graph)
{
    rw_hubs *hubs = NULL;

    assert_int_equal(rw_hubs_create(graph, &two_threads, &hubs, NULL), RIWALK_STATUS_OK);
    return hubs;
}

/* Every arc out of a node in the ball to another than the anchor, shuffled. */
static size_t collect_arcs(asker *a, uint32_t anchor)
{
    size_t count = 0;

    for (uint32_t u = 0; u < riwalk_graph_node_count(a->graph); u++)
        for (uint32_t i = 0; i < riwalk_graph_degree(a->graph, u); i++) {
            uint32_t to = riwalk_graph_neighbors(a->graph, u)[i];

            if (a->distances[u] <= a->ball.radius && to != anchor)
                a->arcs[count++] = (uint64_t)u << 32 | to;
        }
    for (size_t i = count; i > 1; i--) {
        size_t j = rw_rng_below(rw_rng_at(a->stream, i), i);
        uint64_t swap = a->arcs[i - 1];

        a->arcs[i - 1] = a->arcs[j];
        a->arcs[j] = swap;
    }
    return count;
}

static void check_layers(asker *a, uint32_t node)
{
    uint32_t distance = a->distances[node], closer = 0, same = 0, further = 0;
    rw_layer_counts layers = rw_hub_ball_layers(&a->ball, a->ball.hubs->ranks[node],
                                                riwalk_graph_degree(a->graph, node), distance);

    for (uint32_t i = 0; i < riwalk_graph_degree(a->graph, node); i++) {
        uint32_t other = a->distances[riwalk_graph_neighbors(a->graph, node)[i]];

        closer += other + 1 == distance;
        same += other == distance;
        further += other == distance + 1 && other <= a->ball.radius;
    }
    assert_int_equal(layers.closer, closer);
    assert_int_equal(layers.same, same);
    assert_int_equal(layers.further, further);
}

static void check_anchor(asker *a, uint32_t anchor)
{
    uint32_t radius = a->ball.radius;
    size_t count;

    reference_distances(a->graph, anchor, a->distances);
    rw_hub_ball_open(&a->ball, anchor);
    count = collect_arcs(a, anchor);
    for (size_t i = 0; i < count; i++) {
        uint32_t from = (uint32_t)(a->arcs[i] >> 32), to = (uint32_t)a->arcs[i];
        uint32_t expected = a->distances[to] <= radius ? a->distances[to] : radius + 1;

        assert_int_equal(rw_hub_ball_distance(&a->ball, to, a->distances[from] + 1), expected);
        if (!a->ball.counts || from == anchor)
            continue;
        if (rw_rng_at(a->stream, count + i) % 8 == 0)
            check_layers(a, from);
        if (rw_rng_at(a->stream, 2 * count + i) % 64 == 0)
            rw_hub_ball_expect(&a->ball, rw_rng_at(a->stream, i) % 1000);
    }
}

/* Checks about `anchors` anchors of a graph. */
static void check_graph(const riwalk_graph *graph, const rw_hubs *hubs, uint32_t radius,
                        uint32_t anchors, uint64_t seed)
{
    uint32_t nodes = riwalk_graph_node_count(graph), step = nodes > anchors ? nodes / anchors : 1;
    asker a = {.graph = graph};

    assert_int_equal(rw_hub_ball_init(&a.ball, hubs, radius, seed % 2, NULL), RIWALK_STATUS_OK);
    a.distances = malloc(nodes * sizeof *a.distances);
    a.arcs = malloc((2 * riwalk_graph_edge_count(graph) + 1) * sizeof *a.arcs);
    assert_true(a.distances && a.arcs);
    for (uint32_t anchor = (uint32_t)(seed % step); anchor < nodes; anchor += step) {
        if (!riwalk_graph_degree(graph, anchor))
            continue;
        a.stream = rw_rng_stream(seed, RW_STAGE_SPLIT, anchor, radius);
        check_anchor(&a, anchor);
    }
    rw_hub_ball_free(&a.ball);
    free(a.distances);
    free(a.arcs);
}

/* With the planes of all hubs, of one, and of none. */
static void check_radii(const riwalk_graph *graph, uint32_t anchors, uint64_t seed)
{
    rw_hubs *hubs = hubs_of(graph);
    uint32_t all = hubs->hub_count;

    for (uint32_t radius = 3; rw_hub_ball_fits(radius); radius++)
        for (uint32_t part = 0; part < 3; part++) {
            hubs->hub_count = part == 0 ? all : part == 1 && all;
            check_graph(graph, hubs, radius, anchors, seed + part);
        }
    rw_hubs_free(hubs);
}

static void distances_equal_the_reference(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < GRAPHS; seed++) {
        riwalk_graph *graph = reference_graph(seed % REFERENCE_GRAPH_KINDS, seed, 40);

        check_radii(graph, 6, seed / REFERENCE_GRAPH_KINDS);
        riwalk_graph_free(graph);
    }
}

/* Large enough for questions to become dear, so that the search is carried on between them. */
static void larger_graphs_too(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < LARGER_GRAPHS; seed++) {
        riwalk_graph *graph = reference_graph(seed % REFERENCE_GRAPH_KINDS, seed, 700);

        check_radii(graph, 3, seed / REFERENCE_GRAPH_KINDS);
        riwalk_graph_free(graph);
    }
}

static void datasets_too(void **state)
{
    static const char *const names[] = {"usa-airports", "europe-airports", "expressway", "actor"};

    (void)state;
    if (!getenv("RIWALK_DATA")) {
        print_message("skipped: RIWALK_DATA is not set\n");
        skip();
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        riwalk_graph *graph = reference_dataset(names[i]);

        check_radii(graph, 2, i);
        riwalk_graph_free(graph);
    }
}

/* ---- Hubs ---- */

static bool has_rank(rw_ranked_row row, uint32_t rank)
{
    bool found = rank < row.words * 64 && rw_plane_has(row.dense, rank);

    for (uint32_t i = 0; i < row.count; i++)
        found |= row.ranks[i] == rank;
    return found;
}

static uint32_t count_row(rw_ranked_row row)
{
    uint32_t count = row.count;

    for (uint32_t rank = 0; rank < row.words * 64; rank++)
        count += rw_plane_has(row.dense, rank);
    return count;
}

/* Ranks are by degree, rows have all neighbours but leaves, planes what is within two steps. */
static void hubs_are_what_the_graph_has(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 8 * REFERENCE_GRAPH_KINDS; seed++) {
        riwalk_graph *graph = reference_graph(seed % REFERENCE_GRAPH_KINDS, seed, 150);
        uint32_t nodes = riwalk_graph_node_count(graph);
        uint32_t *distances = malloc(nodes * sizeof *distances);
        rw_hubs *hubs = hubs_of(graph);

        assert_non_null(distances);
        for (uint32_t u = 0; u < nodes; u++) {
            uint32_t degree = riwalk_graph_degree(graph, u), kept = 0;
            const uint32_t *row = riwalk_graph_neighbors(graph, u);

            assert_int_equal(hubs->ranks[u]<hubs->count, degree> 1);
            for (uint32_t v = 0; v < u; v++)
                assert_int_equal(hubs->ranks[v] < hubs->ranks[u],
                                 riwalk_graph_degree(graph, v) >= degree);
            for (uint32_t i = 0; degree > 1 && i < degree; i++) {
                bool found = has_rank(rw_hubs_row(hubs, hubs->ranks[u]), hubs->ranks[row[i]]);

                assert_int_equal(found, riwalk_graph_degree(graph, row[i]) > 1);
                kept += found;
            }
            if (degree > 1)
                assert_int_equal(count_row(rw_hubs_row(hubs, hubs->ranks[u])), kept);
            if (hubs->ranks[u] >= hubs->hub_count)
                continue;
            reference_distances(graph, u, distances);
            for (uint32_t v = 0; v < nodes; v++)
                if (hubs->ranks[v] < hubs->count)
                    assert_int_equal(
                        rw_plane_has(rw_hubs_near(hubs, hubs->ranks[u]), hubs->ranks[v]),
                        distances[v] <= 2);
        }
        free(distances);
        rw_hubs_free(hubs);
        riwalk_graph_free(graph);
    }
}

static void every_failing_allocation_is_an_error(void **state)
{
    riwalk_graph *graph = reference_graph_of_size(15, 1, 60, 90);
    rw_hubs *hubs = NULL;
    rw_hub_ball ball = {0};

    (void)state;
    check_allocations_of(0, hubs, (rw_hubs_free(hubs), hubs = NULL),
                         rw_hubs_create(graph, &two_threads, &hubs, &failure));
    assert_int_equal(rw_hubs_create(graph, &two_threads, &hubs, NULL), 0);
    check_allocations_of(0, false, rw_hub_ball_free(&ball),
                         rw_hub_ball_init(&ball, hubs, 4, true, &failure));
    rw_hubs_free(hubs);
    riwalk_graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_equal_the_reference),
        cmocka_unit_test(larger_graphs_too),
        cmocka_unit_test(datasets_too),
        cmocka_unit_test(hubs_are_what_the_graph_has),
        cmocka_unit_test(every_failing_allocation_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
