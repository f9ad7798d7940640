/* SPDX-License-Identifier: MIT */
/* Balls of every implementation: distances, membership and layer counts against a breadth-first
 * search of the whole graph, for every arc out of the ball, asked in random order. */
#include "engine/cpu/ball.h"
#include "engine/cpu/node_table.h"
#include "reference/roles.h"
#include "unit/test.h"

/* The implementations, with what makes each behave differently. */
typedef enum kind {
    ARRAYS,
    ARRAYS_OVER_CELLS,
    TABLE, /* which grows, or is full soon */
    HUBS,  /* with planes of all hubs, of one or of none */
    KINDS
} kind;

static const riwalk_run two_threads = {.threads = 2};

typedef struct asker {
    const riwalk_graph *graph;
    rw_adjacency adjacency;
    rw_ball *ball;
    bool counts;
    uint32_t *distances;
    uint64_t *arcs;           /* tail << 32 | head */
    uint32_t *nodes;          /* [nodes]: scratch */
    uint32_t *stop_distances; /* [nodes] */
    rw_row *rows;             /* [nodes] */
    rw_layer_counts *layers;
    uint64_t stream;
    uint64_t draws;
} asker;

static uint32_t draw(asker *a, uint64_t count)
{
    return (uint32_t)rw_rng_below(rw_rng_at(a->stream, a->draws++), count);
}

static bool is_inside(const asker *a, uint32_t node)
{
    return a->distances[node] <= a->ball->radius;
}

/* ---- The calls ---- */

static void check_distances(asker *a, const uint64_t *arcs, uint32_t count)
{
    uint32_t nodes[40], distances[40];

    for (uint32_t i = 0; i < count; i++) {
        nodes[i] = (uint32_t)arcs[i];
        distances[i] = a->distances[arcs[i] >> 32] + 1;
    }
    a->ball->kind->find_distances(a->ball, nodes, count, distances);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(distances[i],
                         is_inside(a, nodes[i]) ? a->distances[nodes[i]] : a->ball->radius + 1);
}

/* Asks about heads of arcs out of nodes at the radius. */
static void check_inside(asker *a, const uint64_t *arcs, uint32_t count)
{
    uint32_t nodes[40], asked = 0;
    bool inside[40];

    for (uint32_t i = 0; i < count; i++)
        if (a->distances[arcs[i] >> 32] == a->ball->radius)
            nodes[asked++] = (uint32_t)arcs[i];
    a->ball->kind->find_inside(a->ball, nodes, asked, inside);
    for (uint32_t i = 0; i < asked; i++)
        assert_int_equal(inside[i], is_inside(a, nodes[i]));
}

static void check_listed(asker *a, uint32_t node)
{
    rw_row row = rw_adjacency_row(&a->adjacency, node);
    uint32_t expected = 0;

    for (uint32_t i = 0; i < row.degree; i++)
        expected += is_inside(a, row.nodes[i]);
    assert_int_equal(a->ball->kind->list_inside(a->ball, node, row, a->nodes), expected);
    for (uint32_t i = 0, place = 0; i < row.degree; i++)
        if (is_inside(a, row.nodes[i]))
            assert_int_equal(a->nodes[place++], row.nodes[i]);
}

/* Counts layers about some nodes of the ball. */
static void check_layers(asker *a, uint32_t anchor)
{
    uint32_t nodes = riwalk_graph_node_count(a->graph), step = 1 + draw(a, 1 + nodes / 8);
    rw_stops stops = {a->nodes, a->stop_distances, 0, 1, {a->rows}};
    rw_layer_counts *layers[] = {a->layers};

    for (uint32_t u = draw(a, nodes); u < nodes; u += step)
        if (u != anchor && is_inside(a, u)) {
            a->nodes[stops.count] = u;
            a->stop_distances[stops.count] = a->distances[u];
            a->rows[stops.count++] = rw_adjacency_row(&a->adjacency, u);
        }
    a->ball->kind->count_layers(a->ball, &stops, layers);
    for (uint32_t s = 0; s < stops.count; s++) {
        uint32_t distance = a->stop_distances[s], closer = 0, same = 0, further = 0;

        for (uint32_t i = 0; i < a->rows[s].degree; i++) {
            uint32_t other = a->distances[a->rows[s].nodes[i]];

            closer += other + 1 == distance;
            same += other == distance;
            further += other == distance + 1 && other <= a->ball->radius;
        }
        assert_int_equal(a->layers[s].closer, closer);
        assert_int_equal(a->layers[s].same, same);
        assert_int_equal(a->layers[s].further, further);
    }
}

/* ---- Anchors and graphs ---- */

