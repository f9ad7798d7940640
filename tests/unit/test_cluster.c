/* SPDX-License-Identifier: MIT */
/* k-means: clouds far apart are found, results do not depend on threads, bad input. */
#include "base/rng.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "failing.h"
#include "riwalk_analysis.h"

#define COUNT 1000
#define DIMENSIONS 11

/* Row r is in cloud r % clouds; clouds are `apart` from each other and 1 wide. */
static riwalk_vectors *make_vectors(uint32_t count, uint32_t clouds, double apart)
{
    static char text[COUNT][16];
    static const char *names[COUNT];
    static float values[COUNT * DIMENSIONS];
    uint64_t stream = rw_rng_stream(4, RW_STAGE_GENERATE, 0, 0);
    riwalk_vectors *vectors = NULL;

    for (uint32_t r = 0; r < count; r++) {
        snprintf(text[r], sizeof text[r], "%u", r);
        names[r] = text[r];
        for (uint32_t d = 0; d < DIMENSIONS; d++)
            values[r * DIMENSIONS + d] =
                (float)(apart * (d == r % clouds) +
                        rw_rng_unit(rw_rng_at(stream, (uint64_t)r * DIMENSIONS + d)) - 0.5);
    }
    assert_int_equal(riwalk_vectors_build(count, DIMENSIONS, names, values, &vectors, NULL), 0);
    return vectors;
}

static void clouds_far_apart_are_found(void **state)
{
    for (uint32_t clouds = 2; clouds < 9; clouds++) {
        riwalk_vectors *vectors = make_vectors(COUNT, clouds, 50);
        riwalk_cluster_scores scores = {.size = sizeof scores};
        uint32_t clusters[COUNT];

        (void)state;
        assert_int_equal(riwalk_cluster(vectors, clouds, NULL, clusters, &scores, NULL), 0);
        for (uint32_t r = 0; r < COUNT; r++)
            assert_int_equal(clusters[r], r % clouds);
        assert_true(scores.converged);
        assert_true(scores.silhouette > 0.95 && scores.silhouette <= 1);
        assert_int_equal(scores.silhouette_rows, COUNT);
        riwalk_vectors_free(vectors);
    }
}

static void results_do_not_depend_on_threads(void **state)
{
    riwalk_vectors *vectors = make_vectors(COUNT, 3, 0.5);
    riwalk_cluster_scores first = {.size = sizeof first}, other = {.size = sizeof other};
    uint32_t clusters[COUNT], again[COUNT];
    riwalk_cluster_options options;

    (void)state;
    riwalk_cluster_options_init(&options);
    options.starts = 3;
    options.sample = 200;
    options.scale = RIWALK_NORMALIZATION_STANDARD;
    for (options.run.threads = 1; options.run.threads < 5; options.run.threads++) {
        assert_int_equal(riwalk_cluster(vectors, 6, &options, again, &other, NULL), 0);
        if (options.run.threads == 1) {
            first = other;
            memcpy(clusters, again, sizeof clusters);
        }
        assert_memory_equal(clusters, again, sizeof clusters);
        assert_true(first.inertia == other.inertia);
        assert_true(first.silhouette == other.silhouette);
    }
    assert_int_equal(first.silhouette_rows, 200);
    riwalk_vectors_free(vectors);
}

static void no_cluster_is_empty(void **state)
{
    for (uint32_t k = 1; k <= 40; k++) {
        riwalk_vectors *vectors = make_vectors(40, 2, 100);
        uint32_t clusters[40], sizes[40] = {0};
        riwalk_cluster_options options;
        riwalk_cluster_scores scores = {.size = sizeof scores};

        (void)state;
        riwalk_cluster_options_init(&options);
        options.starts = 1;
        options.iterations = 1 + k % 3;
        assert_int_equal(riwalk_cluster(vectors, k, &options, clusters, &scores, NULL), 0);
        for (int r = 0; r < 40; r++)
            sizes[clusters[r]]++;
        for (uint32_t c = 0; c < k; c++)
            assert_true(sizes[c] > 0);
        assert_int_equal(isnan(scores.silhouette), k == 1 || k == 40);
        riwalk_vectors_free(vectors);
    }
}

