/* SPDX-License-Identifier: MIT */
/* Reading and writing graphs: options, types of nodes, and how nodes are drawn. */
#ifndef CLI_GRAPH_OPTIONS_H
#define CLI_GRAPH_OPTIONS_H

#include "command.h"
#include "riwalk_analysis.h"
#include "riwalk_graphs.h"
#include "vector_files.h"

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

/* Announces the reading of graphs, for progress. `weight`: the time of each relative to other
 * stages. */
void cli_expect_graphs(size_t count, double weight);

/* Reads a graph by the options, and the types of its nodes. */
riwalk_graph *cli_read_graph(const char *path);

/* Reads a graph without the file of types, which cli_set_types then reads for all graphs of a run.
 * With several graphs, which have names, ids in that file are NAME:id. */
riwalk_graph *cli_load_graph(const char *path);
void cli_set_types(riwalk_graph **graphs, char *const *names, size_t count);

/* Notes on standard error what was dropped from the graph. `weights`: whether they would matter.
 * `path` is NULL if there is only one graph. Directions: only whether these are ignored. */
void cli_warn_dropped_edges(const riwalk_graph *graph, bool weights);
void cli_note_summary(const riwalk_graph_summary *summary, const char *path, bool weights);
void cli_note_directions(const riwalk_graph_summary *summary, const char *path);

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

/* ---- How nodes are drawn ---- */

/* Reads the files of --labels and of places, lines of 'id x y'; NULL: none. */
void cli_read_look(const riwalk_graph *graph, const char *places, cli_node_style *look);

/* Whether a file's name implies a format with looks: .gexf, .graphml, .json. */
bool cli_holds_look(const char *path);

#endif
