/* SPDX-License-Identifier: MIT */
/* Roles by size, and members of each by the distance from its mean. */
#include "base/sort.h"
#include "describe/describe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

    return 4 * RW_ORDER(x->role, y->role) + 2 * RW_ORDER(x->rounded, y->rounded) +
           RW_ORDER(x->node, y->node);
}

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

/* Lists the nodes with their clusters as roles; nodes without edges are cluster k. Sorts clusters,
 * as their first nodes: larger ones first. Returns the number of nodes listed. */
static uint32_t list_members(const riwalk_description *d, const rw_clustered *c,
                             const double *means, member *list, rw_scored *clusters)
{
    uint32_t count = 0, dimensions = c->rows.dimensions;

    for (uint32_t k = 0; k < d->summary.roles; k++)
        clusters[k] = (rw_scored){0};
    for (uint32_t node = 0, i = 0; node < d->graph->node_count; node++) {
        member m = {c->k, node, 0, 0};
        double sum = 0;

        if (rw_degree(d->joined, node)) {
            if (i == c->rows.count || c->nodes[i] != node)
                continue; /* it has no vector */
            m.role = c->clusters[i];
            for (uint32_t x = 0; x < dimensions; x++) {
                double off =
                    (double)rw_vectors_row(&c->rows, i)[x] - means[(size_t)m.role * dimensions + x];

                sum += off * off;
            }
            m.distance = sqrt(sum);
            m.rounded = round(1e6 * m.distance);
            i++;
        }
        if (clusters[m.role].value == 0)
            clusters[m.role].number = node;
        clusters[m.role].value--; /* the negated size */
        d->roles[node] = m.role;
        list[count++] = m;
    }
    qsort(clusters, d->summary.roles, sizeof *clusters, rw_scored_order);
    return count;
}

/* Writes the members of all roles, role after role. */
static void lay_out(riwalk_description *d, const member *list, uint32_t count)
{
    memset(d->roles, 0xff, d->graph->node_count * sizeof *d->roles); /* RIWALK_NO_CLASS */
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
    double *sizes, *means = rw_cluster_means(d, c, &sizes, error);
    rw_scored *clusters = rw_take(&d->scratch, roles, sizeof *clusters, error);
    uint32_t *numbers = rw_take(&d->scratch, roles, sizeof *numbers, error);
    member *list = rw_take(&d->scratch, nodes, sizeof *list, error);

    d->described = rw_take_zeroed(&d->pool, roles, sizeof *d->described, error);
    d->roles = rw_take(&d->pool, nodes, sizeof *d->roles, error);
    d->members = rw_take(&d->pool, nodes, sizeof *d->members, error);
    d->distances = rw_take(&d->pool, nodes, sizeof *d->distances, error);
    if (d->scratch.failed || d->pool.failed)
        return RIWALK_STATUS_MEMORY;
    count = list_members(d, c, means, list, clusters);
    for (uint32_t role = 0; role < roles; role++)
        numbers[d->roles[clusters[role].number]] = role;
    for (uint32_t i = 0; i < count; i++)
        list[i].role = numbers[list[i].role];
    qsort(list, count, sizeof *list, compare_members);
    lay_out(d, list, count);
    return RIWALK_STATUS_OK;
}
