/* SPDX-License-Identifier: MIT */
/* Graphs that do not fit into memory: .rwg made in bounded memory has the bytes of one made in
 * memory, and a mapped one is the graph that a read one is. */
#include "base/pieces.h"
#include "base/rng.h"
#include "graph/arc_runs.h"
#include "unit/test.h"

#include <zlib.h>
#include <zstd.h>

#define LEAST 1 /* byte of memory: pieces of 256 KiB, runs of 1 MiB */

static void check_same(const riwalk_graph_summary *a, const riwalk_graph_summary *b)
{
    assert_int_equal(a->checksum, b->checksum);
    assert_int_equal(a->self_loops_dropped, b->self_loops_dropped);
    assert_int_equal(a->duplicates_dropped, b->duplicates_dropped);
    assert_int_equal(a->columns_ignored, b->columns_ignored);
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
    riwalk_graph_summary summaries[2] = {{.size = sizeof *summaries}, {.size = sizeof *summaries}};
    scoped_graph *stored = NULL;
    scoped_graph *whole = MADE(graph, riwalk_graph_read, path, &options);

    ok(riwalk_graph_write(whole, "whole.rwg", NULL, &failure));
    options.store = "stored.rwg";
    options.memory = LEAST;
    ok(riwalk_graph_read(path, &options, &stored, &failure));
    assert_same_files("whole.rwg", "stored.rwg");
    ok(riwalk_graph_summarize(whole, &summaries[0], &failure));
    ok(riwalk_graph_summarize(stored, &summaries[1], &failure));
    check_same(&summaries[0], &summaries[1]);
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
    empty_folder();
}

TEST(compressed_lists_are_stored_in_pieces)
{
    size_t size;
    char *text, *packed;
    gzFile gzip;

    write_list(&looks[1], 9, 50000);
    text = read_file("list.txt", &size);
    for (int member = 0; member < 2; member++) { /* two streams, one after the other */
        assert_non_null(gzip = gzopen("list.txt.gz", member ? "ab" : "wb"));
        gzwrite(gzip, text + (member ? size / 2 : 0), (unsigned)(size / 2));
        gzclose(gzip);
    }
    compare(&(look){.weighted = true}, "list.txt.gz");
    packed = malloc(ZSTD_compressBound(size));
    write_bytes("list.txt.zst", packed,
                ZSTD_compress(packed, ZSTD_compressBound(size), text, size, 3));
    compare(&looks[1], "list.txt.zst");
    free(packed);
    free(text);
    empty_folder();
}

/* A file cut short, whose lines go on nowhere, or that has none at all. */
TEST(what_is_wrong_with_a_list_is_said)
{
    riwalk_read_options options =
        WITH(riwalk_read_options, it.store = "stored.rwg", it.memory = LEAST);
    scoped_graph *graph = NULL;
    size_t size;
    char *text;
    FILE *file;

    write_list(&looks[0], 3, 60000);
    file = fopen("list.txt", "a");
    fputs("1 2\n3\n", file);
    fclose(file);
    check_says(FORMAT, "list.txt:60002: expected two node ids, found one",
               riwalk_graph_read("list.txt", &options, &graph, &failure));
    file = fopen("list.txt", "w");
    for (int i = 0; i < 100000; i++)
        fputs("1 2 \r", file);
    fclose(file);
    check_fails(LIMIT, "a line has more than",
                riwalk_graph_read("list.txt", &options, &graph, &failure));
    write_file("list.txt", "# nothing\n");
    check_says(FORMAT, "list.txt: the file has no edges",
               riwalk_graph_read("list.txt", &options, &graph, &failure));
    write_list(&looks[0], 3, 60000);
    text = read_file("list.txt", &size);
    gzFile gzip = gzopen("list.gz", "wb");
    gzwrite(gzip, text, (unsigned)size);
    gzclose(gzip);
    free(text);
    truncate("list.gz", 20000);
    check_fails(FORMAT, "ends too early", riwalk_graph_read("list.gz", &options, &graph, &failure));
    assert_int_equal(access("stored.rwg", F_OK), -1);
    assert_int_equal(empty_folder(), 0);
}

