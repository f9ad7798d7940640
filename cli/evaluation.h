/* SPDX-License-Identifier: MIT */
/* What commands that evaluate vectors share: reading, options of the classifier, clusters. */
#ifndef CLI_EVALUATION_H
#define CLI_EVALUATION_H

#include "files.h"

/* --C --balanced --normalize --tolerance, which fill cli_fit; its threads and progress are not
 * set. */
extern const cli_group cli_fit_group;
extern riwalk_classify_options cli_fit;

/* How vectors are scaled first. */
extern const cli_choice cli_normalizations[];
#define CLI_NORMALIZATIONS                                                                         \
    {"none", RIWALK_NORMALIZATION_NONE, "not at all"},                                             \
        {"standard", RIWALK_NORMALIZATION_STANDARD, "every dimension to mean 0 and variance 1"},   \
    {                                                                                              \
        "unit", RIWALK_NORMALIZATION_UNIT, "every vector to length 1"                              \
    }
#define CLI_NORMALIZE CLI_NORMALIZE_BY(cli_normalizations)
#define CLI_NORMALIZE_BY(list)                                                                     \
    .name = "normalize", .kind = CLI_CHOICE, .placeholder = "HOW", .choices = (list),              \
    .help = "how vectors are scaled first", .basic = true

/* "C 1, normalize none, classes unweighted", and as members of an object in JSON. */
void cli_fit_text(char *text, size_t size);
void cli_put_fit(rw_json_writer *to);

/* A file of labels for rows of vectors, and how to read it. */
typedef struct cli_label_file {
    const riwalk_vectors *vectors;
    const char *path;
    const char *option; /* for the prefix */
    const char *prefix, *positive;
} cli_label_file;

/* Reads labels, summarises them, and notes on standard error what was left out; the same by
 * --labels and --prefix. */
riwalk_node_labels *cli_read_label_file(const cli_label_file *file,
                                        riwalk_node_labels_summary *summary);
riwalk_node_labels *cli_read_labels(const riwalk_vectors *vectors,
                                    riwalk_node_labels_summary *summary);

/* Whether labels can be read. */
bool cli_labels_fit(const cli_label_file *file, riwalk_error *error);

/* Makes a row with one zero for each node of a graph, to find nodes by name; reads --labels for
 * such rows: row u is node u. */
riwalk_vectors *cli_graph_rows(const riwalk_graph *graph);
riwalk_node_labels *cli_read_node_labels(const riwalk_graph *graph,
                                         riwalk_node_labels_summary *summary);

/* Warns before fits of one model per class that will take long. `fits`: how often all models are
 * fitted. */
void cli_note_classes(const char *path, const riwalk_vectors *vectors,
                      const riwalk_node_labels_summary *labels, double fits);

/* The PREFIX of the first row called "PREFIX:name"; NULL: there is none. */
char *cli_find_prefix(const riwalk_vectors *vectors, const char *name);

/* The name of a row or a node, in a buffer that the next call reuses. */
const char *cli_row_name(const riwalk_vectors *vectors, uint32_t row);
const char *cli_node_name(const riwalk_graph *graph, uint32_t node);

/* ---- Clusters ---- */

/* Announces the stages of finding clusters, for progress. `known`: k is given. */
void cli_expect_clusters(bool known);

/* Finds *k clusters of VECTORS; *k = 0: the library chooses, and sets *k. Sets threads and progress
 * of the options. */
void cli_find_clusters(const riwalk_vectors *vectors, riwalk_cluster_options how, uint32_t *k,
                       uint32_t *clusters, riwalk_cluster_scores *scores);

#endif
