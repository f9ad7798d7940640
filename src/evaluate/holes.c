/* SPDX-License-Identifier: MIT */
/* Structural holes (section V of the paper): Burt's constraint of every node, and whether the nodes
 * most similar to the one with the least constraint have little constraint too. */
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "graph/graph.h"
#include "riwalk_analysis.h"
#include "vectors/vectors.h"

#include <math.h>
#include <stdlib.h>

void riwalk_holes_options_init(riwalk_holes_options *options)
{
    *options = (riwalk_holes_options){.size = sizeof *options, .top = 300};
}

/* ---- Constraints ---- */

#define BLOCK 16 /* nodes in a task */

typedef struct job {
    const riwalk_graph *graph;
    double *sums;   /* [node_count]: sum of the weights at each node */
    double *shares; /* [threads][node_count]: p of the current node's neighbours; others 0 */
    double *result;
    rw_progress progress;
} job;

/* The sum over common neighbours q of p_iq p_qj. In undirected graphs, arcs have the same weight
 * both ways. */
static double indirect(const job *c, uint32_t i, uint32_t j, const double *shares)
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

static double node_constraint(const job *c, uint32_t i, double *shares)
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
    job *c = context;

    c->result[node] =
        node_constraint(c, (uint32_t)node, c->shares + (size_t)worker * c->graph->node_count);
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_graph_constraint(const riwalk_graph *graph,
                                      const riwalk_holes_options *options, double *result,
                                      riwalk_error *error)
{
    job c = {.graph = graph, .result = result};
    riwalk_holes_options known;
    uint32_t nodes;
    int threads;
    RW_POOL(pool);

    RW_MUST(rw_options_over(riwalk_holes_options, &known, options, error));
    if (!graph || !result)
        return rw_refuse(error, "the graph and the constraints must not be NULL");
    if (graph->directed)
        return rw_refuse(error,
                         "constraints are those of an undirected graph: read this one without its "
                         "directions");
    nodes = graph->node_count;
    threads = rw_threads(known.run.threads);
    c.sums = rw_take_zeroed(&pool, nodes, sizeof *c.sums, error);
    c.shares = rw_take_zeroed(&pool, (size_t)threads * nodes, sizeof *c.shares, error);
    RW_MUST(rw_pool_status(&pool));
    for (uint32_t i = 0; i < nodes; i++)
        for (uint64_t arc = graph->offsets[i]; arc < graph->offsets[i + 1]; arc++)
            c.sums[i] += rw_arc_weight(graph, arc);
    rw_progress_begin(&c.progress, &known.run, "computing constraints", "nodes", nodes);
    return rw_parallel_blocks(threads, nodes, BLOCK, constraint_task, &c, &c.progress, error);
}

/* ---- Holes ---- */

/* Lists the nodes that have a constraint and a vector by constraint; rows[node]: of the vectors. */
static riwalk_status rank_nodes(const riwalk_graph *graph, const double *constraint,
                                const riwalk_vectors *vectors, const char *prefix,
                                rw_scored *ranked, uint32_t *rows, riwalk_holes_scores *scores,
                                riwalk_error *error)
{
    for (uint32_t node = 0; node < graph->node_count; node++)
        if (!rw_vectors_find_node(vectors, graph, node, prefix, &rows[node]))
            scores->missing++;
        else if (!isnan(constraint[node]))
            ranked[scores->nodes++] = (rw_scored){constraint[node], node};
    if (graph->node_count && scores->missing == graph->node_count) {
        char digits[RW_INTEGER_CHARS];
        rw_span name = rw_graph_name(graph, 0, digits), other = {"", 0};

        if (vectors->count)
            other = rw_vectors_name(vectors, 0);
        return rw_refuse(
            error,
            "none of the graph's nodes has a vector: the graph has '%.*s', the vectors '%.*s'",
            RW_CUT(name, 48), RW_CUT(other, 48));
    }
    if (scores->nodes < 2)
        return rw_refuse(error, "%u nodes have edges and a vector: at least two are needed",
                         scores->nodes);
    qsort(ranked, scores->nodes, sizeof *ranked, rw_scored_order);
    return RIWALK_STATUS_OK;
}

/* Sorts the other nodes by similarity to the first one: the cosine, 0 for a zero vector. */
static riwalk_status rank_others(const riwalk_vectors *vectors, const uint32_t *rows,
                                 rw_scored *ranked, uint32_t count, riwalk_error *error)
{
    uint32_t dimensions = vectors->dimensions, row = rows[ranked[0].number];
    const float *query = rw_vectors_row(vectors, row);
    double norm = sqrt(rw_vectors_dot(query, query, dimensions));

    if (norm == 0) {
        rw_span name = rw_vectors_name(vectors, row);

        return rw_refuse(
            error,
            "the vector of '%.*s', the node of lowest constraint, is zero: it has no neighbours",
            RW_CUT(name, 80));
    }
    for (uint32_t i = 1; i < count; i++) {
        const float *other = rw_vectors_row(vectors, rows[ranked[i].number]);
        double other_norm = sqrt(rw_vectors_dot(other, other, dimensions));

        ranked[i].value =
            other_norm > 0 ? -rw_vectors_dot(query, other, dimensions) / (norm * other_norm) : 0;
    }
    qsort(ranked + 1, count - 1, sizeof *ranked, rw_scored_order);
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_holes(const riwalk_graph *graph, const double *constraint,
                           const riwalk_vectors *vectors, const riwalk_holes_options *options,
                           riwalk_holes_scores *scores, riwalk_error *error)
{
    riwalk_holes_scores made = {.size = sizeof made};
    riwalk_holes_options known;
    RW_POOL(pool);
    rw_scored *ranked;
    uint32_t *rows;
    bool *positive;

    RW_MUST(rw_options_over(riwalk_holes_options, &known, options, error));
    if (!graph || !constraint || !vectors || !scores)
        return rw_refuse(error, "graph, constraints, vectors and scores must not be NULL");
    RW_MUST(rw_report_check(scores, error));
    if (!known.top)
        return rw_refuse(error, "top is 0: expected 1 or more");
    ranked = rw_take(&pool, graph->node_count, sizeof *ranked, error);
    rows = rw_take(&pool, graph->node_count, sizeof *rows, error);
    positive = rw_take_zeroed(&pool, graph->node_count, sizeof *positive, error);
    RW_MUST(rw_pool_status(&pool));
    RW_MUST(rank_nodes(graph, constraint, vectors, known.prefix, ranked, rows, &made, error));
    made.top = known.top < made.nodes - 1 ? known.top : made.nodes - 1;
    made.node = ranked[0].number;
    made.constraint = ranked[0].value;
    for (uint32_t i = 0; i < made.top; i++)
        positive[ranked[i].number] = true;
    RW_MUST(rank_others(vectors, rows, ranked, made.nodes, error));
    for (uint32_t i = 1; i <= made.top; i++)
        made.hits += positive[ranked[i].number];
    made.expected = (double)made.top * (made.top - 1) / (made.nodes - 1);
    rw_report_hand_over(scores, &made);
    return RIWALK_STATUS_OK;
}
