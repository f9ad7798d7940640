/* SPDX-License-Identifier: MIT */
/* Aligned graphs: a permuted copy is found back, what is symmetric shares its score, known pairs
 * hold, results do not depend on threads, bad input. */
#include "base/rng.h"
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
    static uint32_t ends[2 * EDGES], others[2 * EDGES];
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, 0, 0), kept = 0;
    riwalk_edge_arrays edges = {EDGES, ends, ends + 1, 32, 2, NULL, 0};
    riwalk_build_options options = WITH(riwalk_build_options, it.directed = directed);
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

        ends[2 * e] = e < NODES ? e : (uint32_t)(unit * unit * NODES);
        ends[2 * e + 1] = (uint32_t)rw_rng_below(rw_rng_at(stream, NODES + 2 * e + 1), NODES);
        if (lost && e % lost == 0)
            continue;
        others[2 * kept] = c.partners[ends[2 * e]];
        others[2 * kept++ + 1] = c.partners[ends[2 * e + 1]];
    }
    ok(riwalk_graph_from_edges(NODES, &edges, &options, &c.first, &failure));
    edges = (riwalk_edge_arrays){kept, others, others + 1, 32, 2, NULL, 0};
    ok(riwalk_graph_from_edges(NODES, &edges, &options, &c.second, &failure));
    return c;
}

static void free_copies(copies *c)
{
    riwalk_graph_free(c->first);
    riwalk_graph_free(c->second);
}

static riwalk_graph *graph_of(uint32_t nodes, uint64_t count, const uint32_t *ends)
{
    riwalk_edge_arrays edges = {count, ends, ends + 1, 32, 2, NULL, 0};

    return MADE(graph, riwalk_graph_from_edges, nodes, &edges, NULL);
}

/* Nodes whose best match is their partner. */
static uint32_t count_right(const copies *c, const riwalk_align_options *options)
{
    uint32_t right = 0;
    scoped_alignment *alignment = MADE(alignment, riwalk_align, c->first, c->second, options);

    for (uint32_t node = 0; node < NODES; node++) {
        uint32_t count;
        const riwalk_match *matches = riwalk_alignment_matches(alignment, node, &count);

        right += count && matches->node == c->partners[node];
    }
    return right;
}

/* Leaves of one neighbour are symmetric, so not all can be right. */
TEST(a_permuted_copy_is_found_back)
{
    for (int directed = 0; directed < 2; directed++) {
        copies c = make_copies(1 + (uint64_t)directed, 0, directed);

        assert_in_range(count_right(&c, NULL), 290, NODES);
        free_copies(&c);
    }
}

/* In five seeds votes were right for 299 or 300 of 300 nodes, vectors alone for 158 to 176. */
TEST(votes_find_what_vectors_alone_do_not)
{
    copies c = make_copies(3, 20, false);
    riwalk_align_options options = DEFAULTS(riwalk_align_options);

    assert_in_range(count_right(&c, &options), 290, NODES);
    options.rounds = 0;
    assert_in_range(count_right(&c, &options), 130, 220);
    free_copies(&c);
}

/* A star of five leaves beside a triangle with a tail. */
TEST(symmetric_nodes_share_a_score)
{
    static const uint32_t ends[] = {0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 6, 7, 7, 8, 8, 6, 8, 9, 9, 10};
    scoped_graph *graph = graph_of(11, 10, ends);
    uint32_t count;
    scoped_alignment *alignment = MADE(alignment, riwalk_align, graph, graph, NULL);

    for (uint32_t node = 0; node < 11; node++) {
        const riwalk_match *matches = riwalk_alignment_matches(alignment, node, &count);
        double share = node >= 1 && node <= 5 ? 0.2 : node == 6 || node == 7 ? 0.5 : 1;

        assert_true(count >= 1);
        /* Likeness breaks ties, by up to 8 * TIE_LIKENESS, and others keep a little. */
        assert_true(fabs((double)matches->score - share) < 0.03);
        if (share == 1)
            assert_int_equal(matches->node, node);
    }
}

