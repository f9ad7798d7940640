/* SPDX-License-Identifier: MIT */
/* The groups that a node's neighbours fall into without it: those that edges among them connect. */
#include "base/memory.h"
#include "base/parallel.h"
#include "base/sets.h"
#include "describe/describe.h"

#define PART_NODES 256

/* Scratch of one worker. */
typedef struct groups {
    const riwalk_graph *graph;
    uint32_t *parents; /* [largest degree]: sets of the places of a node's neighbours */
} groups;

typedef struct counting {
    const riwalk_description *d;
    groups *groups; /* [threads] */
} counting;

/* Joins a neighbour with those that it is joined to, and returns how many groups less there are:
 * looks up those of the shorter list in the other. */
static uint32_t join_neighbor(groups *g, uint32_t node, uint32_t place)
{
    const riwalk_graph *graph = g->graph;
    uint32_t neighbor = graph->neighbors[graph->offsets[node] + place], joined = 0;
    bool own = rw_degree(graph, node) < rw_degree(graph, neighbor);
    uint32_t from = own ? node : neighbor, to = own ? neighbor : node;
    uint64_t arc;

    for (uint64_t a = graph->offsets[from]; a < graph->offsets[from + 1]; a++)
        if (rw_find_arc(graph, to, graph->neighbors[a], &arc))
            joined +=
                rw_sets_join(g->parents, place, (uint32_t)((own ? a : arc) - graph->offsets[node]));
    return joined;
}

/* O(sum over neighbours of the lesser of both degrees * log). */
static uint32_t count_groups(groups *g, uint32_t node, double triangles)
{
    uint32_t degree = rw_degree(g->graph, node), count = degree;

    rw_sets_begin(g->parents, degree);
    for (uint32_t place = 0; place < degree && count > 1 && triangles > 0; place++)
        count -= join_neighbor(g, node, place);
    return count;
}

static riwalk_status count_task(void *context, size_t task, int worker, riwalk_error *error)
{
    counting *c = context;
    uint32_t begin = (uint32_t)task * PART_NODES, left = c->d->joined->node_count - begin;
    const double *triangles = rw_measure(c->d, RIWALK_NODE_MEASURE_TRIANGLES);

    for (uint32_t node = begin; node < begin + (left < PART_NODES ? left : PART_NODES); node++)
        rw_measure(c->d, RIWALK_NODE_MEASURE_GROUPS)[node] =
            count_groups(&c->groups[worker], node, triangles[node]);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_describe_groups(riwalk_description *d, riwalk_error *error)
{
    int threads = d->options.run.threads;
    uint32_t most = rw_degree(d->joined, d->summary.hub);
    rw_pool pool = {0};
    counting c = {d, rw_take(&pool, (size_t)threads, sizeof *c.groups, error)};
    riwalk_status status;

    for (int t = 0; t < threads && !pool.failed; t++)
        c.groups[t] = (groups){d->joined, rw_take(&pool, most, sizeof(uint32_t), error)};
    if (!(status = rw_pool_status(&pool)))
        status = rw_parallel(threads, ((size_t)d->joined->node_count + PART_NODES - 1) / PART_NODES,
                             count_task, &c, error);
    rw_pool_free(&pool);
    return status;
}