/* Every arc out of a node in the ball to another than the anchor, shuffled. */
static size_t collect_arcs(asker *a, uint32_t anchor)
{
    size_t count = 0;

    for (uint32_t u = 0; u < riwalk_graph_node_count(a->graph); u++)
        for (uint32_t i = 0; i < riwalk_graph_degree(a->graph, u); i++) {
            uint32_t to = riwalk_graph_neighbors(a->graph, u)[i];

            if (is_inside(a, u) && to != anchor)
                a->arcs[count++] = (uint64_t)u << 32 | to;
        }
    for (size_t i = count; i > 1; i--) {
        size_t j = draw(a, i);
        uint64_t swap = a->arcs[i - 1];

        a->arcs[i - 1] = a->arcs[j];
        a->arcs[j] = swap;
    }
    return count;
}

/* Makes calls of all sorts, in an order that differs from anchor to anchor. */
static void check_anchor(asker *a, uint32_t anchor)
{
    uint32_t sort = draw(a, 4);
    size_t count;

    reference_distances(a->graph, anchor, a->distances);
    assert_int_equal(a->ball->kind->open(a->ball, anchor, NULL), RIWALK_STATUS_OK);
    count = collect_arcs(a, anchor);
    for (size_t i = 0, taken; i < count; i += taken) {
        uint32_t from = (uint32_t)(a->arcs[i] >> 32);

        taken = 1 + draw(a, count - i < 40 ? count - i : 40);
        if (sort)
            check_inside(a, a->arcs + i, (uint32_t)taken);
        check_distances(a, a->arcs + i, (uint32_t)taken);
        if (sort != 1 && a->distances[from] == a->ball->radius)
            check_listed(a, from);
        if (a->counts && draw(a, 3) == 0)
            check_layers(a, anchor);
    }
    if (a->counts && count)
        check_layers(a, anchor);
}

/* Makes a ball of a kind; `sort` chooses what else may differ. The price of a question is none, the
 * usual one, or more than that of any search. */
static void make_ball(asker *a, kind k, uint32_t radius, uint64_t budget, uint64_t sort)
{
    static const uint32_t rooms[] = {1, 30, 4096};
    static const uint64_t prices[] = {0, 12, 40, UINT32_MAX};
    rw_ball_setup setup = {&a->adjacency, radius, budget, prices[sort % 4], rooms[sort % 3], false};

    /* What a full table does not remember is asked again and again, which takes long. */
    if (riwalk_graph_node_count(a->graph) > 100 && (sort % 7 || radius != 4))
        setup.room = 4096;
    a->counts = setup.counts = k != HUBS || sort % 2;
    if (k == ARRAYS_OVER_CELLS || (k == TABLE && sort % 2))
        ok(rw_adjacency_lay_out(&a->adjacency, 1, &failure));
    if (k == HUBS) {
        ok(rw_hubs_create(a->graph, NULL, UINT64_MAX, &two_threads, &a->adjacency.hubs, &failure));
        if (sort % 3)
            a->adjacency.hubs->hub_count = sort % 3 == 1 && a->adjacency.hubs->hub_count;
        ok(rw_hub_ball_create(&setup, &a->ball, &failure));
    } else if (k == TABLE) {
        ok(rw_table_ball_create(&setup, &a->ball, &failure));
    } else {
        ok(rw_array_ball_create(&setup, &a->ball, &failure));
    }
}

static bool fits(kind k, uint32_t radius)
{
    return k == TABLE || (k == HUBS ? rw_hub_ball_fits(radius) : rw_array_ball_fits(radius));
}

/* Checks every `step`th anchor of a graph before `end`. */
static void check_anchors(const riwalk_graph *graph, kind k, uint32_t radius, uint64_t budget,
                          uint32_t step, uint32_t end, uint64_t seed)
{
    uint32_t nodes = riwalk_graph_node_count(graph);
    scoped uint32_t *distances = malloc(nodes * sizeof *distances);
    scoped uint64_t *arcs = malloc((2 * riwalk_graph_edge_count(graph) + 1) * sizeof *arcs);
    scoped uint32_t *scratch = malloc((nodes + 2) * sizeof *scratch);
    scoped uint32_t *stops = malloc(nodes * sizeof *stops);
    scoped rw_row *rows = malloc(nodes * sizeof *rows);
    scoped rw_layer_counts *layers = malloc(nodes * sizeof *layers);
    asker a = {graph, {.graph = graph}, NULL, false, distances, arcs, scratch, stops, rows, layers};

    assert_true(distances && arcs && scratch && stops && rows && layers);
    make_ball(&a, k, radius, budget, seed / REFERENCE_GRAPH_KINDS + radius);
    for (uint32_t anchor = (uint32_t)(seed % step); anchor < end; anchor += step) {
        if (!riwalk_graph_degree(graph, anchor))
            continue;
        a.stream = rw_rng_stream(seed, RW_STAGE_SPLIT, anchor, radius);
        check_anchor(&a, anchor);
    }
    rw_ball_free(a.ball);
    rw_adjacency_free(&a.adjacency);
}

