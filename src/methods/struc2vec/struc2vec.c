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

/* Checks graph and options, orders the nodes and estimates the memory. */
static riwalk_status start(rw_layers *l, rw_embedding *e, rw_walk_bytes *bytes, riwalk_error *error)
{
    const riwalk_options *o = &e->options;
    uint32_t nodes = e->graph->node_count, layers = o->layers;
    uint64_t before;

    if (e->graph->directed)
        return rw_refuse(error, "the graph is directed, and struc2vec is defined on undirected "
                                "graphs: read it as an undirected one");
    if (layers != RIWALK_LAYERS_UNLIMITED && layers++ >= nodes)
        layers = nodes;
    RW_MUST(rw_layers_order(l, e->graph, layers, o->compact_degrees, o->all_pairs, &o->run, error));
    before = rw_layers_measure_bytes(l, o->run.threads) +
             (uint64_t)nodes * (sizeof *l->plan.degrees + sizeof *l->plan.ranks);
    return rw_node_need(e, rw_layers_bytes(l), before, bytes, error);
}

/* ---- Estimates: times rings and comparisons of some nodes, and training on random walks ---- */

/* Nodes whose rings are found and compared, evenly spread over the order. */
#define SAMPLED 64

/* Adds the seconds that all searches and comparisons would take. */
static riwalk_status sample(const rw_layers *l, rw_embedding *e, riwalk_error *error)
{
    double searching = 0, comparing = 0;
    uint32_t count = l->count < SAMPLED ? l->count : SAMPLED;
    rw_ring_search search;
    RW_POOL(pool);

    RW_MUST(rw_ring_search_init(&search, &l->plan, 2, &pool, error));
    for (uint32_t i = 0; i < count; i++) {
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
        e->estimate->walk_seconds +=
            (searching * (double)rw_layers_searches(l) + comparing * (double)(l->edges / 2)) /
            count / e->options.run.threads;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_struc2vec_method(rw_embedding *e, riwalk_error *error)
{
    const riwalk_run *job = &e->options.run;
    double begin = rw_seconds();
    RW_OWN(rw_layers, layers, rw_layers_free);
    rw_layer_walks walks = {&layers, e->options.stay, e->options.seed};
    rw_walk_bytes bytes;

    RW_MUST(start(&layers, e, &bytes, error));
    if (!e->estimate) {
        RW_MUST(rw_layers_measure(&layers, job, error));
        RW_MUST(rw_layers_weigh(&layers, job, error));
        e->report.walk_seconds = rw_seconds() - begin;
    }
    RW_MUST(rw_node_run(e, rw_layer_walk, &walks, &bytes, error));
    return e->estimate ? sample(&layers, e, error) : RIWALK_STATUS_OK;
}
