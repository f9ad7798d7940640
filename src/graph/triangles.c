/* SPDX-License-Identifier: MIT */
/* Counts triangles. Each edge is directed to its end of higher degree: then no node has more than
 * sqrt(2m) arcs, and each triangle is found once, from the corner that two arcs leave. */
#include "base/memory.h"
#include "base/parallel.h"
#include "graph/graph.h"

#define BLOCK 256 /* nodes per task */

typedef struct counting {
    const riwalk_graph *graph;
    uint64_t *starts;  /* [nodes + 1] */
    uint32_t *upward;  /* [edges]: heads of arcs, node by node */
    uint32_t **stamps; /* [threads][nodes]: u + 1 at the heads of u's arcs */
    atomic_uint_least64_t *counts;
} counting;

static void direct_edges(counting *c)
{
    const riwalk_graph *graph = c->graph;
    uint64_t count = 0;

    for (uint32_t u = 0; u < graph->node_count; u++) {
        uint32_t own = rw_degree(graph, u);

        c->starts[u] = count;
        for (uint64_t a = graph->offsets[u]; a < graph->offsets[u + 1]; a++) {
            uint32_t v = graph->neighbors[a], other = rw_degree(graph, v);

            if (own < other || (own == other && u < v))
                c->upward[count++] = v;
        }
    }
    c->starts[graph->node_count] = count;
}

static inline void add(atomic_uint_least64_t *count, uint64_t more)
{
    if (more)
        atomic_fetch_add_explicit(count, more, memory_order_relaxed);
}

/* Counts the triangles found from u. */
static riwalk_status count_from(void *context, size_t node, int worker, riwalk_error *error)
{
    const counting *c = context;
    uint32_t u = (uint32_t)node, *stamps = c->stamps[worker];
    uint64_t found = 0;

    for (uint64_t a = c->starts[u]; a < c->starts[u + 1]; a++)
        stamps[c->upward[a]] = u + 1;
    for (uint64_t a = c->starts[u]; a < c->starts[u + 1]; a++) {
        uint32_t v = c->upward[a];
        uint64_t third = 0;

        for (uint64_t b = c->starts[v]; b < c->starts[v + 1]; b++)
            if (stamps[c->upward[b]] == u + 1) {
                add(&c->counts[c->upward[b]], 1);
                third++;
            }
        add(&c->counts[v], third);
        found += third;
    }
    add(&c->counts[u], found);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_triangles_count(const riwalk_graph *graph, const riwalk_run *run,
                                 atomic_uint_least64_t *counts, riwalk_error *error)
{
    size_t nodes = graph->node_count, threads = (size_t)run->threads;
    RW_POOL(pool);
    counting c = {.graph = graph, .counts = counts};
    rw_progress progress;

    c.starts = rw_take(&pool, nodes + 1, sizeof *c.starts, error);
    c.upward = rw_take(&pool, graph->arc_count / 2, sizeof *c.upward, error);
    c.stamps = rw_take(&pool, threads, sizeof *c.stamps, error);
    for (size_t t = 0; t < threads && !pool.failed; t++)
        c.stamps[t] = rw_take_zeroed(&pool, nodes, sizeof **c.stamps, error);
    RW_MUST(rw_pool_status(&pool));
    direct_edges(&c);
    rw_progress_begin(&progress, run, "counting triangles", "nodes", nodes);
    return rw_parallel_blocks(run->threads, nodes, BLOCK, count_from, &c, &progress, error);
}
