/* SPDX-License-Identifier: MIT */
/* riwalk convert: a graph from one file format into another. */
#include "command.h"
#include "common.h"
#include "files.h"
#include "graph_options.h"
#include "progress.h"
#include "report.h"

static struct {
    const char *in;
    const char *out;
    int format;
} given;

static cli_option positionals[] = {
    {CLI_GRAPH, .store = &given.in},
    {CLI_TEXT("output", "OUT"), .store = &given.out,
     .help = "file to write; '-' is standard output"},
    {0},
};

static cli_option options[] = {
    {CLI_TO(cli_formats), .store = &given.format, .basic = true},
    {0},
};

static void prepare(void)
{
    given.format = RIWALK_FORMAT_AUTO;
}

static const cli_group own_group = {"Options", options, prepare};

static int run(const cli_command *command)
{
    riwalk_graph *graph = NULL;
    int status;

    (void)command;
    cli_expect_graph(1);
    cli_progress_expect("writing", 2);
    if ((status = cli_check_places(given.in, given.out)) ||
        (status = cli_check_output(given.out)) || (status = cli_read_graph(given.in, &graph)))
        return status;
    cli_note_losses(graph, true);
    if (!(status = cli_write_graph(NULL, graph, given.out, (riwalk_format)given.format)))
        cli_note_graph_written(graph, given.out, NULL);
    riwalk_graph_free(graph);
    return status;
}

const cli_command cli_convert_command = {
    .name = "convert",
    .summary = "Convert a graph to another file format.",
    .description =
        "The extension of OUT chooses the format: .mtx is Matrix Market, .graph and .metis are "
        "METIS, .rwg is riwalk's own binary format, which loads at once; anything else is an edge "
        "list. A further .gz or .zst compresses it.",
    .details =
        "Edge lists and .rwg keep the ids of nodes. Matrix Market and METIS number the nodes "
        "from 1; comments list the ids.",
    .positionals = positionals,
    .groups = {&own_group, &cli_read_group, &cli_work_group, &cli_general_group},
    .examples = "riwalk convert graph.csv graph.rwg\n"
                "riwalk convert --weighted graph.txt graph.mtx.gz\n"
                "riwalk convert graph.rwg - --to edgelist | head\n",
    .run = run,
};
