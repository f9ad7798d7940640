/* SPDX-License-Identifier: MIT */
/* Clusters of vectors, for the commands that print and draw them. */
#ifndef CLI_FIND_CLUSTERS_H
#define CLI_FIND_CLUSTERS_H

#include "riwalk_analysis.h"

#include <stdbool.h>

/* Says that clusters will be found, and whether their number is known. */
void cli_expect_clusters(bool known);

/* Finds *k clusters of vectors that were read from `path`. Where *k is 0 the library chooses it.
 * `options` come without threads and progress. Returns the exit status; a failure is already
 * reported. */
int cli_find_clusters(const char *path, const riwalk_vectors *vectors,
                      riwalk_cluster_options options, uint32_t *k, uint32_t *clusters,
                      riwalk_cluster_scores *scores);

#endif
