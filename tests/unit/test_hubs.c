/* SPDX-License-Identifier: MIT */
/* Graphs seen from their hubs: ranks, rows by rank, and planes. */
#include "engine/cpu/hubs.h"
#include "reference/roles.h"
#include "unit/test.h"

static const riwalk_run two_threads = {.threads = 2};

static rw_hubs *hubs_of(const riwalk_graph *graph)
{
    return MADE_OF(rw_hubs, rw_hubs_create, graph, NULL, UINT64_MAX, &two_threads);
}

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
TEST(hubs_are_what_the_graph_has)
{
    for (uint64_t seed = 0; seed < 8 * REFERENCE_GRAPH_KINDS; seed++) {
        scoped_graph *graph = reference_graph(seed % REFERENCE_GRAPH_KINDS, seed, 150);
        uint32_t nodes = riwalk_graph_node_count(graph);
        scoped uint32_t *distances = malloc(nodes * sizeof *distances);
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
                        rw_plane_has(rw_hubs_within_two(hubs, hubs->ranks[u]), hubs->ranks[v]),
                        distances[v] <= 2);
        }
        rw_hubs_free(hubs);
    }
}

TEST(every_failing_allocation_is_an_error)
{
    scoped_graph *graph = reference_graph_of_size(15, 1, 60, 90);

    check_making(0, rw_hubs,
                 rw_hubs_create(graph, NULL, UINT64_MAX, &two_threads, &made, &failure));
}
