/* SPDX-License-Identifier: MIT */
/* riwalk concat: vectors of ranges of nodes, put together. */
#include "command.h"
#include "common.h"
#include "files.h"
#include "json.h"
#include "outputs.h"
#include "progress.h"
#include "report.h"
#include "vector_files.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct {
    cli_strings paths;
    const char *out;
    int format;
    bool no_metadata;
} given;

static cli_option positionals[] = {
    {.name = "input",
     .kind = CLI_STRINGS,
     .placeholder = "VECTORS",
     .store = &given.paths,
     .help = "files of vectors that riwalk transform --anchors wrote, in any order"},
    {0},
};

static cli_option options[] = {
    {CLI_VECTORS_OUTPUT, .store = &given.out},
    {CLI_TO(cli_vector_formats), .store = &given.format},
    {CLI_NO_METADATA, .store = &given.no_metadata},
    {0},
};

static const cli_group own_group = {"Options", options, NULL};

/* A file of vectors, and what its metadata say. */
typedef struct rows {
    const char *path;
    riwalk_vectors *vectors;
    json_t *about;         /* NULL: there are none */
    json_int_t first, end; /* its range; 0:0 where it is not known */
} rows;

typedef struct work {
    rows *files; /* [count] */
    size_t count;
    bool ranges; /* all files have one */
} work;

/* ---- Reading ---- */

static int read_rows(work *w)
{
    w->ranges = true;
    for (size_t i = 0; i < w->count; i++) {
        rows *r = &w->files[i];
        json_t *range;
        int status;

        r->path = given.paths.items[i];
        if ((status = cli_read_metadata(r->path, &r->about)))
            return status;
        range = json_object_get(r->about, "anchors");
        r->first = json_integer_value(json_array_get(range, 0));
        r->end = json_integer_value(json_array_get(range, 1));
        if ((status = cli_read_vectors(r->path, &r->vectors)))
            return status;
        w->ranges = w->ranges && r->end > r->first;
    }
    return CLI_EXIT_FINE;
}

static int by_first(const void *a, const void *b)
{
    const rows *x = a, *y = b;

    return x->first < y->first ? -1 : x->first > y->first;
}

/* ---- Checks ---- */

/* Rows of one embedding are by one model, of the same graphs. */
static int compare(const work *w)
{
    static const char *const keys[] = {"model_checksum", "graphs"};
    static const char *const words[] = {"by another model", "of another graph"};
    const rows *first = &w->files[0];

    for (size_t i = 1; i < w->count; i++) {
        const rows *r = &w->files[i];

        if (riwalk_vectors_dimensions(r->vectors) != riwalk_vectors_dimensions(first->vectors))
            return cli_fail("%s has %" PRIu32 " dimensions, %s has %" PRIu32, r->path,
                            riwalk_vectors_dimensions(r->vectors), first->path,
                            riwalk_vectors_dimensions(first->vectors));
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
            const json_t *a = json_object_get(first->about, keys[k]);
            const json_t *b = json_object_get(r->about, keys[k]);

            if (a && b && !json_equal(a, b))
                return cli_fail("%s was made %s than %s, as %s.json shows", r->path, words[k],
                                first->path, r->path);
        }
    }
    return CLI_EXIT_FINE;
}

static json_int_t count_nodes(const json_t *about)
{
    json_t *graphs = json_object_get(about, "graphs"), *graph;
    json_int_t nodes = 0;
    size_t g;

    json_array_foreach(graphs, g, graph) nodes +=
        json_integer_value(json_object_get(graph, "nodes"));
    return nodes;
}

/* Ranges that are known must cover the graph once, and then give the order. */
static int order(work *w)
{
    json_int_t covered = 0, nodes = count_nodes(w->files[0].about);

    if (!w->ranges)
        return CLI_EXIT_FINE;
    qsort(w->files, w->count, sizeof *w->files, by_first);
    for (size_t i = 0; i <= w->count; i++) {
        json_int_t first = i < w->count ? w->files[i].first : nodes;

        if (first > covered)
            return cli_fail("no file has the vectors of the nodes %" JSON_INTEGER_FORMAT
                            ":%" JSON_INTEGER_FORMAT " (of %" JSON_INTEGER_FORMAT "): make them "
                            "with riwalk transform --anchors %" JSON_INTEGER_FORMAT
                            ":%" JSON_INTEGER_FORMAT,
                            covered, first, nodes, covered, first);
        if (i < w->count && first < covered)
            return cli_fail("the vectors of node %" JSON_INTEGER_FORMAT
                            " are in two files: %s and %s",
                            first, w->files[i - 1].path, w->files[i].path);
        covered = i < w->count ? w->files[i].end : covered;
    }
    return CLI_EXIT_FINE;
}

