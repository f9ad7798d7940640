/* SPDX-License-Identifier: MIT */
/* Options that many commands share. */
#ifndef CLI_COMMON_H
#define CLI_COMMON_H

#include "command.h"

typedef enum cli_progress_when {
    CLI_PROGRESS_AUTO = 0, /* when standard error is a terminal */
    CLI_PROGRESS_ALWAYS = 1,
    CLI_PROGRESS_NEVER = 2,
} cli_progress_when;

typedef struct cli_common {
    bool quiet;
    bool verbose;
    uint32_t threads; /* 0: all */
    int progress;     /* cli_progress_when */
} cli_common;

extern cli_common cli_given;

extern const cli_group cli_work_group;    /* --threads --progress: commands that take time */
extern const cli_group cli_general_group; /* -q -v --help --version: every command */

#endif
