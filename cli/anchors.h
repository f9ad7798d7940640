/* SPDX-License-Identifier: MIT */
/* --anchors FIRST:END: a range of nodes in the order of vectors. */
#ifndef CLI_ANCHORS_H
#define CLI_ANCHORS_H

#include "command.h"
#include "inputs.h"

#define CLI_ANCHORS                                                                                \
    CLI_TEXT("anchors", "FIRST:END"), .basic = true,                                               \
                                      .help = "only these nodes, numbered from 0 in the order of " \
                                              "vectors: from FIRST to the one before END, or to "  \
                                              "the last node where END is left out or beyond it"

typedef struct cli_anchors {
    uint32_t first;
    uint32_t end; /* 0: all that follow */
} cli_anchors;

/* Parses a range; NULL stands for all nodes. Returns the exit status; a failure is reported. */
int cli_parse_anchors(const cli_command *command, const char *text, cli_anchors *anchors);

/* Once the graphs are read: ends the range at their last node, and checks that one is in it. */
int cli_fit_anchors(const cli_inputs *in, cli_anchors *anchors);

#endif