/* Checks about `anchors` anchors of a graph, with every implementation. */
static void check_graph(const riwalk_graph *graph, uint32_t radius, uint64_t budget,
                        uint32_t anchors, uint64_t seed)
{
    uint32_t nodes = riwalk_graph_node_count(graph);

    for (kind k = ARRAYS; k < KINDS; k++)
        if (fits(k, radius))
            check_anchors(graph, k, radius, budget, nodes > anchors ? nodes / anchors : 1, nodes,
                          seed);
}

/* ---- Graphs ---- */

TEST(distances_equal_the_reference)
{
    static const uint64_t budgets[] = {0, 20, 1000000};

    for (uint64_t seed = 0; seed < FEW(2400, 100); seed++) {
        scoped_graph *graph = reference_graph(seed % REFERENCE_GRAPH_KINDS, seed, 40);

        for (uint32_t radius = 1; radius <= 6; radius++)
            check_graph(graph, radius, budgets[(seed + radius) % 3], 6, seed);
        check_graph(graph, 40, budgets[seed % 3], 3, seed);
    }
}

/* A ring: balls so small beside the graph that marks are cleared one by one. Anchors are
 * neighbours, so that a mark that is left over misleads. */
TEST(small_balls_of_a_large_graph)
{
    enum {
        RING = 40000
    };
    scoped_graph *graph = JOINED(RING, RING, i, (i + 1) % RING);

    for (uint64_t seed = 0; seed < 2; seed++)
        for (uint64_t budget = 0; budget <= 1000; budget += 1000) {
            check_anchors(graph, ARRAYS, 2, budget, 1, 30, seed);
            check_anchors(graph, ARRAYS_OVER_CELLS, 5, budget, 1, 30, seed);
            check_anchors(graph, TABLE, 5, budget, 1, 30, seed);
            check_anchors(graph, TABLE, 300, budget, 1, 30, seed);
        }
}

/* Large enough for questions to become dear, so that the search is carried on between them. */
TEST(larger_graphs_too)
{
    for (uint64_t seed = 0; seed < FEW(48, 16); seed++) {
        scoped_graph *graph = reference_graph(seed % REFERENCE_GRAPH_KINDS, seed, 700);

        for (uint32_t radius = 2; radius <= 5; radius++)
            check_graph(graph, radius, seed % 2 ? 0 : 200, 3, seed);
    }
}

/* Marks are cleared when their numbers end: after some hundreds of anchors with a large radius. */
TEST(anchors_are_many)
{
    scoped_graph *graph = reference_graph_of_size(9, 1, 600, 800); /* a path */

    check_graph(graph, 130, 0, 1000, 1);
}

/* A tree whose 200 inner nodes have rows too long for cells; seen from a leaf, nearly all of them
 * are in the layer that the search meets the last one from, or next to the last one. */
TEST(many_long_rows_too)
{
    enum {
        INNER = 200,
        LEAVES = 20, /* of each */
        NODES = 1 + INNER + INNER * LEAVES
    };
    scoped_graph *graph = JOINED(NODES, NODES - 1, i + 1, i < INNER ? 0 : 1 + (i + 1) % INNER);

    for (uint64_t budget = 0; budget <= 10000; budget += 1000) {
        check_graph(graph, 4, budget, 5, REFERENCE_GRAPH_KINDS); /* in cells */
        check_graph(graph, 2, budget, 5, 5 * REFERENCE_GRAPH_KINDS);
    }
}

/* Stars with hundreds of leaves, whose hubs are joined in a path or share leaves, and some arcs
 * between leaves: rows so long that nodes are looked up in them. */
TEST(long_rows_are_not_looked_through)
{
    enum {
        HUB_COUNT = 3,
        LEAVES = 700, /* of each hub */
        NODES = HUB_COUNT * (LEAVES + 1)
    };

    for (uint64_t seed = 0; seed < 12; seed++) {
        edge_list edges = {0};

        for (uint32_t i = 1; i < NODES; i++)
            join(&edges, i < HUB_COUNT ? i - 1 : i % HUB_COUNT, i);
        for (uint32_t i = 0; i < 40 * (seed % 3); i++)
            join(&edges, HUB_COUNT + 7 * i,
                 seed % 2 ? i % HUB_COUNT : HUB_COUNT + 7 * i + 5 + i % 3);
        scoped_graph *graph = joined(&edges, NODES);
        for (uint32_t radius = 1; radius <= 5; radius++)
            check_graph(graph, radius, seed % 2 ? 0 : 1000, 6, seed * REFERENCE_GRAPH_KINDS + seed);
    }
}

