/* SPDX-License-Identifier: MIT */
/* How the nodes of a graph are drawn: roles, colours and places, from files of them. */
#ifndef CLI_NODE_STYLE_H
#define CLI_NODE_STYLE_H

#include "riwalk_analysis.h"

/* Each by node, or NULL where it is not known. */
typedef struct cli_node_style {
    const char **roles; /* NULL for a node that has none; of the labels */
    uint32_t *colors;
    double *places;
    riwalk_node_labels *labels;
} cli_node_style;

/* Vectors by which the nodes of a graph are found by name; each has one number. */
int cli_graph_vectors(const riwalk_graph *graph, riwalk_vectors **vectors);

/* Reads files of 'id label' and of 'id x y'; NULL: none. Each returns the exit status; a failure is
 * already reported. */
int cli_read_look(const riwalk_graph *graph, const char *labels, const char *places,
                  cli_node_style *look);

void cli_free_look(cli_node_style *look);

/* Whether a file's name stands for a format that holds looks: .gexf, .graphml, .json. */
bool cli_holds_look(const char *path);

#endif
