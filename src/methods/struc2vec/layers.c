/* SPDX-License-Identifier: MIT */
/* The order of nodes, the weights of layers from distances, and walks over the layers. */
#include "methods/struc2vec/layers.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "base/sort.h"

#include <math.h>
#include <stdlib.h>

/* ---- Order ---- */

typedef struct rank {
    uint32_t node;
    uint32_t degree;
    uint64_t near; /* sum of the neighbours' degrees */
    uint64_t far;  /* sum of the neighbours' `near`; may wrap */
} rank;

static int by_rank(const void *a, const void *b)
{
    const rank *u = a, *v = b;

    return 8 * RW_ORDER(u->degree, v->degree) + 4 * RW_ORDER(u->near, v->near) +
           2 * RW_ORDER(u->far, v->far) + RW_ORDER(u->node, v->node);
}

static riwalk_status order_nodes(rw_layers *l, const riwalk_graph *graph, riwalk_error *error)
{
    uint32_t nodes = graph->node_count, isolated = 0;
    rank *ranks;
    RW_POOL(pool);

    RW_HAVE(ranks = rw_take(&pool, nodes, sizeof *ranks, error));
    for (uint32_t v = 0; v < nodes; v++) {
        ranks[v] = (rank){.node = v, .degree = rw_degree(graph, v)};
        for (uint64_t a = graph->offsets[v]; a < graph->offsets[v + 1]; a++)
            ranks[v].near += rw_degree(graph, graph->neighbors[a]);
    }
    for (uint32_t v = 0; v < nodes; v++)
        for (uint64_t a = graph->offsets[v]; a < graph->offsets[v + 1]; a++)
            ranks[v].far += ranks[graph->neighbors[a]].near;
    qsort(ranks, nodes, sizeof *ranks, by_rank);
    for (uint32_t i = 0; i < nodes; i++) {
        l->places[ranks[i].node] = ranks[i].degree ? i - isolated : UINT32_MAX;
        if (ranks[i].degree)
            l->order[i - isolated] = ranks[i].node;
        else
            isolated++;
    }
    return RIWALK_STATUS_OK;
}

/* Places in a row that share draws: a sixteenth of all, but at least SMALLEST_GROUP. */
#define GROUPS 16
#define SMALLEST_GROUP 64

riwalk_status rw_layers_order(rw_layers *l, const riwalk_graph *graph, uint32_t layer_count,
                              bool compact, bool all, const riwalk_run *job, riwalk_error *error)
{
    const rw_ring_plan *plan = &l->plan;
    uint32_t most;

    *l = (rw_layers){.node_count = graph->node_count};
    RW_MUST(rw_ring_plan_init(&l->plan, graph, layer_count, compact, job, error));
    l->layers = plan->layers;
    for (uint32_t v = 0; v < graph->node_count; v++)
        l->count += rw_degree(graph, v) > 0;
    most = l->count ? l->count - 1 : 0;
    l->near = l->count > 1 ? 2 * (32 - (uint32_t)__builtin_clz(l->count - 1)) : 0; /* log2, up */
    if (all || l->near > most)
        l->near = most;
    l->parts = l->near < most ? 2 * l->near : 0;
    l->group = l->count / GROUPS > SMALLEST_GROUP ? l->count / GROUPS : SMALLEST_GROUP;
    l->order = rw_take(&l->pool, l->count, sizeof *l->order, error);
    l->places = rw_take(&l->pool, l->node_count, sizeof *l->places, error);
    l->chosen = rw_take(&l->pool, l->count, sizeof *l->chosen, error);
    l->classes = rw_take(&l->pool, plan->degree_count + UINT64_C(1), sizeof *l->classes, error);
    RW_MUST(rw_pool_status(&l->pool));
    RW_MUST(order_nodes(l, graph, error));
    for (uint32_t degree = 0, place = 0; degree <= plan->degree_count; degree++) {
        l->classes[degree] = place;
        while (place < l->count && plan->ranks[l->order[place]] == degree)
            place++;
    }
    return rw_layers_count_edges(l, job, error);
}

void rw_layers_free(rw_layers *l)
{
    rw_pool_free(&l->plan.pool);
    rw_pool_free(&l->pool);
}

uint64_t rw_layers_bytes(const rw_layers *l)
{
    return UINT64_C(8) * l->node_count + UINT64_C(20) * l->count + 4 * l->edges +
           UINT64_C(4) * l->layers * (l->edges + l->count);
}

/* ---- Weights ---- */

#define EULER 2.718281828459045
/* Above the mean by more than rounding errors: equal weights never are. */
#define ABOVE (1 + 1e-9)
#define TASKS 64 /* parts of a layer's places; sums depend on it */

typedef struct weights {
    rw_layers *layers;
    double *sums;     /* [layers * TASKS]: sums of weights */
    uint64_t *counts; /* [layers * TASKS]: numbers of edges */
    double *means;    /* [layers]: mean weights */
    rw_progress progress;
} weights;

