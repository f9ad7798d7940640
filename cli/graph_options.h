/* SPDX-License-Identifier: MIT */
/* Reading and writing graphs: options, types of nodes, how nodes are drawn, several graphs, and
 * nodes by id or range. */
#ifndef CLI_GRAPH_OPTIONS_H
#define CLI_GRAPH_OPTIONS_H

#include "files.h"
#include "messages.h"

/* How nodes are drawn: arrays by node, or NULL. */
typedef struct cli_node_style {
    const char **roles; /* NULL entries: no role */
    uint32_t *colors;
    double *places;
} cli_node_style;

/* --directed --weighted --node-list ...; plain: for commands where the first two do not matter. */
extern const cli_group cli_read_group, cli_read_plain_group;

/* File formats by the names of --format and --to; the first is "auto". */
extern cli_choice cli_formats[CLI_MAX_FORMATS];

/* The options of reading as given, but for some choices; and the file of --node-types or NULL. */
extern riwalk_read_options cli_read;
extern const char *cli_types_path;

/* Reads a graph by the options, and the types of its nodes. */
riwalk_graph *cli_read_graph(const char *path);

/* Reads a graph without the file of types, which cli_set_types then reads for all graphs of a run.
 * With several graphs, which have names, ids in that file are NAME:id. */
riwalk_graph *cli_load_graph(const char *path);
void cli_set_types(riwalk_graph **graphs, char *const *names, size_t count);

/* Notes on standard error what was dropped from the graph. `weights`: whether they would matter.
 * `path` is NULL if there is only one graph. Directions: only whether these are ignored; `in`,
 * empty or "path: ", begins the sentence. */
void cli_warn_dropped_edges(const riwalk_graph *graph, bool weights);
void cli_note_summary(const riwalk_graph_summary *summary, const char *path, bool weights);
void cli_note_directions(const riwalk_graph_summary *summary, const char *in);

/* Checks before long work that a graph can be written to OUT in `format`, and all outputs. `look`:
 * with roles, places or colours. */
void cli_check_graph_output(riwalk_format format, bool look);

/* Whether a graph of so many bytes in memory has to go straight to OUT, a plain .rwg file, by
 * --memory or because less memory is free; sets what the work may use. */
bool cli_exceeds_memory(riwalk_format format, double bytes, uint64_t *memory);

/* Writes a graph to a file that is complete or absent, even after an interruption; to OUT with
 * cli_note_graph_written. `look` may be NULL. */
void cli_write_graph(const riwalk_graph *graph, const char *path, riwalk_format format,
                     const cli_node_style *look);
void cli_note_graph_written(const riwalk_graph *graph);

/* Whether a file's name implies a format with looks: .gexf, .graphml, .json. */
bool cli_holds_look(const char *path);

/* ---- Graphs that are embedded together: reads and names them (inputs.c) ---- */

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

/* Checks that the names of all nodes of cli_inputs fit into the format of OUT. */
cli_work cli_check_names;

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
cli_anchors cli_parse_anchors(const char *text);

/* After reading: cuts the range at the last node, and checks that it is not empty. */
void cli_fit_anchors(const cli_inputs *in, cli_anchors *anchors);

/* Finds a node by its name in GRAPH; if it fails, suggests a similar name. */
uint32_t cli_find_node(const riwalk_graph *graph, const char *name);

#endif
