/* SPDX-License-Identifier: MIT */
/*
 * Random edges beside those of a generator. Pairs of nodes are drawn until as many as are wanted
 * are neither edges already nor drawn before, a round at a time: as many pairs as are missing, so
 * every set of new edges is as likely as any other, and nothing depends on threads.
 */
#include "base/error.h"
#include "base/memory.h"
#include "base/rng.h"
#include "base/sort.h"
#include "graph/generate.h"
#include "graph/graph.h"

#include <math.h>

/* Of all pairs of nodes at most so many may become edges, or draws would hit edges for ever. */
#define MOST_EDGES 0.9

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
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, RW_GENERATE_NOISE, 0), drawn = 0;

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

riwalk_status rw_noise_find(const riwalk_graph *graph, double share, uint64_t seed,
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