static void impossible_numbers_of_clusters_are_refused(void **state)
{
    static const char *const names[] = {"a", "b", "c", "d"};
    const float values[] = {1, 2, 2, 1};
    riwalk_cluster_scores scores = {.size = sizeof scores};
    riwalk_vectors *vectors = NULL;
    uint32_t clusters[4];
    riwalk_error error;

    (void)state;
    assert_int_equal(riwalk_vectors_build(4, 1, names, values, &vectors, NULL), 0);
    assert_int_equal(riwalk_cluster(vectors, 2, NULL, clusters, &scores, &error), 0);
    assert_true(scores.inertia == 0);
    assert_int_equal(riwalk_cluster(vectors, 3, NULL, clusters, &scores, &error),
                     RIWALK_STATUS_ARGUMENT);
    assert_string_equal(error.message,
                        "3 clusters were requested, but there are only 2 different vectors");
    assert_int_equal(riwalk_cluster(vectors, 5, NULL, clusters, &scores, &error),
                     RIWALK_STATUS_ARGUMENT);
    assert_string_equal(error.message,
                        "5 clusters were requested: expected 1 to 4, the number of vectors");
    riwalk_vectors_free(vectors);
}

/* The number left to us is the one of largest silhouette, tried one by one. */
static void the_number_of_clusters_is_that_of_the_largest_silhouette(void **state)
{
    riwalk_cluster_scores chosen = {.size = sizeof chosen}, one = {.size = sizeof one};
    riwalk_cluster_options options;
    uint32_t clusters[60], same[60];

    (void)state;
    riwalk_cluster_options_init(&options);
    options.most_clusters = 9;
    for (uint32_t seed = 1; seed <= 5; seed++) {
        riwalk_vectors *vectors = make_vectors(60, 4, 0.3 * seed);
        double best = -2;
        uint32_t k = 0;

        for (uint32_t tried = 2; tried <= 9; tried++) {
            assert_int_equal(riwalk_cluster(vectors, tried, &options, same, &one, NULL), 0);
            assert_int_equal(one.clusters, tried);
            assert_true(isnan(one.choice_silhouette));
            if (one.silhouette > best) {
                best = one.silhouette;
                k = tried;
            }
        }
        assert_int_equal(riwalk_cluster(vectors, 0, &options, clusters, &chosen, NULL), 0);
        assert_int_equal(chosen.clusters, k);
        assert_true(chosen.choice_silhouette == best && chosen.silhouette == best);
        assert_int_equal(riwalk_cluster(vectors, k, &options, same, &one, NULL), 0);
        assert_memory_equal(clusters, same, sizeof same);
        riwalk_vectors_free(vectors);
    }
}

/* Clouds that are far apart are counted right from a few of their rows. */
static void the_number_of_clusters_is_found_in_a_sample(void **state)
{
    riwalk_cluster_scores scores = {.size = sizeof scores};
    riwalk_cluster_options options;
    riwalk_vectors *vectors = make_vectors(400, 4, 50);
    uint32_t clusters[400];

    (void)state;
    riwalk_cluster_options_init(&options);
    options.choice_sample = 50;
    assert_int_equal(riwalk_cluster(vectors, 0, &options, clusters, &scores, NULL), 0);
    assert_int_equal(scores.clusters, 4);
    assert_int_equal(scores.silhouette_rows, 400);
    riwalk_vectors_free(vectors);
}

static void vectors_that_are_alike_are_one_cluster(void **state)
{
    static const char *const names[] = {"a", "b", "c"};
    const float values[] = {1, 1, 1};
    riwalk_cluster_scores scores = {.size = sizeof scores};
    riwalk_vectors *vectors = NULL;
    uint32_t clusters[3];

    (void)state;
    for (uint32_t count = 1; count <= 3; count++) {
        assert_int_equal(riwalk_vectors_build(count, 1, names, values, &vectors, NULL), 0);
        assert_int_equal(riwalk_cluster(vectors, 0, NULL, clusters, &scores, NULL), 0);
        assert_int_equal(scores.clusters, 1);
        assert_true(isnan(scores.silhouette) && isnan(scores.choice_silhouette));
        riwalk_vectors_free(vectors);
    }
}