TEST(one_to_one_matches_are_one_to_one)
{
    copies c = make_copies(4, 10, false);
    riwalk_align_options options = WITH(riwalk_align_options, it.one_to_one = true);
    bool taken[NODES] = {0};
    scoped_alignment *alignment = MADE(alignment, riwalk_align, c.first, c.second, &options);

    for (uint32_t node = 0; node < NODES; node++) {
        uint32_t count;
        const riwalk_match *matches = riwalk_alignment_matches(alignment, node, &count);

        assert_in_range(count, 0, 1);
        if (!count)
            continue;
        assert_false(taken[matches->node]);
        taken[matches->node] = true;
    }
    free_copies(&c);
}

/* Two rings of 12 nodes: all nodes are alike until two pairs are known. */
TEST(known_pairs_tell_symmetric_nodes_apart)
{
    uint32_t count;
    riwalk_align_options options = DEFAULTS(riwalk_align_options);
    riwalk_known_pair known[] = {{0, 4}, {1, 5}};
    riwalk_alignment_summary summary = {.size = sizeof summary};
    scoped_alignment *without = NULL, *with = NULL;
    scoped_graph *ring = JOINED(12, 12, i, (i + 1) % 12);

    ok(riwalk_align(ring, ring, NULL, &without, &failure));
    ok(riwalk_alignment_summarize(without, &summary, &failure));
    assert_true(summary.score > 0 && summary.score < 1 / 12.0 + 1e-6);
    options.known = known;
    options.known_count = 2;
    ok(riwalk_align(ring, ring, &options, &with, &failure));
    for (uint32_t node = 0; node < 12; node++)
        assert_int_equal(riwalk_alignment_matches(with, node, &count)->node, (node + 4) % 12);
}

/* Two nodes of a triangle with a tail: neighbours of each other, which alike colours must not
 * hide. */
TEST(known_pairs_tell_twins_that_are_joined_apart)
{
    static const uint32_t ends[] = {0, 1, 1, 2, 2, 0, 2, 3};
    scoped_graph *graph = graph_of(4, 4, ends);
    riwalk_align_options options = DEFAULTS(riwalk_align_options);
    riwalk_known_pair known = {0, 1};
    scoped_alignment *alignment = NULL;
    uint32_t count;

    options.known = &known;
    options.known_count = 1;
    ok(riwalk_align(graph, graph, &options, &alignment, &failure));
    for (uint32_t node = 0; node < 2; node++) {
        const riwalk_match *matches = riwalk_alignment_matches(alignment, node, &count);

        assert_int_equal(matches->node, 1 - node);
        assert_true((double)matches->score > 0.9);
    }
}

TEST(threads_do_not_change_matches)
{
    copies c = make_copies(5, 10, true);
    riwalk_align_options options = DEFAULTS(riwalk_align_options);
    riwalk_match first[NODES][5] = {0};

    for (options.run.threads = 1; options.run.threads < 5; options.run.threads++) {
        scoped_alignment *alignment = MADE(alignment, riwalk_align, c.first, c.second, &options);

        for (uint32_t node = 0; node < NODES; node++) {
            uint32_t count;
            const riwalk_match *matches = riwalk_alignment_matches(alignment, node, &count);

            if (options.run.threads == 1)
                memcpy(first[node], matches, count * sizeof *matches);
            assert_memory_equal(first[node], matches, count * sizeof *matches);
        }
    }
    free_copies(&c);
}

/* More than are compared in full, so that points go through cells: a grid of 60 x 60 nodes, which
 * lacks a tenth of its edges, against itself. Few of its nodes are symmetric. */
