/* SPDX-License-Identifier: MIT */
/* riwalk embed: makes vectors from graphs, the main job. */
#include "cli.h"

#include <errno.h>
#include <math.h>

static struct {
    const char *report, *model, *work;
    bool estimate, show_options;
    uint32_t ranks;
} given;

static cli_option own_options[] = {
    {CLI_VECTORS_OUTPUT},
    {CLI_VECTORS_TO},
    {CLI_WRITE("save-model", "MODEL"), .store = &given.model, .basic = true,
     .help = "also write a model, for 'riwalk transform'"},
    {CLI_SWITCH("estimate"), .store = &given.estimate, .basic = true,
     .help = "print how much memory and time the run would take, and stop"},
    {CLI_TEXT("work", "DIR"), .store = &given.work,
     .help = "keep walks in this folder: the factor trainer's finished ones, so that an "
             "interrupted run can continue; skip-gram's, if they exceed --memory"},
    {CLI_NUMBER("ranks"), .store = &given.ranks, .minimum = 1, .initial = "1", .maximum = 1 << 20,
     .help = "with --estimate: for each of this many ranks of riwalk-mpi"},
    {CLI_SWITCH("show-options"), .store = &given.show_options,
     .help = "print the options of the run as they can be typed, and stop"},
    {CLI_DEVICE},
    {CLI_NO_METADATA},
    {CLI_WRITE("report", "FILE"), .store = &given.report,
     .help = "also write what the run cost, as JSON: seconds, peak memory, pairs"},
};

/* The options, as typed and resolved; and what the resolved method can do. */
static riwalk_options typed, resolved;
static const riwalk_method_info *method;

/* The input and the results. */
static cli_inputs in;
static riwalk_vectors *vectors;
static riwalk_model *model; /* NULL: not wanted */
static riwalk_embed_report report;

/* ---- Output ---- */

/* Replaces automatic options by their outcome: walks of the factor trainer are exact for all nodes,
 * none, or those where that is less work; scales of graphwave follow from the graph. */
static void set_outcome(void)
{
    uint64_t nodes = cli_count_nodes(in.all, in.count);

    if (resolved.walks == RIWALK_WALKS_AUTO && report.exact_anchors == nodes)
        resolved.walks = RIWALK_WALKS_EXACT;
    else if (resolved.walks == RIWALK_WALKS_AUTO && !report.exact_anchors)
        resolved.walks = report.sampled_walks;
    if (resolved.method == RIWALK_METHOD_GRAPHWAVE && !resolved.scale_count) {
        resolved.scale_count = 2;
        riwalk_graphwave_scales(report.eigenvalue, 2, resolved.scales);
    }
}

static void put_unless_0(rw_json_writer *to, const char *key, uint64_t number)
{
    if (number)
        rw_json_whole(to, key, number);
}

/* Writes all that the vectors depend on. */
static void write_metadata(void)
{
    rw_json_writer *to = CLI_BEGIN_METADATA;

    set_outcome();
    rw_jsonf(to, "riwalk %s isa %s", riwalk_version(), riwalk_isa());
    cli_put_options(to, "options", &resolved);
    rw_json_whole(to, "isolated_nodes", report.isolated);
    cli_put_inputs(to, "graphs", &in);
    put_unless_0(to, "roles", report.roles);
    put_unless_0(to, "pairs", report.pairs);
    put_unless_0(to, "features", report.features);
    put_unless_0(to, "rank", report.rank);
    put_unless_0(to, "measure_columns", report.measures);
    put_unless_0(to, "exact_nodes", report.exact_anchors);
    if (report.device == RIWALK_DEVICE_CUDA)
        rw_json_string(to, "device", "cuda");
    if (model)
        rw_jsonf(to, "saved_model_checksum %" PRIx64, cli_model_checksum(model));
    cli_write_metadata(to, vectors);
}

