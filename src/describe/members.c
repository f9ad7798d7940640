/* SPDX-License-Identifier: MIT */
/* Roles by size, and members of each by the distance from its mean. */
#include "base/memory.h"
#include "describe/describe.h"

#include <math.h>
#include <stdlib.h>

/* A cluster to sort: larger first, equal ones by first node. */
typedef struct cluster {
    uint32_t number;
    uint32_t count;
    uint32_t first; /* node */
} cluster;

static int compare_clusters(const void *a, const void *b)
{
    const cluster *x = a, *y = b;

    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

/* Sorts by distances rounded to a millionth, then by node: equal nodes have vectors that differ by
 * rounding. */
typedef struct member {
    uint32_t role;
    uint32_t node;
    double rounded;
    double distance;
} member;

static int compare_members(const void *a, const void *b)
{
    const member *x = a, *y = b;

    if (x->role != y->role)
        return x->role < y->role ? -1 : 1;
    if (x->rounded != y->rounded)
        return x->rounded < y->rounded ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

/* Lists the nodes with their clusters as roles, and sizes of clusters. Nodes without edges are
 * cluster k. Returns the number of nodes listed. */
static uint32_t list_members(const riwalk_description *d, const rw_clustered *c,
                             const double *means, member *list, cluster *clusters)
{
    uint32_t count = 0;

    for (uint32_t k = 0; k < d->summary.roles; k++)
        clusters[k] = (cluster){k, 0, UINT32_MAX};
    for (uint32_t node = 0, i = 0; node < d->graph->node_count; node++) {
        member m = {c->k, node, 0, 0};
        double sum = 0;

        if (rw_degree(d->joined, node)) {
            if (i == c->count || c->nodes[i] != node)
                continue; /* it has no vector */
            m.role = c->clusters[i];
            for (uint32_t x = 0; x < c->dimensions; x++) {
                double off = (double)c->values[(size_t)i * c->dimensions + x] -
                             means[(size_t)m.role * c->dimensions + x];

                sum += off * off;
            }
            m.distance = sqrt(sum);
            m.rounded = round(1e6 * m.distance);
            i++;
        }
        if (!clusters[m.role].count++)
            clusters[m.role].first = node;
        list[count++] = m;
    }
    qsort(clusters, d->summary.roles, sizeof *clusters, compare_clusters);
    return count;
}

void rw_cluster_means(const rw_clustered *c, double *means, uint32_t *sizes)
{
    for (uint32_t i = 0; i < c->count; i++) {
        double *mean = means + (size_t)c->clusters[i] * c->dimensions;

        sizes[c->clusters[i]]++;
        for (uint32_t x = 0; x < c->dimensions; x++)
            mean[x] += (double)c->values[(size_t)i * c->dimensions + x];
    }
    for (uint32_t k = 0; k < c->k; k++)
        for (uint32_t x = 0; x < c->dimensions; x++)
            means[(size_t)k * c->dimensions + x] /= sizes[k];
}

/* Writes the members of all roles, role after role. */
static void lay_out(riwalk_description *d, const member *list, uint32_t count)
{
    for (uint32_t node = 0; node < d->graph->node_count; node++)
        d->roles[node] = RIWALK_NO_CLASS;
    for (uint32_t i = 0; i < count; i++) {
        riwalk_described_role *r = &d->described[list[i].role];

        d->roles[list[i].node] = list[i].role;
        d->members[i] = list[i].node;
        d->distances[i] = list[i].distance;
        if (!r->count++) {
            r->members = d->members + i;
            r->distances = d->distances + i;
        }
        r->typical_count = r->count < d->options.typical ? r->count : d->options.typical;
    }
}

riwalk_status rw_describe_members(riwalk_description *d, const rw_clustered *c, riwalk_error *error)
{
    uint32_t roles = d->summary.roles, nodes = d->graph->node_count, count;
    rw_pool pool = {0};
    cluster *clusters = rw_take(&pool, roles, sizeof *clusters, error);
    double *means = rw_take_zeroed(&pool, c->k, c->dimensions * sizeof *means, error);
    uint32_t *scratch = rw_take_zeroed(&pool, roles, sizeof *scratch, error);
    member *list = rw_take(&pool, nodes, sizeof *list, error);

    d->pool.failed = pool.failed;
    d->described = rw_take_zeroed(&d->pool, roles, sizeof *d->described, error);
    d->roles = rw_take(&d->pool, nodes, sizeof *d->roles, error);
    d->members = rw_take(&d->pool, nodes, sizeof *d->members, error);
    d->distances = rw_take(&d->pool, nodes, sizeof *d->distances, error);
    if (!d->pool.failed) {
        rw_cluster_means(c, means, scratch);
        count = list_members(d, c, means, list, clusters);
        for (uint32_t role = 0; role < roles; role++)
            scratch[clusters[role].number] = role;
        for (uint32_t i = 0; i < count; i++)
            list[i].role = scratch[list[i].role];
        qsort(list, count, sizeof *list, compare_members);
        lay_out(d, list, count);
    }
    rw_pool_free(&pool);
    return rw_pool_status(&d->pool);
}
