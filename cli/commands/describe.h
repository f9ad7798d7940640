/* SPDX-License-Identifier: MIT */
/* What the files of riwalk describe, and riwalk report, share. */
#ifndef CLI_DESCRIBE_H
#define CLI_DESCRIBE_H

#include "cli.h"

/* The options for describing a graph, and the results. */
typedef struct cli_described {
    cli_strings also; /* graphs to describe together with it */
    bool details;     /* show roles, not only families */
    uint32_t placed;  /* the most nodes that t-SNE places */
    riwalk_describe_options how;
    riwalk_graph *graph;
    riwalk_vectors *vectors; /* NULL: made by the description */
    riwalk_description *description;
    riwalk_description_summary summary;
    riwalk_node_labels *labels; /* NULL: none */
    riwalk_node_labels_summary labels_summary;

    /* How roles and labels agree, for describe only. */
    uint32_t *label_counts;     /* [roles][labels]: members with each label */
    riwalk_agreement agreement; /* over nodes that have both */
} cli_described;

extern cli_described cli_subject;

/* Arguments, options and defaults that both commands share. */
#define CLI_ALSO                                                                                   \
    .name = "also", .kind = CLI_STRINGS, .file = CLI_READS, .placeholder = "GRAPH",                \
    .store = &cli_subject.also, .basic = true,                                                     \
    .help = "another graph, to be described with the first; may be repeated. Ids are NAME:id"
extern const cli_group cli_describe_group;
#define CLI_ROLES                                                                                  \
    CLI_NUMBER("roles"), .letter = 'k', .store = &cli_subject.how.roles, .minimum = 1,             \
                         .choices = CLI_WORD("auto", 0, "2 to 20, by the silhouette"),             \
                         .help = "number of roles", .aliases = "clusters", .basic = true
void cli_prepare_subject(void);

/* Checks options and outputs, reads the graph, its vectors and labels, and describes it. `page`:
 * for report, which refuses some graphs and takes any labels. */
void cli_describe(bool page);

/* Print the description as text or as JSON (describe_output.c). */
void cli_describe_text(void);
void cli_describe_json(void);

#endif
