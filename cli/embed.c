/* SPDX-License-Identifier: MIT */
/* riwalk embed: from graphs to vectors, the main job. */
#include "command.h"
#include "common.h"
#include "files.h"
#include "graph_options.h"
#include "json.h"
#include "method_options.h"
#include "progress.h"
#include "report.h"
#include "train_options.h"
#include "vector_files.h"
#include "walk_options.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static struct {
    cli_strings paths;
    const char *out;
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
        .help = "the graph's file; '-' is standard input. Several graphs are embedded together",
    },
    {0},
};

static cli_option options[] = {
    {
        .name = "output",
        .letter = 'o',
        .kind = CLI_STRING,
        .placeholder = "OUT",
        .store = &given.out,
        .help = "the file of vectors to write; '-' is standard output",
    },
    {
        .name = "to",
        .kind = CLI_CHOICE,
        .placeholder = "NAME",
        .store = &given.format,
        .choices = cli_vector_formats,
        .help = "format of OUT; auto goes by its extension",
    },
    {
        .name = "memory",
        .kind = CLI_BYTES,
        .placeholder = "LIMIT",
        .store = &given.memory,
        .help = "use at most so much, such as 500M or 2G: walks are made again in every epoch "
                "instead of kept, or the work is refused with the figure needed",
    },
    {
        .name = "estimate",
        .kind = CLI_FLAG,
        .store = &given.estimate,
        .help = "only print how much memory and time it would take",
    },
    {
        .name = "no-metadata",
        .kind = CLI_FLAG,
        .store = &given.no_metadata,
        .help = "no file OUT.json that says how OUT was made",
    },
    {0},
};

static const cli_group own_group = {"Options", options, NULL};

/* The graphs of a run. */
typedef struct inputs {
    size_t count;
    riwalk_graph **graphs;
    char **names; /* of several: file names without folders and extensions */
} inputs;

/* ---- Input ---- */

/* A file's name without folders, compression and extension; to be freed. */
static char *graph_name(const char *path)
{
    static const char *const packed[] = {".gz", ".zst"};
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    size_t length = strlen(base);

    for (size_t p = 0; p < sizeof packed / sizeof *packed; p++) {
        size_t tail = strlen(packed[p]);

        if (length > tail && !strcmp(base + length - tail, packed[p])) {
            length -= tail;
            break;
        }
    }
    for (size_t at = length; at > 1; at--)
        if (base[at - 1] == '.')
            return strndup(base, at - 1);
    return strndup(base, length);
}

/* Names tell the nodes of several graphs apart, so they must differ. */
static int name_graphs(inputs *in)
{
    for (size_t g = 0; g < in->count; g++) {
        if (!(in->names[g] = graph_name(given.paths.items[g])))
            return cli_fail("not enough memory");
        for (size_t other = 0; other < g; other++)
            if (!strcmp(in->names[g], in->names[other]))
                return cli_fail("%s and %s have the same name '%s', which tells their nodes apart; "
                                "rename one",
                                given.paths.items[other], given.paths.items[g], in->names[g]);
    }
    return CLI_EXIT_FINE;
}

static int read_graphs(inputs *in)
{
    int status = CLI_EXIT_FINE;

    in->count = given.paths.count;
    in->graphs = calloc(in->count, sizeof *in->graphs);
    in->names = calloc(in->count, sizeof *in->names);
    if (!in->graphs || !in->names)
        return cli_fail("not enough memory");
    if (in->count > 1) {
        if (cli_has_node_list())
            return cli_fail("--node-list goes with one graph only");
        if ((status = name_graphs(in)))
            return status;
    }
    for (size_t g = 0; g < in->count && !status; g++) {
        if ((status = cli_read_graph(given.paths.items[g], &in->graphs[g])))
            break;
        cli_note_losses(in->graphs[g]);
        status = cli_check_method_graph(given.paths.items[g], in->graphs[g]);
    }
    return status;
}

static void free_graphs(inputs *in)
{
    for (size_t g = 0; g < in->count; g++) {
        if (in->graphs)
            riwalk_graph_free(in->graphs[g]);
        if (in->names)
            free(in->names[g]);
    }
    free(in->graphs);
    free(in->names);
}

/* ---- Output ---- */

/* Whether a file can be written, and is none of those that are read. */
static int check_place(const char *path)
{
    for (size_t g = 0; g < given.paths.count; g++)
        if (cli_check_places(given.paths.items[g], path))
            return CLI_EXIT_FAILED;
    return cli_check_output(path);
}

