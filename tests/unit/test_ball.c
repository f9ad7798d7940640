/* SPDX-License-Identifier: MIT */
/* Distances, membership and layer counts in balls: against a breadth-first search of the whole
 * graph, for every arc out of the ball, asked in random order and under several budgets. */
#include "base/rng.h"
#include "engine/cpu/ball.h"
#include "reference/graphs.h"
#include "reference/roles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "failing.h"

#ifdef SHORT_TESTS
#define GRAPHS 100
#else
#define GRAPHS 2400
#endif

typedef struct asker {
    const riwalk_graph *graph;
    rw_rows rows;
    rw_ball ball;
    uint32_t *distances;
    uint64_t *arcs; /* tail << 32 | head */
    uint64_t stream;
    uint64_t
        prices[4]; /* of a question: none, the usual one, a little more, more than any search */
} asker;

static uint32_t cut(const asker *a, uint32_t distance)
{
    return distance <= a->ball.radius ? distance : a->ball.radius + 1;
}

/* Asks about the heads of the next arcs together, as far as these are out of nodes at the radius;
 * returns how many arcs it took. */
static size_t check_together(asker *a, const uint64_t *arcs, size_t count)
{
    uint32_t nodes[40], listed = 0;
    size_t taken = 0;

    for (; taken < count && listed < 40; taken++)
        if (a->distances[arcs[taken] >> 32] == a->ball.radius)
            nodes[listed++] = (uint32_t)arcs[taken];
    rw_ball_list(&a->ball, nodes, listed / 2);
    rw_ball_list(&a->ball, nodes + listed / 2, listed - listed / 2);
    if (a->stream % 7 == 0) /* so many have been listed that a search costs less */
        a->ball.question_arcs = UINT32_MAX;
    rw_ball_answer(&a->ball);
    if (!rw_ball_lists(&a->ball) && !rw_ball_whole(&a->ball))
        return taken;
    for (uint32_t i = 0; i < listed; i++)
        assert_int_equal(rw_ball_inside(&a->ball, nodes[i]),
                         a->distances[nodes[i]] <= a->ball.radius);
    return taken;
}

/* Every arc out of a node in the ball, shuffled. */
static size_t collect_arcs(asker *a)
{
    size_t count = 0;

    for (uint32_t u = 0; u < riwalk_graph_node_count(a->graph); u++)
        for (uint32_t i = 0; i < riwalk_graph_degree(a->graph, u); i++)
            if (a->distances[u] <= a->ball.radius)
                a->arcs[count++] = (uint64_t)u << 32 | riwalk_graph_neighbors(a->graph, u)[i];
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
    rw_row row = rw_rows_get(&a->rows, node);
    rw_layer_counts layers;

    if (node % 2) /* as those do who count much */
        rw_ball_search_near(&a->ball);
    if (distance == a->ball.radius) {
        rw_ball_list(&a->ball, row.nodes, row.degree);
        rw_ball_answer(&a->ball);
    }
    layers = rw_ball_layers(&a->ball, row, distance);
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
    size_t count, together = 0;

    reference_distances(a->graph, anchor, a->distances);
    a->ball.question_arcs = a->prices[(a->stream + a->ball.least_budget / 1000) % 4];
    assert_int_equal(rw_ball_open(&a->ball, anchor, NULL), RIWALK_STATUS_OK);
    count = collect_arcs(a);
    for (size_t i = 0; i < count; i++) {
        uint32_t from = (uint32_t)(a->arcs[i] >> 32), to = (uint32_t)a->arcs[i];
        uint32_t distance = rw_ball_distance(&a->ball, to, a->distances[from] + 1);

        if (i >= together && a->stream % 3)
            together = i + check_together(a, a->arcs + i, count - i);
        if (distance != cut(a, a->distances[to]))
            print_message("anchor %u, radius %u, budget %llu\n", anchor, a->ball.radius,
                          (unsigned long long)a->ball.budget);
        assert_int_equal(distance, cut(a, a->distances[to]));
        if (from != anchor && rw_rng_at(a->stream, count + i) % 8 == 0)
            check_layers(a, from);
    }
}

