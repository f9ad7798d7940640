/* SPDX-License-Identifier: MIT */
/* Vectors in and out. */
#include "vector_files.h"

#include "common.h"
#include "files.h"
#include "library.h"
#include "messages.h"
#include "metadata.h"
#include "progress.h"
#include "signals.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define BETWEEN " \t,;\r\n"

const cli_choice cli_vector_formats[] = {
    {"auto", RIWALK_VECTORS_FORMAT_AUTO},     {"text", RIWALK_VECTORS_FORMAT_TEXT},
    {"binary", RIWALK_VECTORS_FORMAT_BINARY}, {"npy", RIWALK_VECTORS_FORMAT_NPY},
    {"tsv", RIWALK_VECTORS_FORMAT_TSV},       {"csv", RIWALK_VECTORS_FORMAT_CSV},
    {"npz", RIWALK_VECTORS_FORMAT_NPZ},       {0},
};

/* A path without its last four characters where they are ".npy", and with ".ids". */
char *cli_ids_path(const char *vectors)
{
    size_t length = strlen(vectors);
    char *path;

    if (length > 4 && !strcasecmp(vectors + length - 4, ".npy"))
        length -= 4;
    if (asprintf(&path, "%.*s.ids", (int)length, vectors) >= 0)
        return path;
    cli_fail("not enough memory");
    return NULL;
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
    return cli_check_metadata(path, *vectors);
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
    if (!stream)
        cli_signals_hold();
    status = riwalk_vectors_write_to(vectors, riwalk_to_files(path, files), &options, &error);
    cli_progress_erase();
    if (!stream)
        cli_signals_release();
    return status ? cli_fail_with(&error) : CLI_EXIT_FINE;
}