/* The same for a file beside OUT: OUT without its last `cut` characters, and an ending. */
static int check_beside(size_t cut, const char *ending)
{
    size_t kept = strlen(given.out) - cut;
    char *path = malloc(kept + strlen(ending) + 1);
    int status;

    if (!path)
        return cli_fail("not enough memory");
    memcpy(path, given.out, kept);
    strcpy(path + kept, ending);
    status = check_place(path);
    free(path);
    return status;
}

/* What may go wrong with the output is found out before the long work. */
static int check_output(const cli_command *command)
{
    struct stat info;
    size_t length;
    int status;

    if (!given.out)
        return cli_usage(command, "OUT is missing: name the file to write with -o OUT");
    if ((status = check_place(given.out)))
        return status;
    /* A stream, a pipe or a device has no place beside it. */
    if (!strcmp(given.out, "-") || !strcmp(given.out, "/dev/stdout") ||
        (!stat(given.out, &info) && !S_ISREG(info.st_mode)))
        return CLI_EXIT_FINE;
    length = strlen(given.out);
    if (length > 4 && !strcmp(given.out + length - 4, ".npy") && (status = check_beside(4, ".ids")))
        return status;
    return given.no_metadata ? CLI_EXIT_FINE : check_beside(0, ".json");
}

static int check_names(const inputs *in)
{
    riwalk_error error;

    for (size_t g = 0; g < in->count; g++) {
        const char *prefix = in->names[g];

        if (prefix && riwalk_vectors_check_name(prefix, strlen(prefix), given.out,
                                                (riwalk_vectors_format)given.format, &error))
            return cli_fail_with(&error);
        for (uint32_t node = 0; node < riwalk_graph_node_count(in->graphs[g]); node++) {
            char name[256];
            size_t length = riwalk_graph_name(in->graphs[g], node, name, sizeof name);

            if (length >= sizeof name)
                length = sizeof name - 1;
            if (riwalk_vectors_check_name(name, length, given.out,
                                          (riwalk_vectors_format)given.format, &error))
                return cli_fail_with(&error);
        }
    }
    return CLI_EXIT_FINE;
}

static json_t *graphs_json(const inputs *in)
{
    json_t *list = json_array();

    for (size_t g = 0; g < in->count; g++) {
        riwalk_graph_summary summary = {0};
        char checksum[17];

        if (riwalk_graph_summarize(in->graphs[g], &summary, NULL))
            continue;
        snprintf(checksum, sizeof checksum, "%016" PRIx64, summary.checksum);
        json_array_append_new(
            list,
            json_pack("{s:o, s:I, s:I, s:s}", "file", cli_json_name(given.paths.items[g]), "nodes",
                      (json_int_t)riwalk_graph_node_count(in->graphs[g]), "edges",
                      (json_int_t)riwalk_graph_edge_count(in->graphs[g]), "checksum", checksum));
    }
    return list;
}

/* JSON as the text of a file; NULL when there is no memory. */
static char *json_text(const json_t *root)
{
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(15));
    char *longer = text ? realloc(text, strlen(text) + 2) : NULL;

    if (!longer) {
        free(text);
        return NULL;
    }
    return strcat(longer, "\n");
}

/* All that the vectors depend on. NULL when there is no memory. */
static char *metadata(const inputs *in, const riwalk_walk_options *walks,
                      const riwalk_train_options *training, const riwalk_embed_report *report)
{
    json_t *root = cli_walk_json(walks);
    json_t *train = json_pack("{s:s, s:I, s:I, s:I, s:I, s:f, s:f, s:f, s:f}", "trainer", "sgns",
                              "dimensions", (json_int_t)training->dimensions, "window",
                              (json_int_t)training->window, "epochs", (json_int_t)training->epochs,
                              "negatives", (json_int_t)training->negatives, "sample",
                              training->sample, "alpha", training->alpha, "min_alpha",
                              training->min_alpha, "ns_exponent", training->ns_exponent);
    json_t *about =
        json_pack("{s:s, s:s, s:I, s:I, s:I, s:o}", "riwalk", riwalk_version(), "isa", riwalk_isa(),
                  "roles", (json_int_t)report->roles, "pairs", (json_int_t)report->pairs,
                  "isolated_nodes", (json_int_t)report->isolated, "graphs", graphs_json(in));
    uint64_t nodes = 0;
    char *text = NULL;

    for (size_t g = 0; g < in->count; g++)
        nodes += riwalk_graph_node_count(in->graphs[g]);
    if (train && !cli_method_trains()) {
        json_object_clear(train);
        json_object_set_new(train, "dimensions", json_integer((json_int_t)training->dimensions));
        json_object_del(about, "pairs");
    }
    if (!report->roles)
        json_object_del(about, "roles");
    if (root && train && about && cli_add_method_json(root, nodes) &&
        !json_object_update(root, train) && !json_object_update(root, about))
        text = json_text(root);
    json_decref(root);
    json_decref(train);
    json_decref(about);
    return text;
}

