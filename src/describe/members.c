/* SPDX-License-Identifier: MIT */
/* Roles by size, and the members of each by their distance from its middle. */
#include "base/error.h"
#include "base/memory.h"
#include "describe/describe.h"
#include "evaluate/points.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A cluster on its way to a role: the larger comes first, of equals the one with the first node. */
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

/* Distances to a millionth decide, then the node: vectors of nodes that are alike differ by
 * rounding. */
typedef struct member {
    double rounded;
    double distance;
    uint32_t node;
} member;

static int compare_members(const void *a, const void *b)
{
    const member *x = a, *y = b;

    if (x->rounded != y->rounded)
        return x->rounded < y->rounded ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

/* Numbers of roles for clusters; number k is that of nodes without edges, where there are some. */
static void rank_clusters(riwalk_description *d, const rw_clustered *c, cluster *clusters,
                          uint32_t *role_of)
{
    uint32_t count = d->summary.roles;

    for (uint32_t i = 0; i < count; i++)
        clusters[i] = (cluster){i, 0, UINT32_MAX};
    for (uint32_t i = c->count; i-- > 0;) {
        clusters[c->clusters[i]].count++;
        clusters[c->clusters[i]].first = c->nodes[i];
    }
    for (uint32_t node = d->graph->node_count; node-- > 0 && count > c->k;)
        if (!rw_degree(d->graph, node)) {
            clusters[c->k].count++;
            clusters[c->k].first = node;
        }
    qsort(clusters, count, sizeof *clusters, compare_clusters);
    for (uint32_t role = 0; role < count; role++)
        role_of[clusters[role].number] = role;
}

/* Lays the members of all roles out one after the other. */
static void lay_out(riwalk_description *d, const cluster *clusters)
{
    uint32_t at = 0;

    for (uint32_t role = 0; role < d->summary.roles; role++) {
        riwalk_described_role *r = &d->described[role];

        r->count = clusters[role].count;
        r->members = d->members + at;
        r->distances = d->distances + at;
        r->typical_count = r->count < d->options.typical ? r->count : d->options.typical;
        at += r->count;
    }
}

/* The mean vector of every cluster. */
static void find_middles(const rw_clustered *c, double *middles, uint32_t *sizes)
{
    for (uint32_t i = 0; i < c->count; i++) {
        double *middle = middles + (size_t)c->clusters[i] * c->dimensions;

        sizes[c->clusters[i]]++;
        for (uint32_t x = 0; x < c->dimensions; x++)
            middle[x] += (double)c->values[(size_t)i * c->dimensions + x];
    }
    for (uint32_t k = 0; k < c->k; k++)
        for (uint32_t x = 0; x < c->dimensions; x++)
            middles[(size_t)k * c->dimensions + x] /= sizes[k];
}

static double distance(const float *a, const double *b, uint32_t dimensions)
{
    double sum = 0;

    for (uint32_t x = 0; x < dimensions; x++)
        sum += ((double)a[x] - b[x]) * ((double)a[x] - b[x]);
    return sqrt(sum);
}

/* Members of a role in order. `own` has room for its members. */
static void order_role(riwalk_description *d, uint32_t role, member *own)
{
    riwalk_described_role *r = &d->described[role];
    uint32_t *members = d->members + (r->members - d->members);
    double *distances = d->distances + (r->distances - d->distances);

    for (uint32_t i = 0; i < r->count; i++)
        own[i] = (member){round(1e6 * distances[i]), distances[i], members[i]};
    qsort(own, r->count, sizeof *own, compare_members);
    for (uint32_t i = 0; i < r->count; i++) {
        distances[i] = own[i].distance;
        members[i] = own[i].node;
    }
}

static void fill(riwalk_description *d, const rw_clustered *c, const double *middles,
                 const uint32_t *role_of, uint32_t *filled, member *scratch)
{
    memset(filled, 0, d->summary.roles * sizeof *filled);
    for (uint32_t node = 0; node < d->graph->node_count; node++)
        d->roles[node] = rw_degree(d->graph, node) ? RIWALK_NO_CLASS : role_of[c->k];
    for (uint32_t i = 0; i < c->count; i++)
        d->roles[c->nodes[i]] = role_of[c->clusters[i]];
    for (uint32_t node = 0, i = 0; node < d->graph->node_count; node++) {
        uint32_t role = d->roles[node];
        size_t at;

        if (role == RIWALK_NO_CLASS)
            continue;
        at = (size_t)(d->described[role].members - d->members) + filled[role]++;
        d->members[at] = node;
        d->distances[at] = 0;
        if (rw_degree(d->graph, node)) {
            d->distances[at] =
                distance(c->values + (size_t)i * c->dimensions,
                         middles + (size_t)c->clusters[i] * c->dimensions, c->dimensions);
            i++;
        }
    }
    for (uint32_t role = 0; role < d->summary.roles; role++)
        order_role(d, role, scratch);
}

riwalk_status rw_describe_members(riwalk_description *d, const rw_clustered *c, riwalk_error *error)
{
    uint32_t roles = d->summary.roles, nodes = d->graph->node_count;
    rw_pool pool = {0};
    cluster *clusters = rw_take(&pool, roles, sizeof *clusters, error);
    double *middles = rw_take_zeroed(&pool, c->k, c->dimensions * sizeof *middles, error);
    uint32_t *role_of = rw_take(&pool, roles + (size_t)1, sizeof *role_of, error);
    uint32_t *sizes = rw_take_zeroed(&pool, roles, sizeof *sizes, error);
    member *scratch = rw_take(&pool, nodes, sizeof *scratch, error);

    d->pool.failed = pool.failed;
    d->described = rw_take_zeroed(&d->pool, roles, sizeof *d->described, error);
    d->roles = rw_take(&d->pool, nodes, sizeof *d->roles, error);
    d->members = rw_take(&d->pool, nodes, sizeof *d->members, error);
    d->distances = rw_take(&d->pool, nodes, sizeof *d->distances, error);
    if (!d->pool.failed) {
        rank_clusters(d, c, clusters, role_of);
        lay_out(d, clusters);
        find_middles(c, middles, sizes);
        fill(d, c, middles, role_of, sizes, scratch);
    }
    rw_pool_free(&pool);
    return rw_pool_status(&d->pool);
}
