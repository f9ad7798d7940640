/* SPDX-License-Identifier: MIT */
/* What the parts of riwalk describe share, and riwalk report. */
#ifndef CLI_DESCRIBE_H
#define CLI_DESCRIBE_H

#include "cli.h"

/* What was given for a graph and its description, and what came of it. */
typedef struct cli_described {
    const char *graph_path, *vectors_path, *labels_path, *out;
    cli_strings also; /* graphs that are described with it */
    bool details;     /* of roles, beside families */
    riwalk_describe_options how;
    riwalk_graph *graph;
    riwalk_vectors *vectors; /* NULL: they were made */
    riwalk_description *description;
    riwalk_description_summary summary;
    riwalk_node_labels *labels; /* of nodes; NULL: none */
    riwalk_node_labels_summary labels_summary;

    /* How roles and labels go together, for describe alone. */
    uint32_t *label_counts;     /* [roles][labels]: members with each label */
    riwalk_agreement agreement; /* over the nodes that have both */
} cli_described;

extern cli_described cli_subject;

/* Arguments and options that both commands have, and the defaults. */
#define CLI_ALSO                                                                                   \
    .name = "also", .kind = CLI_STRINGS, .file = CLI_READS, .placeholder = "GRAPH",                \
    .store = &cli_subject.also, .basic = true,                                                     \
    .help = "another graph, to be described with the first; may be repeated. Ids are NAME:id"
extern cli_option cli_describe_positionals[];
#define CLI_ROLES                                                                                  \
    CLI_NUMBER("roles"), .letter = 'k', .store = &cli_subject.how.roles, .minimum = 1,             \
                         .choices = cli_role_words, .help = "number of roles",                     \
                         .aliases = "clusters", .basic = true
void cli_prepare_subject(void);

/* Refuses what makes no sense together, and files that are in each other's way. */
int cli_check_subject(void);

/* Reads the graph, its vectors and labels, and describes it; a page refuses some graphs, and takes
 * any labels. */
int cli_describe(bool page);

/* Print all of it for people and for programs (describe_output.c). */
int cli_describe_text(const cli_described *d);
int cli_describe_json(const cli_described *d);

#endif
