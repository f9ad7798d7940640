/* SPDX-License-Identifier: MIT */
/* riwalk embed: from graphs to vectors, the main job. */
#include "command.h"
#include "common.h"
#include "graph_options.h"
#include "inputs.h"
#include "json.h"
#include "method_options.h"
#include "model_files.h"
#include "outputs.h"
#include "progress.h"
#include "report.h"
#include "run_report.h"
#include "train_options.h"
#include "trainer_options.h"
#include "vector_files.h"
#include "walk_options.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    cli_strings paths;
    const char *out;
    const char *report;
    const char *model;
    int format;
    uint64_t memory;
    bool estimate;
    bool no_metadata;
} given;

static cli_option positionals[] = {
    {
        .name = "input",
        .kind = CLI_STRINGS,
        .placeholder = "GRAPH",
        .store = &given.paths,
        .help = "graph file; '-' is standard input. Several graphs are embedded together",
    },
    {0},
};

static cli_option options[] = {
    {CLI_VECTORS_OUTPUT, .store = &given.out},
    {CLI_TO, .store = &given.format, .choices = cli_vector_formats},
    {
        .name = "save-model",
        .kind = CLI_STRING,
        .placeholder = "MODEL",
        .store = &given.model,
        .help = "also write a model, for 'riwalk transform'",
        .basic = true,
    },
    {
        .name = "memory",
        .kind = CLI_BYTES,
        .placeholder = "LIMIT",
        .store = &given.memory,
        .help = "use at most this much memory, such as 500M or 2G: walks are made again in every "
                "epoch instead of kept, or the run is refused with the amount it needs",
    },
    {
        .name = "estimate",
        .kind = CLI_FLAG,
        .store = &given.estimate,
        .help = "only print how much memory and time the run would take",
        .basic = true,
    },
    {CLI_NO_METADATA, .store = &given.no_metadata},
    {
        .name = "report",
        .kind = CLI_STRING,
        .placeholder = "FILE",
        .store = &given.report,
        .help = "also write what the run took, as JSON: seconds, peak memory, pairs",
    },
    {0},
};

static const cli_group own_group = {"Options", options, NULL};

/* ---- Output ---- */

/* What may go wrong with the output is found out before the long work. */
static int check_output(const cli_command *command)
{
    cli_outputs outputs = {0};
    int status;

    if (!given.out)
        return cli_usage(command, "OUT is missing: name the file to write with -o OUT");
    status = cli_add_vectors(&outputs, given.out, (riwalk_vectors_format)given.format,
                             !given.no_metadata);
    cli_add_output(&outputs, "MODEL", given.model);
    cli_add_output(&outputs, "the report", given.report);
    if (!status)
        status = cli_check_outputs(command, &outputs, &given.paths, NULL, 0);
    cli_free_outputs(&outputs);
    return status;
}

static json_t *sgns_json(const riwalk_train_options *training)
{
    return json_pack("{s:s, s:I, s:I, s:I, s:I, s:f, s:f, s:f, s:f}", "trainer", "sgns",
                     "dimensions", (json_int_t)training->dimensions, "window",
                     (json_int_t)training->window, "epochs", (json_int_t)training->epochs,
                     "negatives", (json_int_t)training->negatives, "sample", training->sample,
                     "alpha", training->alpha, "min_alpha", training->min_alpha, "ns_exponent",
                     training->ns_exponent);
}

static json_t *training_json(const riwalk_embed_options *embed, const riwalk_embed_report *report)
{
    if (embed->trainer == RIWALK_TRAINER_FACTOR) {
        json_t *factor = cli_factor_json(embed, report);
        json_t *second = embed->combine ? sgns_json(embed->training) : NULL;

        if (factor && second)
            json_object_update_missing(factor, second);
        json_decref(second);
        return factor;
    }
    if (cli_method_walks())
        return sgns_json(embed->training);
    return json_pack("{s:I}", "dimensions", (json_int_t)embed->training->dimensions);
}