TEST(large_graphs_go_through_cells)
{
    static uint32_t ends[4 * 3600];
    uint64_t stream = rw_rng_stream(6, RW_STAGE_GENERATE, 0, 0), edges = 0;
    riwalk_align_options options = DEFAULTS(riwalk_align_options);
    uint32_t right[2] = {0};
    scoped_graph *graph = NULL;

    for (uint32_t i = 0; i < 2 * 3600; i++) {
        uint32_t node = i / 2, next = i % 2 ? node + 1 : node + 60;

        if ((i % 2 ? node % 60 == 59 : node >= 3540) || rw_rng_unit(rw_rng_at(stream, i)) < 0.1)
            continue;
        ends[2 * edges] = node;
        ends[2 * edges++ + 1] = next;
    }
    graph = graph_of(3600, edges, ends);
    for (options.run.threads = 1; options.run.threads < 3; options.run.threads++) {
        scoped_alignment *alignment = MADE(alignment, riwalk_align, graph, graph, &options);

        for (uint32_t node = 0; node < 3600; node++) {
            uint32_t count;
            const riwalk_match *matches = riwalk_alignment_matches(alignment, node, &count);

            right[options.run.threads - 1] += count && matches->node == node;
        }
    }
    assert_in_range(right[0], 3400, 3600);
    assert_int_equal(right[0], right[1]);
}

#define LEAVES 150

/* A hub with leaves, and one more node behind the last of these. */
static riwalk_graph *broom(void)
{
    uint32_t ends[2 * (LEAVES + 1)];

    for (uint32_t leaf = 1; leaf <= LEAVES + 1; leaf++) {
        ends[2 * leaf - 2] = leaf <= LEAVES ? 0 : LEAVES;
        ends[2 * leaf - 1] = leaf;
    }
    return graph_of(LEAVES + 2, LEAVES + 1, ends);
}

TEST(many_leaves_of_a_hub_share_walks)
{
    static const char *const names[] = {"1", "2"};
    scoped_graph *graph = broom();
    const riwalk_graph *const graphs[] = {graph, graph};
    riwalk_run run = WITH(riwalk_options, it.run.threads = 2).run;
    uint32_t siblings[LEAVES + 2];
    riwalk_vectors *vectors = NULL;
    bool any = false;

    ok(rw_find_siblings(graph, LEAVES, siblings, &any, &failure));
    assert_false(any);
    ok(rw_find_siblings(graph, LEAVES - 1, siblings, &any, &failure));
    assert_true(any);
    for (uint32_t node = 0; node < LEAVES + 2; node++)
        assert_int_equal(siblings[node], node > 0 && node < LEAVES ? 1 : node);
    ok(rw_compare_embed(graphs, 2, names, 16, NULL, &run, 1, &vectors, &failure));
    for (uint32_t leaf = 2; leaf < LEAVES; leaf++)
        assert_memory_equal(rw_vectors_row(vectors, leaf), rw_vectors_row(vectors, 1),
                            16 * sizeof(float));
    riwalk_vectors_free(vectors);
}

TEST(bad_input_is_refused)
{
    static const uint32_t ends[] = {0, 1, 1, 2};
    scoped_graph *graph = graph_of(3, 2, ends), *empty = graph_of(3, 0, ends);
    riwalk_align_options options = DEFAULTS(riwalk_align_options);
    riwalk_known_pair known[] = {{0, 0}, {1, 0}};
    copies directed = make_copies(1, 0, true);
    riwalk_alignment *alignment = NULL;

    check_fails(RIWALK_STATUS_ARGUMENT, "the second graph has no edges",
                riwalk_align(graph, empty, NULL, &alignment, &failure));
    check_fails(RIWALK_STATUS_ARGUMENT, "one graph is directed",
                riwalk_align(graph, directed.first, NULL, &alignment, &failure));
    check_fails(RIWALK_STATUS_ARGUMENT, "must not be NULL",
                riwalk_align(graph, NULL, NULL, &alignment, &failure));
    options.known = known;
    options.known_count = 2;
    check_fails(RIWALK_STATUS_ARGUMENT, "known pair 2 names a node that an earlier one has",
                riwalk_align(graph, graph, &options, &alignment, &failure));
    known[1].second = 3;
    check_fails(RIWALK_STATUS_ARGUMENT, "known pair 2 names a node that its graph does not have",
                riwalk_align(graph, graph, &options, &alignment, &failure));
    options.known_count = 0;
    options.matches = 21;
    check_fails(RIWALK_STATUS_ARGUMENT, "matches is 21",
                riwalk_align(graph, graph, &options, &alignment, &failure));
    assert_null(alignment);
    free_copies(&directed);
}

