/* SPDX-License-Identifier: MIT */
/* k-means with progress, and what is said about the number of clusters. */
#include "find_clusters.h"

#include "common.h"
#include "evaluation.h"
#include "messages.h"
#include "progress.h"

#include <inttypes.h>

void cli_expect_clusters(bool known)
{
    if (!known)
        cli_progress_expect("choosing the number of clusters", 5);
    cli_progress_expect("clustering", 1);
    cli_progress_expect("measuring silhouettes", 5);
}

int cli_find_clusters(const char *path, const riwalk_vectors *vectors,
                      riwalk_cluster_options options, uint32_t *k, uint32_t *clusters,
                      riwalk_cluster_scores *scores)
{
    riwalk_status status;
    riwalk_error error;

    options.run.threads = (int)cli_given.threads;
    options.run.progress = cli_progress_show;
    status = riwalk_cluster(vectors, *k, &options, clusters, scores, &error);
    cli_progress_erase();
    if (status)
        return cli_fail_in(path, &error);
    if (!*k && scores->clusters > 1)
        cli_detail("%" PRIu32 " clusters have the largest silhouette, %.3f, of 2 to %" PRIu32
                   " (-k sets their number)",
                   scores->clusters, scores->choice_silhouette, options.most_clusters);
    *k = scores->clusters;
    return CLI_EXIT_FINE;
}
