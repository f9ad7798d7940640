/* SPDX-License-Identifier: MIT */
/* k-means on hard clouds. Clouds far apart, threads, bad input, vectors that are alike:
 * tests/cli/cluster*. */
#include "unit/test.h"

#define COUNT 1000
#define DIMENSIONS 11

/* Row r is in cloud r % clouds; clouds are `apart` from each other and 1 wide. */
static riwalk_vectors *make_vectors(uint32_t count, uint32_t clouds, double apart)
{
    static float values[COUNT * DIMENSIONS];
    uint64_t stream = rw_rng_stream(4, RW_STAGE_GENERATE, 0, 0);

    for (uint32_t i = 0; i < count * DIMENSIONS; i++)
        values[i] = (float)(apart * (i % DIMENSIONS == i / DIMENSIONS % clouds) +
                            rw_rng_unit(rw_rng_at(stream, i)) - 0.5);
    return vectors_of(count, DIMENSIONS, values);
}

TEST(no_cluster_is_empty)
{
    for (uint32_t k = 1; k <= 40; k++) {
        scoped_vectors *vectors = make_vectors(40, 2, 100);
        uint32_t clusters[40], sizes[40] = {0};
        riwalk_cluster_options options =
            WITH(riwalk_cluster_options, it.starts = 1, it.iterations = 1 + k % 3);
        riwalk_cluster_scores scores = {.size = sizeof scores};

        ok(riwalk_cluster(vectors, k, &options, clusters, &scores, &failure));
        for (int r = 0; r < 40; r++)
            sizes[clusters[r]]++;
        for (uint32_t c = 0; c < k; c++)
            assert_true(sizes[c] > 0);
        assert_int_equal(isnan(scores.silhouette), k == 1 || k == 40);
    }
}

/* The number left to us is the one of largest silhouette, tried one by one. */
TEST(the_number_of_clusters_is_that_of_the_largest_silhouette)
{
    riwalk_cluster_scores chosen = {.size = sizeof chosen}, one = {.size = sizeof one};
    riwalk_cluster_options options = WITH(riwalk_cluster_options, it.most_clusters = 9);
    uint32_t clusters[60], same[60];

    for (uint32_t seed = 1; seed <= 5; seed++) {
        scoped_vectors *vectors = make_vectors(60, 4, 0.3 * seed);
        double best = -2;
        uint32_t k = 0;

        for (uint32_t tried = 2; tried <= 9; tried++) {
            ok(riwalk_cluster(vectors, tried, &options, same, &one, &failure));
            assert_int_equal(one.clusters, tried);
            assert_true(isnan(one.choice_silhouette));
            if (one.silhouette > best) {
                best = one.silhouette;
                k = tried;
            }
        }
        ok(riwalk_cluster(vectors, 0, &options, clusters, &chosen, &failure));
        assert_int_equal(chosen.clusters, k);
        assert_true(chosen.choice_silhouette == best && chosen.silhouette == best);
        ok(riwalk_cluster(vectors, k, &options, same, &one, &failure));
        assert_memory_equal(clusters, same, sizeof same);
    }
}

/* Clouds that are far apart are counted right from a few of their rows. */
TEST(the_number_of_clusters_is_found_in_a_sample)
{
    riwalk_cluster_scores scores = {.size = sizeof scores};
    riwalk_cluster_options options = WITH(riwalk_cluster_options, it.choice_sample = 50);
    scoped_vectors *vectors = make_vectors(400, 4, 50);
    uint32_t clusters[400];

    ok(riwalk_cluster(vectors, 0, &options, clusters, &scores, &failure));
    assert_int_equal(scores.clusters, 4);
    assert_int_equal(scores.silhouette_rows, 400);
}
