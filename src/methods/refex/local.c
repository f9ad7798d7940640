/* SPDX-License-Identifier: MIT */
/* Local and egonet features. The egonet of a node is the node, its neighbours (in either direction)
 * and all edges among them. With `own` the edges at the node, `inner` those among its neighbours,
 * and sums over the egonet's nodes:
 *
 *   within = own + inner
 *   leaving = sum of out-degrees - within, entering = sum of in-degrees - within
 *   undirected: leaving = sum of degrees - 2 within
 *
 * In undirected, unweighted graphs `inner` is the number of triangles. Otherwise edges among
 * neighbours are found from the one with the shorter row: O(sum over edges of the smaller
 * degree). */
#include "base/memory.h"
#include "base/parallel.h"
#include "base/search.h"
#include "methods/refex/refex.h"

#include <float.h>
#include <math.h>

#define BLOCK 1024 /* nodes in a task */

/* A difference of two sums this much smaller than the sums is a rounding error of 0. */
#define ROUNDING 1e-12

/* A set of edges: [0] how many, [1] their total weight. */
typedef struct amount {
    double of[2];
} amount;

/* Neighbours in either direction, each once. */
typedef struct ties {
    const uint64_t *offsets;
    const uint32_t *neighbors;
    const uint8_t *edges;  /* arcs between the two nodes: 1 or 2; NULL: 1 */
    const double *weights; /* the sum over these arcs; NULL: 1 each */
} ties;

typedef struct counting {
    const riwalk_graph *graph;
    const rw_directions *directions;
    ties ties;
    atomic_uint_least64_t *triangles; /* [nodes]; NULL: edges are looked at one by one */
    amount *out, *in;                 /* [nodes]: sums of rows; `in` only if directed */
    uint32_t *stamps;                 /* [threads][nodes]: u + 1 at the neighbours of u */
    rw_feature *features;             /* [count] */
    uint32_t count;
    rw_pool *pool; /* owns the arrays made here */
    rw_progress progress;
} counting;

uint32_t rw_local_kinds(const riwalk_graph *graph, uint8_t kinds[RW_LOCAL_MOST])
{
    static const uint8_t undirected[] = {RW_LOCAL_DEGREE, RW_LOCAL_EGONET, RW_LOCAL_LEAVING};
    static const uint8_t directed[] = {RW_LOCAL_DEGREE, RW_LOCAL_OUT_DEGREE, RW_LOCAL_IN_DEGREE,
                                       RW_LOCAL_EGONET, RW_LOCAL_LEAVING,    RW_LOCAL_ENTERING};
    const uint8_t *all = graph->directed ? directed : undirected;
    uint32_t some = graph->directed ? sizeof directed : sizeof undirected, count = 0;

    for (uint32_t i = 0; i < some; i++) {
        kinds[count++] = all[i];
        if (graph->weights)
            kinds[count++] = all[i] + RW_LOCAL_WEIGHTS;
    }
    return count;
}

/* ---- Ties ---- */

static riwalk_status make_ties(counting *c, riwalk_error *error)
{
    const riwalk_graph *graph = c->graph;
    size_t most = 2 * graph->arc_count;
    uint64_t *offsets, at = 0;
    uint32_t *neighbors;
    uint8_t *edges;
    double *weights;

    c->ties = (ties){graph->offsets, graph->neighbors, NULL, graph->weights};
    if (!graph->directed)
        return RIWALK_STATUS_OK;
    offsets = rw_take(c->pool, graph->node_count + (size_t)1, sizeof *offsets, error);
    neighbors = rw_take(c->pool, most, sizeof *neighbors, error);
    edges = rw_take(c->pool, most, sizeof *edges, error);
    weights = rw_take(c->pool, most, sizeof *weights, error);
    RW_MUST(rw_pool_status(c->pool));
    for (uint32_t u = 0; u < graph->node_count; u++) {
        offsets[u] = at;
        at += rw_merge_rows(c->directions, u, true,
                            (rw_merged){neighbors + at, weights + at, edges + at});
    }
    offsets[graph->node_count] = at;
    c->ties = (ties){offsets, neighbors, edges, weights};
    return RIWALK_STATUS_OK;
}

static uint64_t tie_count(const ties *t, uint32_t node)
{
    return t->offsets[node + 1] - t->offsets[node];
}

static void add_tie(const ties *t, uint64_t at, amount *sum)
{
    sum->of[0] += t->edges ? t->edges[at] : 1;
    sum->of[1] += t->weights ? t->weights[at] : 1;
}

/* ---- Edges among neighbours ---- */

/* Adds the edges between neighbour number `place` of a node and the node's later neighbours. */
static void add_later(const ties *t, uint32_t node, uint64_t place, const uint32_t *stamps,
                      amount *sum)
{
    uint32_t own = t->neighbors[place];
    uint64_t end = t->offsets[own + 1];

    if (tie_count(t, own) <= tie_count(t, node)) {
        for (uint64_t a = t->offsets[own]; a < end; a++)
            if (t->neighbors[a] > own && stamps[t->neighbors[a]] == node + 1)
                add_tie(t, a, sum);
        return;
    }
    for (uint64_t later = place + 1; later < t->offsets[node + 1]; later++) {
        uint64_t a = rw_search_u32(t->neighbors, t->offsets[own], end, t->neighbors[later]);

        if (a < end && t->neighbors[a] == t->neighbors[later])
            add_tie(t, a, sum);
    }
}