/* All that the vectors depend on. NULL when there is no memory. */
static char *metadata(const cli_inputs *in, const riwalk_embed_options *embed,
                      const riwalk_embed_report *report)
{
    static const char *const roles[] = {"method", "radius", "discount_base", "role_anchor"};
    bool factor = embed->trainer == RIWALK_TRAINER_FACTOR;
    json_t *root = cli_walk_json(embed->walks);
    json_t *train = training_json(embed, report);
    json_t *about =
        json_pack("{s:s, s:s, s:I, s:I, s:I, s:o}", "riwalk", riwalk_version(), "isa", riwalk_isa(),
                  "roles", (json_int_t)report->roles, "pairs", (json_int_t)report->pairs,
                  "isolated_nodes", (json_int_t)report->isolated, "graphs", cli_inputs_json(in));
    char *text = NULL;

    if (!cli_method_walks() || (factor && !embed->combine))
        json_object_del(about, "pairs");
    if (!report->roles)
        json_object_del(about, "roles");
    if (root && train && about && cli_add_method_json(root, report)) {
        for (size_t i = 0; factor && embed->factor->views && i < sizeof roles / sizeof *roles; i++)
            json_object_del(root, roles[i]);
        if (!json_object_update(root, train) && !json_object_update(root, about))
            text = cli_json_text(root);
    }
    json_decref(root);
    json_decref(train);
    json_decref(about);
    return text;
}

static int write_result(const cli_inputs *in, const riwalk_embed_options *embed,
                        const riwalk_vectors *vectors, const riwalk_embed_report *report)
{
    char *text = NULL;
    int status;

    if (!given.no_metadata && !(text = metadata(in, embed, report)))
        return cli_fail("not enough memory for the metadata");
    status = cli_write_vectors(vectors, given.out, (riwalk_vectors_format)given.format, text);
    free(text);
    return status;
}

/* ---- The work ---- */

static void print_time(const char *label, double seconds)
{
    if (seconds < 120)
        printf("%-10s %.1f s\n", label, seconds);
    else
        printf("%-10s %.0f min\n", label, seconds / 60);
}

static int estimate(const cli_inputs *in, const riwalk_embed_options *embed)
{
    riwalk_embed_estimate foreseen;
    riwalk_status status;
    riwalk_error error;

    status = riwalk_embed_foresee((const riwalk_graph *const *)in->graphs, in->count,
                                  (const char *const *)in->names, embed, &foreseen, &error);
    cli_progress_erase();
    if (status)
        return cli_fail_with(&error);
    printf("memory     %.1f MB (at least %.1f MB, with --memory)\n",
           ceil((double)foreseen.memory_bytes / 1e5) / 10,
           ceil((double)foreseen.least_memory_bytes / 1e5) / 10);
    if (!cli_method_walks()) {
        print_time("wavelets", foreseen.train_seconds);
        return CLI_EXIT_FINE;
    }
    print_time("walks", foreseen.walk_seconds);
    print_time("training", foreseen.train_seconds);
    return CLI_EXIT_FINE;
}

/* What was done, for --verbose, and what the user may not expect. */
static void tell(const riwalk_embed_options *embed, const riwalk_embed_report *report)
{
    if (embed->trainer == RIWALK_TRAINER_FACTOR) {
        cli_detail("%" PRIu32 " roles, visits of %" PRIu32 " nodes exact: %.2f s", report->roles,
                   report->exact_anchors, report->walk_seconds);
        cli_detail("factored in %.2f s", report->train_seconds);
        if (!embed->combine && report->rank < embed->training->dimensions)
            cli_note("visits to roles vary in %" PRIu32 " dimensions only: the other %" PRIu32
                     " are zero",
                     report->rank - report->measures, embed->training->dimensions - report->rank);
        return;
    }
    if (!cli_method_walks()) {
        cli_detail("wavelets in %.2f s", report->train_seconds);
        return;
    }
    if (report->roles)
        cli_detail("%" PRIu32 " roles", report->roles);
    cli_detail("walks %s: %.2f s", report->kept ? "kept" : "made again in every epoch",
               report->walk_seconds);
    cli_detail("trained %.1f M pairs in %.2f s (%.2f M pairs/s, %s), loss %.4f",
               (double)report->pairs / 1e6, report->train_seconds,
               (double)report->pairs / 1e6 / (report->train_seconds + 1e-9), riwalk_isa(),
               report->loss);
}

/* Whether vectors, or their second parts, tell who is near whom. */
static bool is_proximity(const riwalk_embed_options *embed)
{
    return embed->combine || embed->method == RIWALK_METHOD_DEEPWALK ||
           embed->method == RIWALK_METHOD_NODE2VEC;
}

