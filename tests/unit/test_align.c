/* SPDX-License-Identifier: MIT */
/* Aligned graphs: a permuted copy is found back. Threads: tests/cli/align. What is
 * symmetric and what known pairs do: tests/cli/align. */
#include "compare/align.h"
#include "unit/test.h"
#include "vectors/vectors.h"

#define NODES 300
#define EDGES 900

typedef struct copies {
    riwalk_graph *first, *second;
    uint32_t partners[NODES]; /* in the second graph */
} copies;

/* A random graph with a few hubs, and a copy of it with nodes in another order that lacks every
 * `lost`th edge (0: none). */
static copies make_copies(uint64_t seed, uint32_t lost, bool directed)
{
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, 0, 0);
    edge_list edges = {.directed = directed}, kept = edges;
    copies c = {0};

    for (uint32_t node = 0; node < NODES; node++)
        c.partners[node] = node;
    for (uint32_t node = NODES - 1; node; node--) {
        uint32_t other = (uint32_t)rw_rng_below(rw_rng_at(stream, node), node + 1);
        uint32_t partner = c.partners[node];

        c.partners[node] = c.partners[other];
        c.partners[other] = partner;
    }
    for (uint32_t e = 0; e < EDGES; e++) {
        double unit = rw_rng_unit(rw_rng_at(stream, NODES + 2 * e));
        uint32_t u = e < NODES ? e : (uint32_t)(unit * unit * NODES);
        uint32_t v = (uint32_t)rw_rng_below(rw_rng_at(stream, NODES + 2 * e + 1), NODES);

        join(&edges, u, v);
        if (!lost || e % lost)
            join(&kept, c.partners[u], c.partners[v]);
    }
    c.first = joined(&edges, NODES);
    c.second = joined(&kept, NODES);
    return c;
}

static void free_copies(copies *c)
{
    riwalk_graph_free(c->first);
    riwalk_graph_free(c->second);
}
#define scoped_copies __attribute__((cleanup(free_copies))) copies

/* The best match of a node; NULL where it has none. */
static const riwalk_match *best_of(const riwalk_alignment *alignment, uint32_t node)
{
    uint32_t count;
    const riwalk_match *matches = riwalk_alignment_matches(alignment, node, &count);

    return count ? matches : NULL;
}

/* Nodes whose best match is their partner. */
static uint32_t count_right(const riwalk_graph *first, const riwalk_graph *second,
                            const uint32_t *partners, const riwalk_align_options *options)
{
    scoped_alignment *alignment = MADE(alignment, riwalk_align, first, second, options);
    uint32_t right = 0;

    for (uint32_t node = 0; node < riwalk_graph_node_count(first); node++) {
        const riwalk_match *best = best_of(alignment, node);

        right += best && best->node == (partners ? partners[node] : node);
    }
    return right;
}

/* Leaves of one neighbour are symmetric, so not all can be right. */
TEST(a_permuted_copy_is_found_back)
{
    for (int directed = 0; directed < 2; directed++) {
        scoped_copies c = make_copies(1 + (uint64_t)directed, 0, directed);

        assert_in_range(count_right(c.first, c.second, c.partners, NULL), 290, NODES);
    }
}

/* In five seeds votes were right for 299 or 300 of 300 nodes, vectors alone for 158 to 176. */
TEST(votes_find_what_vectors_alone_do_not)
{
    riwalk_align_options unvoted = WITH(riwalk_align_options, it.rounds = 0);
    scoped_copies c = make_copies(3, 20, false);

    assert_in_range(count_right(c.first, c.second, c.partners, NULL), 290, NODES);
    assert_in_range(count_right(c.first, c.second, c.partners, &unvoted), 130, 220);
}

/* More than are compared in full, so that points go through cells: a grid of 60 x 60 nodes, which
 * lacks a tenth of its edges, against itself. Few of its nodes are symmetric. */
