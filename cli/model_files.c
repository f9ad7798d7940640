/* SPDX-License-Identifier: MIT */
/* Models in and out. */
#include "model_files.h"

#include "report.h"
#include "signals.h"

#include <inttypes.h>
#include <string.h>

int cli_read_model(const char *path, riwalk_model **model)
{
    riwalk_error error;

    if (riwalk_model_read(path, model, &error))
        return cli_fail_with(&error);
    cli_detail("read %s: a model of %" PRIu32 " roles and %" PRIu32 " dimensions", path,
               riwalk_model_role_count(*model), riwalk_model_dimensions(*model));
    return CLI_EXIT_FINE;
}

int cli_write_model(const riwalk_model *model, const char *path)
{
    bool stream = !strcmp(path, "-");
    riwalk_status status;
    riwalk_error error;

    if (!stream)
        cli_signals_hold();
    status = riwalk_model_write(model, path, &error);
    if (!stream)
        cli_signals_release();
    if (status)
        return cli_fail_with(&error);
    cli_detail("wrote %s: a model of %" PRIu32 " roles", path, riwalk_model_role_count(model));
    return CLI_EXIT_FINE;
}