static void agreement_of_known_cases(void **state)
{
    static const char *const names[] = {"a", "b", "c", "d", "a"};
    static const char *const classes[] = {"x", "x", "y", "y", "y"};
    const uint32_t same[] = {1, 1, 0, 0}, one[] = {0, 0, 0, 0}, each[] = {0, 1, 2, 3},
                   cross[] = {0, 1, 0, 1};
    const float values[] = {1, 2, 3, 4};
    riwalk_node_labels *labels = NULL;
    riwalk_vectors *vectors = NULL;
    riwalk_agreement a = {.size = sizeof a};
    riwalk_error error;

    (void)state;
    assert_int_equal(riwalk_vectors_build(4, 1, names, values, &vectors, NULL), 0);
    assert_int_equal(riwalk_node_labels_build(4, names, classes, vectors, NULL, &labels, NULL), 0);
    assert_int_equal(riwalk_cluster_agreement(labels, same, 2, &a, NULL), 0);
    assert_true(fabs(a.homogeneity - 1) < 1e-12 && fabs(a.v_measure - 1) < 1e-12);
    assert_true(a.adjusted_rand == 1);
    assert_int_equal(riwalk_cluster_agreement(labels, one, 1, &a, NULL), 0);
    assert_true(a.homogeneity == 0 && a.completeness == 1 && a.v_measure == 0);
    assert_true(a.adjusted_rand == 0);
    assert_int_equal(riwalk_cluster_agreement(labels, each, 4, &a, NULL), 0);
    assert_true(fabs(a.homogeneity - 1) < 1e-12 && fabs(a.completeness - 0.5) < 1e-12);
    assert_int_equal(riwalk_cluster_agreement(labels, cross, 2, &a, NULL), 0);
    assert_true(a.homogeneity < 1e-12);
    /* No pair is together in both; by chance 2 * 2 / 6 would be, and 2 at most. */
    assert_true(fabs(a.adjusted_rand - (0 - 4.0 / 6) / (2 - 4.0 / 6)) < 1e-12);
    assert_int_equal(riwalk_cluster_agreement(labels, each, 3, &a, &error), RIWALK_STATUS_ARGUMENT);
    riwalk_node_labels_free(labels);
    assert_int_equal(riwalk_node_labels_build(5, names, classes, vectors, NULL, &labels, NULL), 0);
    assert_int_equal(riwalk_cluster_agreement(labels, same, 2, &a, &error), RIWALK_STATUS_ARGUMENT);
    assert_string_equal(error.message, "some nodes have several labels: clusters can be compared "
                                       "with one label a node only");
    riwalk_node_labels_free(labels);
    riwalk_vectors_free(vectors);
}

static void every_failing_allocation_is_an_error(void **state)
{
    riwalk_vectors *vectors = make_vectors(50, 3, 2);
    static const char *const names[] = {"1", "2"}, *const classes[] = {"x", "y"};
    riwalk_node_labels *labels = NULL;
    riwalk_cluster_options options;
    riwalk_cluster_scores scores = {.size = sizeof scores};
    riwalk_agreement agreement = {.size = sizeof agreement};
    uint32_t clusters[50];

    (void)state;
    assert_int_equal(riwalk_node_labels_build(2, names, classes, vectors, NULL, &labels, NULL), 0);
    riwalk_cluster_options_init(&options);
    options.scale = RIWALK_NORMALIZATION_STANDARD;
    options.run.threads = 2;
    check_allocations(0, riwalk_cluster(vectors, 3, &options, clusters, &scores, &failure));
    options.most_clusters = 3;
    check_allocations(0, riwalk_cluster(vectors, 0, &options, clusters, &scores, &failure));
    check_allocations(0, riwalk_cluster_agreement(labels, clusters, 3, &agreement, &failure));
    riwalk_node_labels_free(labels);
    riwalk_vectors_free(vectors);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clouds_far_apart_are_found),
        cmocka_unit_test(results_do_not_depend_on_threads),
        cmocka_unit_test(no_cluster_is_empty),
        cmocka_unit_test(impossible_numbers_of_clusters_are_refused),
        cmocka_unit_test(the_number_of_clusters_is_that_of_the_largest_silhouette),
        cmocka_unit_test(the_number_of_clusters_is_found_in_a_sample),
        cmocka_unit_test(vectors_that_are_alike_are_one_cluster),
        cmocka_unit_test(agreement_of_known_cases),
        cmocka_unit_test(every_failing_allocation_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
