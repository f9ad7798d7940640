/* SPDX-License-Identifier: MIT */
/* ReFeX against its definition, on graphs of all kinds, with weights and directions; repeatable,
 * within memory, and robust. */
#include "embedding.h"
#include "methods/refex/refex.h"
#include "reference/refex.h"

/* ---- The definition ---- */

static void check_features(const riwalk_graph *graph, double share, const char *what, unsigned kind)
{
    scoped reference_feature *expected = malloc(REFERENCE_FEATURES * sizeof *expected);
    riwalk_options s = BUT(options_of("method=refex dimensions=4096"), it.bin_share = share);
    scoped_features *features = MADE(features, riwalk_features_find, graph, &s);
    unsigned count;
    count = reference_refex(graph, share, expected);
    if (riwalk_features_count(features) != count)
        fail_msg("%s %u: %u features, not %u", what, kind, riwalk_features_count(features), count);
    for (unsigned i = 0; i < count; i++) {
        char name[512];
        size_t length = riwalk_features_name(features, i, name, sizeof name);

        assert_int_equal(length, strlen(name));
        assert_int_equal(riwalk_features_name(features, i, NULL, 0), length);
        if (strcmp(name, expected[i].name) != 0)
            fail_msg("%s %u: feature %u is '%s', not '%s'", what, kind, i, name, expected[i].name);
        for (uint32_t u = 0; u < graph->node_count; u++) {
            if (riwalk_features_values(features, i)[u] != expected[i].values[u])
                fail_msg("%s %u: %s of %u is %g, not %g", what, kind, name, u,
                         (double)riwalk_features_values(features, i)[u],
                         (double)expected[i].values[u]);
            if (riwalk_features_bins(features, i)[u] != expected[i].bins[u])
                fail_msg("%s %u: bin of %s of %u is %u, not %d", what, kind, name, u,
                         riwalk_features_bins(features, i)[u], expected[i].bins[u]);
        }
    }
}

TEST(features_are_the_definition)
{
    for (unsigned kind = 0; kind < REFERENCE_GRAPH_KINDS; kind++) {
        scoped_graph *graph = reference_graph(kind, kind + 3, 40);

        check_features(graph, 0.5, "plain", kind);
        check_features(graph, 0.3, "plain, smaller bins", kind);
        for (int other = 1; other < 4; other++) {
            static const char *const names[] = {"", "weighted", "directed", "weighted directed"};
            scoped_graph *made = vary(graph, other & 1, other & 2);

            check_features(made, 0.5, names[other], kind);
        }
    }
}

/* ---- Vectors ---- */

TEST(vectors_are_the_features)
{
    scoped_graph *graph = generate(RIWALK_GENERATOR_BARABASI_ALBERT, 200);
    riwalk_options s = options_of("method=refex");
    scoped_features *features = MADE(features, riwalk_features_find, graph, &s);
    scoped_vectors *logs = embed_as(graph, options_of("method=refex feature-values=log"));
    scoped_vectors *bins = embed_as(graph, options_of("method=refex feature-values=bins"));
    scoped_vectors *raw = embed_as(graph, options_of("method=refex feature-values=raw"));

    assert_int_equal(logs->dimensions, riwalk_features_count(features));
    assert_int_equal(bins->dimensions, riwalk_features_count(features));
    assert_int_equal(raw->dimensions, riwalk_features_count(features));
    for (uint32_t u = 0; u < 200; u++)
        for (uint32_t i = 0; i < raw->dimensions; i++) {
            float value = riwalk_features_values(features, i)[u];

            assert_true(rw_vectors_row(logs, u)[i] == (float)log1p((double)value));
            assert_true(rw_vectors_row(bins, u)[i] == riwalk_features_bins(features, i)[u]);
            assert_true(rw_vectors_row(raw, u)[i] == value);
        }
}

TEST(less_dimensions_are_the_first_ones)
{
    scoped_graph *graph = generate(RIWALK_GENERATOR_BARABASI_ALBERT, 200);
    scoped_vectors *all = embed_as(graph, options_of("method=refex"));
    scoped_vectors *some = embed_as(graph, options_of("method=refex dimensions=4"));

    assert_true(all->dimensions > 4);
    assert_int_equal(some->dimensions, 4);
    for (uint32_t u = 0; u < 200; u++)
        assert_memory_equal(rw_vectors_row(all, u), rw_vectors_row(some, u), 4 * sizeof(float));
}

/* Sums of weights leave the range of floats: such features are given up. */
TEST(huge_weights_are_survived)
{
    static const uint32_t ends[] = {0, 1, 1, 2, 2, 0, 2, 3, 3, 4};
    static const float weights[] = {3e38f, 3e38f, 3e38f, 1e-38f, 2e38f};
    scoped_graph *graph = build(5, 5, ends, weights, false);
    scoped_vectors *vectors = embed_as(graph, options_of("method=refex feature-values=raw"));

    assert_true(vectors->dimensions >= 1);
    for (size_t i = 0; i < (size_t)vectors->dimensions * 5; i++)
        assert_true(isfinite(vectors->values[i]));
}

TEST(graphs_without_edges_have_one_feature)
{
    scoped_graph *graph = JOINED(3, 0, i, i);
    scoped_vectors *vectors = embed_as(graph, options_of("method=refex"));

    assert_int_equal(vectors->dimensions, 1);
    assert_true(vectors->values[0] == 0 && vectors->values[2] == 0);
}
