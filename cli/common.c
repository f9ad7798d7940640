/* SPDX-License-Identifier: MIT */
/* The tables of the options that many commands share. */
#include "common.h"

#include <stddef.h>

cli_common cli_given;

static const cli_choice progress_choices[] = {
    {"auto", CLI_PROGRESS_AUTO, NULL},
    {"always", CLI_PROGRESS_ALWAYS, NULL},
    {"never", CLI_PROGRESS_NEVER, NULL},
    {0},
};

/* The first is not for cli_planned_work_group. */
static cli_option work_options[] = {
    {.name = "memory",
     .kind = CLI_SETTING,
     .placeholder = "LIMIT",
     .store = &cli_given.memory,
     .help = "fail rather than use more memory than this, such as 500M or 2G"},
    {CLI_NUMBER("threads"), .store = &cli_given.threads, .maximum = 4096, .shown = "0, all",
     .help = "threads; results do not depend on it", .aliases = "workers", .basic = true},
    {CLI_ONE_OF("progress", "WHEN", progress_choices), .store = &cli_given.progress,
     .help = "show progress on standard error; auto: only on a terminal"},
    {0},
};

static void prepare_work(void)
{
    cli_given.threads = 0;
    cli_given.progress = CLI_PROGRESS_AUTO;
    cli_given.memory = NULL;
}

const cli_group cli_work_group = {"Running", work_options, prepare_work};
const cli_group cli_planned_work_group = {"Running", work_options + 1, prepare_work};

static cli_option general_options[] = {
    {CLI_SWITCH("quiet"), .letter = 'q', .store = &cli_given.quiet, .help = "print errors only"},
    {CLI_SWITCH("verbose"), .letter = 'v', .store = &cli_given.verbose,
     .help = "print what is done and how long it takes"},
    {.name = "help", .letter = 'h', .kind = CLI_HELP, .help = "print the most used options"},
    {.name = "help-all", .kind = CLI_HELP_ALL, .help = "print all options"},
    {.name = "version", .kind = CLI_VERSION, .help = "print the version"},
    {0},
};

const cli_group cli_general_group = {"General", general_options, NULL};
