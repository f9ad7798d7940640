/* SPDX-License-Identifier: MIT */
/* Vectors in and out. */
#include "vector_files.h"

#include "common.h"
#include "files.h"
#include "json.h"
#include "progress.h"
#include "report.h"
#include "signals.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define BETWEEN " \t,;\r\n"
#define CHECKSUM "vectors_checksum" /* in metadata */

const cli_choice cli_vector_formats[] = {
    {"auto", RIWALK_VECTORS_FORMAT_AUTO},     {"text", RIWALK_VECTORS_FORMAT_TEXT},
    {"binary", RIWALK_VECTORS_FORMAT_BINARY}, {"npy", RIWALK_VECTORS_FORMAT_NPY},
    {"tsv", RIWALK_VECTORS_FORMAT_TSV},       {"csv", RIWALK_VECTORS_FORMAT_CSV},
    {"npz", RIWALK_VECTORS_FORMAT_NPZ},       {0},
};

/* A path without its last `cut` characters, and with an ending. */
static char *beside(const char *path, size_t cut, const char *ending)
{
    char *other;

    if (asprintf(&other, "%.*s%s", (int)(strlen(path) - cut), path, ending) >= 0)
        return other;
    cli_fail("not enough memory");
    return NULL;
}

char *cli_ids_path(const char *vectors)
{
    size_t length = strlen(vectors);

    return beside(vectors, length > 4 && !strcasecmp(vectors + length - 4, ".npy") ? 4 : 0, ".ids");
}

char *cli_metadata_path(const char *vectors)
{
    return beside(vectors, 0, ".json");
}

static void start(riwalk_vectors_options *options)
{
    riwalk_vectors_options_init(options);
    options->run.threads = (int)cli_given.threads;
    options->run.progress = cli_progress_show;
}

/* The number of columns of a line, up to 3. */
static int columns(const char *line)
{
    int count = 0;

    for (line += strspn(line, BETWEEN); *line && count < 3; line += strspn(line, BETWEEN)) {
        line += strcspn(line, BETWEEN);
        count++;
    }
    return count;
}

bool cli_has_pairs(const char *path)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "re") : NULL;
    int lines = 0, pairs = 0;
    char line[256];

    while (file && lines < 5 && fgets(line, sizeof line, file)) {
        if (*line == '#' || *line == '%')
            continue;
        lines++;
        pairs += columns(line) == 2;
    }
    if (file)
        fclose(file);
    return lines > 1 && pairs == lines;
}

bool cli_has_order(void)
{
    return cli_running && cli_running->positionals && cli_running->positionals[0].help &&
           cli_running->positionals[1].help;
}

int cli_fail_order(const char *path, const char *what)
{
    char order[128] = "";
    size_t used = 0;

    for (const cli_option *p = cli_running ? cli_running->positionals : NULL;
         p && p->help && used < sizeof order; p++)
        used += (size_t)snprintf(order + used, sizeof order - used, " %s", p->placeholder);
    return cli_fail("%s: this looks like %s; the order is%s", path, what, order);
}

/* jansson's own reader takes a failed read for the end of the file. */
static size_t read_piece(void *to, size_t size, void *file)
{
    size_t got = fread(to, 1, size, file);

    return got || !ferror((FILE *)file) ? got : SIZE_MAX;
}

static int load_metadata(const char *path, json_t **root)
{
    FILE *file = fopen(path, "r");
    int status = CLI_EXIT_FINE;
    json_error_t error;
    json_t *made;

    if (!file && errno == ENOENT)
        return CLI_EXIT_FINE;
    if (!file)
        return cli_fail("%s: %s", path, strerror(errno));
    errno = 0;
    made = json_load_callback(read_piece, file, 0, &error);
    if (ferror(file))
        status = cli_fail("%s: %s", path, strerror(errno));
    else if (!made && json_error_code(&error) == json_error_out_of_memory)
        status = cli_fail("not enough memory to read %s", path);
    fclose(file);
    if (status)
        json_decref(made);
    else
        *root = made;
    return status;
}

int cli_read_metadata(const char *vectors, json_t **root)
{
    char *path;
    int status;

    *root = NULL;
    if (!cli_has_place(vectors))
        return CLI_EXIT_FINE;
    if (!(path = cli_metadata_path(vectors)))
        return CLI_EXIT_FAILED; /* no memory */
    status = load_metadata(path, root);
    free(path);
    return status;
}

int cli_write_metadata(riwalk_files *files, const char *out, json_t *root,
                       const riwalk_vectors *vectors)
{
    char *path = cli_metadata_path(out);
    int status;

    if (!path)
        status = CLI_EXIT_FAILED; /* no memory */
    else if (json_object_set_new(root, CHECKSUM, cli_vectors_checksum(vectors)))
        status = cli_fail("not enough memory for the metadata");
    else if (!cli_has_place(out))
        status = CLI_EXIT_FINE;
    else
        status = cli_write_json(files, path, root,
                                JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(15));
    free(path);
    return status;
}

json_t *cli_vectors_checksum(const riwalk_vectors *vectors)
{
    return json_sprintf("%016" PRIx64, riwalk_vectors_checksum(vectors));
}

/* Metadata are the first of the files of a run that are put in place, and vectors the last: where
 * they agree, all of them are of one run. */
static int check_metadata(const char *path, const riwalk_vectors *vectors)
{
    json_t *root, *told, *found;
    int status = cli_read_metadata(path, &root);

    if (status)
        return status;
    told = json_object_get(root, CHECKSUM);
    found = cli_vectors_checksum(vectors);
    if (!found)
        status = cli_fail("not enough memory");
    else if (json_is_string(told) && !json_equal(told, found))
        status = cli_fail("%s and %s.json do not belong together (checksum %s, not %s): they are "
                          "of different runs, or one was changed; make them again, or remove the "
                          ".json file",
                          path, path, json_string_value(found), json_string_value(told));
    json_decref(found);
    json_decref(root);
    return status;
}

int cli_read_vectors(const char *path, riwalk_vectors **vectors)
{
    double begin = cli_seconds();
    riwalk_vectors_options options;
    riwalk_status status;
    riwalk_error error;

    start(&options);
    status = riwalk_vectors_read(path, &options, vectors, &error);
    cli_progress_erase();
    if (status)
        return error.code == RIWALK_STATUS_FORMAT && cli_has_order() && cli_has_pairs(path)
                   ? cli_fail_order(path, "labels or edges, two columns a line, not like vectors")
                   : cli_fail_with(&error);
    cli_detail("read %s: %" PRIu32 " vectors of %" PRIu32 " dimensions in %.2f s", path,
               riwalk_vectors_count(*vectors), riwalk_vectors_dimensions(*vectors),
               cli_seconds() - begin);
    return check_metadata(path, *vectors);
}

int cli_write_vectors(riwalk_files *files, const riwalk_vectors *vectors, const char *path,
                      riwalk_vectors_format format)
{
    bool stream = !strcmp(path, "-");
    riwalk_vectors_options options;
    riwalk_status status;
    riwalk_error error;

    start(&options);
    options.format = format;
    options.files = files;
    if (!stream)
        cli_signals_hold();
    status = riwalk_vectors_write(vectors, path, &options, &error);
    cli_progress_erase();
    if (!stream)
        cli_signals_release();
    return status ? cli_fail_with(&error) : CLI_EXIT_FINE;
}
