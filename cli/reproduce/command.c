/* SPDX-License-Identifier: MIT */
/* riwalk reproduce: the paper's experiments by one command, which goes on where it was interrupted.
 */
#include "reproduce.h"

#include "command.h"
#include "common.h"
#include "evaluation.h"
#include "files.h"
#include "json.h"
#include "parse.h"
#include "progress.h"
#include "report.h"
#include "signals.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#define WHAT_ALL (-1)

static struct {
    int what; /* number of the experiment */
    bool quick;
    repro_options o;
} given;

/* Values are places in repro_experiments. */
static const cli_choice whats[] = {
    {"expressway", 0, "Table I: three label sets of a road network", NULL},
    {"within", 1, "Table III: labels of USA, Film and Actor", NULL},
    {"within-time", 2, "Table III: time and memory", NULL},
    {"radius", 3, "Fig. 4: quality by radius", NULL},
    {"transfer", 4, "Table IV: from one network to another", NULL},
    {"holes", 5, "Fig. 5: structural holes", NULL},
    {"scaling", 6, "Fig. 6: time by size", NULL, "scale"},
    {"all", WHAT_ALL, "all of these", NULL},
    {0},
};

static const cli_choice embedding_words[] = {{"auto", 0, "10, with --quick 2"}, {0}};
static const cli_choice repeat_words[] = {{"auto", 0, "10, with --quick 5"}, {0}};
static const cli_choice size_words[] = {{"auto", 0, "1000000, with --quick 10000"}, {0}};

static cli_option positionals[] = {
    {CLI_ONE_OF(NULL, "WHAT", whats), .store = &given.what, .help = "experiment to run"},
    {0},
};

static cli_option options[] = {
    {CLI_TEXT("data", "DIR"), .store = &given.o.data,
     .help = "folder of the data sets, see docs/datasets.md; without it the one that RIWALK_DATA "
             "names",
     .basic = true},
    {CLI_TEXT("out", "DIR"), .letter = 'o', .store = &given.o.out,
     .help = "folder of results; finished cells there are not run again", .basic = true,
     .aliases = "output"},
    {CLI_SWITCH("quick"), .store = &given.quick,
     .help = "2 embeddings, 5 splits of each, graphs of at most 10,000 nodes for scaling",
     .basic = true},
    {CLI_SWITCH("tune"), .store = &given.o.tune,
     .help = "search a grid where the paper did: chosen on training parts, and the best figure",
     .basic = true},
    {CLI_NUMBER("embeddings"), .store = &given.o.embeddings, .minimum = 1,
     .choices = embedding_words, .help = "embeddings, one seed each", .basic = true},
    {CLI_NUMBER("repeats"), .store = &given.o.repeats, .minimum = 1, .maximum = 100000,
     .choices = repeat_words, .help = "splits of each embedding"},
    {CLI_SEED, .store = &given.o.seed,
     .help = "seed of the first embedding and its splits; later ones count up"},
    {CLI_TEXT("datasets", "LIST"), .store = &given.o.datasets,
     .help = "only these: USA,Actor, or 1000,10000 (scaling)", .basic = true},
    {CLI_TEXT("methods", "LIST"), .store = &given.o.methods,
     .help = "only these: riwalk-sp,struc2vec", .basic = true},
    {CLI_NUMBER("largest"), .store = &given.o.largest, .minimum = 1, .choices = size_words,
     .help = "nodes of the largest graph for scaling"},
    {CLI_TEXT("embed-options", "WORDS"), .store = &given.o.words,
     .help = "options of 'riwalk embed' for every embedding: --embed-options='--epochs 1'; a sweep "
             "or grid overrides what it varies"},
    {0},
};

static void prepare(void)
{
    given.o.seed = 1;
}

static const cli_group own_group = {"Options", options, prepare};

/* ---- Names on the command line ---- */

/* Experiments share data sets. */
static void add_name(char **names, const char *name)
{
    char *longer;

    if ((*names && repro_listed(*names, ", ", name)) ||
        asprintf(&longer, "%s%s%s", *names ? *names : "", *names ? ", " : "", name) < 0)
        return;
    free(*names);
    *names = longer;
}

