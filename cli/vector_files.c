/* SPDX-License-Identifier: MIT */
/* Vectors in and out. */
#include "vector_files.h"

#include "common.h"
#include "progress.h"
#include "report.h"
#include "signals.h"

#include <inttypes.h>
#include <string.h>

const cli_choice cli_vector_formats[] = {
    {"auto", RIWALK_VECTORS_FORMAT_AUTO},     {"text", RIWALK_VECTORS_FORMAT_TEXT},
    {"binary", RIWALK_VECTORS_FORMAT_BINARY}, {"npy", RIWALK_VECTORS_FORMAT_NPY},
    {"tsv", RIWALK_VECTORS_FORMAT_TSV},       {0},
};

static void start(riwalk_vectors_options *options)
{
    riwalk_vectors_options_init(options);
    options->threads = (int)cli_given.threads;
    options->progress = cli_progress_show;
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
        return cli_fail_with(&error);
    cli_detail("read %s: %" PRIu32 " vectors of %" PRIu32 " dimensions in %.2f s", path,
               riwalk_vectors_count(*vectors), riwalk_vectors_dimensions(*vectors),
               cli_seconds() - begin);
    return CLI_EXIT_FINE;
}

int cli_write_vectors(const riwalk_vectors *vectors, const char *path, riwalk_vectors_format format,
                      const char *metadata)
{
    bool stream = !strcmp(path, "-");
    double begin = cli_seconds();
    riwalk_vectors_options options;
    riwalk_status status;
    riwalk_error error;

    start(&options);
    options.format = format;
    options.metadata = metadata;
    if (!stream)
        cli_signals_hold();
    status = riwalk_vectors_write(vectors, path, &options, &error);
    cli_progress_erase();
    if (!stream)
        cli_signals_release();
    if (status)
        return cli_fail_with(&error);
    cli_detail("wrote %s in %.2f s", path, cli_seconds() - begin);
    return CLI_EXIT_FINE;
}
