/* SPDX-License-Identifier: MIT */
/*
 * struc2vec (Ribeiro, Saverese and Figueiredo, KDD 2017), from graphs to vectors:
 *
 *   the degrees at 0, 1, 2, ... hops from each node                  struc2vec_rings.c
 *   how much they differ, by dynamic time warping                    struc2vec_warp.c
 *   f_k of each node and those of similar degree, for each layer     struc2vec_distances.c
 *   the weights of edges in layers and between them                  struc2vec_layers.c
 *   walks over the layers                                            struc2vec_walk.c
 *   skip-gram on the walks, whose tokens are the nodes               node_embed.c
 */
#include "methods/struc2vec/struc2vec.h"

#include "base/error.h"
#include "base/progress.h"

static riwalk_status check(const rw_embedding *e, riwalk_error *error)
{
    if (e->graph->directed)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the graph is directed, and struc2vec compares nodes of undirected ones");
    return rw_embedding_check_walks(e, error);
}

static void estimate_bytes(rw_struc2vec *run, const rw_embedding *e)
{
    uint64_t nodes = e->graph->node_count;
    uint64_t before = rw_layers_measure_bytes(&run->layers, &run->plan, run->run.threads);

    before += nodes * (sizeof *run->plan.degrees + sizeof *run->plan.ranks);
    run->bytes = rw_node_memory(e, rw_layers_bytes(&run->layers), before);
}

riwalk_status rw_struc2vec_init(rw_struc2vec *run, const rw_embedding *e, riwalk_error *error)
{
    riwalk_status status;
    uint32_t layers;

    *run = (rw_struc2vec){.run = e->options.run};
    if ((status = check(e, error)))
        return status;
    layers = e->options.layers;
    if (layers != RIWALK_LAYERS_UNLIMITED && layers++ >= e->graph->node_count)
        layers = e->graph->node_count;
    if ((status = rw_ring_plan_init(&run->plan, e->graph, layers, e->options.compact_degrees,
                                    &run->run, error)))
        return status;
    if ((status =
             rw_layers_order(&run->layers, &run->plan, e->options.all_pairs, &run->run, error)))
        rw_struc2vec_free(run);
    else
        estimate_bytes(run, e);
    return status;
}

void rw_struc2vec_free(rw_struc2vec *run)
{
    rw_ring_plan_free(&run->plan);
    rw_layers_free(&run->layers);
}

static riwalk_status embed(const rw_embedding *e, riwalk_vectors **vectors,
                           riwalk_embed_report *report, riwalk_error *error)
{
    double start = rw_seconds();
    rw_struc2vec run;
    rw_layer_walks walks = {.layers = &run.layers, .seed = e->options.seed};
    rw_node_walks source = {e->graph->node_count, rw_layer_walk, &walks};
    riwalk_status status;

    if ((status = rw_struc2vec_init(&run, e, error)))
        return status;
    walks.stay = e->options.stay;
    if ((status = rw_embedding_check_limit(e, run.bytes.least, error)) ||
        (status = rw_layers_measure(&run.layers, &run.plan, &run.run, error)) ||
        (status = rw_layers_weigh(&run.layers, &run.run, error)))
        goto done;
    rw_ring_plan_free(&run.plan);
    report->walk_seconds = rw_seconds() - start;
    status = rw_node_embed(e, &source, &run.bytes, vectors, report, error);
done:
    rw_struc2vec_free(&run);
    return status;
}

const rw_method rw_struc2vec_method = {.embed = embed, .estimate = rw_struc2vec_estimate};
