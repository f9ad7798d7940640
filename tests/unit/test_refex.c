/* SPDX-License-Identifier: MIT */
/* ReFeX against its definition, on graphs of all kinds, with weights and directions; repeatable,
 * within memory, and robust. */
#include "methods/refex/refex.h"
#include "reference/graphs.h"
#include "reference/pairs.h"
#include "reference/refex.h"
#include "vectors/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "failing.h"

static void start(riwalk_options *s)
{
    riwalk_options_init(s);
    s->method = RIWALK_METHOD_REFEX;
}

static riwalk_vectors *embed(const riwalk_graph *graph, const riwalk_options *s)
{
    riwalk_vectors *vectors = NULL;
    riwalk_error error = {0};

    if (riwalk_embed(&graph, 1, NULL, s, &vectors, NULL, NULL, &error))
        fail_msg("%s", error.message);
    return vectors;
}

static riwalk_features *find(const riwalk_graph *graph, const riwalk_options *s)
{
    riwalk_features *features = NULL;
    riwalk_error error = {0};

    if (riwalk_features_find(graph, s, &features, &error))
        fail_msg("%s", error.message);
    return features;
}

static riwalk_graph *generate(riwalk_generator kind, uint32_t nodes)
{
    riwalk_generate_options options;
    riwalk_graph *graph = NULL;
    riwalk_error error;

    riwalk_generate_options_init(&options);
    options.nodes = nodes;
    assert_int_equal(riwalk_graph_generate(kind, &options, &graph, NULL, &error), 0);
    return graph;
}

/* A graph like another, with weights that sums are exact of, or some arcs in one direction only. */
static riwalk_graph *vary(const riwalk_graph *graph, bool weighted, bool directed)
{
    uint64_t arc_count = graph->arc_count, count = 0;
    uint32_t *ends = malloc((2 * arc_count + 1) * sizeof *ends);
    float *weights = malloc((arc_count + 1) * sizeof *weights);
    riwalk_build_options build;
    riwalk_graph *made = NULL;
    riwalk_error error;

    assert_true(ends && weights);
    for (uint32_t u = 0; u < graph->node_count; u++)
        for (uint64_t a = graph->offsets[u]; a < graph->offsets[u + 1]; a++) {
            uint32_t v = graph->neighbors[a];

            if (directed ? (u * 7 + v * 3) % 4 == 0 : u > v)
                continue;
            ends[2 * count] = u;
            ends[2 * count + 1] = v;
            weights[count++] = (float)(1 + (u * 5 + v * 11) % 13) / 4;
        }
    riwalk_build_options_init(&build);
    build.directed = directed;
    assert_int_equal(reference_build(graph->node_count, count, ends, weighted ? weights : NULL,
                                     &build, &made, &error),
                     0);
    free(ends);
    free(weights);
    return made;
}

/* ---- The definition ---- */

static void check_features(const riwalk_graph *graph, double share, const char *what, unsigned kind)
{
    reference_feature *expected = malloc(REFERENCE_FEATURES * sizeof *expected);
    riwalk_features *features;
    riwalk_options s;
    unsigned count;

    assert_non_null(expected);
    start(&s);
    s.bin_share = share;
    s.dimensions = 4096;
    features = find(graph, &s);
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
    riwalk_features_free(features);
    free(expected);
}

static void features_are_the_definition(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < REFERENCE_GRAPH_KINDS; kind++) {
        riwalk_graph *graph = reference_graph(kind, kind + 3, 40);

        check_features(graph, 0.5, "plain", kind);
        check_features(graph, 0.3, "plain, smaller bins", kind);
        for (int other = 1; other < 4; other++) {
            static const char *const names[] = {"", "weighted", "directed", "weighted directed"};
            riwalk_graph *made = vary(graph, other & 1, other & 2);

            check_features(made, 0.5, names[other], kind);
            riwalk_graph_free(made);
        }
        riwalk_graph_free(graph);
    }
}

static void bins_are_halves_of_what_is_left(void **state)
{
    static const float values[] = {7, 1, 3, 1, 2, 6, 5, 4}, ties[] = {2, 2, 2, 2, 2, 2, 0, 3};
    static const uint8_t halves[] = {3, 0, 0, 0, 0, 2, 1, 1}, tied[] = {0, 0, 0, 0, 0, 0, 0, 1};
    uint32_t sorted[8], scratch[8];
    uint8_t bins[8];

    (void)state;
    rw_bins_fill(values, 8, 0.5, bins, sorted, scratch);
    assert_memory_equal(bins, halves, sizeof halves);
    rw_bins_fill(ties, 8, 0.5, bins, sorted, scratch);
    assert_memory_equal(bins, tied, sizeof tied);
    assert_true(rw_bins_alike(halves, tied, 8, 3));
    assert_false(rw_bins_alike(halves, tied, 8, 2));
}

/* Of a star, egonet edges are degrees, and left out. Edges leave the egonets of all leaves and not
 * that of the hub, but with 0 for one node and 3 for four there is only one bin. */