static amount inner_edges(const counting *c, uint32_t node, uint32_t *stamps)
{
    const ties *t = &c->ties;
    amount sum = {0};

    if (c->triangles) {
        sum.of[0] = (double)atomic_load_explicit(&c->triangles[node], memory_order_relaxed);
        return sum;
    }
    for (uint64_t a = t->offsets[node]; a < t->offsets[node + 1]; a++)
        stamps[t->neighbors[a]] = node + 1;
    for (uint64_t a = t->offsets[node]; a < t->offsets[node + 1]; a++)
        add_later(t, node, a, stamps, &sum);
    return sum;
}

/* ---- Features of a node ---- */

static amount row_sum(const rw_arc_rows *rows, uint32_t node)
{
    amount sum = {{(double)(rows->offsets[node + 1] - rows->offsets[node])}};

    for (uint64_t a = rows->offsets[node]; a < rows->offsets[node + 1] && rows->weights; a++)
        sum.of[1] += (double)rows->weights[a];
    return sum;
}

static riwalk_status sum_task(void *context, size_t node, int worker, riwalk_error *error)
{
    const counting *c = context;

    c->out[node] = row_sum(&c->directions->out, (uint32_t)node);
    if (c->in)
        c->in[node] = row_sum(&c->directions->in, (uint32_t)node);
    return RIWALK_STATUS_OK;
}

static double rest(double sum, double part)
{
    return sum - part > ROUNDING * sum ? sum - part : 0;
}

static void count_node(const counting *c, uint32_t node, uint32_t *stamps)
{
    const ties *t = &c->ties;
    amount inner = inner_edges(c, node, stamps);
    double values[2][RW_LOCAL_KINDS];

    for (int w = 0; w < 2; w++) {
        double own_out = c->out[node].of[w], own_in = c->in ? c->in[node].of[w] : 0;
        double out = own_out, in = own_in, own = own_out + own_in, within = own + inner.of[w];

        for (uint64_t a = t->offsets[node]; a < t->offsets[node + 1]; a++) {
            out += c->out[t->neighbors[a]].of[w];
            in += c->in ? c->in[t->neighbors[a]].of[w] : 0;
        }
        values[w][RW_LOCAL_DEGREE] = own;
        values[w][RW_LOCAL_OUT_DEGREE] = own_out;
        values[w][RW_LOCAL_IN_DEGREE] = own_in;
        values[w][RW_LOCAL_EGONET] = within;
        values[w][RW_LOCAL_LEAVING] = rest(out, c->in ? within : 2 * within);
        values[w][RW_LOCAL_ENTERING] = rest(in, within);
    }
    for (uint32_t i = 0; i < c->count; i++) {
        const rw_feature *f = &c->features[i];
        double value = values[f->step / RW_LOCAL_WEIGHTS][f->step % RW_LOCAL_WEIGHTS];

        f->values[node] = value <= (double)FLT_MAX ? (float)value : INFINITY;
    }
}

static riwalk_status count_task(void *context, size_t node, int worker, riwalk_error *error)
{
    counting *c = context;

    count_node(c, (uint32_t)node,
               c->stamps ? c->stamps + (size_t)worker * c->graph->node_count : NULL);
    return RIWALK_STATUS_OK;
}

/* ---- All nodes ---- */

static riwalk_status make_inner(counting *c, const riwalk_run *run, riwalk_error *error)
{
    size_t nodes = c->graph->node_count;

    if (!c->graph->directed && !c->graph->weights) {
        RW_HAVE(c->triangles = rw_take_zeroed(c->pool, nodes, sizeof *c->triangles, error));
        return rw_triangles_count(c->graph, run, c->triangles, error);
    }
    RW_HAVE(c->stamps =
                rw_take_zeroed(c->pool, (size_t)run->threads * nodes, sizeof *c->stamps, error));
    return RIWALK_STATUS_OK;
}

riwalk_status rw_local_features(const riwalk_graph *graph, const rw_directions *directions,
                                const riwalk_run *run, rw_feature *features, uint32_t count,
                                riwalk_error *error)
{
    RW_POOL(pool);
    counting c = {.graph = graph,
                  .directions = directions,
                  .features = features,
                  .count = count,
                  .pool = &pool};
    size_t nodes = graph->node_count;

    c.out = rw_take(&pool, nodes, sizeof *c.out, error);
    if (graph->directed)
        c.in = rw_take(&pool, nodes, sizeof *c.in, error);
    RW_MUST(rw_pool_status(&pool));
    rw_progress_begin(&c.progress, run, "local features", "nodes", nodes);
    RW_MUST(make_ties(&c, error));
    RW_MUST(make_inner(&c, run, error));
    RW_MUST(rw_parallel_blocks(run->threads, nodes, BLOCK, sum_task, &c, NULL, error));
    return rw_parallel_blocks(run->threads, nodes, BLOCK, count_task, &c, &c.progress, error);
}

uint64_t rw_local_bytes(const riwalk_graph *graph, int threads)
{
    uint64_t nodes = graph->node_count, arcs = graph->arc_count;
    uint64_t bytes = nodes * (sizeof(amount) + (uint64_t)threads * sizeof(uint32_t));

    if (graph->directed)
        return bytes + nodes * (sizeof(amount) + sizeof(uint64_t)) + 2 * arcs * 13;
    /* triangles, and the edges in one direction to count them by */
    return graph->weights ? bytes : bytes + nodes * 2 * sizeof(uint64_t) + arcs / 2 * 4;
}
