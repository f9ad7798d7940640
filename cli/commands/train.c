/* SPDX-License-Identifier: MIT */
/* riwalk train: skip-gram over any corpus of whitespace-separated tokens. */
#include "cli.h"

static const char *corpus;
static uint64_t min_count;

static cli_option arguments[] = {
    {CLI_READ("input", "CORPUS"), .store = &corpus,
     .help = "file with one sentence a line; '-' is standard input"},
};

static cli_option options[] = {
    {CLI_VECTORS_OUTPUT},
    {CLI_VECTORS_TO},
    {CLI_LONG("min-count"), .store = &min_count, .initial = "1", .basic = true,
     .help = "ignore tokens that occur less often"},
};

static void run(void)
{
    riwalk_train_report report = {.size = sizeof report};
    double start = rw_os_seconds();
    riwalk_vectors *vectors = NULL;
    riwalk_options training;

    cli_check_outputs();
    cli_embed_options(&training);
    cli_try_options(riwalk_options_resolve(&training, 1, false, &training, &cli_error));
    CLI_MAKE(vectors, vectors,
             riwalk_train_text(corpus, min_count, &training, &vectors, &report, &cli_error));
    cli_detail("%u tokens; trained %.1f M pairs in %.2f s (%s), loss %.4f",
               riwalk_vectors_count(vectors), (double)report.pairs / 1e6, rw_os_seconds() - start,
               riwalk_isa(), report.loss);
    cli_write_vectors(vectors);
}

const cli_command cli_train_command = {
    .name = "train",
    .summary = "Train skip-gram on any corpus of tokens.",
    .description = "Blanks separate tokens, line ends separate sentences. The result has one "
                   "vector per token, the most frequent token first.",
    .groups = {CLI_ARGUMENTS(arguments), CLI_OPTIONS(options, NULL), &cli_train_group, CLI_WORKING},
    .examples = "riwalk train walks.txt.gz -o vectors.txt\n"
                "riwalk walks graph.txt -o - | riwalk train - -o vectors.txt\n",
    .stages = "reading the corpus:0.1 training:1 writing:0.01",
    .run = run,
};
