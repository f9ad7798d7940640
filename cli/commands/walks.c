/* SPDX-License-Identifier: MIT */
/* riwalk walks: the corpus of walks that vectors are trained on, as text. */
#include "cli.h"

static bool as_nodes;

static cli_option options[] = {
    {CLI_OUTPUT, .shown = "-, standard output",
     .help = "file to write; .gz and .zst are compressed"},
    {CLI_SWITCH("as-nodes"), .store = &as_nodes, .basic = true,
     .help = "write ids of nodes instead of roles: the same walks, line by line"},
    {CLI_DEVICE},
};

static void run(void)
{
    riwalk_sampler *sampler;
    riwalk_options walk;
    riwalk_graph *graph;

    if (!cli_given.out)
        cli_given.out = "-";
    cli_sampler_options(&walk);
    cli_check_outputs();
    graph = cli_read_graph(cli_given.graph);
    sampler = cli_make_sampler(graph, &walk);
    if (strcmp(cli_given.out, "-"))
        cli_signals_hold();
    cli_try(riwalk_walks_write(sampler, cli_given.out, as_nodes, &cli_error));
    cli_note_written("%" PRIu64 " walks", (uint64_t)riwalk_graph_node_count(graph) * walk.walks);
}

const cli_command cli_walks_command = {
    .name = "walks",
    .summary = "Write the random walks that vectors are trained on.",
    .description = "One walk a line, anchor by anchor in the order of the nodes. The anchor is "
                   "written as its id, every other node as its role: r and the numbers of its "
                   "tuple. 'riwalk roles' lists what they mean.",
    .groups = {&cli_graph_group, CLI_OPTIONS(options, NULL), &cli_role_group, &cli_walk_group,
               CLI_READING},
    .examples = "riwalk walks graph.txt -o corpus.txt.zst\n"
                "riwalk walks graph.txt -o nodes.txt.zst --as-nodes\n"
                "riwalk walks graph.txt --method riwalk-wl --radius 2 | head\n",
    .stages = "GRAPHS:0.01 writing walks:1",
    .run = run,
};
