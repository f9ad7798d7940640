/* SPDX-License-Identifier: MIT */
/* The degree sequences of rings, by breadth-first search from each node, and their distances. */
#include "methods/struc2vec/rings.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/search.h"
#include "base/sort.h"

#include <math.h>
#include <string.h>

/* ---- The plan ---- */

/* Lists the distinct degrees, and each node's rank among them. */
static riwalk_status rank_degrees(rw_ring_plan *plan, riwalk_error *error)
{
    const riwalk_graph *graph = plan->graph;
    uint32_t nodes = graph->node_count, count = 0;
    uint32_t *scratch = plan->ranks = rw_take(&plan->pool, nodes, sizeof *scratch, error);

    RW_HAVE(plan->degrees = rw_take(&plan->pool, nodes, sizeof *plan->degrees, error));
    for (uint32_t v = 0; v < nodes; v++)
        plan->degrees[v] = rw_degree(graph, v);
    rw_sort_u32(plan->degrees, scratch, nodes);
    for (uint32_t v = 0; v < nodes; v++)
        if (!v || plan->degrees[v] != plan->degrees[count - 1])
            plan->degrees[count++] = plan->degrees[v];
    plan->degree_count = count;
    for (uint32_t v = 0; v < nodes; v++)
        plan->ranks[v] = (uint32_t)rw_search_u32(plan->degrees, 0, count, rw_degree(graph, v));
    return RIWALK_STATUS_OK;
}

/* ---- Searching ---- */

/* Appends the neighbours that have no mark to the queue. Marks are as good as random, so the loop
 * has no branch on them. */
static uint32_t expand(rw_ring_search *s, uint32_t node, uint32_t tail)
{
    const riwalk_graph *graph = s->plan->graph;
    const uint32_t *row = graph->neighbors + graph->offsets[node];
    uint32_t *marks = s->marks, *queue = s->queue, stamp = s->stamp;
    uint32_t count = rw_degree(graph, node);

    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = row[i];

        queue[tail] = next;
        tail += marks[next] != stamp;
        marks[next] = stamp;
    }
    return tail;
}

/* Begins a search with the node alone in the queue. */
static void begin(rw_ring_search *s, uint32_t node)
{
    if (s->stamp == UINT32_MAX) {
        memset(s->marks, 0, s->plan->graph->node_count * sizeof *s->marks);
        s->stamp = 0;
    }
    s->marks[node] = ++s->stamp;
    s->queue[0] = node;
}

/* Writes the degrees of queue[head .. tail-1] as runs. Returns their number. */
static uint32_t write_runs(rw_ring_search *s, uint32_t head, uint32_t tail, rw_degree_run *runs)
{
    const rw_ring_plan *plan = s->plan;
    uint32_t found = 0, written = 0;

    for (uint32_t i = head; i < tail; i++) {
        uint32_t rank = plan->ranks[s->queue[i]];

        if (!s->counts[rank]++)
            s->found[found++] = rank;
    }
    rw_sort_u32(s->found, s->found + plan->degree_count, found);
    for (uint32_t f = 0; f < found; f++) {
        uint32_t rank = s->found[f], count = s->counts[rank], degree = plan->degrees[rank];

        if (plan->compact)
            runs[written++] = (rw_degree_run){degree, count};
        else
            for (uint32_t i = 0; i < count; i++)
                runs[written++] = (rw_degree_run){degree, 1};
        s->counts[rank] = 0;
    }
    return written;
}

uint32_t rw_rings_find(rw_ring_search *s, uint32_t node, rw_rings *rings)
{
    uint32_t head = 0, tail = 1, written = 0, count = 0;

    begin(s, node);
    while (head < tail) {
        uint32_t end = tail;

        if (rings) {
            written += write_runs(s, head, end, rings->runs + written);
            rings->ends[count] = written;
        }
        if (++count == s->plan->layers)
            break;
        for (; head < end; head++)
            tail = expand(s, s->queue[head], tail);
    }
    if (rings)
        rings->count = count;
    return count;
}

/* ---- The largest number of rings ---- */

static riwalk_status depth_task(void *context, size_t node, int worker, riwalk_error *error)
{
    rw_ring_search *s = (rw_ring_search *)context + worker;
    uint32_t rings = rw_rings_find(s, (uint32_t)node, NULL);

    s->deepest = rings > s->deepest ? rings : s->deepest;
    return RIWALK_STATUS_OK;
}