TEST(stores_without_memory_leave_nothing)
{
    riwalk_read_options options =
        WITH(riwalk_read_options, it.store = "stored.rwg", it.memory = LEAST, it.run.threads = 1);

    for (size_t i = 0; i < 2; i++) {
        const look *l = &looks[i ? 4 : 0];

        options.weighted = l->weighted;
        write_list(l, 4, 100);
        check_making(10, riwalk_graph, riwalk_graph_read("list.txt", &options, &made, &failure));
    }
    assert_int_equal(empty_folder(), 0);
}

TEST(generated_graphs_in_bounded_memory_have_the_same_bytes)
{
    const riwalk_generator kinds[] = {RIWALK_GENERATOR_RMAT, RIWALK_GENERATOR_ERDOS_RENYI};
    riwalk_generate_options options =
        WITH(riwalk_generate_options, it.scale = 12, it.nodes = 4001, it.degree = 31);

    for (int i = 0; i < 2; i++) {
        scoped_graph *whole = NULL, *stored = NULL;

        options.store = NULL;
        ok(riwalk_graph_generate(kinds[i], &options, &whole, NULL, &failure));
        ok(riwalk_graph_write(whole, "whole.rwg", NULL, &failure));
        options.store = "stored.rwg";
        options.memory = LEAST;
        ok(riwalk_graph_generate(kinds[i], &options, &stored, NULL, &failure));
        assert_same_files("whole.rwg", "stored.rwg");
    }
    scoped_graph *none = NULL;

    check_fails(
        ARGUMENT, "in bounded memory",
        riwalk_graph_generate(RIWALK_GENERATOR_BARABASI_ALBERT, &options, &none, NULL, &failure));
    options.noise = 0.1;
    check_fails(ARGUMENT, "without noise",
                riwalk_graph_generate(RIWALK_GENERATOR_RMAT, &options, &none, NULL, &failure));
    empty_folder();
}

/* Of both versions: with weights it is 2, without 1. */
TEST(a_mapped_graph_is_the_one_that_is_read)
{
    riwalk_read_options options = DEFAULTS(riwalk_read_options);

    for (size_t i = 0; i < LOOKS; i++) {
        scoped_graph *list = NULL;
        riwalk_graph_summary sums[2] = {{.size = sizeof *sums}, {.size = sizeof *sums}};

        write_list(&looks[i], i, 3000);
        options = DEFAULTS(riwalk_read_options);
        options.weighted = looks[i].weighted;
        options.directed = looks[i].directed;
        ok(riwalk_graph_read("list.txt", &options, &list, &failure));
        ok(riwalk_graph_write(list, "g.rwg", NULL, &failure));
        options = DEFAULTS(riwalk_read_options);
        scoped_graph *read = MADE(graph, riwalk_graph_read, "g.rwg", &options);
        options.map = true;
        scoped_graph *mapped = MADE(graph, riwalk_graph_read, "g.rwg", &options);
        assert_true(mapped->backing.mapped && !read->backing.mapped);
        unlink("g.rwg"); /* who has it mapped keeps it */
        ok(riwalk_graph_summarize(read, &sums[0], &failure));
        ok(riwalk_graph_summarize(mapped, &sums[1], &failure));
        check_same(&sums[0], &sums[1]);
    }
    empty_folder();
}

TEST(a_mapped_graph_is_checked)
{
    riwalk_read_options options = WITH(riwalk_read_options, it.map = true);
    scoped_graph *graph = NULL;
    FILE *file;
    scoped_graph *made = generate(RIWALK_GENERATOR_GRID, 0);

    ok(riwalk_graph_write(made, "g.rwg", NULL, &failure));
    truncate("g.rwg", 400);
    check_fails(FORMAT, "truncated", riwalk_graph_read("g.rwg", &options, &graph, &failure));
    ok(riwalk_graph_write(made, "g.rwg", NULL, &failure));
    file = fopen("g.rwg", "r+b");
    fseek(file, 1200, SEEK_SET);
    fputc(77, file);
    fclose(file);
    check_fails(FORMAT, "checksum is wrong",
                riwalk_graph_read("g.rwg", &options, &graph, &failure));
    truncate("g.rwg", 0);
    check_fails(FORMAT, "truncated", riwalk_graph_read("g.rwg", &options, &graph, &failure));
    check_fails(IO, "cannot open", riwalk_graph_read("none.rwg", &options, &graph, &failure));
    empty_folder();
}