/* DeepWalk has no roles to report, the factor trainer no pairs. */
static void write_run_report(void)
{
    rw_json_writer *to = cli_json_begin(17, '{');

    rw_jsonf(to, "walk_seconds %g train_seconds %g user_seconds %g peak_memory_bytes %" PRIu64,
             report.walk_seconds, report.train_seconds, rw_os_user_seconds(), rw_os_memory_peak());
    put_unless_0(to, "roles", report.roles);
    if (report.tokens)
        rw_jsonf(to, "tokens %" PRIu64 " pairs %" PRIu64 " loss %g", report.tokens, report.pairs,
                 report.loss);
    rw_jsonf(to, "vectors_checksum %" PRIx64, riwalk_vectors_checksum(vectors));
    cli_json_write(given.report);
}

/* ---- The work ---- */

static void print_time(const char *label, double seconds)
{
    char text[32];

    cli_time_taken(seconds, text, sizeof text);
    printf("%-10s %s\n", label, text);
}

static bool is_factored(void)
{
    return method->roles && resolved.trainer == RIWALK_TRAINER_FACTOR;
}

/* The output if vectors are written to it as they are made: by several processes, and by the factor
 * trainer if the format allows it. NULL: they are held in memory. */
static const char *straight_output(void)
{
    bool can = is_factored() && !resolved.combine && cli_takes_rows();

    return cli_processes || can ? cli_given.out : NULL;
}

/* The folder for walks that do not fit into memory: the one given, else that of OUT. */
static const char *work_folder(void)
{
    const char *out = cli_given.out;

    return given.work || is_factored() || !method->roles || !out || !cli_has_place(out)
               ? given.work
               : cli_folder_of(out);
}

static void estimate(void)
{
    riwalk_estimate found = {.size = sizeof found};
    riwalk_comm ranks = {.size = sizeof ranks,
                         .members = cli_processes ? cli_processes->members : given.ranks};

    resolved.group = ranks.members > 1 ? &ranks : NULL;
    cli_try(riwalk_embed_estimate(in.all, in.count, in.prefixes, &resolved, &found, &cli_error));
    printf("memory     %.1f MB (at least %.1f MB, with --memory)\n",
           ceil((double)found.memory_bytes / 1e5) / 10,
           ceil((double)found.least_memory_bytes / 1e5) / 10);
    if (method->walks || resolved.combine)
        print_time("walks", found.walk_seconds);
    print_time(resolved.combine ? "training" : method->work, found.train_seconds);
    print_time("total", found.walk_seconds + found.train_seconds);
}

/* With --verbose, says what was done; always notes what the user may not expect. */
static void tell(void)
{
    bool combined = resolved.combine != RIWALK_COMBINE_NONE;

    if (is_factored()) {
        cli_detail("%u roles, visits of %u nodes exact: %.2f s", report.roles, report.exact_anchors,
                   report.walk_seconds);
        cli_detail("factored in %.2f s", report.train_seconds);
        if (!combined && report.rank < resolved.dimensions)
            cli_note("role visits have rank %u: the other %u dimensions are zero",
                     report.rank - report.measures, resolved.dimensions - report.rank);
        return;
    }
    if (method->features && !combined) {
        cli_detail("%u features in %.2f s", report.features,
                   resolved.method == RIWALK_METHOD_ROLX ? report.walk_seconds
                                                         : report.train_seconds);
        if (resolved.method == RIWALK_METHOD_ROLX)
            cli_detail("%u roles in %.2f s", report.roles, report.train_seconds);
        return;
    }
    if (!combined && strcmp(method->work, "training") != 0) {
        cli_detail("%s in %.2f s", method->work, report.train_seconds);
        return;
    }
    if (report.roles)
        cli_detail("%u roles", report.roles);
    if (method->walks || combined)
        cli_detail("walks %s: %.2f s", report.kept ? "kept" : "made again in every epoch",
                   report.walk_seconds);
    cli_detail("trained %.1f M pairs in %.2f s (%.2f M pairs/s, %s), loss %.4f",
               (double)report.pairs / 1e6, report.train_seconds,
               (double)report.pairs / 1e6 / (report.train_seconds + 1e-9), riwalk_isa(),
               report.loss);
}

