/* SPDX-License-Identifier: MIT */
/*
 * Random edges beside those of a generator. Pairs of nodes are drawn until as many as are wanted
 * are neither edges already nor drawn before, a round at a time: as many pairs as are missing, so
 * every set of new edges is as likely as any other, and nothing depends on threads.
 */
#include "base/memory.h"
#include "base/rng.h"
#include "base/sort.h"
#include "graph/generate.h"
#include "graph/graph.h"

#include <math.h>

/* Of all pairs of nodes at most so many may become edges, or draws would hit edges for ever. */
#define MOST_EDGES 0.9

/* Streams of noise: the node coordinate of RW_STAGE_GENERATE, where kinds of graphs have their own
 * numbers. */
#define NOISE UINT64_C(1000)

/* Keeps each pair of a sorted list once, and only those that are no edges. Returns how many. */
static uint64_t keep_new(const riwalk_graph *graph, uint64_t *pairs, uint64_t count)
{
    uint64_t kept = 0, arc;

    for (uint64_t i = 0; i < count; i++) {
        uint32_t u = (uint32_t)(pairs[i] >> 32), v = (uint32_t)pairs[i];

        if (u != v && (!kept || pairs[kept - 1] != pairs[i]) && !rw_find_arc(graph, u, v, &arc))
            pairs[kept++] = pairs[i];
    }
    return kept;
}

static void draw(const riwalk_graph *graph, uint64_t seed, uint64_t wanted, uint64_t *pairs,
                 uint64_t *scratch)
{
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, NOISE, 0), drawn = 0;

    for (uint64_t count = 0; count < wanted;) {
        for (; count < wanted; count++, drawn += 2) {
            uint64_t u = rw_rng_below(rw_rng_at(stream, drawn), graph->node_count);
            uint64_t v = rw_rng_below(rw_rng_at(stream, drawn + 1), graph->node_count);

            pairs[count] = u < v ? u << 32 | v : v << 32 | u;
        }
        rw_sort_u64(pairs, scratch, wanted);
        count = keep_new(graph, pairs, wanted);
    }
}

/* Draws random pairs that are no edges of a graph, as many as a share of its edges, rounded: each
 * is u << 32 | v, u < v, ascending. To be freed. */
static riwalk_status find_noise(const riwalk_graph *graph, double share, uint64_t seed,
                                uint64_t **pairs, uint64_t *count, riwalk_error *error)
{
    double edges = (double)graph->arc_count / 2, nodes = graph->node_count;
    double wanted = round(share * edges);
    uint64_t *made, *scratch;

    if (!(wanted + edges <= MOST_EDGES * nodes * (nodes - 1) / 2))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "noise of %g would join more than nine tenths of all pairs of nodes", share);
    made = rw_alloc((size_t)wanted, sizeof *made, error);
    scratch = made ? rw_alloc((size_t)wanted, sizeof *scratch, error) : NULL;
    if (!scratch) {
        rw_free(made);
        return RIWALK_STATUS_MEMORY;
    }
    draw(graph, seed, (uint64_t)wanted, made, scratch);
    rw_free(scratch);
    *pairs = made;
    *count = (uint64_t)wanted;
    return RIWALK_STATUS_OK;
}

/* Adds noise to edges: the graph of the edges so far is made, and noise drawn beside it. */
riwalk_status rw_add_noise(const rw_plan *plan, rw_edges *edges, const riwalk_run *job,
                           riwalk_error *error)
{
    const riwalk_generate_options *options = plan->options;
    rw_names names = {.kind = RW_NAMES_RANGE};
    uint64_t *pairs = NULL, count = 0;
    riwalk_graph *graph = NULL;
    riwalk_status status;

    if ((status = rw_graph_build(plan->node_count, edges, false, job, &names, &graph, error)) ||
        (status = find_noise(graph, options->noise, options->seed, &pairs, &count, error)))
        goto done;
    if (!rw_resize_at(&edges->ends, edges->count + count, 2 * sizeof *edges->ends, error)) {
        status = RIWALK_STATUS_MEMORY;
        goto done;
    }
    for (uint64_t i = 0; i < count; i++) {
        edges->ends[2 * (edges->count + i)] = (uint32_t)(pairs[i] >> 32);
        edges->ends[2 * (edges->count + i) + 1] = (uint32_t)pairs[i];
    }
    edges->count += count;
done:
    rw_free(pairs);
    riwalk_graph_free(graph);
    return status;
}

/* Gives a share of arcs, each by itself, another head: any node but the tail. */
void rw_move_heads(const rw_plan *plan, rw_edges *edges)
{
    uint64_t stream = rw_rng_stream(plan->options->seed, RW_STAGE_GENERATE, NOISE, 0);
    uint64_t below = (uint64_t)(plan->options->noise * 4294967296.0);

    for (uint64_t e = 0; e < edges->count; e++) {
        uint64_t head = rw_rng_below(rw_rng_at(stream, 2 * e + 1), plan->node_count - UINT64_C(1));

        if (rw_rng_at(stream, 2 * e) >> 32 < below)
            edges->ends[2 * e + 1] = (uint32_t)(head + (head >= edges->ends[2 * e]));
    }
}
