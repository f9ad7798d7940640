/* SPDX-License-Identifier: MIT */
/* node2vec and DeepWalk, from graphs to vectors:
 *
 *   walk from every node by weight, biased by p and q          second_order.c
 *   train skip-gram on the walks, whose tokens are nodes       node_embed.c
 */
#include "base/error.h"
#include "base/memory.h"
#include "methods/node2vec/node_embed.h"
#include "methods/node2vec/second_order.h"

/* DeepWalk has p = q = 1. */
riwalk_status rw_node2vec_method(rw_embedding *e, riwalk_error *error)
{
    bool biased = e->options.method == RIWALK_METHOD_NODE2VEC;
    rw_second_order walks;
    rw_walk_bytes bytes;
    RW_POOL(pool);

    RW_MUST(rw_node_need(e, rw_second_order_bytes(e->graph), 0, &bytes, error));
    RW_MUST(rw_second_order_init(&walks, e->graph, biased ? e->options.p : 1,
                                 biased ? e->options.q : 1, e->options.seed, &pool, error));
    return rw_node_run(e, rw_second_order_walk, &walks, &bytes, error);
}
