/* SPDX-License-Identifier: MIT */
/* What holds for all generators: refusals, noise, failing memory, cancelling. */
#include "graph/graph.h"
#include "unit/test.h"

TEST(options_outside_their_range_are_refused)
{
    const struct {
        int kind;
        riwalk_generate_options change; /* the fields that are not 0 */
        const char *words;              /* of a limit: how many nodes there would be */
    } refused[] = {
        {2, {.clique = 1}, "the cliques of a barbell need at least 2 nodes each, not 1"},
        {2, {.clique = 2147483647, .path = 1}, "4294967295 nodes; at most 4294967294"},
        {3, {.degree = 5}, "at least 1 node is needed, not 0"},
        {3, {.nodes = 1, .degree = 1}, "the mean degree of 1 nodes can be 0 to 0, not 1"},
        {3, {.nodes = 5, .degree = -1}, "the mean degree of 5 nodes can be 0 to 4, not -1"},
        {3, {.nodes = UINT32_MAX, .degree = 1}, "4294967295 nodes; at most 4294967294"},
        {4, {.nodes = 5}, "got 0 edges per node for 5 nodes"},
        {4, {.nodes = UINT32_MAX, .edges_per_node = 1}, "4294967295 nodes; at most 4294967294"},
        {5, {.scale = 3}, "at least 1 edge per node is needed, not 0"},
        {5, {.scale = 32, .edges_per_node = 1}, "2^32 nodes; at most 2^31 are supported"},
        {6, {.columns = 7}, "a grid needs at least 1 row and 1 column, not 0 x 7"},
        {6, {.rows = 7}, "a grid needs at least 1 row and 1 column, not 7 x 0"},
        {6, {.rows = 65536, .columns = 65536}, "4294967296 nodes; at most 4294967294"},
        {7, {.shapes = 0}, "at least 1 house, fan and star are needed, not 0"},
        {7, {.shapes = 171798692}, "4294967300 nodes; at most 4294967294"},
        {8, {.markets = 1}, "at least 2 markets are needed, not 1"},
        {8, {.markets = 85899346}, "4294967300 nodes; at most 4294967294"},
        {0, {.noise = -0.1}, "noise must be from 0 to 1e6, not -0.1"},
        {0, {.noise = NAN}, "noise must be from 0 to 1e6, not nan"},
        {0, {.noise = 5.5}, "noise of 5.5 would join more than nine tenths of all pairs of nodes"},
        {9, {0}, "unknown generator 9"},
        {-1, {0}, "unknown generator -1"},
    };

    EACH (r, refused) {
        riwalk_generate_options options = r->change;
        scoped_labels labels = NULL;
        riwalk_graph *graph = NULL;
        riwalk_error error = {0};

        options.size = sizeof options;
        assert_int_equal(
            riwalk_graph_generate((riwalk_generator)r->kind, &options, &graph, &labels, &error),
            strstr(r->words, "; at most") ? RIWALK_STATUS_LIMIT : RIWALK_STATUS_ARGUMENT);
        assert_non_null(strstr(error.message, r->words));
        assert_null(graph);
        assert_null(labels);
    }
    assert_int_equal(riwalk_graph_generate(RIWALK_GENERATOR_KARATE, NULL, NULL, NULL, NULL),
                     RIWALK_STATUS_ARGUMENT);
}

/* Noise adds exactly its share of edges to those of the graph; none of them was there. */
TEST(noise_adds_new_edges)
{
    static const double shares[] = {0.05, 0.1, 1, 2.5};

    EACH (share, shares)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            scoped_graph *plain = GENERATED(SHAPES, it.seed = seed);
            scoped_graph *noisy = GENERATED(SHAPES, it.seed = seed, it.noise = *share);
            uint64_t kept = 0;

            assert_int_equal(riwalk_graph_edge_count(plain), 160);
            assert_int_equal(riwalk_graph_edge_count(noisy), 160 + (uint64_t)(160 * *share));
            for (uint32_t u = 0; u < 125; u++)
                for (uint32_t a = 0; a < riwalk_graph_degree(plain, u); a++)
                    kept += reference_joined(noisy, u, riwalk_graph_neighbors(plain, u)[a]);
            assert_int_equal(kept, 2 * 160);
        }
}

/* The new edges of many seeds fall on all pairs alike: within five deviations of the mean. */
TEST(noise_is_uniform)
{
    uint32_t counts[10] = {0}, trials = 20000, pairs = 0;

    for (uint64_t seed = 1; seed <= trials; seed++) {
        /* A path of 5 nodes: 4 of 10 pairs are edges, 2 more become some. */
        scoped_graph *graph =
            GENERATED(GRID, it.seed = seed, it.rows = 1, it.columns = 5, it.noise = 0.5);

        pairs = 0;
        for (uint32_t u = 0; u < 5; u++)
            for (uint32_t v = u + 2; v < 5; v++)
                counts[pairs++] += reference_joined(graph, u, v);
    }
    assert_int_equal(pairs, 6);
    for (uint32_t p = 0; p < pairs; p++)
        assert_true(fabs(counts[p] - trials / 3.0) < 5 * sqrt(trials * 2.0 / 9));
}

static int stop(const riwalk_progress *progress, void *data)
{
    assert_string_equal(progress->stage, "generating");
    assert_true(progress->done <= progress->total);
    (*(int *)data)++;
    return 1;
}

/* Each of these takes far longer than the tenth of a second after which the first call comes. */
TEST(long_generators_can_be_cancelled)
{
    static const riwalk_generator kinds[] = {
        RIWALK_GENERATOR_ERDOS_RENYI, RIWALK_GENERATOR_BARABASI_ALBERT, RIWALK_GENERATOR_RMAT};
    long before = rw_memory_blocks();

    for (size_t i = 0; i < ELEMENTS(kinds); i++) {
        riwalk_graph *graph = NULL;
        int calls = 0;
        riwalk_generate_options options =
            WITH(riwalk_generate_options, it.nodes = 8000000, it.scale = 22, it.run.progress = stop,
                 it.run.progress_data = &calls);

        check_says(CANCELLED, "cancelled while generating",
                   riwalk_graph_generate(kinds[i], &options, &graph, NULL, &failure));
        assert_int_equal(calls, 1);
        assert_null(graph);
        assert_int_equal(rw_memory_blocks(), before);
    }
}
