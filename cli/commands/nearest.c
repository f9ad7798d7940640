/* SPDX-License-Identifier: MIT */
/* riwalk nearest: the nodes most similar to given ones. */
#include "cli.h"

static struct {
    const char *path;
    cli_strings nodes;
    uint32_t count;
} given;

static cli_option positionals[] = {
    {CLI_VECTORS, .store = &given.path},
    {.kind = CLI_STRINGS,
     .placeholder = "NODE",
     .store = &given.nodes,
     .help = "node to find neighbours of"},
    {0},
};

static cli_option options[] = {
    {CLI_NUMBER("count"), .letter = 'n', .store = &given.count, .minimum = 1, .initial = "10",
     .help = "number of neighbours to show", .basic = true},
    {CLI_JSON},
    {0},
};

static void put_neighbors(rw_json_writer *to, const riwalk_vectors *vectors, const char *node,
                          const riwalk_neighbor *found, uint32_t count)
{
    rw_jsonf(to, "{ node %s nearest [", node);
    for (uint32_t i = 0; i < count; i++)
        rw_jsonf(to, "{ node %s similarity %g }", cli_row_name(vectors, found[i].row),
                 (double)found[i].similarity);
    rw_jsonf(to, "] }");
}

static void print_table(const riwalk_vectors *vectors, const char *node,
                        const riwalk_neighbor *found, uint32_t count)
{
    static bool begun;

    if (!begun)
        puts("node\tneighbour\tsimilarity");
    begun = true;
    for (uint32_t i = 0; i < count; i++)
        printf("%s\t%s\t%.4f\n", cli_shown(node), cli_shown(cli_row_name(vectors, found[i].row)),
               (double)found[i].similarity);
}

static int fail_to_find(const riwalk_vectors *vectors, const char *node)
{
    char *prefix = cli_find_prefix(vectors, node);

    return prefix ? cli_fail("there is no node '%s' in %s; did you mean '%s:%s'?", node, given.path,
                             prefix, node)
                  : cli_fail("there is no node '%s' in %s", node, given.path);
}

/* Finds the nearest nodes of one node and prints them, or adds them to the JSON list. */
static int answer(const riwalk_vectors *vectors, const char *node, riwalk_neighbor *found,
                  rw_json_writer *to)
{
    uint32_t row, count;

    if (!riwalk_vectors_find(vectors, node, strlen(node), &row))
        return fail_to_find(vectors, node);
    CLI_TRY(riwalk_vectors_nearest(vectors, row, given.count, found, &count, &cli_error));
    if (to)
        put_neighbors(to, vectors, node, found, count);
    else
        print_table(vectors, node, found, count);
    return CLI_EXIT_FINE;
}

static int run(void)
{
    riwalk_neighbor *found = NULL;
    riwalk_vectors *vectors = NULL;
    rw_json_writer *to;

    CLI_MUST(cli_read_vectors(given.path, &vectors));
    if (given.count > riwalk_vectors_count(vectors))
        given.count = riwalk_vectors_count(vectors);
    CLI_ALLOC(found, given.count);
    to = cli_given.json ? cli_json_begin(9, '[') : NULL;
    for (size_t i = 0; i < given.nodes.count; i++)
        CLI_MUST(answer(vectors, given.nodes.items[i], found, to));
    return to ? cli_json_print() : CLI_EXIT_FINE;
}

const cli_command cli_nearest_command = {
    .name = "nearest",
    .summary = "Find the nodes with the most similar vectors.",
    .description = "Similarity is the cosine of two vectors, from -1 to 1. The search is exact.",
    .positionals = positionals,
    .groups = {CLI_OPTIONS(options, NULL), &cli_work_group, &cli_general_group},
    .examples = "riwalk nearest vectors.txt 17\n"
                "riwalk nearest vectors.npy alice bob -n 3 --json\n",
    .run = run,
};