static void a_star_is_told_by_its_degrees(void **state)
{
    static const uint32_t ends[] = {0, 1, 0, 2, 0, 3, 0, 4};
    riwalk_graph *graph = NULL;
    riwalk_features *features;
    riwalk_options s;
    riwalk_error error;
    char name[64];

    (void)state;
    assert_int_equal(reference_build(5, 4, ends, NULL, NULL, &graph, &error), 0);
    start(&s);
    features = find(graph, &s);
    riwalk_features_name(features, 0, name, sizeof name);
    assert_string_equal(name, "degree");
    assert_true(riwalk_features_values(features, 0)[0] == 4);
    assert_int_equal(riwalk_features_bins(features, 0)[0], 1);
    assert_int_equal(riwalk_features_bins(features, 0)[1], 0);
    riwalk_features_name(features, 1, name, sizeof name);
    assert_string_equal(name, "edges leaving the egonet");
    assert_true(riwalk_features_values(features, 1)[0] == 0);
    assert_true(riwalk_features_values(features, 1)[4] == 3);
    assert_int_equal(riwalk_features_bins(features, 1)[4], 0);
    assert_int_equal(riwalk_features_count(features), 2);
    riwalk_features_free(features);
    riwalk_graph_free(graph);
}

/* ---- Vectors ---- */

static void vectors_are_the_features(void **state)
{
    static const riwalk_feature_values kinds[] = {
        RIWALK_FEATURE_VALUES_LOG, RIWALK_FEATURE_VALUES_BINS, RIWALK_FEATURE_VALUES_RAW};
    riwalk_graph *graph = generate(RIWALK_GENERATOR_BARABASI_ALBERT, 200);
    riwalk_features *features;
    riwalk_options s;

    (void)state;
    start(&s);
    features = find(graph, &s);
    for (int k = 0; k < 3; k++) {
        riwalk_vectors *vectors;

        s.feature_values = kinds[k];
        vectors = embed(graph, &s);
        assert_int_equal(vectors->dimensions, riwalk_features_count(features));
        for (uint32_t u = 0; u < 200; u++)
            for (uint32_t i = 0; i < vectors->dimensions; i++) {
                float value = riwalk_features_values(features, i)[u];
                float expected = k == 0   ? (float)log1p((double)value)
                                 : k == 1 ? riwalk_features_bins(features, i)[u]
                                          : value;

                assert_true(rw_vectors_row(vectors, u)[i] == expected);
            }
        riwalk_vectors_free(vectors);
    }
    riwalk_features_free(features);
    riwalk_graph_free(graph);
}

static void less_dimensions_are_the_first_ones(void **state)
{
    riwalk_graph *graph = generate(RIWALK_GENERATOR_BARABASI_ALBERT, 200);
    riwalk_vectors *all, *some;
    riwalk_options s;

    (void)state;
    start(&s);
    all = embed(graph, &s);
    assert_true(all->dimensions > 4);
    s.dimensions = 4;
    some = embed(graph, &s);
    assert_int_equal(some->dimensions, 4);
    for (uint32_t u = 0; u < 200; u++)
        assert_memory_equal(rw_vectors_row(all, u), rw_vectors_row(some, u), 4 * sizeof(float));
    riwalk_vectors_free(all);
    riwalk_vectors_free(some);
    riwalk_graph_free(graph);
}

static void mirror_images_coincide(void **state)
{
    riwalk_graph *graph = generate(RIWALK_GENERATOR_KARATE_MIRRORED, 0);
    riwalk_vectors *vectors;
    riwalk_options s;

    (void)state;
    start(&s);
    vectors = embed(graph, &s);
    for (uint32_t node = 0; node < 34; node++)
        assert_memory_equal(rw_vectors_row(vectors, node), rw_vectors_row(vectors, node + 34),
                            vectors->dimensions * sizeof(float));
    riwalk_vectors_free(vectors);
    riwalk_graph_free(graph);
}

/* Sums of weights leave the range of floats: such features are given up. */
static void huge_weights_are_survived(void **state)
{
    static const uint32_t ends[] = {0, 1, 1, 2, 2, 0, 2, 3, 3, 4};
    static const float weights[] = {3e38f, 3e38f, 3e38f, 1e-38f, 2e38f};
    riwalk_graph *graph = NULL;
    riwalk_vectors *vectors;
    riwalk_options s;
    riwalk_error error;

    (void)state;
    assert_int_equal(reference_build(5, 5, ends, weights, NULL, &graph, &error), 0);
    start(&s);
    s.feature_values = RIWALK_FEATURE_VALUES_RAW;
    vectors = embed(graph, &s);
    assert_true(vectors->dimensions >= 1);
    for (size_t i = 0; i < (size_t)vectors->dimensions * 5; i++)
        assert_true(isfinite(vectors->values[i]));
    riwalk_vectors_free(vectors);
    riwalk_graph_free(graph);
}

static void graphs_without_edges_have_one_feature(void **state)
{
    riwalk_graph *graph = NULL;
    riwalk_vectors *vectors;
    riwalk_options s;
    riwalk_error error;

    (void)state;
    assert_int_equal(reference_build(3, 0, NULL, NULL, NULL, &graph, &error), 0);
    start(&s);
    vectors = embed(graph, &s);
    assert_int_equal(vectors->dimensions, 1);
    assert_true(vectors->values[0] == 0 && vectors->values[2] == 0);
    riwalk_vectors_free(vectors);
    riwalk_graph_free(graph);
}

