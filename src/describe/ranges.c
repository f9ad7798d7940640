/* SPDX-License-Identifier: MIT */
/* Ranges of measures over all nodes, roles and families; and how memberships explain measures. */
#include "base/sort.h"
#include "describe/describe.h"
#include "methods/rolx/rolx.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Ranges ---- */

static int compare(const void *a, const void *b)
{
    return RW_ORDER(*(const double *)a, *(const double *)b);
}

void rw_sort_doubles(double *values, uint32_t count)
{
    qsort(values, count, sizeof *values, compare);
}

/* Interpolates the quantile of sorted values. */
static double quantile(const double *sorted, uint32_t count, double share)
{
    double place = share * (count - 1.0);
    uint32_t below = (uint32_t)place;

    if (below + 1 >= count)
        return sorted[count - 1];
    return sorted[below] + (place - below) * (sorted[below + 1] - sorted[below]);
}

/* The range of a measure over some nodes; `nodes` NULL: all; `values` NULL: none. `scratch` has
 * room for `count`. */
static riwalk_range range_of(const double *values, const uint32_t *nodes, uint32_t count,
                             double *scratch)
{
    riwalk_range range = {0, NAN, NAN, NAN, NAN, NAN};

    for (uint32_t i = 0; values && i < count; i++) {
        double value = values[nodes ? nodes[i] : i];

        if (!isnan(value))
            scratch[range.count++] = value;
    }
    if (!range.count)
        return range;
    rw_sort_doubles(scratch, range.count);
    range.minimum = scratch[0];
    range.lower_quartile = quantile(scratch, range.count, 0.25);
    range.median = quantile(scratch, range.count, 0.5);
    range.upper_quartile = quantile(scratch, range.count, 0.75);
    range.maximum = scratch[range.count - 1];
    return range;
}

/* Gathers the members of a family's roles. */
static uint32_t family_members(const riwalk_description *d, const riwalk_described_family *f,
                               uint32_t *nodes)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < f->role_count; i++) {
        const riwalk_described_role *r = &d->described[f->roles[i]];

        memcpy(nodes + count, r->members, r->count * sizeof *nodes);
        count += r->count;
    }
    return count;
}

riwalk_status rw_describe_ranges(riwalk_description *d, riwalk_error *error)
{
    uint32_t nodes = d->graph->node_count, count;
    double *scratch = rw_take(&d->scratch, nodes, sizeof *scratch, error);
    uint32_t *members = rw_take(&d->scratch, nodes, sizeof *members, error);

    RW_MUST(rw_pool_status(&d->scratch));
    for (int m = 0; m < RIWALK_NODE_MEASURES; m++) {
        const double *values = m == RIWALK_NODE_MEASURE_TYPE ? NULL : d->measures[m];

        d->summary.ranges[m] = range_of(values, NULL, nodes, scratch);
        for (riwalk_described_role *r = d->described; r < d->described + d->summary.roles; r++)
            r->ranges[m] = range_of(values, r->members, r->count, scratch);
        for (uint32_t f = 0; f < d->summary.families; f++) {
            count = family_members(d, &d->families[f], members);
            d->families[f].ranges[m] = range_of(values, members, count, scratch);
        }
    }
    return RIWALK_STATUS_OK;
}

/* ---- Measures that explain memberships: the sense-making of RolX. A measure m is explained by
 * memberships G with the E >= 0 that minimises |G E - m|. A role's E is given as a multiple of the
 * E of a single role for all nodes, which is the mean of m. ---- */

static void explain(const riwalk_vectors *memberships, const double *measure, double *products,
                    double *factors)
{
    uint32_t roles = memberships->dimensions, count = 0;
    double own[RIWALK_MAX_ROLES] = {0}, typical[RIWALK_MAX_ROLES], mean = 0;

    memset(products, 0, (size_t)roles * roles * sizeof *products);
    for (uint32_t node = 0; node < memberships->count; node++) {
        const float *row = rw_vectors_row(memberships, node);

        if (isnan(measure[node]))
            continue;
        count++;
        mean += measure[node];
        for (uint32_t k = 0; k < roles; k++) {
            own[k] += (double)row[k] * measure[node];
            for (uint32_t l = 0; l < roles; l++)
                products[k * roles + l] += (double)row[k] * (double)row[l];
        }
    }
    rw_membership_solve(roles, products, own, typical);
    for (uint32_t k = 0; k < roles; k++)
        factors[k * (size_t)RIWALK_EXPLAINING_MEASURES] =
            mean > 0 ? typical[k] / (mean / count) : NAN;
}

riwalk_status riwalk_memberships_explain(const riwalk_graph *graph,
                                         const riwalk_vectors *memberships, const riwalk_run *run,
                                         double *factors, riwalk_error *error)
{
    riwalk_description d = {.graph = graph};
    double *products = NULL;
    riwalk_status status;

    if (!graph || !memberships || !factors)
        return rw_refuse(error, "the graph, the memberships and the result must not be NULL");
    if (memberships->count != graph->node_count || memberships->dimensions > RIWALK_MAX_ROLES)
        return rw_refuse(error, "memberships are those of the graph's nodes in at most %d roles",
                         RIWALK_MAX_ROLES);
    if (graph->directed)
        return rw_refuse(
            error, "the graph is directed, and the measures that explain roles are defined on "
                   "undirected graphs: read it as an undirected one");
    d.options.run = rw_run_resolve(run ? run : &(riwalk_run){0});
    if (!(status = rw_describe_measure(&d, error))) {
        products = rw_take(&d.pool, (size_t)memberships->dimensions * memberships->dimensions,
                           sizeof *products, error);
        status = rw_pool_status(&d.pool);
    }
    for (int m = 0; m < RIWALK_EXPLAINING_MEASURES && !status; m++)
        explain(memberships, d.measures[m], products, factors + m);
    rw_pool_free(&d.scratch);
    rw_pool_free(&d.pool);
    return status;
}
