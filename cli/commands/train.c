/* SPDX-License-Identifier: MIT */
/* riwalk train: skip-gram over any corpus of whitespace-separated tokens. */
#include "cli.h"

static struct {
    const char *in;
    const char *out;
    riwalk_vectors_format format;
    uint64_t min_count;
} given;

static cli_option options[] = {
    {CLI_VECTORS_OUTPUT, .store = &given.out, .required = true},
    {CLI_TO(cli_vector_formats), .store = &given.format},
    {CLI_LONG("min-count"), .store = &given.min_count, .initial = "1",
     .help = "ignore tokens that occur less often", .basic = true},
    {0},
};

static int run(void)
{
    riwalk_train_report report = {.size = sizeof report};
    double start = rw_os_seconds();
    riwalk_vectors *vectors = NULL;
    riwalk_options training;

    CLI_MUST(cli_check_outputs());
    CLI_MUST(cli_embed_options(&training));
    cli_expect("reading the corpus:0.1 training:1 writing:0.01");
    if (riwalk_options_resolve(&training, 1, false, &training, &cli_error))
        return cli_usage("%s", cli_error.message);
    CLI_TRY(riwalk_train_text(given.in, given.min_count, &training, &vectors, &report, &cli_error));
    CLI_MUST(cli_keep_vectors(vectors));
    cli_detail("%u tokens; trained %.1f M pairs in %.2f s (%s), loss %.4f",
               riwalk_vectors_count(vectors), (double)report.pairs / 1e6, rw_os_seconds() - start,
               riwalk_isa(), report.loss);
    return cli_write_vectors(vectors, given.out, given.format);
}

const cli_command cli_train_command = {
    .name = "train",
    .summary = "Train skip-gram on any corpus of tokens.",
    .description = "Blanks separate tokens, line ends separate sentences. The result has one "
                   "vector per token, the most frequent token first.",
    .positionals = (cli_option[]){{CLI_READ("input", "CORPUS"), .store = &given.in,
                                   .help = "file with one sentence a line; '-' is standard input"},
                                  {0}},
    .groups = {CLI_OPTIONS(options, NULL), &cli_train_group, &cli_work_group, &cli_general_group},
    .examples = "riwalk train walks.txt.gz -o vectors.txt\n"
                "riwalk walks graph.txt -o - | riwalk train - -o vectors.txt\n",
    .run = run,
};
