/* SPDX-License-Identifier: MIT */
/* riwalk embed: from graphs to vectors, the main job. */
#include "command.h"
#include "common.h"
#include "embed_options.h"
#include "files.h"
#include "graph_options.h"
#include "inputs.h"
#include "library.h"
#include "messages.h"
#include "metadata.h"
#include "model_files.h"
#include "outputs.h"
#include "processes.h"
#include "progress.h"
#include "riwalk_options.h"
#include "run_report.h"
#include "signals.h"
#include "vector_files.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static struct {
    cli_strings paths;
    const char *out;
    const char *report;
    const char *model;
    const char *work;
    int format;
    bool estimate;
    bool show_options;
    bool no_metadata;
    uint32_t ranks;
} given = {.ranks = 1};

static cli_option positionals[] = {
    {CLI_GRAPHS, .store = &given.paths},
    {0},
};

static cli_option own_options[] = {
    {CLI_VECTORS_OUTPUT, .store = &given.out},
    {CLI_TO(cli_vector_formats), .store = &given.format},
    {CLI_TEXT("save-model", "MODEL"), .store = &given.model,
     .help = "also write a model, for 'riwalk transform'", .basic = true},
    {CLI_SWITCH("estimate"), .store = &given.estimate,
     .help = "print how much memory and time the run would take, and stop", .basic = true},
    {CLI_TEXT("work", "DIR"), .store = &given.work,
     .help = "keep finished walks there; a run that was ended goes on with them (factor trainer)"},
    {CLI_NUMBER("ranks"), .store = &given.ranks, .minimum = 1, .maximum = 1 << 20,
     .help = "with --estimate: of each of so many processes of riwalk-mpi"},
    {CLI_SWITCH("show-options"), .store = &given.show_options,
     .help = "print the options of the run as they can be typed, and stop"},
    {CLI_NO_METADATA, .store = &given.no_metadata},
    {CLI_TEXT("report", "FILE"), .store = &given.report,
     .help = "also write what the run cost, as JSON: seconds, peak memory, pairs"},
    {0},
};

static const cli_group own_group = {"Options", own_options, NULL};

/* ---- Output ---- */

/* What may go wrong with the output is found out before the long work. */
static int check_output(const cli_command *command, cli_outputs *outputs)
{
    int status;

    if (!given.out)
        return cli_usage(command, "OUT is missing: name the file to write with -o OUT");
    status = cli_add_vectors(outputs, given.out, (riwalk_vectors_format)given.format,
                             !given.no_metadata);
    cli_add_output(outputs, "MODEL", given.model);
    cli_add_output(outputs, "the report", given.report);
    return status ? status : cli_check_outputs(command, outputs, &given.paths, NULL, 0);
}

/* What the options became: walks of the factor trainer are exact for all nodes, for none, or for
 * those where that is less work; scales of graphwave follow from the graph. */
static void set_outcome(const cli_inputs *in, const riwalk_embed_report *report,
                        riwalk_options *options)
{
    uint64_t nodes = 0;

    for (size_t g = 0; g < in->count; g++)
        nodes += riwalk_graph_node_count(in->graphs[g]);
    if (options->walks == RIWALK_WALKS_AUTO && report->exact_anchors == nodes)
        options->walks = RIWALK_WALKS_EXACT;
    else if (options->walks == RIWALK_WALKS_AUTO && !report->exact_anchors)
        options->walks = report->sampled_walks;
    if (options->method == RIWALK_METHOD_GRAPHWAVE && !options->scale_count) {
        options->scale_count = 2;
        riwalk_graphwave_scales(report->eigenvalue, 2, options->scales);
    }
}

static void put_unless_0(rw_json_writer *to, const char *key, uint64_t number)
{
    if (number)
        rw_json_whole(to, key, number);
}

/* All that the vectors depend on. */
static void put_metadata(rw_json_writer *to, const cli_inputs *in, const riwalk_options *resolved,
                         const riwalk_embed_report *report)
{
    riwalk_options became = *resolved;

    set_outcome(in, report, &became);
    rw_json_string(to, "riwalk", riwalk_version());
    rw_json_string(to, "isa", riwalk_isa());
    cli_put_options(to, "options", &became);
    rw_json_whole(to, "isolated_nodes", report->isolated);
    cli_put_inputs(to, "graphs", in);
    put_unless_0(to, "roles", report->roles);
    put_unless_0(to, "pairs", report->pairs);
    put_unless_0(to, "features", report->features);
    put_unless_0(to, "rank", report->rank);
    put_unless_0(to, "measure_columns", report->measures);
    put_unless_0(to, "exact_nodes", report->exact_anchors);
}

/* What a run of embed has made. */
typedef struct made {
    riwalk_vectors *vectors;
    riwalk_model *model; /* NULL: not wanted */
    riwalk_embed_report report;
} made;

