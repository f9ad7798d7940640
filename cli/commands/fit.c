/* SPDX-License-Identifier: MIT */
/* riwalk fit: the second of three steps that embed a graph range by range. */
#include "cli.h"

static cli_strings parts;
static const char *model_path;
static cli_option arguments[] = {
    {CLI_FILES("PART"), .store = &parts,
     .help = "parts that riwalk profiles wrote, in any order; together they have all nodes"},
};

static cli_option options[] = {
    {CLI_WRITE("save-model", "MODEL"), .required = true, .letter = 'o', .store = &model_path,
     .basic = true, .aliases = "output", .help = "model to write, for 'riwalk transform'"},
};

static void run(void)
{
    riwalk_fit_report report = {.size = sizeof report};
    riwalk_fit_options fitting;
    riwalk_model *model = NULL;

    cli_check_outputs();
    riwalk_fit_options_init(&fitting);
    fitting.run = cli_run();
    fitting.memory = cli_memory_limit() / 2; /* half for parts, half for the work */
    CLI_MAKE(
        model, model,
        riwalk_parts_fit_files(parts.items, parts.count, &fitting, &model, &report, &cli_error));
    cli_detail("%u roles, visits of %u nodes exact", report.roles, report.exact_anchors);
    if (report.rank < riwalk_model_options(model)->dimensions)
        cli_note("role visits have rank %u: the other %u dimensions are zero",
                 report.rank - report.measures,
                 riwalk_model_options(model)->dimensions - report.rank);
    cli_note_written("a model of %u nodes and %u roles", report.nodes, report.roles);
    cli_write_model(model, model_path);
}

const cli_command cli_fit_command = {
    .name = "fit",
    .summary = "Embed in parts, step 2: a model of all parts.",
    .description = "Makes the model that 'riwalk embed --trainer factor --save-model' would make "
                   "of the whole graph, byte for byte. Parts that are missing, duplicated, "
                   "damaged, or of another graph, other options or another seed are named.",
    .details = "If all parts together exceed half of the memory (or of --memory), they are read "
               "again in every pass: one to three passes, ten where more than 4096 roles belong "
               "together.",
    .groups = {CLI_ARGUMENTS(arguments), CLI_OPTIONS(options, NULL), CLI_WORKING},
    .examples = "riwalk fit part*.rwp --save-model model.rwm\n"
                "riwalk transform model.rwm graph.rwg -o vectors.npy\n",
    .stages = "factoring:1",
    .run = run,
};
