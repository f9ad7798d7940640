/* SPDX-License-Identifier: MIT */
/* Edge lists: every dialect gives the graph it means, both readers give the same graph, and every
 * malformed line gets its sentence. */
#include "graph/edge_list.h"
#include "unit/test.h"

#include <inttypes.h>

static riwalk_graph *read_with(const char *text, const riwalk_read_options *options)
{
    return graph_from(text, options);
}

static void assert_reads_with(const riwalk_read_options *options, const char *text,
                              const char *expected)
{
    scoped_graph *graph = read_with(text, options);

    assert_string_equal(text_of(graph), expected);
}

static void assert_reads(const char *text, const char *expected)
{
    assert_reads_with(NULL, text, expected);
}

TEST(names_are_kept_as_written)
{
    assert_reads("b a\nc a\n", "[a]-b-c [b]-a [c]-a");
    assert_reads("01 1\n1 +1\n", "[+1]-1 [01]-1 [1]-+1-01");
    assert_reads("10 9\n9 -2\n", "[-2]-9 [9]--2-10 [10]-9");
    assert_reads("-0 0\n", "[-0]-0 [0]--0");
    assert_reads("9223372036854775807 -9223372036854775808\n",
                 "[-9223372036854775808]-9223372036854775807 "
                 "[9223372036854775807]--9223372036854775808");
    assert_reads("18446744073709551615 9\n", "[18446744073709551615]-9 [9]-18446744073709551615");
    assert_reads("4294967295 4294967296\n", "[4294967295]-4294967296 [4294967296]-4294967295");
    assert_reads("New York,Boston\nBoston , Salem\n",
                 "[Boston]-New York-Salem [New York]-Boston [Salem]-Boston");
    assert_reads("New York\tBoston\n", "[Boston]-New York [New York]-Boston");
    assert_reads("\"New York\" Boston\n", "[Boston]-New York [New York]-Boston");
    assert_reads("\"a,b\",c\n", "[a,b]-c [c]-a,b");
    assert_reads("\"#a\" b\n", "[#a]-b [b]-#a");
    assert_reads("\xc3\xa9 z\xc3\xbc\n", "[z\xc3\xbc]-\xc3\xa9 [\xc3\xa9]-z\xc3\xbc");
    assert_reads("alice bob\n", "[alice]-bob [bob]-alice");
    assert_reads("alice bob\ncarol alice\n", "[alice]-bob-carol [bob]-alice [carol]-alice");
    assert_reads("from to\nalice bob\n", "[alice]-bob [bob]-alice");
    assert_reads("payer,payee\nalice,bob\n", "[alice]-bob [bob]-alice");
    assert_reads("a_name_of_more_than_sixteen_bytes a_name_of_more_than_sixteen_bytez\n",
                 "[a_name_of_more_than_sixteen_bytes]-a_name_of_more_than_sixteen_bytez "
                 "[a_name_of_more_than_sixteen_bytez]-a_name_of_more_than_sixteen_bytes");
}

/* As SNAP, LDBC and people who use bars in names have them. */
TEST(first_lines_of_names_are_understood)
{
    assert_reads("SOURCE_SUBREDDIT\tTARGET_SUBREDDIT\tPOST_ID\na\tb\t1\n", "[a]-b [b]-a");
    assert_reads("gi|1 gi|2\ngi|2 gi|3\n", "[gi|1]-gi|2 [gi|2]-gi|1-gi|3 [gi|3]-gi|2");
    assert_reads("a|b c\nc d\n", "[a|b]-c [c]-a|b-d [d]-c");
    assert_reads("New York|Boston\nBoston|Bar Harbor\n",
                 "[Bar Harbor]-Boston [Boston]-Bar Harbor-New York [New York]-Boston");
    assert_reads("a|b\nb|c\n", "[a]-b [b]-a-c [c]-b");
    assert_reads("gi|1,gi|2\n", "[gi|1]-gi|2 [gi|2]-gi|1");
}

TEST(header_can_be_forced)
{
    riwalk_read_options options = WITH(riwalk_read_options, it.header = RIWALK_HEADER_NO);

    assert_reads_with(&options, "from to\n1 2\n", "[1]-2 [2]-1 [from]-to [to]-from");
    options.header = RIWALK_HEADER_YES;
    assert_reads_with(&options, "7 8\n1 2\n", "[1]-2 [2]-1");
}

TEST(weights_and_directions_are_kept_when_asked)
{
    riwalk_read_options options = WITH(riwalk_read_options, it.weighted = true);
    scoped_graph *graph = read_with("1 2 0.5\n2 1 1.5\n2 3 1e3 x\n", &options), *arcs = NULL;

    assert_string_equal(text_of(graph), "[1]-2=1.5 [2]-1=1.5-3=1000 [3]-2=1000");
    assert_int_equal(graph->duplicates_dropped, 1);
    assert_reads_with(&options, "1 2 0.5\r\n2 3 2 \n", "[1]-2=0.5 [2]-1=0.5-3=2 [3]-2=2");
    assert_reads_with(&options, "a b 2\nb c 0.25\n", "[a]-b=2 [b]-a=2-c=0.25 [c]-b=0.25");
    assert_reads_with(&options, "x,y,weight\na,b,2\n", "[a]-b=2 [b]-a=2");
    options.directed = true;
    arcs = read_with("1 2 0.5\n2 1 1.5\n3 3 1\n", &options);
    assert_string_equal(text_of(arcs), "[1]>2=0.5 [2]>1=1.5 [3]");
    assert_int_equal(arcs->self_loops_dropped, 1);
    assert_int_equal(riwalk_graph_edge_count(arcs), 2);
}

TEST(a_list_of_nodes_adds_isolated_ones)
{
    riwalk_read_options options = WITH(riwalk_read_options, it.nodes_path = "nodes");

    write_file("nodes", "# nodes with labels\n7 hub\n2 leaf\n100 leaf\n");
    assert_reads_with(&options, "1 2\n", "[1]-2 [2]-1 [7] [100]");
    assert_reads_with(&options, "a 2\n", "[100] [2]-a [7] [a]-2");
    assert_reads_with(&options, "# no edge\n", "[2] [7] [100]");
}

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
    scoped_graph *one = read_with("b a\nc d\na c\n", NULL);
    scoped_graph *two = read_with("c a\na b\nd c\n", NULL);

    assert_int_equal(rw_graph_checksum(one), rw_graph_checksum(two));
}
