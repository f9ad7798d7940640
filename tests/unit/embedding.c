/* SPDX-License-Identifier: MIT */
#include "embedding.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

riwalk_graph *make_graph(uint32_t nodes, uint32_t edges_per_node)
{
    riwalk_generate_options options;
    riwalk_graph *graph = NULL;

    riwalk_generate_options_init(&options);
    options.nodes = nodes;
    options.edges_per_node = edges_per_node;
    assert_int_equal(
        riwalk_graph_generate(RIWALK_GENERATOR_BARABASI_ALBERT, &options, &graph, NULL, NULL), 0);
    return graph;
}

riwalk_vectors *embed(const riwalk_graph *graph, const riwalk_options *options,
                      riwalk_embed_report *report)
{
    riwalk_vectors *vectors = NULL;
    riwalk_error error = {0};

    if (riwalk_embed(&graph, 1, NULL, options, &vectors, NULL, report, &error))
        fail_msg("%s", error.message);
    return vectors;
}

void assert_refused(const riwalk_graph *graph, const riwalk_options *options, const char *words)
{
    riwalk_vectors *vectors = NULL;
    riwalk_estimate estimate = {.size = sizeof estimate};
    riwalk_error error = {0};

    assert_int_equal(riwalk_embed(&graph, 1, NULL, options, &vectors, NULL, NULL, &error),
                     RIWALK_STATUS_ARGUMENT);
    assert_non_null(strstr(error.message, words));
    assert_int_equal(riwalk_embed_estimate(&graph, 1, NULL, options, &estimate, &error),
                     RIWALK_STATUS_ARGUMENT);
    assert_non_null(strstr(error.message, words));
}

bool same(const riwalk_vectors *a, const riwalk_vectors *b)
{
    return a->count == b->count && a->dimensions == b->dimensions &&
           !memcmp(a->values, b->values, (size_t)a->count * a->dimensions * sizeof(float));
}