/* Checks every `step`th anchor of a graph before `end`. */
static void check_anchors(const riwalk_graph *graph, uint32_t radius, uint64_t budget,
                          uint32_t step, uint32_t end, uint64_t seed)
{
    static const uint32_t rooms[] = {0, 0, 1, 30, 4096}; /* arrays, and tables that grow or not */
    uint32_t nodes = riwalk_graph_node_count(graph);
    uint32_t room = rooms[(seed / REFERENCE_GRAPH_KINDS + 3 * radius) % 5];
    asker a = {.graph = graph, .rows = {.graph = graph}};

    /* What a full table does not remember is asked again and again, which takes long. */
    if (nodes > 100 && room && (seed % 7 || radius != 4))
        room = 4096;
    if ((seed / REFERENCE_GRAPH_KINDS + radius) % 2)
        assert_int_equal(rw_rows_lay_out(&a.rows, 1, NULL), RIWALK_STATUS_OK);
    assert_int_equal(rw_ball_init(&a.ball, &a.rows, radius, budget, room, NULL), RIWALK_STATUS_OK);
    a.prices[1] = a.ball.question_arcs;
    a.prices[2] = 2 * a.ball.question_arcs;
    a.prices[3] = UINT32_MAX;
    a.distances = malloc(nodes * sizeof *a.distances);
    a.arcs = malloc((2 * riwalk_graph_edge_count(graph) + 1) * sizeof *a.arcs);
    assert_true(a.distances && a.arcs);
    for (uint32_t anchor = (uint32_t)(seed % step); anchor < end; anchor += step) {
        a.stream = rw_rng_stream(seed, RW_STAGE_SPLIT, anchor, radius);
        check_anchor(&a, anchor);
    }
    rw_ball_free(&a.ball);
    rw_rows_free(&a.rows);
    free(a.distances);
    free(a.arcs);
}

/* Checks about `anchors` anchors of a graph. */
static void check_graph(const riwalk_graph *graph, uint32_t radius, uint64_t budget,
                        uint32_t anchors, uint64_t seed)
{
    uint32_t nodes = riwalk_graph_node_count(graph);

    check_anchors(graph, radius, budget, nodes > anchors ? nodes / anchors : 1, nodes, seed);
}

static void distances_equal_the_reference(void **state)
{
    static const uint64_t budgets[] = {0, 20, 1000000};

    (void)state;
    for (uint64_t seed = 0; seed < GRAPHS; seed++) {
        riwalk_graph *graph = reference_graph(seed % REFERENCE_GRAPH_KINDS, seed, 40);

        for (uint32_t radius = 1; radius <= 6; radius++)
            check_graph(graph, radius, budgets[(seed + radius) % 3], 6, seed);
        check_graph(graph, 40, budgets[seed % 3], 3, seed);
        riwalk_graph_free(graph);
    }
}

/* A ring: balls so small beside the graph that marks are cleared one by one, and a radius whose
 * marks need two bytes. Anchors are neighbours, so that a mark that is left over misleads. */
static void small_balls_of_a_large_graph(void **state)
{
    enum {
        RING = 40000
    };
    uint32_t *ends = malloc(2 * RING * sizeof *ends);
    riwalk_graph *graph = NULL;

    (void)state;
    assert_non_null(ends);
    for (uint32_t i = 0; i < RING; i++) {
        ends[2 * i] = i;
        ends[2 * i + 1] = (i + 1) % RING;
    }
    assert_int_equal(riwalk_graph_build(RING, RING, ends, NULL, NULL, &graph, NULL),
                     RIWALK_STATUS_OK);
    for (uint64_t seed = 0; seed < 2; seed++)
        for (uint64_t budget = 0; budget <= 1000; budget += 1000) {
            check_anchors(graph, 2, budget, 1, 30, seed);
            check_anchors(graph, 5, budget, 1, 30, seed);
            check_anchors(graph, 300, budget, 1, 30, seed);
        }
    free(ends);
    riwalk_graph_free(graph);
}

/* Large enough for questions to become dear, so that the search is carried on between them. */
static void larger_graphs_too(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 48; seed++) {
        riwalk_graph *graph = reference_graph(seed % REFERENCE_GRAPH_KINDS, seed, 700);

        for (uint32_t radius = 2; radius <= 5; radius++)
            check_graph(graph, radius, seed % 2 ? 0 : 200, 3, seed);
        riwalk_graph_free(graph);
    }
}