static int write_result(const inputs *in, const riwalk_embed_options *embed,
                        const riwalk_vectors *vectors, const riwalk_embed_report *report)
{
    char *text = NULL;
    int status;

    if (!given.no_metadata && !(text = metadata(in, embed->walks, embed->training, report)))
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

static int estimate(const inputs *in, const riwalk_embed_options *embed)
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
    if (!cli_method_trains()) {
        print_time("wavelets", foreseen.train_seconds);
        return CLI_EXIT_FINE;
    }
    print_time("walks", foreseen.walk_seconds);
    print_time("training", foreseen.train_seconds);
    return CLI_EXIT_FINE;
}

static void note_work(const riwalk_embed_report *report)
{
    if (!cli_method_trains()) {
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

static int embed_graphs(const inputs *in, const riwalk_embed_options *embed)
{
    riwalk_vectors *vectors = NULL;
    riwalk_embed_report report;
    riwalk_status failed;
    riwalk_error error;
    int status;

    if ((status = check_names(in)))
        return status;
    failed = riwalk_embed((const riwalk_graph *const *)in->graphs, in->count,
                          in->count > 1 ? (const char *const *)in->names : NULL, embed, &vectors,
                          &report, &error);
    cli_progress_erase();
    if (failed)
        return cli_fail_with(&error);
    note_work(&report);
    if (report.isolated)
        cli_note("nodes %s get zero vectors: %" PRIu32,
                 riwalk_graph_is_directed(in->graphs[0]) ? "that no walk visits"
                                                         : "without neighbours",
                 report.isolated);
    status = write_result(in, embed, vectors, &report);
    riwalk_vectors_free(vectors);
    return status;
}

static int run(const cli_command *command)
{
    riwalk_train_options training = cli_train_options();
    riwalk_walk_options walks;
    riwalk_embed_options embed;
    riwalk_error error;
    inputs in = {0};
    int status;

    if ((status = cli_check_walks(command)) || (status = cli_check_method(command)) ||
        (!given.estimate && (status = check_output(command))))
        return status;
    cli_walk_options(&walks);
    if (riwalk_train_options_check(&training, &error))
        return cli_usage(command, "%s", error.message);
    riwalk_embed_options_init(&embed);
    embed.threads = (int)cli_given.threads;
    embed.progress = cli_progress_show;
    cli_method_options(&embed, &walks);
    embed.seed = walks.seed;
    embed.walks = &walks;
    embed.training = &training;
    embed.memory = given.memory;
    if (!(status = read_graphs(&in)))
        status = given.estimate ? estimate(&in, &embed) : embed_graphs(&in, &embed);
    free_graphs(&in);
    return status;
}

const cli_command cli_embed_command = {
    .name = "embed",
    .summary = "Embed the nodes of graphs: one vector each, near for the same role.",
    .description =
        "Names the role of every node around each node, walks at random among them, and trains "
        "skip-gram on the walks (RiWalk, ICDM 2019); the defaults are the paper's. --method names "
        "others: deepwalk and node2vec give near vectors to near nodes, from walks that go by "
        "weight and direction where --weighted and --directed ask for them, and --combine puts "
        "both kinds into one vector; graphwave describes how heat spreads from a node. Several "
        "graphs share one space, and their nodes are named NAME:id, NAME being the file's without "
        "folder "
        "and extension. The same graphs, options and seed give the same file on any number of "
        "threads. Extensions say the format of OUT: .npy is NumPy with the ids in a .ids file, "
        ".bin word2vec binary, .tsv a table, anything else word2vec text; .gz and .zst compress "
        "text. OUT.json says how OUT was made.",
    .positionals = positionals,
    .groups = {&own_group, &cli_method_group, &cli_ball_group, &cli_walk_group, &cli_train_group,
               &cli_read_group, &cli_work_group, &cli_general_group},
    .examples = "riwalk embed graph.txt -o vectors.txt\n"
                "riwalk embed graph.txt.gz -o vectors.npy --method riwalk-wl --radius 3\n"
                "riwalk embed usa.txt europe.txt -o both.bin\n"
                "riwalk embed graph.txt -o near.txt --method node2vec --p 0.5 --q 2\n"
                "riwalk embed roads.txt -o v.npy --combine deepwalk --balance 0.7\n"
                "riwalk embed graph.rwg --estimate --dimensions 64\n",
    .run = run,
};