/* Notes which automatic options a model changes. */
static void tell_model(void)
{
    riwalk_options alone;

    if (!given.model || riwalk_options_resolve(&typed, cli_given.graphs.count, false, &alone, NULL))
        return;
    if (alone.view.role_anchor != resolved.view.role_anchor)
        cli_note("for use on other graphs, roles keep their anchor's class%s; "
                 "--role-anchor both suits this graph alone",
                 resolved.view.classes == RIWALK_DEGREE_CLASSES_SHARE
                     ? " and degree classes are relative"
                     : "");
}

static void expect_method(const riwalk_method_info *of)
{
    double contexts = fmin(resolved.window, resolved.walk_length);
    double training = resolved.epochs / 5.0 * resolved.dimensions / 128.0 * contexts / 10.0 *
                      (resolved.negatives + 1) / 6.0;

    for (const struct riwalk_method_stage *s = of->stages; s->name; s++)
        cli_progress_expect(s->name, s->training ? s->weight * training : s->weight);
}

static void expect_stages(void)
{
    riwalk_method_info first = *method;

    cli_expect("GRAPHS:0.03");
    if (resolved.method == RIWALK_METHOD_LINE && resolved.order != RIWALK_ORDER_BOTH)
        first.stages[1].name = NULL;
    if (resolved.method == RIWALK_METHOD_ROLX && resolved.role_count)
        first.stages[1].weight = 0;
    if (is_factored())
        cli_expect("walking:2.5 factoring:0.3");
    else
        expect_method(&first);
    if (resolved.combine)
        expect_method(riwalk_method_describe(RIWALK_METHOD_DEEPWALK));
    cli_expect("writing:0.2");
}

/* Notes what the user may not expect of the vectors. */
static void tell_losses(void)
{
    if (cli_given.device == RIWALK_DEVICE_AUTO)
        cli_note("--device auto: walks ran on %s",
                 report.device == RIWALK_DEVICE_CUDA ? "the graphics card (cuda)" : "the CPU");
    if (in.count > 1 && (resolved.combine || method->proximity))
        cli_note("%s of different graphs cannot be compared: no edge leads from one to another",
                 resolved.combine ? "second parts of vectors" : "vectors");
    if (report.damaged_parts)
        cli_note("made %u damaged part%s in %s again: %s%s", report.damaged_parts,
                 CLI_S(report.damaged_parts), given.work, report.damaged_part,
                 report.damaged_parts > 1 ? " ..." : "");
    if (report.isolated)
        cli_note("zero vectors for %u node%s %s", report.isolated, CLI_S(report.isolated),
                 riwalk_graph_is_directed(in.graphs[0]) && !method->roles ? "that no walk visits"
                                                                          : "without neighbours");
}

/* Tells of the result, and writes the files in the order in which they are renamed into place. */
static void finish(void *nothing)
{
    tell();
    tell_losses();
    write_metadata();
    if (model)
        cli_write_model(model, given.model);
    cli_write_vectors(vectors);
    if (given.report)
        write_run_report();
    cli_files_commit();
}

static void embed_graphs(void)
{
    cli_do_first(cli_check_names, &in);
    resolved.group = cli_processes;
    if (resolved.output || given.work)
        cli_signals_hold(); /* rows go to OUT from here on, and parts into the folder */
    CLI_MAKE(vectors, vectors,
             riwalk_embed(in.all, in.count, in.prefixes, &resolved, &vectors,
                          given.model ? &model : NULL, &report, &cli_error));
    cli_keep_model(model);
    cli_do_first(finish, NULL);
}

/* Makes the folder for work if it does not exist. Another process may make it at the same time. */
static void check_work(void)
{
    if (!given.work || given.estimate)
        return;
    if (!method->roles)
        cli_usage("--work keeps walks of the riwalk methods only");
    if (!rw_os_make_folder(given.work) && errno != EEXIST)
        cli_fail("cannot make the folder %s: %s", given.work, rw_os_reason());
}

