/* SPDX-License-Identifier: MIT */
/* One exit status for all processes. */
#include "processes.h"

#include "messages.h"

#include <stddef.h>

riwalk_comm *cli_processes;

bool cli_is_first(void)
{
    return !cli_processes || !cli_processes->rank;
}

int cli_first_status(int status)
{
    riwalk_error error;
    int told = status;

    if (cli_processes &&
        cli_processes->broadcast(cli_processes->context, 0, &told, sizeof told, &error))
        return cli_fail_with(&error);
    return told;
}

int cli_common_status(int status)
{
    uint64_t failed = status != CLI_EXIT_FINE;
    riwalk_error error;

    if (!cli_processes)
        return status;
    if (cli_processes->sum(cli_processes->context, &failed, 1, &error))
        return cli_fail_with(&error);
    if (failed && !status)
        status = cli_fail("%d processes cannot read what the options name; put it where all hosts "
                          "see it",
                          (int)failed);
    return cli_first_status(status);
}
