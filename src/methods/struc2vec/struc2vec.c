/* SPDX-License-Identifier: MIT */
/* struc2vec (Ribeiro, Saverese and Figueiredo, KDD 2017), from graphs to vectors:
 *
 *   the degrees at 0, 1, 2, ... hops from each node                  rings.c
 *   how much they differ, by dynamic time warping                    rings.c
 *   f_k of each node and those of similar degree, for each layer     distances.c
 *   the weights of edges in layers and between them                  layers.c
 *   walks over the layers                                            layers.c
 *   skip-gram on the walks, whose tokens are the nodes               node_embed.c
 */
#include "base/error.h"
#include "base/progress.h"
#include "methods/node2vec/node_embed.h"
#include "methods/struc2vec/layers.h"

typedef struct run {
    rw_ring_plan plan;
    rw_layers layers; /* ordered, not yet measured */
    rw_walk_bytes bytes;
} run;

/* Checks graph and options, orders the nodes and estimates the memory. */
static riwalk_status start(run *r, rw_embedding *e, riwalk_error *error)
{
    uint32_t nodes = e->graph->node_count, layers = e->options.layers;
    const riwalk_run *job = &e->options.run;
    uint64_t before;

    if (e->graph->directed)
        return rw_refuse(error, "the graph is directed, and struc2vec is defined on undirected "
                                "graphs: read it as an undirected one");
    if (layers != RIWALK_LAYERS_UNLIMITED && layers++ >= nodes)
        layers = nodes;
    RW_MUST(rw_ring_plan_init(&r->plan, e->graph, layers, e->options.compact_degrees, job, error));
    RW_MUST(rw_layers_order(&r->layers, &r->plan, e->options.all_pairs, job, error));
    before = rw_layers_measure_bytes(&r->layers, &r->plan, job->threads) +
             (uint64_t)nodes * (sizeof *r->plan.degrees + sizeof *r->plan.ranks);
    r->bytes = rw_node_memory(e, rw_layers_bytes(&r->layers), before);
    return rw_embedding_need(e, r->bytes.least, rw_walk_bytes_used(&r->bytes), error);
}

/* ---- Estimates: times rings and comparisons of some nodes, and training on random walks ---- */

/* Nodes whose rings are found and compared, evenly spread over the order. */
#define SAMPLED 64

/* Adds the seconds that all searches and comparisons would take. */
static riwalk_status sample(const run *r, rw_embedding *e, riwalk_error *error)
{
    const rw_layers *l = &r->layers;
    double searching = 0, comparing = 0;
    uint32_t count = l->count < SAMPLED ? l->count : SAMPLED;
    rw_ring_search search;
    riwalk_status status = rw_ring_search_init(&search, &r->plan, 2, error);

    for (uint32_t i = 0; i < count && !status; i++) {
        rw_rings *a = &search.rings[0], *b = &search.rings[1];
        uint32_t place = (uint32_t)((uint64_t)i * l->count / count);
        uint32_t other = place + l->near < l->count ? place + l->near : place;
        double start = rw_seconds(), middle;

        rw_rings_find(&search, l->order[place], a);
        rw_rings_find(&search, l->order[other], b);
        middle = rw_seconds();
        for (uint32_t k = 0; k < l->layers && k < a->count && k < b->count; k++)
            rw_rings_warp(a, b, k, search.row);
        searching += (middle - start) / 2;
        comparing += rw_seconds() - middle;
    }
    if (count)
        e->estimate->walk_seconds += (searching * (double)rw_layers_searches(l, &r->plan) +
                                      comparing * (double)(l->edges / 2)) /
                                     count / e->options.run.threads;
    rw_pool_free(&search.pool);
    return status;
}

riwalk_status rw_struc2vec_method(rw_embedding *e, riwalk_error *error)
{
    const riwalk_run *job = &e->options.run;
    double begin = rw_seconds();
    run r = {0};
    rw_layer_walks walks = {&r.layers, e->options.stay, e->options.seed};
    riwalk_status status;

    if ((status = start(&r, e, error)))
        goto done;
    if (!e->estimate && !(status = rw_layers_measure(&r.layers, &r.plan, job, error)) &&
        !(status = rw_layers_weigh(&r.layers, job, error))) {
        rw_pool_free(&r.plan.pool);
        e->report.walk_seconds = rw_seconds() - begin;
    }
    if (!status)
        status = rw_node_run(e, rw_layer_walk, &walks, &r.bytes, error);
    if (!status && e->estimate)
        status = sample(&r, e, error);
done:
    rw_pool_free(&r.plan.pool);
    rw_pool_free(&r.layers.pool);
    return status;
}