static int embed_graphs(const cli_inputs *in, const riwalk_embed_options *embed)
{
    riwalk_vectors *vectors = NULL;
    riwalk_embed_report report;
    riwalk_status failed;
    riwalk_error error;
    int status;

    if ((status = cli_check_names(in, given.out, (riwalk_vectors_format)given.format)))
        return status;
    failed = riwalk_embed((const riwalk_graph *const *)in->graphs, in->count,
                          in->count > 1 ? (const char *const *)in->names : NULL, embed, &vectors,
                          &report, &error);
    cli_progress_erase();
    if (failed)
        return cli_fail_with(&error);
    tell(embed, &report);
    if (in->count > 1 && is_proximity(embed))
        cli_note("%s of different graphs cannot be compared: no walk leads from one to another",
                 embed->combine ? "second parts of vectors" : "vectors");
    if (report.isolated)
        cli_note("nodes %s get zero vectors: %" PRIu32,
                 riwalk_graph_is_directed(in->graphs[0]) ? "that no walk visits"
                                                         : "without neighbours",
                 report.isolated);
    status = write_result(in, embed, vectors, &report);
    if (!status && given.report)
        status = cli_write_run_report(given.report, &report);
    if (!status && given.model)
        status = cli_write_model(*embed->model, given.model);
    riwalk_vectors_free(vectors);
    return status;
}

static int run(const cli_command *command)
{
    riwalk_train_options training = cli_train_options();
    riwalk_walk_options walks;
    riwalk_embed_options embed;
    riwalk_model *model = NULL;
    riwalk_error error;
    cli_inputs in = {0};
    int status;

    if ((status = cli_check_walks(command)) || (status = cli_check_method(command)) ||
        (status = cli_check_trainer(command)) ||
        (!given.estimate && (status = check_output(command))))
        return status;
    if (given.estimate && (given.report || given.model))
        return cli_usage(command, "--estimate embeds nothing: leave out %s",
                         given.report ? "--report" : "--save-model");
    cli_walk_options(&walks);
    if (riwalk_train_options_check(&training, &error))
        return cli_usage(command, "%s", error.message);
    riwalk_embed_options_init(&embed);
    embed.threads = (int)cli_given.threads;
    embed.progress = cli_progress_show;
    cli_method_options(&embed, &walks);
    cli_trainer_options(&embed, &walks, given.paths.count);
    embed.seed = walks.seed;
    embed.walks = &walks;
    embed.training = &training;
    embed.memory = given.memory;
    embed.model = given.model ? &model : NULL;
    if (!(status = cli_read_inputs(&given.paths, &in)))
        status = given.estimate ? estimate(&in, &embed) : embed_graphs(&in, &embed);
    cli_free_inputs(&in);
    riwalk_model_free(model);
    return status;
}

const cli_command cli_embed_command = {
    .name = "embed",
    .summary = "Compute one vector per node; nodes with similar roles get similar vectors.",
    .description =
        "The default is RiWalk with the settings of its paper (ICDM 2019): name the role that each "
        "node plays around every other, walk among these roles, and train skip-gram on the walks. "
        "deepwalk and node2vec give similar vectors to nearby nodes instead. The extension of OUT "
        "chooses the format: .npy (ids in a .ids file), .bin, .tsv, or text.",
    .details =
        "--combine puts both kinds into one vector; struc2vec compares the degrees around nodes, "
        "graphwave how heat spreads from them. Walks of deepwalk and node2vec use weights and "
        "directions if --weighted and --directed are given. Several graphs share one space; their "
        "nodes are named NAME:id, where NAME is the file's name without folder and extension. The "
        "same graphs, options and seed give the same file on any number of threads. .bin is "
        "word2vec binary, .tsv a table, .txt and others word2vec text; .gz and .zst compress text. "
        "OUT.json records how OUT was made.",
    .positionals = positionals,
    .groups = {&own_group, &cli_method_group, &cli_trainer_group, &cli_ball_group,
               &cli_embed_walk_group, &cli_train_group, &cli_read_group, &cli_work_group,
               &cli_general_group},
    .examples = "riwalk embed graph.txt -o vectors.npy\n"
                "riwalk embed usa.txt europe.txt -o both.bin --trainer factor\n"
                "riwalk embed graph.txt.gz -o vectors.txt --method riwalk-wl --radius 3\n"
                "riwalk embed graph.txt -o near.txt --method node2vec --p 0.5 --q 2\n"
                "riwalk embed roads.txt -o v.npy --combine deepwalk --balance 0.7\n"
                "riwalk embed graph.rwg --estimate --dimensions 64\n"
                "riwalk embed graph.txt -o vectors.txt --save-model model.rwm\n",
    .run = run,
};