static riwalk_status sum_task(void *context, size_t task, int worker, riwalk_error *error)
{
    weights *w = context;
    const rw_layers *l = w->layers;
    uint32_t layer = (uint32_t)(task / TASKS), part = (uint32_t)(task % TASKS);
    uint32_t end = (uint32_t)rw_part(l->count, TASKS, part + 1);

    for (uint32_t p = (uint32_t)rw_part(l->count, TASKS, part); p < end; p++) {
        const float *row = rw_layers_row(l, layer, p);

        for (uint32_t s = 0; s < rw_layers_degree(l, p); s++)
            if (isfinite(row[s])) {
                w->sums[task] += exp(-(double)row[s]);
                w->counts[task]++;
            }
    }
    return rw_progress_add(&w->progress, 1, error);
}

/* Turns distances into prefix sums of shares, relative to the nearest, as exp may underflow.
 * Returns the probability of going up, which grows with the number of edges above the mean. */
static float share_row(float *row, uint32_t slots, double mean)
{
    double nearest = INFINITY, total = 0, sum = 0, up;
    uint32_t similar = 0;

    for (uint32_t s = 0; s < slots; s++)
        nearest = row[s] < nearest ? (double)row[s] : nearest;
    for (uint32_t s = 0; s < slots && isfinite(nearest); s++) {
        total += exp(nearest - (double)row[s]);
        similar += exp(-(double)row[s]) > mean * ABOVE;
    }
    for (uint32_t s = 0; s < slots; s++) {
        if (isfinite(nearest))
            sum += exp(nearest - (double)row[s]);
        row[s] = total > 0 ? (float)(sum / total) : 0;
    }
    up = log(similar + EULER);
    return (float)(up / (up + 1));
}

static riwalk_status share_task(void *context, size_t task, int worker, riwalk_error *error)
{
    weights *w = context;
    rw_layers *l = w->layers;
    uint32_t layer = (uint32_t)(task / TASKS), part = (uint32_t)(task % TASKS);
    uint32_t end = (uint32_t)rw_part(l->count, TASKS, part + 1);

    for (uint32_t p = (uint32_t)rw_part(l->count, TASKS, part); p < end; p++)
        l->ups[(size_t)layer * l->count + p] =
            share_row(rw_layers_row(l, layer, p), rw_layers_degree(l, p), w->means[layer]);
    return rw_progress_add(&w->progress, 1, error);
}

riwalk_status rw_layers_weigh(rw_layers *l, const riwalk_run *job, riwalk_error *error)
{
    size_t tasks = (size_t)l->layers * TASKS;
    weights w = {.layers = l,
                 .sums = rw_take_zeroed(&l->pool, tasks, sizeof *w.sums, error),
                 .counts = rw_take_zeroed(&l->pool, tasks, sizeof *w.counts, error),
                 .means = rw_take(&l->pool, l->layers, sizeof *w.means, error)};

    RW_MUST(rw_pool_status(&l->pool));
    rw_progress_begin(&w.progress, job, "weighing", "parts", 2 * tasks);
    RW_MUST(rw_parallel(job->threads, tasks, sum_task, &w, error));
    for (uint32_t layer = 0; layer < l->layers; layer++) {
        double sum = 0;
        uint64_t count = 0;

        for (size_t task = (size_t)layer * TASKS; task < ((size_t)layer + 1) * TASKS; task++) {
            sum += w.sums[task];
            count += w.counts[task];
        }
        w.means[layer] = count ? sum / (double)count : 0;
    }
    RW_MUST(rw_parallel(job->threads, tasks, share_task, &w, error));
    for (uint32_t p = 0; p < l->count && l->edges; p++)
        while (l->depths[p] < l->layers &&
               rw_layers_row(l, l->depths[p], p)[rw_layers_degree(l, p) - 1] > 0)
            l->depths[p]++;
    return RIWALK_STATUS_OK;
}

/* ---- Walks ---- */

/* The edge that a draw in [0, 1) hits: the first whose prefix sum exceeds it. */
static uint32_t choose(const float *row, uint32_t slots, double draw)
{
    uint32_t low = 0, high = slots - 1;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if ((double)row[middle] > draw)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The next place of a walk in its layer. Before distances are known, all edges are alike. */
static uint32_t next_place(const rw_layers *l, uint32_t layer, uint32_t place, uint64_t bits)
{
    uint32_t edges = l->near + l->parts + 1;

    if (!l->shares)
        return (uint32_t)((place + rw_rng_below(bits, edges)) % l->count);
    return l->partners[l->offsets[place] + choose(rw_layers_row(l, layer, place),
                                                  rw_layers_degree(l, place), rw_rng_unit(bits))];
}

uint32_t rw_layer_walk(const void *source, uint32_t start, uint32_t number, uint32_t length,
                       uint32_t *nodes)
{
    const rw_layer_walks *walks = source;
    const rw_layers *l = walks->layers;
    uint64_t stream = rw_rng_stream(walks->seed, RW_STAGE_LAYER_WALK, start, number), draw = 0;
    uint32_t place = l->places[start], layer = 0, done = 1;

    nodes[0] = start;
    if (place == UINT32_MAX)
        return 1;
    while (done < length) {
        bool stays = rw_rng_unit(rw_rng_at(stream, draw++)) < walks->stay;
        uint64_t bits = rw_rng_at(stream, draw++);

        if (stays) {
            place = next_place(l, layer, place, bits);
            nodes[done++] = l->order[place];
        } else if (l->ups && rw_rng_unit(bits) < (double)l->ups[(size_t)layer * l->count + place]) {
            layer += layer + 1 < l->depths[place];
        } else {
            layer -= layer > 0;
        }
    }
    return done;
}