/* A row that fills its cell, of which only the last neighbour is nearer than the radius: seen from
 * 15, it is asked about from 1. */
TEST(full_cells_are_looked_at_to_their_end)
{
    enum {
        NODES = 17
    };
    /* 0-1 to 0-14, and 16-15, 16-0, 16-1 */
    scoped_graph *graph = JOINED(NODES, NODES, i < 14 ? 0 : 16, i < 14 ? i + 1 : (i + 1) % 16);

    assert_int_equal(riwalk_graph_degree(graph, 0), RW_CELL - 1);
    for (uint64_t budget = 0; budget <= 3000; budget += 1000)
        check_graph(graph, 2, budget, NODES, 5 * REFERENCE_GRAPH_KINDS); /* in cells */
}

/* A path so long that the bits of a ball are cleared one by one: none is left for the next anchor.
 */
TEST(nothing_is_left_of_other_balls)
{
    enum {
        NODES = 20000,
        RADIUS = 3
    };
    scoped_graph *graph = JOINED(NODES, NODES - 1, i, i + 1);
    rw_adjacency adjacency = {.graph = graph};
    rw_ball *ball = NULL;

    ok(rw_array_ball_create(&(rw_ball_setup){&adjacency, RADIUS, 1000, 8, 0, false}, &ball,
                            &failure));
    for (uint32_t anchor = RADIUS + 1; anchor + RADIUS + 1 < NODES; anchor++) {
        uint32_t nodes[2 * RADIUS + 2], distances[2 * RADIUS + 2];

        assert_int_equal(ball->kind->open(ball, anchor, NULL), RIWALK_STATUS_OK);
        for (uint32_t i = 0; i < 2 * RADIUS + 2; i++) {
            distances[i] = i / 2 + 1;
            nodes[i] = i % 2 ? anchor + distances[i] : anchor - distances[i];
        }
        ball->kind->find_distances(ball, nodes, 2 * RADIUS + 2, distances);
        for (uint32_t i = 0; i < 2 * RADIUS + 2; i++)
            assert_int_equal(distances[i], i / 2 + 1);
    }
    rw_ball_free(ball);
}

/* ---- Tables ---- */

/* Random nodes in random turns, against an array; the table grows from a single place, and its
 * turns start over. */
TEST(a_table_is_an_array_of_few)
{
    enum {
        NODES = 500
    };
    uint32_t values[NODES];
    rw_node_table table = {0};

    ok(rw_node_table_reserve(&table, 1, &failure));
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
                ok(rw_node_table_reserve(&table, (uint64_t)table.count + 1, &failure));
                assert_true(rw_node_table_set(&table, node, value));
            }
            values[node] = value;
        }
        for (uint32_t u = 0; u < NODES; u++)
            assert_int_equal(rw_node_table_get(&table, u), values[u]);
    }
    rw_node_table_free(&table);
}

static riwalk_status open_in_table(const rw_ball_setup *setup, rw_ball **ball, riwalk_error *error)
{
    riwalk_status status = rw_table_ball_create(setup, ball, error);

    if (!status && (status = (*ball)->kind->open(*ball, 0, error))) {
        rw_ball_free(*ball);
        *ball = NULL;
    }
    return status;
}

TEST(every_failing_allocation_is_an_error)
{
    scoped_graph *graph = reference_graph_of_size(9, 1, 60, 90);
    rw_adjacency adjacency = {.graph = graph};
    rw_ball_setup setup = {&adjacency, 5, 0, 8, 1, true};

    check_making(0, rw_ball, rw_array_ball_create(&setup, &made, &failure));
    check_making(3, rw_ball, open_in_table(&setup, &made, &failure));
    check_making(0, rw_hubs,
                 rw_hubs_create(graph, NULL, UINT64_MAX, &two_threads, &made, &failure));
    ok(rw_hubs_create(graph, NULL, UINT64_MAX, &two_threads, &adjacency.hubs, &failure));
    setup.radius = 4;
    check_making(0, rw_ball, rw_hub_ball_create(&setup, &made, &failure));
    rw_adjacency_free(&adjacency);
    adjacency = (rw_adjacency){.graph = graph};
    check_allocations_of(0, adjacency.cells, rw_adjacency_free(&adjacency),
                         rw_adjacency_lay_out(&adjacency, 1, &failure));
}
