/* SPDX-License-Identifier: MIT */
/* What the commands that evaluate vectors share: reading, options of the classifier, clusters. */
#ifndef CLI_EVALUATION_H
#define CLI_EVALUATION_H

#include "command.h"
#include "json.h"
#include "riwalk_analysis.h"
#include "vector_files.h"

#include <stdbool.h>

/* --C --balanced --normalize --tolerance, into cli_fit, which comes without threads and progress.
 */
extern const cli_group cli_fit_group;
extern riwalk_classify_options cli_fit;

/* What is done to vectors first. */
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

/* Of the number of roles. */
extern const cli_choice cli_role_words[];

/* "C 1, normalize none, classes unweighted" */
void cli_fit_text(char *text, size_t size);

/* The same for JSON: members of an object. */
void cli_put_fit(rw_json_writer *to);

/* Reads labels and sums them up, and notes on standard error what was left out; `option` gives the
 * prefix. */
int cli_read_labels(const char *option, const char *path, const riwalk_vectors *vectors,
                    const char *prefix, const char *positive, riwalk_node_labels **labels,
                    riwalk_node_labels_summary *summary);

/* A row of one zero for each node of a graph, to find nodes by name. */
int cli_graph_rows(const riwalk_graph *graph, riwalk_vectors **rows);

/* Labels of the nodes of a graph: rows are nodes. */
int cli_read_node_labels(const char *path, const riwalk_graph *graph, riwalk_node_labels **labels,
                         riwalk_node_labels_summary *summary);

/* Says before it begins that one model for each class of the labels takes long, if it does; `fits`
 * is how often all of them are fitted. */
void cli_note_classes(const char *path, const riwalk_vectors *vectors,
                      const riwalk_node_labels_summary *labels, double fits);

/* The PREFIX of the first row that is called "PREFIX:name"; NULL where there is none. */
char *cli_find_prefix(const riwalk_vectors *vectors, const char *name);

/* cli_fail_with for a call that had no path: names the file that its arguments came from. */
int cli_fail_in(const char *path);

/* The name of a row, or of a node, in a buffer that the next call of the same uses again. */
const char *cli_row_name(const riwalk_vectors *vectors, uint32_t row);
const char *cli_node_name(const riwalk_graph *graph, uint32_t node);

/* ---- Clusters ---- */

/* Says that clusters will be found, and whether their number is known. */
void cli_expect_clusters(bool known);

/* Finds *k clusters of vectors that were read from `path`. Where *k is 0 the library chooses it.
 * `options` come without threads and progress. */
int cli_find_clusters(const char *path, const riwalk_vectors *vectors, riwalk_cluster_options how,
                      uint32_t *k, uint32_t *clusters, riwalk_cluster_scores *scores);

#endif