/* ---- Writing ---- */

/* What all files have in common. NULL when there is no memory. */
static json_t *metadata(const work *w)
{
    static const char *const common[] = {"options", "model", "model_checksum", "roles",
                                         "riwalk",  "isa",   "graphs"};
    json_t *root = json_object();

    for (size_t k = 0; root && k < sizeof common / sizeof *common; k++) {
        json_t *value = json_object_get(w->files[0].about, common[k]);

        if (value && json_object_set(root, common[k], value)) {
            json_decref(root);
            root = NULL;
        }
    }
    return root;
}

static int write_result(const work *w, const riwalk_vectors *vectors)
{
    riwalk_vectors_format format = (riwalk_vectors_format)given.format;
    json_t *about = NULL;
    riwalk_files *files;
    int status;

    if (!strcmp(given.out, "-"))
        return cli_write_vectors(NULL, vectors, given.out, format);
    if ((status = cli_files_begin(&files)))
        return status;
    if (!given.no_metadata && !(about = metadata(w)))
        status = cli_fail("not enough memory for the metadata");
    if (!status && about)
        status = cli_write_metadata(files, given.out, about, vectors);
    if (!status)
        status = cli_write_vectors(files, vectors, given.out, format);
    json_decref(about);
    return cli_files_end(files, status);
}

static int concat(work *w, const cli_outputs *outputs)
{
    const riwalk_vectors **list;
    riwalk_vectors *vectors = NULL;
    riwalk_error error;
    int status;

    if ((status = read_rows(w)) || (status = compare(w)) || (status = order(w)))
        return status;
    if (!(list = calloc(w->count, sizeof *list)))
        return cli_fail("not enough memory");
    for (size_t i = 0; i < w->count; i++)
        list[i] = w->files[i].vectors;
    if (riwalk_vectors_concat(list, w->count, &vectors, &error))
        status = cli_fail_with(&error);
    free(list);
    if (!status && !(status = write_result(w, vectors)))
        cli_note_vectors(outputs, vectors);
    riwalk_vectors_free(vectors);
    return status;
}

static int run(const cli_command *command)
{
    work w = {.count = given.paths.count};
    cli_outputs outputs = {0};
    int status;

    if (!given.out)
        return cli_usage(command, "OUT is missing: name the file to write with -o OUT");
    for (size_t i = 0; i < w.count; i++)
        cli_progress_expect("reading", 1);
    cli_progress_expect("writing", 1);
    if (!(w.files = calloc(w.count, sizeof *w.files)))
        return cli_fail("not enough memory");
    if (!(status = cli_add_vectors(&outputs, given.out, (riwalk_vectors_format)given.format,
                                   !given.no_metadata)) &&
        !(status = cli_check_outputs_of(command, &outputs, "VECTORS", &given.paths)))
        status = concat(&w, &outputs);
    for (size_t i = 0; i < w.count; i++) {
        riwalk_vectors_free(w.files[i].vectors);
        json_decref(w.files[i].about);
    }
    free(w.files);
    cli_free_outputs(&outputs);
    return status;
}

const cli_command cli_concat_command = {
    .name = "concat",
    .summary = "Embed in parts, step 4: the vectors of all ranges in one file.",
    .description =
        "Puts the files of 'riwalk transform --anchors' together: OUT has the bytes that 'riwalk "
        "embed' would write. The .json beside each file says which nodes it has, so files may come "
        "in any order, and those that are missing, duplicated or of another model are named. "
        "Files without it are taken in the order that they are given.",
    .positionals = positionals,
    .groups = {&own_group, &cli_work_group, &cli_general_group},
    .examples = "riwalk concat rows*.npy -o vectors.npy\n"
                "riwalk concat a.txt b.txt -o both.bin\n",
    .run = run,
};
