/* SPDX-License-Identifier: MIT */
/* Graphs in and out: the options of reading, and how nodes are drawn. */
#ifndef CLI_GRAPH_OPTIONS_H
#define CLI_GRAPH_OPTIONS_H

#include "command.h"
#include "riwalk_analysis.h"
#include "riwalk_graphs.h"
#include "vector_files.h"

/* How nodes are drawn: each by node, or NULL where it is not known. */
typedef struct cli_node_style {
    const char **roles; /* NULL for a node that has none */
    uint32_t *colors;
    double *places;
} cli_node_style;

extern const cli_group cli_read_group; /* --directed --weighted --node-list ... */

/* The same without --directed and --weighted, where neither has an effect. */
extern const cli_group cli_read_plain_group;

/* The file formats by the names that --format and --to use; the first one is "auto". */
extern cli_choice cli_formats[CLI_MAX_FORMATS];

/* What was given for it, but for the choices. */
extern riwalk_read_options cli_read;

/* The file of --node-types; NULL: none. */
extern const char *cli_types_path;

/* Says that a graph will be read, which takes so long in comparison with other stages of the run.
 */
void cli_expect_graph(double weight);

/* Reads a graph as the options say, and the types of its nodes. */
int cli_read_graph(const char *path, riwalk_graph **graph);

/* The same without the file of types, which cli_set_types then reads for all graphs of a run: ids
 * of several graphs, which have names, read NAME:id. */
int cli_load_graph(const char *path, riwalk_graph **graph);
int cli_set_types(riwalk_graph **graphs, char *const *names, size_t count);

/* Notes on standard error what the graph lost on its way in; `weights` says whether they would have
 * an effect. */
void cli_warn_dropped_edges(const riwalk_graph *graph, bool weights);

/* The same where its summary is known. `path` is NULL where there is no other graph that it could
 * be. */
void cli_note_summary(const riwalk_graph_summary *summary, const char *path, bool weights);

/* Notes that a file has directions and was read without them, unless that was asked for. */
void cli_note_directions(const riwalk_graph_summary *summary, const char *path);

/* Whether a graph can be written in `format` at a path, and all outputs: before long work. `look`
 * says that roles, places or colours are to be written too. */
int cli_check_graph_output(const char *path, riwalk_format format, bool look);

/* Writes a graph, in `format`, to a file that is complete or absent also when interrupted. `look`
 * may be NULL. */
int cli_write_graph(const riwalk_graph *graph, const char *path, riwalk_format format,
                    const cli_node_style *look);

/* Reads graphs as another run did. */
void cli_read_like(bool directed, bool weighted);

/* Says that this was done. */
void cli_note_graph_written(const riwalk_graph *graph);

/* ---- How nodes are drawn ---- */

/* Reads files of 'id label' and of 'id x y'; NULL: none. */
int cli_read_look(const riwalk_graph *graph, const char *labels, const char *places,
                  cli_node_style *look);

/* Whether a file's name stands for a format that holds looks: .gexf, .graphml, .json. */
bool cli_holds_look(const char *path);

#endif
