/* SPDX-License-Identifier: MIT */
/* What is typical of roles that nodes belong to by degrees: the sense-making of RolX. A measure m
 * of the nodes is explained by memberships G as the E >= 0 with the least |G E - m|; E of a role is
 * told in multiples of what one role of all nodes would have, which is the mean. */
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "describe/describe.h"
#include "methods/rolx/rolx.h"
#include "vectors/vectors.h"

#include <math.h>
#include <string.h>

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
        factors[k * (size_t)RIWALK_NODE_MEASURES] = mean > 0 ? typical[k] / (mean / count) : NAN;
}

riwalk_status riwalk_memberships_explain(const riwalk_graph *graph,
                                         const riwalk_vectors *memberships, const riwalk_run *run,
                                         double *factors, riwalk_error *error)
{
    riwalk_description d = {.graph = graph};
    double *products = NULL;
    riwalk_status status;

    if (!graph || !memberships || !factors)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the graph, the memberships and the result must not be NULL");
    if (memberships->count != graph->node_count || memberships->dimensions > RIWALK_MAX_ROLES)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "memberships are those of the graph's nodes in at most %d roles",
                       RIWALK_MAX_ROLES);
    if (graph->directed)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the graph is directed, and the measures that explain roles are defined on "
                       "undirected graphs: read it as an undirected one");
    d.options.run = rw_run_resolve(run ? run : &(riwalk_run){0});
    if (!(status = rw_describe_measure(&d, error))) {
        products = rw_take(&d.pool, (size_t)memberships->dimensions * memberships->dimensions,
                           sizeof *products, error);
        status = rw_pool_status(&d.pool);
    }
    for (int m = 0; m < RIWALK_NODE_MEASURES && !status; m++)
        explain(memberships, rw_measure(&d, (riwalk_node_measure)m), products, factors + m);
    rw_pool_free(&d.pool);
    return status;
}