static int write_metadata(riwalk_files *files, const cli_inputs *in, const riwalk_options *resolved,
                          const made *m)
{
    char checksum[CLI_CHECKSUM_CHARS];
    cli_json json;
    int status;

    if (m->model && (status = cli_model_checksum(m->model, checksum)))
        return status;
    put_metadata(cli_begin_metadata(&json), in, resolved, &m->report);
    if (m->model)
        rw_json_string(&json.to, "saved_model_checksum", checksum);
    return cli_write_metadata(&json, files, given.out, m->vectors);
}

/* In the order in which the files are put in place; a stream is written before them. */
static int write_result(const cli_inputs *in, const riwalk_options *resolved, const made *m)
{
    riwalk_vectors_format format = (riwalk_vectors_format)given.format;
    bool stream = !strcmp(given.out, "-");
    riwalk_files *files = NULL;
    int status = stream ? cli_write_vectors(NULL, m->vectors, given.out, format) : CLI_EXIT_FINE;

    if (status || (status = cli_files_begin(&files)))
        return status;
    if (!given.no_metadata)
        status = write_metadata(files, in, resolved, m);
    if (!status && m->model)
        status = cli_write_model(files, m->model, given.model);
    if (!status && !stream)
        status = cli_write_vectors(files, m->vectors, given.out, format);
    if (!status && given.report)
        status = cli_write_run_report(files, given.report, &m->report, m->vectors);
    return cli_files_end(files, status);
}

/* ---- The work ---- */

static void print_time(const char *label, double seconds)
{
    char text[32];

    cli_time_taken(seconds, text, sizeof text);
    printf("%-10s %s\n", label, text);
}

static bool is_factored(const riwalk_options *o)
{
    return riwalk_method_describe(o->method)->roles && o->trainer == RIWALK_TRAINER_FACTOR;
}

static int estimate(const cli_inputs *in, const riwalk_options *options)
{
    const riwalk_method_info *method = riwalk_method_describe(options->method);
    riwalk_estimate found = {.size = sizeof found};
    riwalk_comm ranks = {.size = sizeof ranks,
                         .members = cli_processes ? cli_processes->members : given.ranks};
    riwalk_options known = *options;
    riwalk_status status;
    riwalk_error error;

    if (ranks.members > 1)
        known.group = &ranks;
    status = riwalk_embed_estimate((const riwalk_graph *const *)in->graphs, in->count,
                                   (const char *const *)in->names, &known, &found, &error);
    cli_progress_erase();
    if (status)
        return cli_fail_with(&error);
    printf("memory     %.1f MB (at least %.1f MB, with --memory)\n",
           ceil((double)found.memory_bytes / 1e5) / 10,
           ceil((double)found.least_memory_bytes / 1e5) / 10);
    if (method->walks || options->combine)
        print_time("walks", found.walk_seconds);
    print_time(options->combine ? "training" : method->work, found.train_seconds);
    print_time("total", found.walk_seconds + found.train_seconds);
    return CLI_EXIT_FINE;
}

/* What was done, for --verbose, and what the user may not expect. */
static void tell(const riwalk_options *o, const riwalk_embed_report *report)
{
    const riwalk_method_info *method = riwalk_method_describe(o->method);
    bool combined = o->combine != RIWALK_COMBINE_NONE;

    if (is_factored(o)) {
        cli_detail("%" PRIu32 " roles, visits of %" PRIu32 " nodes exact: %.2f s", report->roles,
                   report->exact_anchors, report->walk_seconds);
        cli_detail("factored in %.2f s", report->train_seconds);
        if (!combined && report->rank < o->dimensions)
            cli_note("role visits have rank %" PRIu32 ": the other %" PRIu32 " dimensions are zero",
                     report->rank - report->measures, o->dimensions - report->rank);
        return;
    }
    if (method->features && !combined) {
        cli_detail("%" PRIu32 " features in %.2f s", report->features,
                   o->method == RIWALK_METHOD_ROLX ? report->walk_seconds : report->train_seconds);
        if (o->method == RIWALK_METHOD_ROLX)
            cli_detail("%" PRIu32 " roles in %.2f s", report->roles, report->train_seconds);
        return;
    }
    if (!combined && strcmp(method->work, "training") != 0) {
        cli_detail("%s in %.2f s", method->work, report->train_seconds);
        return;
    }
    if (report->roles)
        cli_detail("%" PRIu32 " roles", report->roles);
    if (method->walks || combined)
        cli_detail("walks %s: %.2f s", report->kept ? "kept" : "made again in every epoch",
                   report->walk_seconds);
    cli_detail("trained %.1f M pairs in %.2f s (%.2f M pairs/s, %s), loss %.4f",
               (double)report->pairs / 1e6, report->train_seconds,
               (double)report->pairs / 1e6 / (report->train_seconds + 1e-9), riwalk_isa(),
               report->loss);
}

