/* SPDX-License-Identifier: MIT */
/* Roles by size, and members of each by the distance from its mean. */
#include "base/sort.h"
#include "describe/describe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double *rw_cluster_means(riwalk_description *d, const rw_clustered *c, double **sizes,
                         riwalk_error *error)
{
    uint32_t dimensions = c->rows.dimensions;
    double *means = rw_take_zeroed(&d->scratch, c->k, dimensions * sizeof *means, error);

    *sizes = rw_take_zeroed(&d->scratch, c->k, sizeof **sizes, error);
    if (d->scratch.failed)
        return NULL;
    for (uint32_t i = 0; i < c->rows.count; i++) {
        double *mean = means + (size_t)c->clusters[i] * dimensions;

        (*sizes)[c->clusters[i]]++;
        for (uint32_t x = 0; x < dimensions; x++)
            mean[x] += (double)rw_vectors_row(&c->rows, i)[x];
    }
    for (size_t x = 0; x < (size_t)c->k * dimensions; x++)
        means[x] /= (*sizes)[x / dimensions];
    return means;
}

/* Finds the cluster of each node, as its role, and its distance from the cluster's mean. Nodes
 * without edges are cluster k. Sorts clusters, as their first nodes: larger ones first. */
static void place_nodes(const riwalk_description *d, const rw_clustered *c, const double *means,
                        double *distances, rw_scored *clusters)
{
    uint32_t dimensions = c->rows.dimensions;

    memset(d->roles, 0xff, d->graph->node_count * sizeof *d->roles); /* RIWALK_NO_CLASS */
    for (uint32_t i = 0; i < c->rows.count; i++) {
        const double *mean = means + (size_t)c->clusters[i] * dimensions;
        double sum = 0;

        for (uint32_t x = 0; x < dimensions; x++) {
            double off = (double)rw_vectors_row(&c->rows, i)[x] - mean[x];

            sum += off * off;
        }
        d->roles[c->nodes[i]] = c->clusters[i];
        distances[c->nodes[i]] = sqrt(sum);
    }
    for (uint32_t node = d->graph->node_count; node-- > 0;) {
        if (!rw_degree(d->joined, node)) {
            d->roles[node] = c->k;
            distances[node] = 0;
        }
        if (d->roles[node] != RIWALK_NO_CLASS) {
            clusters[d->roles[node]].number = node;
            clusters[d->roles[node]].value--; /* the negated size */
        }
    }
    qsort(clusters, d->summary.roles, sizeof *clusters, rw_scored_order);
}

/* Sorts a role's members by distances rounded to a millionth, then by node: equal nodes have
 * vectors that differ by rounding. */
static void sort_members(riwalk_description *d, riwalk_described_role *r, const double *distances,
                         rw_scored *list)
{
    size_t first = (size_t)(r->members - d->members);

    for (uint32_t i = 0; i < r->count; i++)
        list[i] = (rw_scored){round(1e6 * distances[r->members[i]]), r->members[i]};
    qsort(list, r->count, sizeof *list, rw_scored_order);
    for (uint32_t i = 0; i < r->count; i++) {
        d->members[first + i] = list[i].number;
        d->distances[first + i] = distances[list[i].number];
    }
    r->distances = d->distances + first;
    r->typical_count = r->count < d->options.typical ? r->count : d->options.typical;
}

riwalk_status rw_describe_members(riwalk_description *d, const rw_clustered *c, riwalk_error *error)
{
    uint32_t roles = d->summary.roles, nodes = d->graph->node_count, used = 0;
    double *sizes, *means = rw_cluster_means(d, c, &sizes, error);
    double *distances = rw_take(&d->scratch, nodes, sizeof *distances, error);
    rw_scored *clusters = rw_take_zeroed(&d->scratch, roles, sizeof *clusters, error);
    rw_scored *list = rw_take(&d->scratch, nodes, sizeof *list, error);
    uint32_t *numbers = rw_take(&d->scratch, roles, sizeof *numbers, error);

    d->described = rw_take_zeroed(&d->pool, roles, sizeof *d->described, error);
    d->roles = rw_take(&d->pool, nodes, sizeof *d->roles, error);
    d->members = rw_take(&d->pool, nodes, sizeof *d->members, error);
    d->distances = rw_take(&d->pool, nodes, sizeof *d->distances, error);
    if (d->scratch.failed || d->pool.failed)
        return RIWALK_STATUS_MEMORY;
    place_nodes(d, c, means, distances, clusters);
    for (uint32_t role = 0; role < roles; role++) {
        numbers[d->roles[clusters[role].number]] = role;
        d->described[role].members = d->members + used;
        used += (uint32_t)-clusters[role].value;
    }
    for (uint32_t node = 0; node < nodes; node++)
        if (d->roles[node] != RIWALK_NO_CLASS) {
            riwalk_described_role *r = &d->described[d->roles[node] = numbers[d->roles[node]]];

            d->members[(size_t)(r->members - d->members) + r->count++] = node;
        }
    for (uint32_t role = 0; role < roles; role++)
        sort_members(d, &d->described[role], distances, list);
    return RIWALK_STATUS_OK;
}
