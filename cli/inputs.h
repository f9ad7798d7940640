/* SPDX-License-Identifier: MIT */
/* Graphs that are embedded together: reads and names them, and finds nodes by id or range. */
#ifndef CLI_INPUTS_H
#define CLI_INPUTS_H

#include "command.h"
#include "json.h"
#include "riwalk_graphs.h"

typedef struct cli_inputs {
    const cli_strings *paths;
    const riwalk_options *options; /* of the method */
    size_t count;
    riwalk_graph **graphs;
    riwalk_graph_summary *summaries;
    char **names; /* if several: file names without folder and extension */
    /* For the library, which takes no name for a single graph. */
    const riwalk_graph *const *all;
    const char *const *prefixes;
} cli_inputs;

/* Reads the graphs, and refuses those that the method cannot use. With several processes, the first
 * one reads for all, and only it has summaries. */
void cli_read_inputs(const cli_strings *paths, const riwalk_options *options, cli_inputs *in);

/* The number of nodes of all graphs. */
uint64_t cli_count_nodes(const riwalk_graph *const *graphs, size_t count);

/* Checks that all nodes' names fit into the format of OUT. */
void cli_check_names(const cli_inputs *in);

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
    uint32_t end; /* 0: up to the last node */
} cli_anchors;

/* Parses a range; NULL: all nodes. */
void cli_parse_anchors(const char *text, cli_anchors *anchors);

/* After reading: cuts the range at the last node, and checks that it is not empty. */
void cli_fit_anchors(const cli_inputs *in, cli_anchors *anchors);

/* ---- Nodes by their ids ---- */

/* Finds a node by its name in a graph read from `path`; if it fails, suggests a similar name. */
void cli_find_node(const char *path, const riwalk_graph *graph, const char *name, uint32_t *node);

typedef struct cli_nodes {
    uint32_t *nodes; /* [count], ascending, numbered across all graphs */
    uint32_t count;
} cli_nodes;

/* Finds the nodes of a list: ids separated by commas, or "@FILE" with one id per line. With several
 * graphs ids are NAME:id. */
void cli_find_nodes(const char *list, const cli_inputs *in, cli_nodes *nodes);

#endif
