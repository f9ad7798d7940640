/* SPDX-License-Identifier: MIT */
/* LINE: what its orders bring together. Training on pairs: test_sgns.c. */
#include "embedding.h"

/* Of `count` columns from `first` on, which have length 1. */
static double part_cosine(const riwalk_vectors *v, uint32_t a, uint32_t b, uint32_t first,
                          uint32_t count)
{
    return dot(riwalk_vectors_row(v, a) + first, riwalk_vectors_row(v, b) + first, count);
}

/* Two stars whose hubs are joined: 0 with leaves 2 .. 7, and 1 with leaves 8 .. 13. Arcs lead from
 * leaves to hubs, and from 0 to 1. */
static riwalk_graph *two_stars(bool directed)
{
    edge_list edges = {.directed = directed};

    join(&edges, 0, 1);
    for (uint32_t leaf = 2; leaf < 14; leaf++)
        join(&edges, leaf, leaf >= 8);
    return joined(&edges, 14);
}

/* Leaves of one hub have the same neighbours; no two leaves are neighbours. */
TEST(orders_bring_together_what_they_should)
{
    scoped_graph *graph = two_stars(false);
    scoped_vectors *v = /* the first order has one dimension more */
        embed_as(graph, options_of("method=line samples=10000 dimensions=17"));

    for (uint32_t u = 0; u < 14; u++) {
        assert_true(fabs(part_cosine(v, u, u, 0, 9) - 1) < 1e-5);
        assert_true(fabs(part_cosine(v, u, u, 9, 8) - 1) < 1e-5);
    }
    for (uint32_t leaf = 2; leaf < 14; leaf++) /* first: its own hub */
        assert_true(part_cosine(v, leaf, leaf >= 8, 0, 9) >
                    part_cosine(v, leaf, leaf < 8, 0, 9) + 0.05);
    assert_true(part_cosine(v, 2, 3, 9, 8) > 0.8); /* second: its like */
    assert_true(part_cosine(v, 2, 3, 9, 8) >
                part_cosine(v, 2, 9, 9, 8) + 0.3); /* and no other leaf */
    assert_true(part_cosine(v, 2, 3, 9, 8) > part_cosine(v, 2, 0, 9, 8) + 0.3); /* nor its hub */
}

/* 0 leads to 1, as 8 .. 13 do. 1 leads nowhere: it has no vector of the second order. The first
 * order has no directions. */
TEST(directed_edges_are_predicted_by_their_source)
{
    scoped_graph *graph = two_stars(true);
    scoped_vectors *v = embed_as(graph, options_of("method=line samples=10000 dimensions=16"));

    assert_true(part_cosine(v, 0, 9, 8, 8) > part_cosine(v, 0, 3, 8, 8) + 0.3);
    assert_true(part_cosine(v, 1, 1, 8, 8) == 0);
    assert_true(fabs(part_cosine(v, 1, 1, 0, 8) - 1) < 1e-5);
    for (uint32_t leaf = 2; leaf < 14; leaf++)
        assert_true(part_cosine(v, leaf, leaf >= 8, 0, 8) >
                    part_cosine(v, leaf, leaf < 8, 0, 8) + 0.05);
}