TEST(known_pairs_are_read)
{
    static const uint32_t ends[] = {0, 1, 1, 2};
    scoped_graph *graph = graph_of(3, 2, ends);
    riwalk_known_pair *pairs = NULL;
    uint32_t count;

    write_file("pairs", "# a comment\n0 2\n1 1\n");
    ok(riwalk_known_pairs_read("pairs", graph, graph, &pairs, &count, &failure));
    assert_int_equal(count, 2);
    assert_int_equal(pairs[0].first, 0);
    assert_int_equal(pairs[0].second, 2);
    riwalk_bytes_free(pairs);
    write_file("pairs", "0,2\n7,1\n");
    check_says(RIWALK_STATUS_FORMAT, "pairs:2: there is no node '7' in the first graph",
               riwalk_known_pairs_read("pairs", graph, graph, &pairs, &count, &failure));
    write_file("pairs", "0 2\n1 2\n");
    check_says(RIWALK_STATUS_FORMAT, "pairs:2: node '2' of the second graph has a partner already",
               riwalk_known_pairs_read("pairs", graph, graph, &pairs, &count, &failure));
    write_file("pairs", "0\n");
    check_fails(RIWALK_STATUS_FORMAT, "pairs:1: expected two ids",
                riwalk_known_pairs_read("pairs", graph, graph, &pairs, &count, &failure));
    write_file("pairs", "\n");
    check_says(RIWALK_STATUS_FORMAT, "pairs: there is no pair in it",
               riwalk_known_pairs_read("pairs", graph, graph, &pairs, &count, &failure));
}

static int cancel(const riwalk_progress *progress, void *data)
{
    const char *stage = data;

    return !strcmp(progress->stage, stage);
}

TEST(progress_can_cancel)
{
    copies c = make_copies(1, 0, false);
    riwalk_align_options options =
        WITH(riwalk_align_options, it.run.progress = cancel, it.rounds = 10000);
    riwalk_alignment *alignment = NULL;

    for (int i = 0; i < 2; i++) {
        static char stages[][20] = {"finding candidates", "voting"};

        options.run.progress_data = stages[i];
        check_fails(RIWALK_STATUS_CANCELLED, "cancelled",
                    riwalk_align(c.first, c.second, &options, &alignment, &failure));
    }
    free_copies(&c);
}

TEST(every_failing_allocation_is_an_error)
{
    static const uint32_t ends[] = {0, 1, 1, 2, 2, 3, 3, 1};
    scoped_graph *graph = graph_of(4, 4, ends), *shared = broom();
    riwalk_align_options options = WITH(riwalk_align_options, it.run.threads = 1);
    riwalk_known_pair known = {0, 0}, *pairs = NULL;
    riwalk_alignment *alignment = NULL;
    uint32_t count;

    options.known = &known;
    options.known_count = 1;
    options.one_to_one = true;
    check_allocations_of(10, alignment, (riwalk_alignment_free(alignment), alignment = NULL),
                         riwalk_align(graph, graph, &options, &alignment, &failure));
    options.known_count = 0;
    check_allocations_of(10, alignment, (riwalk_alignment_free(alignment), alignment = NULL),
                         riwalk_align(shared, shared, &options, &alignment, &failure));
    write_file("pairs", "0 0\n1 1");
    check_allocations_of(3, pairs, (riwalk_bytes_free(pairs), pairs = NULL),
                         riwalk_known_pairs_read("pairs", graph, graph, &pairs, &count, &failure));
}
