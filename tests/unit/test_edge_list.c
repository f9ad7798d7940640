/* SPDX-License-Identifier: MIT */
/* Edge lists: both readers give the same graph. What is read of every dialect is in tests/graphs,
 * what is malformed in tests/mangled. */
#include "graph/edge_list.h"
#include "unit/test.h"

#include <inttypes.h>

/* Writes random edges twice: as numbers, and with a letter in front of each id. The two readers
 * must agree on everything but the letter, at several thread counts and over part borders. */
TEST(both_readers_agree_on_any_threads)
{
    uint64_t stream = rw_rng_stream(7, RW_STAGE_GENERATE, 0, 0);
    const uint64_t lines = 200000;
    scoped char *numbers = malloc(lines * 24), *names = malloc(lines * 24);
    scoped void *sum = NULL;
    size_t a = 0, b = 0;

    for (uint64_t i = 0; i < lines; i++) {
        uint64_t u = 100000 + rw_rng_below(rw_rng_at(stream, 2 * i), 50000) * 3;
        uint64_t v = 100000 + rw_rng_below(rw_rng_at(stream, 2 * i + 1), 50000) * 3;
        const char *comment = i % 1000 == 7 ? "# comment\n" : "";

        a += (size_t)sprintf(numbers + a, "%s%" PRIu64 " %" PRIu64 "\n", comment, u, v);
        b += (size_t)sprintf(names + b, "%sn%" PRIu64 " n%" PRIu64 "\n", comment, u, v);
    }
    for (int threads = 1; threads < 8; threads += 2) {
        riwalk_read_options options = WITH(riwalk_read_options, it.run.threads = threads);
        scoped_graph *one = graph_from(numbers, &options), *two = graph_from(names, &options);

        assert_int_equal(one->node_count, two->node_count);
        assert_int_equal(one->arc_count, two->arc_count);
        assert_int_equal(one->duplicates_dropped, two->duplicates_dropped);
        assert_memory_equal(one->offsets, two->offsets, (one->node_count + 1) * sizeof(uint64_t));
        assert_memory_equal(one->neighbors, two->neighbors, one->arc_count * sizeof(uint32_t));
        for (uint32_t u = 0; u < one->node_count; u++) {
            char x[64], y[64];
            uint32_t node;

            riwalk_graph_name(one, u, x, sizeof x);
            riwalk_graph_name(two, u, y, sizeof y);
            assert_string_equal(x, y + 1);
            assert_true(riwalk_graph_find(one, x, strlen(x), &node) && node == u);
            assert_true(riwalk_graph_find(two, y, strlen(y), &node) && node == u);
        }
        assert_false(riwalk_graph_find(one, "1", 1, &(uint32_t){0}));
        assert_false(riwalk_graph_find(two, "n", 1, &(uint32_t){0}));
        assert_unchanged(&sum, (uint64_t[]){rw_graph_checksum(two)}, sizeof(uint64_t));
    }
}

TEST(the_order_of_lines_has_no_effect)
{
    scoped_graph *one = graph_from("b a\nc d\na c\n", NULL);
    scoped_graph *two = graph_from("c a\na b\nd c\n", NULL);

    assert_int_equal(rw_graph_checksum(one), rw_graph_checksum(two));
}