/* All names that may be given; to be freed. */
static char *possible(bool dataset)
{
    char *names = NULL;

    for (const repro_method *m = repro_methods; m->name && !dataset; m++)
        add_name(&names, m->name);
    for (const repro_experiment *e = repro_experiments; e->name && dataset; e++)
        for (const repro_dataset *d = e->datasets; repro_asked(&given.o, e) && d->name; d++)
            add_name(&names, d->name);
    return names;
}

static int check_list(const cli_command *command, const char *list, bool dataset)
{
    char *names = possible(dataset), *copy = list ? strdup(list) : NULL, *rest = copy, *name;
    int status = list && (!names || !copy) ? cli_fail("not enough memory") : CLI_EXIT_FINE;

    while (copy && !status && (name = strtok_r(rest, ",", &rest)))
        if (!repro_listed(names, ", ", name))
            status = cli_usage(command, "there is no %s '%s' here; there are: %s",
                               dataset ? "data set" : "method", name, names);
    free(copy);
    free(names);
    return status;
}

/* ---- The end of a run ---- */

/* What was asked for and could not be run is an error, which is told with --quiet too. */
static void tell_problems(const repro_plan *p)
{
    for (size_t r = 0; r < p->results.problem_count; r++)
        if (p->failed)
            cli_fail("%s", p->results.problems[r]);
        else
            cli_note("%s", p->results.problems[r]);
}

/* Where results go: results.md of all experiments, results-within.md of one. To be freed. */
static char *results_path(const char *extension)
{
    const repro_experiment *e = given.o.experiment;
    char *path;

    return asprintf(&path, "%s/results%s%s.%s", given.o.out, e ? "-" : "", e ? e->name : "",
                    extension) < 0
               ? NULL
               : path;
}

static int write_pages(const repro_page *page)
{
    char *csv = results_path("csv"), *text = results_path("json"), *tables = results_path("md");
    json_t *root = repro_results_json(page);
    riwalk_files *files = NULL;
    int status = csv && text && tables && root ? cli_files_begin(&files)
                                               : cli_fail("not enough memory for the results");

    if (!status) {
        if (!(status = cli_write_text(files, csv, repro_print_csv, page)) &&
            !(status =
                  cli_write_json(files, text, root,
                                 JSON_INDENT(1) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(9))) &&
            !(status = repro_write_figures(files, page->options, page->results)))
            status = cli_write_text(files, tables, repro_print_markdown, page);
        status = cli_files_end(files, status);
    }
    json_decref(root);
    free(csv);
    free(text);
    free(tables);
    return status;
}

static int write_results(repro_plan *p, const char *what)
{
    const repro_experiment *e = given.o.experiment;
    int status;

    cli_progress_erase();
    if (!repro_add_rows(&p->results, p->groups, p->count))
        return cli_fail("not enough memory");
    if (!p->results.row_count) {
        tell_problems(p);
        return cli_fail("there is no figure for the tables; those of earlier runs stay");
    }
    if ((status = write_pages(&(repro_page){&given.o, &p->results, what})))
        return status;
    tell_problems(p);
    cli_note("%zu cells, %zu of them found stored; tables in %s/results%s%s.md", p->cells,
             p->stored, given.o.out, e ? "-" : "", e ? e->name : "");
    return p->failed ? CLI_EXIT_FAILED : CLI_EXIT_FINE;
}

/* ---- The command ---- */

static int make_folder(const char *path)
{
    return mkdir(path, 0777) && errno != EEXIST
               ? cli_fail("cannot make the folder %s: %s", path, strerror(errno))
               : CLI_EXIT_FINE;
}

static int make_folders(void)
{
    char *cells = repro_path(given.o.out, "cells");
    int status = cells ? make_folder(given.o.out) : cli_fail("not enough memory");

    if (!status)
        status = make_folder(cells);
    if (!status)
        repro_remove_remains(given.o.out);
    free(cells);
    return status;
}