/* ---- Running ---- */

static void threads_have_no_effect(void **state)
{
    riwalk_graph *plain = generate(RIWALK_GENERATOR_RMAT, 0);

    (void)state;
    for (int other = 0; other < 4; other++) {
        riwalk_graph *graph = vary(plain, other & 1, other & 2);
        riwalk_vectors *first = NULL;
        riwalk_options s;

        start(&s);
        for (int threads = 1; threads < 4; threads++) {
            riwalk_vectors *vectors;

            s.run.threads = threads;
            vectors = embed(graph, &s);
            if (!first) {
                first = vectors;
                continue;
            }
            assert_int_equal(first->dimensions, vectors->dimensions);
            assert_memory_equal(first->values, vectors->values,
                                (size_t)first->count * first->dimensions * sizeof(float));
            riwalk_vectors_free(vectors);
        }
        riwalk_vectors_free(first);
        riwalk_graph_free(graph);
    }
    riwalk_graph_free(plain);
}

static void memory_is_within_the_limit(void **state)
{
    riwalk_graph *graph = generate(RIWALK_GENERATOR_BARABASI_ALBERT, 2000);
    const riwalk_graph *graphs[] = {graph};
    riwalk_estimate estimate = {.size = sizeof estimate};
    riwalk_vectors *vectors = NULL;
    riwalk_error error;
    riwalk_options s;

    (void)state;
    start(&s);
    assert_int_equal(riwalk_embed_estimate(graphs, 1, NULL, &s, &estimate, &error), 0);
    assert_true(estimate.memory_bytes > estimate.least_memory_bytes);
    assert_true(estimate.train_seconds > 0);
    s.memory = estimate.least_memory_bytes - 1;
    assert_int_equal(riwalk_embed(graphs, 1, NULL, &s, &vectors, NULL, NULL, &error),
                     RIWALK_STATUS_LIMIT);
    s.memory = estimate.least_memory_bytes; /* enough for local features, and for no more */
    assert_int_equal(riwalk_embed(graphs, 1, NULL, &s, &vectors, NULL, NULL, &error),
                     RIWALK_STATUS_LIMIT);
    assert_non_null(strstr(error.message, "features found"));
    s.memory = estimate.memory_bytes;
    assert_int_equal(riwalk_embed(graphs, 1, NULL, &s, &vectors, NULL, NULL, &error), 0);
    riwalk_vectors_free(vectors);
    riwalk_graph_free(graph);
}

static int cancel(const riwalk_progress *progress, void *data)
{
    return !strcmp(progress->stage, data);
}

static void every_stage_can_be_cancelled(void **state)
{
    static char stages[][24] = {"counting triangles", "local features", "features"};
    riwalk_graph *graph = generate(RIWALK_GENERATOR_BARABASI_ALBERT, 200000);
    riwalk_features *features = NULL;
    riwalk_error error;
    riwalk_options s;

    (void)state;
    start(&s);
    s.run.progress = cancel;
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        s.run.progress_data = stages[i];
        assert_int_equal(riwalk_features_find(graph, &s, &features, &error),
                         RIWALK_STATUS_CANCELLED);
        assert_null(features);
    }
    riwalk_graph_free(graph);
}

static void every_failing_allocation_is_an_error(void **state)
{
    riwalk_graph *graph = generate(RIWALK_GENERATOR_KARATE, 0), *other = vary(graph, true, true);
    const riwalk_graph *graphs[] = {graph, graph};
    static const char *const names[] = {"a", "b"};
    riwalk_estimate estimate = {.size = sizeof estimate};
    riwalk_features *features = NULL;
    riwalk_vectors *vectors = NULL;
    riwalk_options s;

    (void)state;
    start(&s);
    s.run.threads = 2;
    check_allocations_of(0, vectors, (riwalk_vectors_free(vectors), vectors = NULL),
                         riwalk_embed(graphs, 2, names, &s, &vectors, NULL, NULL, &failure));
    check_allocations(0, riwalk_embed_estimate(graphs, 2, names, &s, &estimate, &failure));
    check_allocations_of(0, features, (riwalk_features_free(features), features = NULL),
                         riwalk_features_find(other, &s, &features, &failure));
    riwalk_graph_free(other);
    riwalk_graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_are_the_definition),
        cmocka_unit_test(bins_are_halves_of_what_is_left),
        cmocka_unit_test(a_star_is_told_by_its_degrees),
        cmocka_unit_test(vectors_are_the_features),
        cmocka_unit_test(less_dimensions_are_the_first_ones),
        cmocka_unit_test(mirror_images_coincide),
        cmocka_unit_test(huge_weights_are_survived),
        cmocka_unit_test(graphs_without_edges_have_one_feature),
        cmocka_unit_test(threads_have_no_effect),
        cmocka_unit_test(memory_is_within_the_limit),
        cmocka_unit_test(every_stage_can_be_cancelled),
        cmocka_unit_test(every_failing_allocation_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