/* Marks are cleared when their numbers end: after some hundreds of anchors with a large radius. */
static void anchors_are_many(void **state)
{
    riwalk_graph *graph = reference_graph_of_size(9, 1, 600, 800); /* a path */

    (void)state;
    check_graph(graph, 130, 0, 1000, 1);
    riwalk_graph_free(graph);
}

/* A tree whose 200 inner nodes have rows too long for cells; seen from a leaf, nearly all of them
 * are in the layer that the search meets the last one from, or next to the last one. */
static void many_long_rows_too(void **state)
{
    enum {
        INNER = 200,
        LEAVES = 20, /* of each */
        NODES = 1 + INNER + INNER * LEAVES
    };
    uint32_t ends[2 * (NODES - 1)];
    riwalk_graph *graph = NULL;

    (void)state;
    for (uint32_t i = 1; i < NODES; i++) {
        ends[2 * i - 2] = i;
        ends[2 * i - 1] = i <= INNER ? 0 : 1 + i % INNER;
    }
    assert_int_equal(riwalk_graph_build(NODES, NODES - 1, ends, NULL, NULL, &graph, NULL),
                     RIWALK_STATUS_OK);
    for (uint64_t budget = 0; budget <= 10000; budget += 1000) {
        check_graph(graph, 4, budget, 5, REFERENCE_GRAPH_KINDS); /* in cells */
        check_graph(graph, 2, budget, 5, 5 * REFERENCE_GRAPH_KINDS);
    }
    riwalk_graph_free(graph);
}

/* A row that fills its cell, of which only the last neighbour is nearer than the radius: seen from
 * 15, it is asked about from 1. */
static void full_cells_are_looked_at_to_their_end(void **state)
{
    enum {
        NODES = 17
    };
    uint32_t ends[2 * NODES] = {15, 16, 16, 0, 16, 1};
    riwalk_graph *graph = NULL;

    (void)state;
    for (uint32_t i = 1; i <= 14; i++) {
        ends[2 * i + 4] = 0;
        ends[2 * i + 5] = i;
    }
    assert_int_equal(riwalk_graph_build(NODES, NODES, ends, NULL, NULL, &graph, NULL),
                     RIWALK_STATUS_OK);
    assert_int_equal(riwalk_graph_degree(graph, 0), RW_CELL - 1);
    for (uint64_t budget = 0; budget <= 3000; budget += 1000)
        check_graph(graph, 2, budget, NODES, 5 * REFERENCE_GRAPH_KINDS); /* in cells */
    riwalk_graph_free(graph);
}

/* Marks are 16 bits: after enough anchors they are cleared, and answers stay right. */
static void marks_start_over(void **state)
{
    riwalk_graph *graph = reference_graph(8, 3, 60);
    uint32_t nodes = riwalk_graph_node_count(graph);
    uint32_t *distances = malloc(nodes * sizeof *distances);
    rw_ball ball;

    (void)state;
    assert_non_null(distances);
    assert_int_equal(rw_ball_init(&ball, &(rw_rows){.graph = graph}, 2, 1000, 0, NULL),
                     RIWALK_STATUS_OK);
    for (uint32_t i = 0; i < 40000; i++) {
        uint32_t anchor = i * 7 % nodes;

        assert_int_equal(rw_ball_open(&ball, anchor, NULL), RIWALK_STATUS_OK);
        if (i % 97)
            continue;
        reference_distances(graph, anchor, distances);
        for (uint32_t u = 0; u < nodes; u++)
            if (distances[u] <= 3)
                assert_int_equal(rw_ball_distance(&ball, u, distances[u]), distances[u]);
    }
    rw_ball_free(&ball);
    free(distances);
    riwalk_graph_free(graph);
}

/* A path so long that the bits of a ball are cleared one by one: none is left for the next anchor.
 */