TEST(large_graphs_go_through_cells)
{
    uint64_t stream = rw_rng_stream(6, RW_STAGE_GENERATE, 0, 0);
    riwalk_align_options one = WITH(riwalk_align_options, it.run.threads = 1);
    riwalk_align_options two = WITH(riwalk_align_options, it.run.threads = 2);
    edge_list edges = {0};
    uint32_t right;

    for (uint32_t i = 0; i < 2 * 3600; i++) {
        uint32_t node = i / 2, next = i % 2 ? node + 1 : node + 60;

        if ((i % 2 ? node % 60 != 59 : node < 3540) && rw_rng_unit(rw_rng_at(stream, i)) >= 0.1)
            join(&edges, node, next);
    }
    scoped_graph *graph = joined(&edges, 3600);
    right = count_right(graph, graph, NULL, &one);
    assert_in_range(right, 3400, 3600);
    assert_int_equal(count_right(graph, graph, NULL, &two), right);
}

#define LEAVES 150

/* A hub with leaves, and one more node behind the last of these. */
static riwalk_graph *broom(void)
{
    return JOINED(LEAVES + 2, LEAVES + 1, i < LEAVES ? 0 : LEAVES, i + 1);
}

TEST(many_leaves_of_a_hub_share_walks)
{
    static const char *const names[] = {"1", "2"};
    scoped_graph *graph = broom();
    const riwalk_graph *const graphs[] = {graph, graph};
    riwalk_run run = WITH(riwalk_options, it.run.threads = 2).run;
    uint32_t siblings[LEAVES + 2];
    bool any = false;

    ok(rw_find_siblings(graph, LEAVES, siblings, &any, &failure));
    assert_false(any);
    ok(rw_find_siblings(graph, LEAVES - 1, siblings, &any, &failure));
    assert_true(any);
    for (uint32_t node = 0; node < LEAVES + 2; node++)
        assert_int_equal(siblings[node], node > 0 && node < LEAVES ? 1 : node);
    riwalk_vectors *vectors = MADE(vectors, rw_compare_embed, graphs, 2, names, 16, NULL, &run, 1);
    for (uint32_t leaf = 2; leaf < LEAVES; leaf++)
        assert_memory_equal(rw_vectors_row(vectors, leaf), rw_vectors_row(vectors, 1),
                            16 * sizeof(float));
    riwalk_vectors_free(vectors);
}

/* What files and options can hold: tests/cli/align-bad. */
TEST(pairs_of_unknown_nodes_are_refused)
{
    scoped_graph *graph = GRAPH(3, 0, 1, 1, 2);
    riwalk_known_pair known[] = {{0, 0}, {1, 3}};
    riwalk_align_options options = WITH(riwalk_align_options, it.known = known, it.known_count = 2);

    check_unmade(alignment, ARGUMENT, "known pair 2 names a node that its graph does not have",
                 riwalk_align, graph, graph, &options);
    known[1].second = 0;
    check_unmade(alignment, ARGUMENT, "known pair 2 names a node that an earlier pair has",
                 riwalk_align, graph, graph, &options);
    check_unmade(alignment, ARGUMENT, "must not be NULL", riwalk_align, graph, NULL, NULL);
}

/* What is wrong with such files: tests/cli/align-bad. */
TEST(known_pairs_are_read)
{
    scoped_graph *graph = GRAPH(3, 0, 1, 1, 2);
    riwalk_known_pair *pairs = NULL;
    uint32_t count;

    write_file("pairs", "# a comment\n0 2\n1 1\n");
    ok(riwalk_known_pairs_read("pairs", graph, graph, &pairs, &count, &failure));
    assert_int_equal(count, 2);
    assert_int_equal(pairs[0].first, 0);
    assert_int_equal(pairs[0].second, 2);
    riwalk_bytes_free(pairs);
}

TEST(progress_can_cancel)
{
    static char stages[][20] = {"finding candidates", "voting"};
    scoped_copies c = make_copies(1, 0, false);

    EACH (stage, stages) {
        riwalk_align_options options = WITH(riwalk_align_options, it.run.progress = cancel_at,
                                            it.run.progress_data = stage, it.rounds = 10000);

        check_unmade(alignment, CANCELLED, "cancelled", riwalk_align, c.first, c.second, &options);
    }
}
