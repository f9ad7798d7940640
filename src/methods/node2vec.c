/* SPDX-License-Identifier: MIT */
/*
 * node2vec (Grover and Leskovec 2016) and DeepWalk (Perozzi et al. 2014), from graphs to vectors:
 *
 *   walk from every node, by weight and with the bias p and q     src/walks/second_order.h
 *   train skip-gram on the walks, whose tokens are the nodes      src/train
 *
 * DeepWalk is the same without bias, trained with negative sampling too (its authors used
 * hierarchical softmax). Nodes that are near in the graph get near vectors, whatever their roles.
 */
#include "base/options.h"
#include "methods/node_embed.h"
#include "walks/second_order.h"

void riwalk_node2vec_options_init(riwalk_node2vec_options *options)
{
    *options = (riwalk_node2vec_options){.size = sizeof *options, .p = 1, .q = 1};
}

/* Checks the options, and prepares walks. DeepWalk has p = q = 1. */
static riwalk_status prepare(const rw_embedding *e, rw_second_order *source, riwalk_error *error)
{
    riwalk_node2vec_options known;
    riwalk_status status;

    riwalk_node2vec_options_init(&known);
    if (e->options.method == RIWALK_METHOD_NODE2VEC &&
        (status = rw_options_copy(&known, sizeof known, e->options.node2vec, error)))
        return status;
    if ((status = rw_node_check(e, error)))
        return status;
    return rw_second_order_init(source, e->graph, known.p, known.q, e->options.seed,
                                e->walks.threads, error);
}

static uint32_t walk(const void *source, uint32_t start, uint32_t number, uint32_t length,
                     uint32_t *nodes)
{
    return rw_second_order_walk(source, start, number, length, nodes);
}

static rw_node_walks walks_of(const rw_second_order *source)
{
    return (rw_node_walks){source->graph->node_count, walk, source};
}

static riwalk_status embed(const rw_embedding *e, riwalk_vectors **vectors,
                           riwalk_embed_report *report, riwalk_error *error)
{
    rw_second_order source = {0};
    rw_node_walks walks;
    rw_node_bytes bytes;
    riwalk_status status;

    if ((status = prepare(e, &source, error)))
        return status;
    walks = walks_of(&source);
    bytes = rw_node_memory(e, rw_second_order_bytes(e->graph), 0);
    if (!(status = rw_embedding_check_limit(e, bytes.least, error)))
        status = rw_node_embed(e, &walks, &bytes, vectors, report, error);
    rw_second_order_free(&source);
    return status;
}

static riwalk_status foresee(const rw_embedding *e, riwalk_embed_estimate *estimate,
                             riwalk_error *error)
{
    rw_second_order source = {0};
    rw_node_walks walks;
    rw_node_bytes bytes;
    riwalk_status status;

    if ((status = prepare(e, &source, error)))
        return status;
    walks = walks_of(&source);
    bytes = rw_node_memory(e, rw_second_order_bytes(e->graph), 0);
    status = rw_node_foresee(e, &walks, &bytes, estimate, error);
    rw_second_order_free(&source);
    return status;
}

const rw_method rw_node2vec_method = {.embed = embed, .foresee = foresee};
