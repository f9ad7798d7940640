/* SPDX-License-Identifier: MIT */
/* What the tests of all methods share: a graph, an embedding of it, and what must be refused. */
#ifndef TEST_EMBEDDING_H
#define TEST_EMBEDDING_H

#include "vectors/vectors.h"

/* A connected graph with hubs (Barabasi-Albert). */
riwalk_graph *make_graph(uint32_t nodes, uint32_t edges_per_node);

/* The vectors of a graph; the test fails where there are none. `report` may be NULL. */
riwalk_vectors *embed(const riwalk_graph *graph, const riwalk_options *options,
                      riwalk_embed_report *report);

/* Embedding and foreseeing both refuse the options, with these words. */
void assert_refused(const riwalk_graph *graph, const riwalk_options *options, const char *words);

/* Bit by bit. */
bool same(const riwalk_vectors *a, const riwalk_vectors *b);

#endif
