/* SPDX-License-Identifier: MIT */
/* riwalk nearest: the nodes most similar to given ones. */
#include "cli.h"

static cli_strings nodes;
static uint32_t most;

static cli_option arguments[] = {
    {CLI_VECTORS},
    {.kind = CLI_STRINGS,
     .placeholder = "NODE",
     .store = &nodes,
     .help = "node to find neighbours of"},
};

static cli_option options[] = {
    {CLI_NUMBER("count"), .letter = 'n', .store = &most, .minimum = 1, .initial = "10",
     .basic = true, .help = "number of neighbours to show"},
    {CLI_JSON},
};

/* Finds the nearest nodes of one node and prints them, or adds them to the JSON list. */
static void answer(const riwalk_vectors *vectors, const char *node, riwalk_neighbor *found,
                   rw_json_writer *to)
{
    uint32_t row, count;
    char *prefix;

    if (!riwalk_vectors_find(vectors, node, strlen(node), &row)) {
        if ((prefix = cli_find_prefix(vectors, node)))
            cli_fail("there is no node '%s' in %s; did you mean '%s:%s'?", node, cli_given.vectors,
                     prefix, node);
        cli_fail("there is no node '%s' in %s", node, cli_given.vectors);
    }
    cli_try(riwalk_vectors_nearest(vectors, row, most, found, &count, &cli_error));
    if (to)
        rw_jsonf(to, "{ node %s nearest [", node);
    else if (node == nodes.items[0])
        puts("node\tneighbour\tsimilarity");
    for (uint32_t i = 0; i < count; i++) {
        const char *name = cli_row_name(vectors, found[i].row);
        double similarity = (double)found[i].similarity;

        if (to)
            rw_jsonf(to, "{ node %s similarity %g }", name, similarity);
        else
            printf("%s\t%s\t%.4f\n", cli_shown(node), cli_shown(name), similarity);
    }
    if (to)
        rw_jsonf(to, "] }");
}

static void run(void)
{
    riwalk_neighbor *found = NULL;
    riwalk_vectors *vectors;
    rw_json_writer *to = NULL;

    vectors = cli_read_vectors(cli_given.vectors);
    if (most > riwalk_vectors_count(vectors))
        most = riwalk_vectors_count(vectors);
    CLI_ALLOC(found, most);
    if (cli_given.json)
        to = cli_json_begin(9, '[');
    for (size_t i = 0; i < nodes.count; i++)
        answer(vectors, nodes.items[i], found, to);
    if (to)
        cli_json_print();
}

const cli_command cli_nearest_command = {
    .name = "nearest",
    .summary = "Find the nodes with the most similar vectors.",
    .description = "Similarity is the cosine of two vectors, from -1 to 1. The search is exact.",
    .groups = {CLI_ARGUMENTS(arguments), CLI_OPTIONS(options, NULL), CLI_WORKING},
    .examples = "riwalk nearest vectors.txt 17\n"
                "riwalk nearest vectors.npy alice bob -n 3 --json\n",
    .run = run,
};
