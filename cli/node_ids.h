/* SPDX-License-Identifier: MIT */
/* The nodes that --only names. */
#ifndef CLI_NODE_IDS_H
#define CLI_NODE_IDS_H

#include "inputs.h"

typedef struct cli_nodes {
    uint32_t *nodes; /* [count], ascending, numbered through all graphs */
    uint32_t count;
    size_t capacity;
} cli_nodes;

/* Finds the nodes of a list: ids separated by commas, or "@FILE" with one id a line. Ids of several
 * graphs read NAME:id. Returns the exit status; a failure is already reported. `nodes->nodes` is to
 * be freed, also after a failure. */
int cli_find_nodes(const char *list, const cli_inputs *in, cli_nodes *nodes);

#endif
