/* SPDX-License-Identifier: MIT */
/* What a run writes, compared before the work. */
#include "outputs.h"

#include "files.h"
#include "inputs.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

void cli_add_output(cli_outputs *outputs, const char *what, const char *path)
{
    if (path)
        outputs->places[outputs->count++] = (cli_place){what, path};
}

/* Adds OUT without its last `cut` characters and with an ending. */
static int add_beside(cli_outputs *outputs, int slot, const char *what, size_t cut,
                      const char *ending)
{
    const char *out = outputs->places[0].path;
    size_t kept = strlen(out) - cut;
    char *path = malloc(kept + strlen(ending) + 1);

    if (!path)
        return cli_fail("not enough memory");
    memcpy(path, out, kept);
    strcpy(path + kept, ending);
    outputs->beside[slot] = path;
    cli_add_output(outputs, what, path);
    return CLI_EXIT_FINE;
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
        status = add_beside(outputs, 0, "the file of ids beside OUT", npy ? 4 : 0, ".ids");
    if (!status && metadata)
        status = add_beside(outputs, 1, "the metadata beside OUT", 0, ".json");
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

void cli_free_outputs(cli_outputs *outputs)
{
    for (int i = 0; i < 2; i++)
        free(outputs->beside[i]);
}
