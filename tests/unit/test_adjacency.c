/* SPDX-License-Identifier: MIT */
/* Rows in cells are the rows of the graph. */
#include "engine/cpu/adjacency.h"
#include "unit/test.h"

static void check_rows(const rw_adjacency *adjacency)
{
    const riwalk_graph *graph = adjacency->graph;

    for (uint32_t u = 0; u < graph->node_count; u++) {
        rw_row row = rw_adjacency_row(adjacency, u);

        assert_int_equal(row.degree, rw_degree(graph, u));
        for (uint32_t i = 0; i < row.degree; i++)
            assert_int_equal(row.nodes[i], graph->neighbors[graph->offsets[u] + i]);
        rw_adjacency_fetch_place(adjacency, u); /* without effect, and without fault */
    }
}

/* A cell that has a row has nothing but its neighbours; an isolated node stands for itself. */
static void check_cells(const rw_adjacency *adjacency)
{
    for (uint32_t u = 0; u < adjacency->graph->node_count; u++) {
        const uint32_t *cell = rw_adjacency_cell(adjacency, u);

        for (uint32_t i = 1; i < RW_CELL && cell[0] < RW_CELL; i++)
            assert_int_equal(cell[i], cell[0] ? cell[1 + (i - 1) % cell[0]] : u);
    }
}

TEST(cells_equal_the_graph)
{
    for (uint64_t seed = 0; seed < 3 * REFERENCE_GRAPH_KINDS; seed++) {
        scoped_graph *graph = reference_graph(seed % REFERENCE_GRAPH_KINDS, seed, 60);
        rw_adjacency adjacency = {.graph = graph};

        check_rows(&adjacency);
        ok(rw_adjacency_lay_out(&adjacency, 2, &failure));
        assert_non_null(adjacency.cells);
        check_rows(&adjacency);
        check_cells(&adjacency);
        rw_adjacency_free(&adjacency);
    }
}

/* As many neighbours as fit in a cell, one more and one fewer: the hub of a star. */
TEST(rows_too_long_for_a_cell_lie_behind)
{
    for (uint32_t leaves = RW_CELL - 2; leaves <= RW_CELL; leaves++) {
        scoped_graph *graph = JOINED(leaves + 1, leaves, 0, i + 1);
        rw_adjacency adjacency = {0};
        rw_row hub;

        adjacency.graph = graph;
        ok(rw_adjacency_lay_out(&adjacency, 1, &failure));
        check_rows(&adjacency);
        hub = rw_adjacency_row(&adjacency, 0);
        assert_ptr_equal(hub.nodes, leaves < RW_CELL
                                        ? adjacency.cells + 1
                                        : adjacency.cells + (size_t)(leaves + 1) * RW_CELL);
        rw_adjacency_free(&adjacency);
    }
}

/* A graph of which only degrees are known: ten each, but the first as many as are left. */
static riwalk_graph degrees_of_ten(uint32_t nodes, uint64_t arcs, uint64_t *offsets)
{
    for (uint32_t u = 1; u <= nodes; u++)
        offsets[u] = arcs - (uint64_t)(nodes - u) * 10;
    return (riwalk_graph){.node_count = nodes, .arc_count = arcs, .offsets = offsets};
}

TEST(only_large_sparse_graphs_have_cells)
{
    enum {
        NODES = 1000000
    };
    scoped uint64_t *offsets = calloc(NODES + 1, sizeof *offsets);
    riwalk_graph graph;

    assert_non_null(offsets);
    graph = degrees_of_ten(1000, 10000, offsets);
    assert_int_equal(rw_adjacency_bytes(&graph), 0);
    graph = degrees_of_ten(NODES, 10 * NODES, offsets);
    assert_int_equal(rw_adjacency_bytes(&graph), 64 * NODES);
    graph = degrees_of_ten(NODES, 10 * NODES + 7, offsets); /* 17 take two lines */
    assert_int_equal(rw_adjacency_bytes(&graph), 64 * NODES + 128);
    graph = degrees_of_ten(NODES, 30 * NODES, offsets);
    assert_int_equal(rw_adjacency_bytes(&graph), 0);
}

TEST(no_memory_is_an_error)
{
    scoped_graph *graph = reference_graph(0, 1, 20);
    rw_adjacency adjacency = {.graph = graph};

    check_allocations_of(0, adjacency.cells, rw_adjacency_free(&adjacency),
                         rw_adjacency_lay_out(&adjacency, 1, &failure));
}
