/* SPDX-License-Identifier: MIT */
/* What a run writes: compared before the work, told after it. */
#include "outputs.h"

#include "files.h"
#include "inputs.h"
#include "library.h"
#include "messages.h"
#include "metadata.h"
#include "progress.h"
#include "vector_files.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

void cli_add_output(cli_outputs *outputs, const char *what, const char *path)
{
    if (path)
        outputs->places[outputs->count++] = (cli_place){what, path};
}

/* Adds a file beside OUT, whose path is handed over; NULL is a failure. */
static int add_beside(cli_outputs *outputs, const char *what, char *path)
{
    cli_add_output(outputs, what, path);
    outputs->beside[outputs->beside_count++] = path;
    return path ? CLI_EXIT_FINE : CLI_EXIT_FAILED;
}

int cli_add_vectors(cli_outputs *outputs, const char *out, riwalk_vectors_format format,
                    bool metadata)
{
    size_t length = strlen(out);
    bool npy = length > 4 && !strcasecmp(out + length - 4, ".npy");
    int status = CLI_EXIT_FINE;
    riwalk_error error;

    /* No name at all: whether the format is one. */
    if (riwalk_vectors_check_name("", 0, out, format, &error))
        return cli_fail_with(&error);
    cli_add_output(outputs, "OUT", out);
    /* A stream, a pipe or a device has no place beside it. */
    if (!cli_has_place(out))
        return CLI_EXIT_FINE;
    if (format == RIWALK_VECTORS_FORMAT_NPY || (!format && npy))
        status = add_beside(outputs, "the file of ids beside OUT", cli_ids_path(out));
    if (!status && metadata)
        status = add_beside(outputs, "the metadata beside OUT", cli_metadata_path(out));
    return status;
}

int cli_check_outputs(const cli_command *command, const cli_outputs *outputs,
                      const cli_strings *graphs, const cli_place *inputs, size_t input_count)
{
    const cli_place *out = outputs->places;

    for (size_t o = 0; o < outputs->count; o++) {
        int status = cli_check_place(graphs, out[o].path);

        if (status)
            return status;
        for (size_t i = 0; i < input_count; i++)
            if (inputs[i].path && cli_same_file(inputs[i].path, out[o].path))
                return cli_fail("%s and %s are the same file; name another OUT", inputs[i].what,
                                out[o].what);
        for (size_t other = 0; other < o; other++)
            if (cli_same_output(out[o].path, out[other].path))
                return cli_usage(command, "%s and %s go to the same place, %s; name another",
                                 out[other].what, out[o].what,
                                 strcmp(out[o].path, "-") ? out[o].path : "standard output");
    }
    return CLI_EXIT_FINE;
}

int cli_check_outputs_of(const cli_command *command, const cli_outputs *outputs, const char *what,
                         const cli_strings *paths)
{
    static const cli_strings none;

    for (size_t p = 0; p < paths->count; p++) {
        const cli_place input = {what, paths->items[p]};
        int status = cli_check_outputs(command, outputs, &none, &input, 1);

        if (status)
            return status;
    }
    return CLI_EXIT_FINE;
}

void cli_note_written(const cli_outputs *outputs, const char *format, ...)
{
    const char *out = outputs->places[0].path;
    char what[128], size[32], taken[32], others[1024] = "";
    struct stat info;
    va_list arguments;

    if (!cli_has_place(out) || stat(out, &info))
        return;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    for (size_t o = 1; o < outputs->count; o++) {
        size_t used = strlen(others);

        snprintf(others + used, sizeof others - used, "%s%s", used ? ", " : " and ",
                 outputs->places[o].path);
    }
    cli_short_bytes((double)info.st_size, size, sizeof size);
    cli_time_taken(cli_elapsed(), taken, sizeof taken);
    cli_note("wrote %s: %s (%s)%s in %s", out, what, size, others, taken);
}

void cli_note_vectors(const cli_outputs *outputs, const riwalk_vectors *vectors)
{
    cli_note_written(outputs, "%" PRIu32 " x %" PRIu32, riwalk_vectors_count(vectors),
                     riwalk_vectors_dimensions(vectors));
}

void cli_free_outputs(cli_outputs *outputs)
{
    for (size_t i = 0; i < outputs->beside_count; i++)
        free(outputs->beside[i]);
}