static void nothing_is_left_of_other_balls(void **state)
{
    enum {
        NODES = 20000,
        RADIUS = 3
    };
    uint32_t *ends = malloc(2 * (NODES - 1) * sizeof *ends);
    riwalk_graph *graph = NULL;
    rw_ball ball;

    (void)state;
    assert_non_null(ends);
    for (uint32_t i = 0; i + 1 < NODES; i++) {
        ends[2 * i] = i;
        ends[2 * i + 1] = i + 1;
    }
    assert_int_equal(riwalk_graph_build(NODES, NODES - 1, ends, NULL, NULL, &graph, NULL),
                     RIWALK_STATUS_OK);
    assert_int_equal(rw_ball_init(&ball, &(rw_rows){.graph = graph}, RADIUS, 1000, 0, NULL),
                     RIWALK_STATUS_OK);
    for (uint32_t anchor = RADIUS + 1; anchor + RADIUS + 1 < NODES; anchor++) {
        assert_int_equal(rw_ball_open(&ball, anchor, NULL), RIWALK_STATUS_OK);
        for (uint32_t away = 1; away <= RADIUS + 1; away++) {
            assert_int_equal(rw_ball_distance(&ball, anchor - away, away), away);
            assert_int_equal(rw_ball_distance(&ball, anchor + away, away), away);
        }
    }
    rw_ball_free(&ball);
    riwalk_graph_free(graph);
    free(ends);
}

static void datasets_too(void **state)
{
    static const char *const names[] = {"usa-airports", "europe-airports", "expressway", "actor",
                                        "film"};

    (void)state;
    if (!getenv("RIWALK_DATA")) {
        print_message("skipped: RIWALK_DATA is not set\n");
        skip();
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        riwalk_graph *graph = reference_dataset(names[i]);

        for (uint32_t radius = 1; radius <= 6; radius++)
            check_graph(graph, radius, radius % 2 ? 0 : 3000, 4, radius + 5);
        riwalk_graph_free(graph);
    }
}

/* ---- Tables ---- */

/* Random nodes in random turns, against an array; the table grows from a single place, and its
 * turns start over. */
static void a_table_is_an_array_of_few(void **state)
{
    enum {
        NODES = 500
    };
    uint32_t values[NODES];
    rw_node_table table;

    (void)state;
    assert_int_equal(rw_node_table_init(&table, 1, NULL), RIWALK_STATUS_OK);
    table.turn = UINT32_MAX - 3;
    for (uint32_t turn = 0; turn < 12; turn++) {
        rw_node_table_clear(&table);
        for (uint32_t u = 0; u < NODES; u++)
            values[u] = UINT32_MAX;
        for (uint32_t i = 0; i < 40 * turn; i++) {
            uint64_t bits = rw_rng_mix(turn << 16 | i);
            uint32_t node = (uint32_t)(bits % NODES), value = (uint32_t)(bits >> 40);

            if (!rw_node_table_set(&table, node, value)) {
                assert_int_equal(table.count, table.room);
                assert_int_equal(rw_node_table_reserve(&table, (uint64_t)table.count + 1, NULL), 0);
                assert_true(rw_node_table_set(&table, node, value));
            }
            values[node] = value;
        }
        for (uint32_t u = 0; u < NODES; u++)
            assert_int_equal(rw_node_table_get(&table, u), values[u]);
    }
    rw_node_table_free(&table);
}

static riwalk_status open_in_table(rw_ball *ball, const rw_rows *rows, riwalk_error *error)
{
    riwalk_status status = rw_ball_init(ball, rows, 5, 0, 1, error);

    if (!status && (status = rw_ball_open(ball, 0, error)))
        rw_ball_free(ball);
    return status;
}

static void every_failing_allocation_is_an_error(void **state)
{
    riwalk_graph *graph = reference_graph_of_size(9, 1, 60, 90);
    rw_rows rows = {.graph = graph};
    rw_ball ball = {0};

    (void)state;
    check_allocations_of(0, false, rw_ball_free(&ball),
                         rw_ball_init(&ball, &rows, 4, 0, 0, &failure));
    check_allocations_of(3, false, rw_ball_free(&ball), open_in_table(&ball, &rows, &failure));
    riwalk_graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_equal_the_reference),
        cmocka_unit_test(small_balls_of_a_large_graph),
        cmocka_unit_test(larger_graphs_too),
        cmocka_unit_test(anchors_are_many),
        cmocka_unit_test(many_long_rows_too),
        cmocka_unit_test(full_cells_are_looked_at_to_their_end),
        cmocka_unit_test(marks_start_over),
        cmocka_unit_test(nothing_is_left_of_other_balls),
        cmocka_unit_test(datasets_too),
        cmocka_unit_test(a_table_is_an_array_of_few),
        cmocka_unit_test(every_failing_allocation_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
