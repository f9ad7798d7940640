/* SPDX-License-Identifier: MIT */
/* Graphs that are embedded together: reading and naming them, and which of their nodes are meant.
 */
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
    /* The same for the library, which wants no name for one graph. */
    const riwalk_graph *const *all;
    const char *const *prefixes;
} cli_inputs;

/* Reads the graphs, and refuses those without roles. Of several processes, the first reads for all;
 * it alone has summaries. */
int cli_read_inputs(const cli_strings *paths, const riwalk_options *options, cli_inputs *in);

/* What the options become for these graphs. */
int cli_resolve_for(const riwalk_options *options, const cli_inputs *in, bool with_model,
                    riwalk_options *resolved);

/* The nodes of all graphs. */
uint64_t cli_count_nodes(const cli_inputs *in);

/* Whether all nodes' names fit into the format of OUT. */
int cli_check_names(const cli_inputs *in, const char *out, riwalk_vectors_format format);

/* [{"file": ..., "nodes": ..., "edges": ..., "checksum": ...}]. */
void cli_put_inputs(rw_json_writer *to, const char *key, const cli_inputs *in);

/* ---- --anchors FIRST:END: a range of nodes in the order of vectors ---- */

#define CLI_ANCHORS                                                                                \
    CLI_TEXT("anchors", "FIRST:END"), .basic = true,                                               \
                                      .help = "only these nodes, numbered from 0 in the order of " \
                                              "vectors: from FIRST to the one before END, or to "  \
                                              "the last node where END is left out or beyond it"

typedef struct cli_anchors {
    uint32_t first;
    uint32_t end; /* 0: all that follow */
} cli_anchors;

/* Parses a range; NULL stands for all nodes. */
int cli_parse_anchors(const char *text, cli_anchors *anchors);

/* Once the graphs are read: ends the range at their last node, and checks that one is in it. */
int cli_fit_anchors(const cli_inputs *in, cli_anchors *anchors);

/* ---- Nodes by their ids ---- */

/* The node of a graph, read from `path`, that a name is of; says which one may be meant. */
int cli_find_node(const char *path, const riwalk_graph *graph, const char *name, uint32_t *node);

typedef struct cli_nodes {
    uint32_t *nodes; /* [count], ascending, numbered through all graphs */
    uint32_t count;
} cli_nodes;

/* Finds the nodes of a list: ids separated by commas, or "@FILE" with one id a line. Ids of several
 * graphs read NAME:id. */
int cli_find_nodes(const char *list, const cli_inputs *in, cli_nodes *nodes);

#endif
