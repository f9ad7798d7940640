/* SPDX-License-Identifier: MIT */
/* What a run of embed cost, for programs that compare runs. */
#ifndef CLI_RUN_REPORT_H
#define CLI_RUN_REPORT_H

#include "riwalk.h"

/* Writes the figures of a run that made vectors, and the CPU time and peak memory of this process
 * so far, as JSON to a file among others. Returns the exit status; a failure is already reported.
 */
int cli_write_run_report(riwalk_files *files, const char *path, const riwalk_embed_report *report,
                         const riwalk_vectors *vectors);

#endif
