/* SPDX-License-Identifier: MIT */
/* What the parts of riwalk explain share. */
#ifndef CLI_EXPLAIN_H
#define CLI_EXPLAIN_H

#include "json.h"
#include "riwalk_analysis.h"

/* One node or two, their walks, and how much of them to tell. */
typedef struct cli_explained {
    riwalk_graph *graph;
    riwalk_options walk;
    riwalk_sampler *sampler;
    const char *names[2]; /* as the user gave them; the second is NULL for one node */
    uint32_t nodes[2];
    uint32_t top; /* roles to list */
} cli_explained;

/* Compares two nodes as a table for people or as JSON. Returns the exit status; a failure is
 * already reported. */
int cli_compare(const cli_explained *e, bool json);

/* Walks from a node. Returns the exit status; a failure is already reported. */
int cli_find_profile(const riwalk_sampler *sampler, uint32_t node, riwalk_profile **profile);

/* The column of roles is as wide as the widest of them, at least as its title. */
int cli_token_width(const riwalk_sampler *sampler, uint64_t role, int width);

/* Members of an object: "node": ..., "degree": ... */
void cli_put_node(rw_json_writer *to, const cli_explained *e, int which);

#endif
