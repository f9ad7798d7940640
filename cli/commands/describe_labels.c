/* SPDX-License-Identifier: MIT */
/* What roles and labels share. */
#include "describe.h"
#include "messages.h"

#include <stdlib.h>
#include <string.h>

uint32_t *cli_role_labels(const cli_described *d, uint32_t role)
{
    const riwalk_described_role *r = riwalk_description_role(d->description, role);
    uint32_t *counts = calloc((size_t)d->labels_summary.classes + 1, sizeof *counts);

    if (!counts) {
        cli_fail("not enough memory for the labels");
        return NULL;
    }
    for (uint32_t i = 0; i < r->count; i++) {
        const uint32_t *classes;

        if (riwalk_node_labels_of(d->labels, r->members[i], &classes))
            counts[classes[0]]++;
    }
    return counts;
}

/* Nodes without a vector are one more cluster, as if they were alike. */
int cli_role_agreement(const cli_described *d, riwalk_agreement *agreement)
{
    uint32_t nodes = d->summary.nodes, *clusters = calloc((size_t)nodes + 1, sizeof *clusters);
    riwalk_error error;
    int status = 0;

    if (!clusters)
        return cli_fail("not enough memory for the labels");
    memcpy(clusters, riwalk_description_roles(d->description), nodes * sizeof *clusters);
    for (uint32_t node = 0; node < nodes; node++)
        if (clusters[node] == RIWALK_NO_CLASS)
            clusters[node] = d->summary.roles;
    if (riwalk_cluster_agreement(d->labels, clusters, d->summary.roles + 1, agreement, &error))
        status = cli_fail_with(&error);
    free(clusters);
    return status;
}
