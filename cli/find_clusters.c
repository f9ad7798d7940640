/* SPDX-License-Identifier: MIT */
/* k-means, and how many clusters there should be. */
#include "find_clusters.h"

#include "common.h"
#include "evaluation.h"
#include "progress.h"
#include "report.h"

#include <inttypes.h>

#define LEAST_CLUSTERS 2
#define MOST_CLUSTERS 12
#define CHOICE_SAMPLE 2000 /* nodes whose silhouettes suffice to compare numbers of clusters */

/* A number that the vectors do not allow ends the search. */
static riwalk_status choose(const riwalk_vectors *vectors, riwalk_cluster_options options,
                            uint32_t *k, uint32_t *clusters, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;
    riwalk_cluster_scores scores = {.size = sizeof scores};
    double best = -2;

    *k = 1;
    if (options.sample > CHOICE_SAMPLE)
        options.sample = CHOICE_SAMPLE;
    for (uint32_t tried = LEAST_CLUSTERS; tried <= MOST_CLUSTERS && !status; tried++) {
        status = riwalk_cluster(vectors, tried, &options, clusters, &scores, error);
        if (!status && scores.silhouette > best) {
            best = scores.silhouette;
            *k = tried;
        }
    }
    if (status && status != RIWALK_STATUS_ARGUMENT)
        return status;
    if (*k > 1)
        cli_detail("%" PRIu32 " clusters have the largest silhouette, %.3f, of %d to %d (-k sets "
                   "their number)",
                   *k, best, LEAST_CLUSTERS, MOST_CLUSTERS);
    return RIWALK_STATUS_OK;
}

/* Every number that is tried, and the one that is taken. */
void cli_expect_clusters(bool known)
{
    for (uint32_t tried = LEAST_CLUSTERS; tried <= MOST_CLUSTERS && !known; tried++) {
        cli_progress_expect("clustering", 1);
        cli_progress_expect("measuring silhouettes", 0.5);
    }
    cli_progress_expect("clustering", 1);
    cli_progress_expect("measuring silhouettes", 5);
}

int cli_find_clusters(const char *path, const riwalk_vectors *vectors,
                      riwalk_cluster_options options, uint32_t *k, uint32_t *clusters,
                      riwalk_cluster_scores *scores)
{
    riwalk_status status = RIWALK_STATUS_OK;
    riwalk_error error;

    options.run.threads = (int)cli_given.threads;
    options.run.progress = cli_progress_show;
    if (!*k)
        status = choose(vectors, options, k, clusters, &error);
    if (!status)
        status = riwalk_cluster(vectors, *k, &options, clusters, scores, &error);
    cli_progress_erase();
    return status ? cli_fail_in(path, &error) : CLI_EXIT_FINE;
}