/* Where auto became something else than without a model, that is said. */
static void tell_model(const riwalk_options *options, const riwalk_options *resolved)
{
    riwalk_options alone;

    if (!given.model || riwalk_options_resolve(options, given.paths.count, false, &alone, NULL))
        return;
    if (alone.view.role_anchor != resolved->view.role_anchor)
        cli_note("so that the model works on other graphs, roles keep their anchor's class%s; "
                 "--role-anchor both suits this graph alone",
                 resolved->view.classes == RIWALK_DEGREE_CLASSES_SHARE
                     ? " and degree classes are relative"
                     : "");
}

static void expect_method(const riwalk_options *o, const riwalk_method_info *method)
{
    double contexts = fmin(o->window, o->walk_length);
    double training =
        o->epochs / 5.0 * o->dimensions / 128.0 * contexts / 10.0 * (o->negatives + 1) / 6.0;

    for (const struct riwalk_method_stage *s = method->stages; s->name; s++)
        cli_progress_expect(s->name, s->training ? s->weight * training : s->weight);
}

static void expect_stages(const riwalk_options *o)
{
    const riwalk_method_info *second = riwalk_method_describe(RIWALK_METHOD_DEEPWALK);
    riwalk_method_info first = *riwalk_method_describe(o->method);

    for (size_t g = 0; g < given.paths.count; g++)
        cli_expect_graph(0.03);
    if (o->method == RIWALK_METHOD_LINE && o->order != RIWALK_ORDER_BOTH)
        first.stages[1].name = NULL;
    if (o->method == RIWALK_METHOD_ROLX && o->role_count)
        first.stages[1].weight = 0;
    if (is_factored(o)) {
        cli_progress_expect("walking", 2.5);
        cli_progress_expect("factoring", 0.3);
    } else
        expect_method(o, &first);
    if (o->combine)
        expect_method(o, second);
    cli_progress_expect("writing", 0.2);
}

static int embed_graphs(const cli_inputs *in, const riwalk_options *resolved,
                        const cli_outputs *outputs)
{
    made m = {.report.size = sizeof m.report};
    riwalk_options options = *resolved;
    riwalk_status failed;
    riwalk_error error;
    int status = CLI_EXIT_FINE;

    if (cli_is_first())
        status = cli_check_names(in, given.out, (riwalk_vectors_format)given.format);
    if ((status = cli_first_status(status)))
        return status;
    options.group = cli_processes;
    options.work = given.work;
    options.output = cli_processes ? given.out : NULL;
    /* A file that is being written by all has to go when a signal comes. */
    if (cli_processes)
        cli_signals_hold();
    failed = riwalk_embed((const riwalk_graph *const *)in->graphs, in->count,
                          in->count > 1 ? (const char *const *)in->names : NULL, &options,
                          &m.vectors, given.model ? &m.model : NULL, &m.report, &error);
    cli_progress_erase();
    if (cli_processes)
        cli_signals_release();
    if (failed)
        return cli_fail_with(&error);
    if (!cli_is_first()) {
        riwalk_model_free(m.model);
        return cli_first_status(CLI_EXIT_FINE);
    }
    tell(resolved, &m.report);
    if (in->count > 1 && (resolved->combine || riwalk_method_describe(resolved->method)->proximity))
        cli_note("%s of different graphs cannot be compared: no edge leads from one to another",
                 resolved->combine ? "second parts of vectors" : "vectors");
    if (m.report.isolated)
        cli_note(
            "zero vectors for %" PRIu32 " node%s %s", m.report.isolated, CLI_S(m.report.isolated),
            riwalk_graph_is_directed(in->graphs[0]) ? "that no walk visits" : "without neighbours");
    if (!(status = write_result(in, resolved, &m)))
        cli_note_vectors(outputs, m.vectors);
    riwalk_model_free(m.model);
    riwalk_vectors_free(m.vectors);
    return cli_first_status(status);
}

/* The folder for work is made where it is missing, unless another process has made it. */
static int check_work(const cli_command *command, const riwalk_options *resolved)
{
    if (!given.work || given.estimate)
        return CLI_EXIT_FINE;
    if (!is_factored(resolved))
        return cli_usage(command, "--work keeps walks of the riwalk methods with --trainer factor "
                                  "only");
    if (mkdir(given.work, 0777) && errno != EEXIST)
        return cli_fail("cannot make the folder %s: %s", given.work, strerror(errno));
    return CLI_EXIT_FINE;
}

