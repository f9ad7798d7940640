/* SPDX-License-Identifier: MIT */
/* Burt's constraint (1992), exactly. With p_ij = w_ij / (the sum of weights at i), the constraint
 * of i is the sum over its neighbours j of (p_ij + sum over q of p_iq p_qj)^2. The inner sum runs
 * over the common neighbours q of i and j. They are found by going through the shorter one of both
 * lists: with i's shares spread out over an array where j's list is shorter, and by binary search
 * in j's list where i's is. So the work is O(sum over edges of min(degree) * log), at most O(m^1.5
 * log), where going through all lists would be O(sum of degree^2). */
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "graph/graph.h"
#include "riwalk_analysis.h"

#include <math.h>

#define BLOCK 16 /* nodes */

typedef struct constraint {
    const riwalk_graph *graph;
    double *sums;   /* [node_count]: of the weights at each node */
    double *shares; /* [threads][node_count]: p of the current node's neighbours, else 0 */
    double *result;
    rw_pool pool;
    rw_progress progress;
} constraint;

/* The sum over common neighbours q of p_iq p_qj. Arcs of an undirected graph have the same weight
 * both ways. */
static double indirect(const constraint *c, uint32_t i, uint32_t j, const double *shares)
{
    const riwalk_graph *g = c->graph;
    double sum = 0;
    uint64_t arc;

    if (rw_degree(g, j) <= rw_degree(g, i)) {
        for (arc = g->offsets[j]; arc < g->offsets[j + 1]; arc++) {
            uint32_t q = g->neighbors[arc];

            if (shares[q] > 0)
                sum += shares[q] * rw_arc_weight(g, arc) / c->sums[q];
        }
        return sum;
    }
    for (uint64_t to = g->offsets[i]; to < g->offsets[i + 1]; to++) {
        uint32_t q = g->neighbors[to];

        if (q != j && rw_find_arc(g, j, q, &arc))
            sum += shares[q] * rw_arc_weight(g, arc) / c->sums[q];
    }
    return sum;
}

static double node_constraint(const constraint *c, uint32_t i, double *shares)
{
    const riwalk_graph *g = c->graph;
    uint64_t begin = g->offsets[i], end = g->offsets[i + 1];
    double result = 0;

    if (begin == end)
        return NAN;
    for (uint64_t arc = begin; arc < end; arc++)
        shares[g->neighbors[arc]] = rw_arc_weight(g, arc) / c->sums[i];
    for (uint64_t arc = begin; arc < end; arc++) {
        uint32_t j = g->neighbors[arc];
        double local = shares[j] + indirect(c, i, j, shares);

        result += local * local;
    }
    for (uint64_t arc = begin; arc < end; arc++)
        shares[g->neighbors[arc]] = 0;
    return result;
}

static riwalk_status constraint_task(void *context, size_t node, int worker, riwalk_error *error)
{
    constraint *c = context;

    c->result[node] =
        node_constraint(c, (uint32_t)node, c->shares + (size_t)worker * c->graph->node_count);
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_graph_constraint(const riwalk_graph *graph,
                                      const riwalk_holes_options *options, double *result,
                                      riwalk_error *error)
{
    constraint c = {.graph = graph, .result = result};
    riwalk_holes_options known;
    riwalk_status status;
    uint32_t nodes;
    int threads;

    riwalk_holes_options_init(&known);
    RW_MUST(rw_options_copy(&known, sizeof known, options, error));
    if (!graph || !result)
        return rw_refuse(error, "the graph and the constraints must not be NULL");
    if (graph->directed)
        return rw_refuse(error,
                         "constraints are those of an undirected graph: read this one without its "
                         "directions");
    nodes = graph->node_count;
    threads = rw_threads(known.run.threads);
    c.sums = rw_take_zeroed(&c.pool, nodes, sizeof *c.sums, error);
    c.shares = rw_take_zeroed(&c.pool, (size_t)threads * nodes, sizeof *c.shares, error);
    if (!(status = rw_pool_status(&c.pool))) {
        for (uint32_t i = 0; i < nodes; i++)
            for (uint64_t arc = graph->offsets[i]; arc < graph->offsets[i + 1]; arc++)
                c.sums[i] += rw_arc_weight(graph, arc);
        rw_progress_begin(&c.progress, &known.run, "computing constraints", "nodes", nodes);
        status = rw_parallel_blocks(threads, nodes, BLOCK, constraint_task, &c, &c.progress, error);
    }
    rw_pool_free(&c.pool);
    return status;
}
