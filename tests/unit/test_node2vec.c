/* SPDX-License-Identifier: MIT */
/* DeepWalk, node2vec and combinations end to end: repeatable, within memory, on all graphs. */
#include "embedding.h"

/* Enough for several parts, so that threads have something to divide. */
#define NODES 2100

static riwalk_options start(riwalk_method method)
{
    return WITH(riwalk_options, it.walks = 10, it.dimensions = 16, it.epochs = 1,
                it.method = method);
}

/* ---- Graphs ---- */

/* Two cliques of ten without an edge between them, an isolated node at the end. */
static riwalk_graph *make_cliques(void)
{
    edge_list edges = {0};

    for (uint32_t u = 0; u < 20; u++)
        for (uint32_t v = u + 1; v < (u < 10 ? 10 : 20); v++)
            join(&edges, u, v);
    return joined(&edges, 21);
}

TEST(near_nodes_are_near)
{
    scoped_graph *graph = make_cliques();
    double inside = 0, across = 0;
    riwalk_embed_report report = {.size = sizeof report};
    riwalk_options s = BUT(start(RIWALK_METHOD_DEEPWALK), it.walks = 40, it.epochs = 5,
                           it.alpha = 0.1, it.subsample = 0);
    scoped_vectors *vectors = embed(graph, &s, &report);

    assert_int_equal(report.isolated, 1);
    assert_true(dot(riwalk_vectors_row(vectors, 20), riwalk_vectors_row(vectors, 20), 16) == 0);
    for (uint32_t u = 0; u < 10; u++)
        for (uint32_t v = 0; v < 10; v++) {
            inside += u == v ? 0 : cosine(vectors, u, v) / 90;
            across += cosine(vectors, u, 10 + v) / 100;
        }
    assert_true(inside > across + 0.5);
}

/* 0 -> 1 -> 2 and 3 -> 4, node 5 alone: walks end, and nodes that they end at have vectors. */
TEST(directed_and_weighted_graphs_are_embedded)
{
    static const uint32_t ends[] = {0, 1, 1, 2, 3, 4};
    static const float weights[] = {1, 0.5F, 2};
    static const char *const names[] = {"a", "b"};
    scoped_graph *directed = build(6, 3, ends, weights, true);
    scoped_graph *plain = build(6, 3, ends, NULL, false);
    scoped_graph *weighted = build(6, 3, ends, weights, false);
    riwalk_options s = BUT(start(RIWALK_METHOD_NODE2VEC), it.p = 2);
    riwalk_embed_report report = {.size = sizeof report};
    scoped_vectors *vectors = embed(directed, &s, &report), *none = NULL;

    assert_int_equal(report.isolated, 1);
    assert_int_equal(report.tokens, 10 * (3 + 2 + 2));
    for (uint32_t row = 0; row < 6; row++)
        assert_int_equal(cosine(vectors, row, row) > 0.99, row < 5);
    scoped_vectors *both = embed_two(directed, directed, s, NULL, &report);
    assert_int_equal(riwalk_vectors_count(both), 12);
    assert_int_equal(report.tokens, 2 * 10 * (3 + 2 + 2));
    /* Edges of the first weigh 1. */
    riwalk_vectors_free(embed_two(plain, weighted, s, NULL, &report));
    assert_int_equal(report.isolated, 2);
    check_fails(ARGUMENT, "directed and undirected",
                riwalk_embed((const riwalk_graph *[]){directed, plain}, 2, names, &s, &none, NULL,
                             NULL, &failure));
}

/* ---- Combinations ---- */

TEST(parts_are_weighed_by_the_balance)
{
    scoped_graph *graph = make_cliques();
    riwalk_options s = BUT(start(RIWALK_METHOD_RIWALK), it.dimensions = 8);
    scoped_vectors *first = embed(graph, &s, NULL);

    s.dimensions = 15; /* 8 and 7 */
    s.combine = RIWALK_COMBINE_DEEPWALK;
    s.balance = 0.2;
    scoped_vectors *mixed = embed(graph, &s, NULL);
    assert_int_equal(mixed->dimensions, 15);
    for (uint32_t row = 0; row < 20; row++) {
        const float *m = riwalk_vectors_row(mixed, row), *f = riwalk_vectors_row(first, row);
        double whole = dot(m, m, 15), structure = dot(m, m, 8);

        assert_true(fabs(structure / whole - 0.8) < 1e-6);
        assert_true(fabs(dot(m, f, 8) / sqrt(structure * dot(f, f, 8)) - 1) < 1e-6);
        assert_true(
            fabs(whole / dot(riwalk_vectors_row(mixed, 0), riwalk_vectors_row(mixed, 0), 15) - 1) <
            1e-5);
    }
    assert_true(dot(riwalk_vectors_row(mixed, 20), riwalk_vectors_row(mixed, 20), 15) == 0);
}
