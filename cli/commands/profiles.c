/* SPDX-License-Identifier: MIT */
/* riwalk profiles: the first of three steps that embed a graph range by range. */
#include "cli.h"

static const char *range;

static cli_option options[] = {
    {CLI_OUTPUT, .required = true,
     .help = "part to write, .rwp; '-' is standard output, .gz and .zst compress"},
    {CLI_ANCHORS, .store = &range},
    {CLI_DEVICE},
};

/* Sets the options. Only the factor trainer works in parts, so it is the default; an earlier run,
 * repeated by --like, may have used the other one. */
static void settle(riwalk_options *typed, riwalk_options *resolved)
{
    cli_embed_options(typed);
    if (!cli_is_given("like"))
        typed->trainer = RIWALK_TRAINER_FACTOR;
    if (typed->trainer != RIWALK_TRAINER_FACTOR)
        cli_usage("only the factor trainer works in parts, and --like names a run of another");
    if (cli_given.out && cli_has_place(cli_given.out)) /* for files beyond a memory limit */
        typed->work = cli_folder_of(cli_given.out);
    cli_resolve_options(typed, cli_given.graphs.count, true, resolved);
}

static void run(void)
{
    cli_anchors anchors = cli_parse_anchors(range);
    riwalk_part_summary summary = {.size = sizeof summary};
    riwalk_options typed, resolved;
    riwalk_part *part = NULL;
    cli_inputs in;

    settle(&typed, &resolved);
    cli_check_outputs();
    cli_read_inputs(&cli_given.graphs, &resolved, &in);
    cli_try_options(
        riwalk_options_resolve_for(&typed, in.all, in.count, true, &resolved, &cli_error));
    cli_fit_anchors(&in, &anchors);
    CLI_MAKE(part, part,
             riwalk_part_find(in.all, in.count, in.prefixes, &resolved, anchors.first, anchors.end,
                              &part, &cli_error));
    cli_try(riwalk_part_summarize(part, &summary, &cli_error));
    cli_try(riwalk_part_write_to(part, cli_sink(cli_given.out), &cli_error));
    cli_detail("%u roles, visits of %u nodes exact", summary.roles, summary.exact_anchors);
    cli_note_written("nodes %u:%u of %u", summary.first, summary.end, summary.node_count);
}

const cli_command cli_profiles_command = {
    .name = "profiles",
    .summary = "Embed in parts, step 1: the roles that the walks of a range of nodes visit.",
    .description =
        "For graphs that take too long on one machine: 'riwalk profiles' makes a part of each "
        "range of nodes, on any machine and in any order, 'riwalk fit' makes a model of all parts, "
        "and "
        "'riwalk transform --anchors' the vectors of each range. The result is that of 'riwalk "
        "embed --trainer factor --save-model', byte for byte, whatever the ranges are.",
    .details = "Every process reads the whole graph; a .rwg loads at once. All parts need the same "
               "graph, options and seed, and the same version of riwalk: a part holds them, and "
               "'riwalk fit' compares. Options have the defaults of 'riwalk embed --save-model'; "
               "--role-anchor both gives the vectors of 'riwalk embed' without a model.",
    .groups = {&cli_graphs_group, CLI_OPTIONS(options, NULL), CLI_PART_GROUPS, CLI_READING},
    .examples = "riwalk profiles graph.rwg --anchors 0:1000000 -o part0.rwp\n"
                "riwalk profiles graph.rwg --anchors 1000000: -o part1.rwp\n"
                "riwalk fit part*.rwp --save-model model.rwm\n"
                "riwalk transform model.rwm graph.rwg --anchors 0:1000000 -o rows0.npy\n",
    .stages = "GRAPHS:0.03 walking:2.5",
    .run = run,
};
