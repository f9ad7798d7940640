/* SPDX-License-Identifier: MIT */
/* Tables of options that many commands share. */
#include "command.h"

cli_common cli_given;

static const cli_choice progress_choices[] = {
    {"auto", CLI_PROGRESS_AUTO},
    {"always", CLI_PROGRESS_ALWAYS},
    {"never", CLI_PROGRESS_NEVER},
    {0},
};

const cli_choice cli_devices[] = {
    {"cpu", RIWALK_DEVICE_CPU}, {"cuda", RIWALK_DEVICE_CUDA}, {"auto", RIWALK_DEVICE_AUTO}, {0}};

/* cli_planned_work_group leaves out the first. */
static cli_option work_options[] = {
    {.name = "memory",
     .kind = CLI_SETTING,
     .placeholder = "LIMIT",
     .store = &cli_given.memory,
     .help = "fail rather than use more memory than this, such as 500M or 2G; by default the limit "
             "is what is free"},
    {CLI_NUMBER("threads"), .store = &cli_given.threads, .maximum = 1024, .shown = "0, all",
     .aliases = "workers", .basic = true, .help = "threads; results do not depend on it"},
    {CLI_ONE_OF("progress", "WHEN", progress_choices), .store = &cli_given.progress,
     .help = "show progress on standard error; auto: only on a terminal"},
};

const cli_group cli_work_group = CLI_GROUP("Running", work_options, NULL, false);
const cli_group cli_planned_work_group = {"Running", work_options + 1, 2, NULL, false};

static cli_option graph[] = {{CLI_GRAPH}};
static cli_option graphs[] = {
    {CLI_FILES("GRAPH"), .store = &cli_given.graphs,
     .help = "graph file; '-' is standard input. Several graphs are embedded together"},
};
static cli_option json[] = {{CLI_JSON}};

const cli_group cli_graph_group = CLI_GROUP("Arguments", graph, NULL, true);
const cli_group cli_graphs_group = CLI_GROUP("Arguments", graphs, NULL, true);
const cli_group cli_json_group = CLI_GROUP("Options", json, NULL, false);

static cli_option general_options[] = {
    {CLI_SWITCH("quiet"), .letter = 'q', .store = &cli_given.quiet, .help = "print errors only"},
    {CLI_SWITCH("verbose"), .letter = 'v', .store = &cli_given.verbose,
     .help = "print what is done and how long it takes"},
    {.name = "help", .letter = 'h', .kind = CLI_HELP, .help = "print the most used options"},
    {.name = "help-all", .kind = CLI_HELP_ALL, .help = "print all options"},
    {.name = "version", .kind = CLI_VERSION, .help = "print the version"},
};

const cli_group cli_general_group = CLI_GROUP("General", general_options, NULL, false);