/* Checks that several processes can do what was asked. */
static void check_group(void)
{
    if (given.ranks > 1 && !given.estimate)
        cli_usage("--ranks needs --estimate; to run on %u ranks: mpirun -n %u riwalk-mpi embed ...",
                  given.ranks, given.ranks);
    if (!cli_processes && given.ranks == 1)
        return;
    if (!method->groups || resolved.combine)
        cli_usage("several processes can run only the riwalk methods, without --combine");
    if (cli_processes && given.model && resolved.trainer != RIWALK_TRAINER_FACTOR)
        cli_usage("several processes can make a model only with --trainer factor");
    if (cli_processes && !given.estimate && !cli_takes_rows())
        cli_usage("several processes write .npy: name such a file with -o OUT");
}

/* Sets the options, and checks that they make sense. */
static void settle(void *nothing)
{
    cli_embed_options(&typed);
    cli_resolve_options(&typed, cli_given.graphs.count, given.model != NULL, &resolved);
    method = riwalk_method_describe(resolved.method);
    check_group();
    check_work();
    if (given.estimate && (given.report || given.model))
        cli_usage("--estimate does not embed anything: remove %s",
                  given.report ? "--report" : "--save-model");
    if (given.model && (!method->models || resolved.combine))
        cli_usage("--save-model works with the riwalk methods only, and not with --combine");
}

/* Checks that all processes embed or none: the others would wait for one that does not. */
static void agree_on_work(void)
{
    uint64_t idle = given.estimate || given.show_options;

    if (!cli_processes)
        return;
    cli_try(cli_processes->sum(cli_processes->context, &idle, 1, &cli_error));
    if (idle && idle != cli_processes->members)
        cli_fail("only some ranks were started with --estimate or --show-options: start all with "
                 "the same options");
}

static void check_outputs(void *nothing)
{
    if (!given.estimate)
        cli_check_outputs();
}

static void run(void)
{
    vectors = NULL;
    model = NULL;
    report = (riwalk_embed_report){.size = sizeof report};
    cli_do_each(settle, NULL);
    agree_on_work();
    if (given.show_options) {
        cli_print_options(&resolved);
        return;
    }
    expect_stages();
    cli_do_first(check_outputs, NULL); /* before the long work */
    tell_model();
    if (!resolved.memory && resolved.run.device == RIWALK_DEVICE_CPU)
        cli_do_each(cli_limit_memory, NULL);
    riwalk_device_prepare(resolved.run.device);
    cli_read_inputs(&cli_given.graphs, &resolved, &in);
    cli_try_options(
        riwalk_options_resolve_for(&typed, in.all, in.count, given.model, &resolved, &cli_error));
    resolved.work = work_folder();
    resolved.output = straight_output();
    given.estimate ? estimate() : embed_graphs();
}

const cli_command cli_embed_command = {
    .name = "embed",
    .summary = "Compute one vector per node; nodes with similar roles get similar vectors.",
    .description =
        "The default is RiWalk with the settings of its paper (ICDM 2019): name the role that each "
        "node plays around every other, walk among these roles, and train skip-gram on the walks. "
        "deepwalk and node2vec give similar vectors to nearby nodes instead. The extension of OUT "
        "chooses the format: .npy (ids in a .ids file), .npz, .bin, .tsv, .csv, or text.",
    .details = "--combine puts both kinds into one vector. struc2vec compares the degrees around "
               "nodes, graphwave how heat spreads from them; refex and rolx add up degrees and "
               "egonets over neighbours; line learns from edges one by one. Walks "
               "of deepwalk and node2vec, edges of line and features of refex and rolx use weights "
               "and directions if --weighted and --directed are given. Several graphs share one "
               "space; their nodes are named NAME:id, where NAME is the file's name without folder "
               "and extension. The same graphs, options and seed give the same file on any number "
               "of threads. .bin is word2vec binary, .tsv a table, .txt and others word2vec text; "
               ".gz and .zst compress text. OUT.json records how OUT was made.",
    .groups = {&cli_graphs_group, CLI_OPTIONS(own_options, NULL), CLI_ALL_LIBRARY_GROUPS,
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