/* What several processes can do. */
static int check_group(const cli_command *command, const riwalk_options *resolved)
{
    size_t length = given.out ? strlen(given.out) : 0;

    if (given.ranks > 1 && !given.estimate)
        return cli_usage(command,
                         "--ranks needs --estimate; to run on %" PRIu32 " ranks: mpirun -n %" PRIu32
                         " riwalk-mpi embed ...",
                         given.ranks, given.ranks);
    if (!cli_processes && given.ranks == 1)
        return CLI_EXIT_FINE;
    if (!riwalk_method_describe(resolved->method)->groups || resolved->combine)
        return cli_usage(command, "several processes run the riwalk methods only, and not with "
                                  "--combine");
    if (cli_processes && given.model && resolved->trainer != RIWALK_TRAINER_FACTOR)
        return cli_usage(command, "several processes make a model with --trainer factor only");
    if (cli_processes && !given.estimate &&
        (given.format ? given.format != RIWALK_VECTORS_FORMAT_NPY
                      : length < 4 || strcasecmp(given.out + length - 4, ".npy") != 0))
        return cli_usage(command, "several processes write .npy: name such a file with -o OUT");
    return CLI_EXIT_FINE;
}

/* The options, and whether they make sense. */
static int settle(const cli_command *command, riwalk_options *options, riwalk_options *resolved)
{
    riwalk_error error;
    int status;

    if ((status = cli_embed_options(command, options)))
        return status;
    if (riwalk_options_resolve(options, given.paths.count, given.model != NULL, resolved, &error))
        return cli_usage(command, "%s", error.message);
    if ((status = cli_check_use(command, resolved)) || (status = check_group(command, resolved)) ||
        (status = check_work(command, resolved)))
        return status;
    if (given.estimate && (given.report || given.model))
        return cli_usage(command, "--estimate does not embed anything: remove %s",
                         given.report ? "--report" : "--save-model");
    if (given.model && (!riwalk_method_describe(resolved->method)->models || resolved->combine))
        return cli_usage(command, "--save-model works with the riwalk methods only, and not with "
                                  "--combine");
    return CLI_EXIT_FINE;
}

static int run(const cli_command *command)
{
    riwalk_options options, resolved;
    cli_outputs outputs = {0};
    cli_inputs in = {0};
    int status;

    if ((status = cli_common_status(settle(command, &options, &resolved))))
        return status;
    if (given.show_options) {
        cli_print_options(&resolved);
        return CLI_EXIT_FINE;
    }
    expect_stages(&resolved);
    if (!given.estimate && cli_is_first())
        status = check_output(command, &outputs);
    if (!(status = cli_first_status(status))) {
        tell_model(&options, &resolved);
        if (!(status = cli_read_inputs(&given.paths, &resolved, &in)))
            status =
                given.estimate ? estimate(&in, &resolved) : embed_graphs(&in, &resolved, &outputs);
    }
    cli_free_inputs(&in);
    cli_free_outputs(&outputs);
    return status;
}

const cli_command cli_embed_command = {
    .name = "embed",
    .summary = "Compute one vector per node; nodes with similar roles get similar vectors.",
    .description =
        "The default is RiWalk with the settings of its paper (ICDM 2019): name the role that each "
        "node plays around every other, walk among these roles, and train skip-gram on the walks. "
        "deepwalk and node2vec give similar vectors to nearby nodes instead. The extension of OUT "
        "chooses the format: .npy (ids in a .ids file), .npz, .bin, .tsv, .csv, or text.",
    .details =
        "--combine puts both kinds into one vector; struc2vec compares the degrees around nodes, "
        "graphwave how heat spreads from them, refex and rolx their degrees and egonets, again and "
        "again over neighbours. line learns from edges one by one. Walks of deepwalk and node2vec, "
        "edges of line and features of refex and rolx use weights and directions if --weighted and "
        "--directed are given. Several graphs share one space; their nodes are named NAME:id, "
        "where NAME is the file's name without folder and extension. The "
        "same graphs, options and seed give the same file on any number of threads. .bin is "
        "word2vec binary, .tsv a table, .txt and others word2vec text; .gz and .zst compress text. "
        "OUT.json records how OUT was made.",
    .positionals = positionals,
    .groups = {&own_group, &cli_method_group, &cli_embed_role_group, &cli_embed_walk_group,
               &cli_training_group, &cli_factor_group, CLI_ALL_OWN_GROUPS, &cli_combine_group,
               &cli_read_group, &cli_planned_work_group, &cli_general_group},
    .examples = "riwalk embed graph.txt -o vectors.npy\n"
                "riwalk embed usa.txt europe.txt -o both.bin --trainer factor\n"
                "riwalk embed graph.txt.gz -o vectors.txt --method riwalk-wl --radius 3\n"
                "riwalk embed graph.txt -o near.txt --method node2vec --p 0.5 --q 2\n"
                "riwalk embed roads.txt -o v.npy --combine deepwalk --balance 0.7\n"
                "riwalk embed graph.rwg --estimate --dimensions 64\n"
                "riwalk embed graph.txt -o vectors.txt --save-model model.rwm\n",
    .run = run,
};
