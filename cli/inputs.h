/* SPDX-License-Identifier: MIT */
/* Graphs that are embedded together, and the place that their vectors go to: what embed and
 * transform share. */
#ifndef CLI_INPUTS_H
#define CLI_INPUTS_H

#include "command.h"
#include "json.h"
#include "riwalk_graphs.h"

typedef struct cli_inputs {
    const cli_strings *paths;
    size_t count;
    riwalk_graph **graphs;
    riwalk_graph_summary *summaries;
    char **names; /* of several: file names without folders and extensions */
} cli_inputs;

/* Each returns the exit status; a failure is already reported. */

/* Reads the graphs, and refuses those without roles. To be freed, also after a failure. Of several
 * processes, the first reads for all; it alone has summaries. */
int cli_read_inputs(const cli_strings *paths, const riwalk_options *options, cli_inputs *in);
void cli_free_inputs(cli_inputs *in);

/* The options, and what they become for these graphs. */
int cli_resolve_for(const cli_command *command, const riwalk_options *options, const cli_inputs *in,
                    bool with_model, riwalk_options *resolved);

/* Whether a file can be written, and is none of the graphs. */
int cli_check_place(const cli_strings *paths, const char *path);

/* Whether all nodes' names fit into the format of OUT. */
int cli_check_names(const cli_inputs *in, const char *out, riwalk_vectors_format format);

/* [{"file": ..., "nodes": ..., "edges": ..., "checksum": ...}]. */
void cli_put_inputs(rw_json_writer *to, const char *key, const cli_inputs *in);

#endif