static riwalk_status find_depth(rw_ring_plan *plan, const riwalk_run *job, riwalk_error *error)
{
    uint32_t nodes = plan->graph->node_count;
    rw_ring_search *searches; /* [threads] */
    rw_progress progress;
    RW_POOL(pool);

    RW_HAVE(searches = rw_take(&pool, (size_t)job->threads, sizeof *searches, error));
    for (int t = 0; t < job->threads; t++)
        RW_MUST(rw_ring_search_init(&searches[t], plan, 0, &pool, error));
    rw_progress_begin(&progress, job, "searching", "nodes", nodes);
    RW_MUST(rw_parallel_blocks(job->threads, nodes, 1, depth_task, searches, &progress, error));
    plan->layers = 1;
    for (int t = 0; t < job->threads; t++)
        if (searches[t].deepest > plan->layers)
            plan->layers = searches[t].deepest;
    return RIWALK_STATUS_OK;
}

/* ---- Dynamic time warping, exact (the authors use FastDTW with radius 1, an approximation)
 * ---- */

/* One division: for equal degrees the quotient is exactly 1, and the cost 0. */
static inline double cost(rw_degree_run a, rw_degree_run b)
{
    double low = a.degree < b.degree ? a.degree : b.degree;
    double high = a.degree < b.degree ? b.degree : a.degree;

    return (high / low - 1) * (a.count > b.count ? a.count : b.count);
}

static inline double least(double a, double b)
{
    return a < b ? a : b;
}

/* row[j] is the least cost of aligning the runs of `a` so far with the first j of `b`. */
double rw_rings_warp(const rw_rings *a, const rw_rings *b, uint32_t k, double *row)
{
    uint32_t a_first = k ? a->ends[k - 1] : 0, b_first = k ? b->ends[k - 1] : 0;
    uint32_t a_count = a->ends[k] - a_first, b_count = b->ends[k] - b_first;
    const rw_degree_run *u = a->runs + a_first, *v = b->runs + b_first;

    row[0] = 0;
    for (uint32_t j = 1; j <= b_count; j++)
        row[j] = INFINITY;
    for (uint32_t i = 0; i < a_count; i++) {
        double corner = row[0], left = INFINITY;

        row[0] = INFINITY;
        for (uint32_t j = 1; j <= b_count; j++) {
            double above = row[j];

            left = least(least(corner, above), left) + cost(u[i], v[j - 1]);
            corner = above;
            row[j] = left;
        }
    }
    return row[b_count];
}

/* ---- Memory ---- */

riwalk_status rw_ring_plan_init(rw_ring_plan *plan, const riwalk_graph *graph, uint32_t layers,
                                bool compact, const riwalk_run *job, riwalk_error *error)
{
    uint64_t nodes = graph->node_count;

    *plan = (rw_ring_plan){.graph = graph, .layers = layers, .compact = compact};
    RW_MUST(rank_degrees(plan, error));
    if (layers == UINT32_MAX)
        RW_MUST(find_depth(plan, job, error));
    /* A ring has a run per distinct degree, or per node; all rings at most `nodes`. */
    plan->most = (uint64_t)plan->layers * plan->degree_count;
    if (!compact || plan->most > nodes)
        plan->most = nodes;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_ring_search_init(rw_ring_search *s, const rw_ring_plan *plan, uint32_t rings,
                                  rw_pool *pool, riwalk_error *error)
{
    size_t nodes = plan->graph->node_count, degrees = plan->degree_count;
    size_t layers = plan->layers;
    rw_degree_run *runs;
    uint32_t *ends;

    *s = (rw_ring_search){.plan = plan};
    s->marks = rw_take_zeroed(pool, nodes, sizeof *s->marks, error);
    s->queue = rw_take(pool, nodes + 1, sizeof *s->queue, error);
    s->counts = rw_take_zeroed(pool, degrees, sizeof *s->counts, error);
    s->found = rw_take(pool, 2 * degrees, sizeof *s->found, error);
    s->row = rw_take(pool, plan->most + 1, sizeof *s->row, error);
    s->rings = rw_take(pool, rings, sizeof *s->rings, error);
    ends = rw_take(pool, rings, layers * sizeof *ends, error);
    runs = rw_take(pool, rings, plan->most * sizeof *runs, error);
    for (size_t i = 0; i < rings && runs; i++)
        s->rings[i] = (rw_rings){0, ends + i * layers, runs + i * plan->most};
    return rw_pool_status(pool);
}

uint64_t rw_ring_search_bytes(const rw_ring_plan *plan)
{
    return UINT64_C(8) * plan->graph->node_count + UINT64_C(12) * plan->degree_count +
           8 * plan->most;
}

uint64_t rw_rings_bytes(const rw_ring_plan *plan)
{
    return plan->most * sizeof(rw_degree_run) + plan->layers * sizeof(uint32_t);
}