static int check(const cli_command *command)
{
    int status;

    given.o.experiment = given.what == WHAT_ALL ? NULL : &repro_experiments[given.what];
    if (!given.o.out)
        return cli_usage(command, "name the folder of results with --out DIR");
    if (!given.o.data)
        given.o.data = getenv("RIWALK_DATA");
    if (!given.o.data && !(given.o.experiment && given.o.experiment->task == REPRO_SCALE))
        return cli_usage(command, "name the folder of the data sets with --data DIR");
    if ((status = check_list(command, given.o.datasets, true)) ||
        (status = check_list(command, given.o.methods, false)))
        return status;
    return given.o.words ? repro_check_words(given.o.words) : CLI_EXIT_FINE;
}

static int fill_options(const cli_command *command)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    repro_options *o = &given.o;

    o->embeddings = o->embeddings ? o->embeddings : given.quick ? 2 : 10;
    o->repeats = o->repeats ? o->repeats : given.quick ? 5 : 10;
    o->largest = o->largest ? o->largest : given.quick ? 10000 : 1000000;
    o->threads = cli_given.threads ? cli_given.threads : cores > 0 ? (uint32_t)cores : 1;
    if (!repro_checksum("/proc/self/exe", &o->program))
        return cli_fail("cannot read the riwalk program itself, so results of different builds "
                        "could not be told apart");
    o->fit = cli_fit_options();
    o->scale_given = cli_find_option(command, "normalize", strlen("normalize"))->given;
    if (!(o->fit_json = json_object()))
        return cli_fail("not enough memory");
    cli_fit_json(o->fit_json);
    json_object_set_new(o->fit_json, "tolerance", json_real(o->fit.tolerance));
    return CLI_EXIT_FINE;
}

/* Results of earlier runs stay where there is nothing to put in their place. */
static int check_plan(const repro_plan *p)
{
    if (p->cells)
        return CLI_EXIT_FINE;
    tell_problems(p);
    if (p->left_out && !p->results.problem_count)
        return cli_fail("there is nothing to run: the smallest graph asked for has %" PRIu32
                        " nodes, and --largest is %" PRIu32 "; nothing was written",
                        p->left_out, given.o.largest);
    return cli_fail("there is nothing to run%s; nothing was written",
                    p->results.problem_count ? ""
                                             : ": no experiment has such data sets and methods");
}

static int run(const cli_command *command)
{
    const char *what = given.what == WHAT_ALL ? "all" : repro_experiments[given.what].name;
    repro_plan p = {0};
    int status;

    if ((status = check(command)) || (status = fill_options(command)))
        return status;
    cli_signals_hold();
    if (!(status = repro_make_plan(&given.o, &p)) && !(status = check_plan(&p)) &&
        !(status = make_folders()) && !(status = repro_run_plan(&given.o, &p)))
        status = write_results(&p, what);
    if (cli_signals_pending()) {
        cli_progress_erase();
        cli_note("finished cells are kept in %s: the same command goes on from there", given.o.out);
    }
    repro_plan_free(&p);
    json_decref(given.o.fit_json);
    cli_signals_release();
    return status;
}

const cli_command cli_reproduce_command = {
    .name = "reproduce",
    .summary = "Run the paper's experiments and compare with its figures.",
    .description =
        "Embeds and evaluates the paper's data sets and writes results.md, with the paper's "
        "figures beside ours, results.csv, results.json and charts. Finished cells are stored, so "
        "the same command goes on where it was interrupted.",
    .details =
        "One experiment alone writes results-within.md and so on; the charts are radius.svg, "
        "holes.svg and scaling.svg. A cell, one embedding and its scores, is stored at once under "
        "all that it depends on: the data, the options, the seed, the number of threads and the "
        "program itself. If a data set is missing or an embedding fails, the rest still runs, and "
        "the exit status is 1. --normalize holds for all methods; without it the dimensions of "
        "GraphWave are standardised. docs/reproduction.md has the protocol and the grids.",
    .positionals = positionals,
    .groups = {&own_group, &cli_fit_group, &cli_planned_work_group, &cli_general_group},
    .examples = "riwalk reproduce within --data data --out results --quick\n"
                "riwalk reproduce all --data data --out results --tune\n"
                "riwalk reproduce scaling --out results --largest 100000\n",
    .run = run,
};
