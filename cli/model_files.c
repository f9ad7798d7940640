/* SPDX-License-Identifier: MIT */
/* Models in and out. */
#include "model_files.h"

#include "library.h"
#include "messages.h"
#include "metadata.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int cli_read_model(const char *path, riwalk_model **model)
{
    riwalk_error error;

    if (riwalk_model_read(path, model, &error))
        return cli_fail_with(&error);
    cli_detail("read %s: a model of %" PRIu32 " roles and %" PRIu32 " dimensions", path,
               riwalk_model_role_count(*model), riwalk_model_options(*model)->dimensions);
    return CLI_EXIT_FINE;
}

int cli_write_model(riwalk_files *files, const riwalk_model *model, const char *path)
{
    riwalk_error error;

    if (riwalk_model_write_to(model, riwalk_to_files(path, files), &error))
        return cli_fail_with(&error);
    cli_detail("wrote %s: a model of %" PRIu32 " roles", path, riwalk_model_role_count(model));
    return CLI_EXIT_FINE;
}

int cli_model_checksum(const riwalk_model *model, char text[CLI_CHECKSUM_CHARS])
{
    riwalk_error error;
    uint64_t sum;

    if (riwalk_model_checksum(model, &sum, &error))
        return cli_fail_with(&error);
    snprintf(text, CLI_CHECKSUM_CHARS, "%016" PRIx64, sum);
    return CLI_EXIT_FINE;
}

int cli_check_made_by(const char *vectors, const char *checksum)
{
    rw_json_value made_by;
    cli_text metadata;
    int status = cli_read_metadata(vectors, &metadata);

    if (status)
        return status;
    if (!metadata.bytes)
        cli_note("%s has no metadata file, so riwalk cannot check that this model made it",
                 vectors);
    else if (!cli_find_string(&metadata, "model_checksum", &made_by))
        status = cli_fail("%s was not made by riwalk transform, as %s.json shows; make it of GRAPH "
                          "by this model first",
                          vectors, vectors);
    else if (!rw_json_is(&made_by, checksum))
        status = cli_fail("%s was made by another model (checksum %.*s, not %s), as %s.json shows; "
                          "make it of GRAPH by this model first",
                          vectors, (int)made_by.length, made_by.text, checksum, vectors);
    free(metadata.bytes);
    return status;
}
