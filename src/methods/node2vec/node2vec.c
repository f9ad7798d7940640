/* SPDX-License-Identifier: MIT */
/* node2vec and DeepWalk, from graphs to vectors:
 *
 *   walk from every node, by weight and with the bias p and q     second_order.c
 *   train skip-gram on the walks, whose tokens are the nodes      node_embed.c
 */
#include "base/error.h"
#include "methods/node2vec/node_embed.h"
#include "methods/node2vec/second_order.h"

/* Embeds or, where there is one, fills in the estimate. DeepWalk has p = q = 1. */
static riwalk_status run(const rw_embedding *e, riwalk_vectors **vectors,
                         riwalk_embed_report *report, riwalk_estimate *estimate,
                         riwalk_error *error)
{
    bool biased = e->options.method == RIWALK_METHOD_NODE2VEC;
    rw_second_order source = {0};
    rw_node_walks walks = {e->graph->node_count, rw_second_order_walk, &source};
    rw_walk_bytes bytes;
    riwalk_status status;

    RW_MUST(rw_embedding_check_walks(e, error));
    RW_MUST(rw_second_order_init(&source, e->graph, biased ? e->options.p : 1,
                                 biased ? e->options.q : 1, e->options.seed, error));
    bytes = rw_node_memory(e, rw_second_order_bytes(e->graph), 0);
    if (estimate)
        status = rw_node_estimate(e, &walks, &bytes, estimate, error);
    else if (!(status = rw_embedding_check_limit(e, bytes.least, error)))
        status = rw_node_embed(e, &walks, &bytes, vectors, report, error);
    rw_second_order_free(&source);
    return status;
}

static riwalk_status embed(const rw_embedding *e, riwalk_vectors **vectors,
                           riwalk_embed_report *report, riwalk_error *error)
{
    return run(e, vectors, report, NULL, error);
}

static riwalk_status estimate(const rw_embedding *e, riwalk_estimate *estimate, riwalk_error *error)
{
    return run(e, NULL, NULL, estimate, error);
}

const rw_method rw_node2vec_method = {.embed = embed, .estimate = estimate};
