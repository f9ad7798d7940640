/* SPDX-License-Identifier: MIT */
/* What the parts of riwalk describe share, and riwalk report. */
#ifndef CLI_DESCRIBE_H
#define CLI_DESCRIBE_H

#include "evaluation.h"
#include "riwalk_analysis.h"

/* A graph, its description, and labels to compare it with. */
typedef struct cli_described {
    riwalk_graph *graph;
    riwalk_vectors *vectors; /* NULL: they were made */
    riwalk_description *description;
    riwalk_description_summary summary;
    riwalk_node_labels *labels; /* of nodes; NULL: none */
    riwalk_node_labels_summary labels_summary;
} cli_described;

/* Options that both commands have. */
#define CLI_GRAPH_VECTORS                                                                          \
    CLI_TEXT(NULL, "VECTORS"), .help = "its vectors; left out: made as --preset roles does",       \
                               .optional = true
#define CLI_ROLES                                                                                  \
    CLI_NUMBER("roles"), .letter = 'k', .minimum = 1, .choices = cli_role_words,                   \
                         .help = "number of roles", .aliases = "clusters", .basic = true

/* Says that a graph will be read and described, with vectors of its own or not. */
void cli_expect_description(const char *vectors, uint32_t roles);

/* Describes the graph, whose files are named for messages. Returns the exit status; a failure is
 * already reported. (describe.c) */
int cli_describe(cli_described *d, riwalk_describe_options *how, const char *graph,
                 const char *vectors);
void cli_free_described(cli_described *d);

/* Print all of it for people (describe_text.c) and for programs (describe_json.c). Each returns the
 * exit status; a failure is already reported. */
int cli_describe_text(const cli_described *d);
int cli_describe_json(const cli_described *d);

/* Members of a role that have each label: counts[class], an array to be freed; NULL when there is
 * no memory, which is reported. */
uint32_t *cli_role_labels(const cli_described *d, uint32_t role);

/* How far roles and labels agree, over the nodes that have both. Returns the exit status; a failure
 * is already reported. */
int cli_role_agreement(const cli_described *d, riwalk_agreement *agreement);

#endif
