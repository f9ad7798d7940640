/* SPDX-License-Identifier: MIT */
/* Graphs that do not fit into memory: .rwg made in bounded memory has the bytes of one made in
 * memory, and a mapped one is the graph that a read one is. */
#include "graph/graph.h"
#include "unit/test.h"

#define LEAST 1 /* byte of memory: pieces of 256 KiB, runs of 1 MiB */

static void check_same(const riwalk_graph *one, const riwalk_graph *other)
{
    riwalk_graph_summary a = summary_of(one), b = summary_of(other);

    assert_int_equal(a.checksum, b.checksum);
    assert_int_equal(a.self_loops_dropped, b.self_loops_dropped);
    assert_int_equal(a.duplicates_dropped, b.duplicates_dropped);
    assert_int_equal(a.columns_ignored, b.columns_ignored);
}

/* How the lines of an edge list look. */
typedef struct look {
    const char *line; /* of two numbers and a weight, which it may leave out */
    const char *head;
    uint64_t times, plus; /* of ids */
    bool weighted, directed, add;
} look;

static void write_list(const look *l, uint64_t seed, uint64_t lines)
{
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, 0, 0);
    FILE *file = fopen("list.txt", "w");

    fputs(l->head, file);
    for (uint64_t e = 0; e < lines; e++) {
        uint64_t u = rw_rng_below(rw_rng_at(stream, 3 * e), 1000);
        uint64_t v = rw_rng_below(rw_rng_at(stream, 3 * e + 1), 3000);

        fprintf(file, l->line, (unsigned long long)(u * l->times + l->plus),
                (unsigned long long)(v * l->times + l->plus),
                (double)(1 + rw_rng_below(rw_rng_at(stream, 3 * e + 2), 700)) / 7);
    }
    fclose(file);
}

static void compare(const look *l, const char *path)
{
    riwalk_read_options options =
        WITH(riwalk_read_options, it.weighted = l->weighted, it.directed = l->directed,
             it.add_duplicates = l->add, it.run.threads = 2);
    scoped_graph *whole = MADE(graph, riwalk_graph_read, path, &options);

    ok(riwalk_graph_write(whole, "whole.rwg", NULL, &failure));
    options.store = "stored.rwg";
    options.memory = LEAST;
    scoped_graph *stored = MADE(graph, riwalk_graph_read, path, &options);
    assert_same_files("whole.rwg", "stored.rwg");
    check_same(whole, stored);
}

static const look looks[] = {
    {"%llu %llu\n", "", 1, 0, false, false, false},
    {"%llu\t%llu\t%g\n", "# comment\n", 1, 1, true, false, false},
    {"%llu,%llu,%.4f\n", "source,target,weight\n", 37, 5, true, true, true},
    {"%llu;%llu\n", "alpha;beta\n", 1000003, 0, false, true, false},
    {"a%llu b%llu %g\n", "first line 2.5\n", 1, 0, true, false, true},
    {"%llu000000000000 %llu000000000000\n", "", 1, 1, false, false, false},
};
#define LOOKS ELEMENTS(looks)

TEST(edge_lists_in_bounded_memory_give_the_same_bytes)
{
    for (size_t i = 0; i < LOOKS; i++) {
        write_list(&looks[i], i + 1, 60000);
        compare(&looks[i], "list.txt");
        write_list(&looks[i], i + 1, 0);
        if (!looks[i].weighted && *looks[i].head) /* a header over nothing is an edge */
            compare(&looks[i], "list.txt");
    }
}

TEST(generated_graphs_in_bounded_memory_have_the_same_bytes)
{
    static const riwalk_generator kinds[] = {RIWALK_GENERATOR_RMAT, RIWALK_GENERATOR_ERDOS_RENYI};
    riwalk_generate_options usual =
        WITH(riwalk_generate_options, it.scale = 12, it.nodes = 4001, it.degree = 31);
    riwalk_generate_options bounded = BUT(usual, it.store = "stored.rwg", it.memory = LEAST);
    riwalk_generate_options noisy = BUT(bounded, it.noise = 0.1);
    riwalk_graph *none = NULL;

    EACH (kind, kinds) {
        scoped_graph *whole = generate_with(*kind, &usual, NULL);
        scoped_graph *stored = generate_with(*kind, &bounded, NULL);

        assert_non_null(stored);
        ok(riwalk_graph_write(whole, "whole.rwg", NULL, &failure));
        assert_same_files("whole.rwg", "stored.rwg");
    }
    check_fails(
        ARGUMENT, "in bounded memory",
        riwalk_graph_generate(RIWALK_GENERATOR_BARABASI_ALBERT, &bounded, &none, NULL, &failure));
    check_fails(ARGUMENT, "without noise",
                riwalk_graph_generate(RIWALK_GENERATOR_RMAT, &noisy, &none, NULL, &failure));
}

/* Of both versions: with weights it is 2, without 1. */
TEST(a_mapped_graph_is_the_one_that_is_read)
{
    riwalk_read_options map = WITH(riwalk_read_options, it.map = true);

    for (size_t i = 0; i < LOOKS; i++) {
        riwalk_read_options options = WITH(riwalk_read_options, it.weighted = looks[i].weighted,
                                           it.directed = looks[i].directed);

        write_list(&looks[i], i, 3000);
        scoped_graph *list = MADE(graph, riwalk_graph_read, "list.txt", &options);
        ok(riwalk_graph_write(list, "g.rwg", NULL, &failure));
        scoped_graph *read = MADE(graph, riwalk_graph_read, "g.rwg", NULL);
        scoped_graph *mapped = MADE(graph, riwalk_graph_read, "g.rwg", &map);
        assert_true(mapped->backing.mapped && !read->backing.mapped);
        unlink("g.rwg"); /* who has it mapped keeps it */
        check_same(read, mapped);
    }
}
