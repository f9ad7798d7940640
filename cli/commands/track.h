/* SPDX-License-Identifier: MIT */
/* What riwalk track found, on its way out. */
#ifndef CLI_COMMANDS_TRACK_H
#define CLI_COMMANDS_TRACK_H

#include "cli.h"
#include "riwalk_compare.h"

typedef struct cli_tracked {
    riwalk_tracking *tracking;
    const char **names; /* [steps] of snapshots */
    const char *out;    /* table of nodes; NULL: none */
    uint32_t top;       /* changed nodes to print */
    uint64_t seed;
} cli_tracked;

/* Sizes of roles over time, moves between them, and the nodes that changed most. */
int cli_track_text(const cli_tracked *t);

/* All of it, to a file. */
int cli_track_json(const cli_tracked *t, const char *path);

/* The table of all nodes and steps: a cli_print. */
int cli_track_table(const void *tracked, FILE *to);

#endif
