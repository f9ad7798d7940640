/* SPDX-License-Identifier: MIT */
/* What the tests of all methods share: a graph, an embedding of it, and what must be refused. */
#ifndef TEST_EMBEDDING_H
#define TEST_EMBEDDING_H

#include "engine/walks.h"
#include "unit/test.h"
#include "vectors/vectors.h"

/* A connected graph with hubs (Barabasi-Albert). */
riwalk_graph *make_graph(uint32_t nodes, uint32_t edges_per_node);

/* `weights` may be NULL. */
riwalk_graph *build(uint32_t nodes, uint64_t edges, const uint32_t *ends, const float *weights,
                    bool directed);

/* A graph like another, with weights that sums are exact of, or some arcs in one direction only. */
riwalk_graph *vary(const riwalk_graph *graph, bool weighted, bool directed);

/* Options by their names: "method=line samples=3". */
riwalk_options options_of(const char *words);

/* The vectors of a graph; the test fails where there are none. `report` may be NULL. */
riwalk_vectors *embed(const riwalk_graph *graph, const riwalk_options *options,
                      riwalk_embed_report *report);

riwalk_vectors *embed_as(const riwalk_graph *graph, riwalk_options options);

/* The vectors of two graphs "a" and "b" in one space, and their model where it is wanted. */
riwalk_vectors *embed_two(const riwalk_graph *a, const riwalk_graph *b, riwalk_options options,
                          riwalk_model **model, riwalk_embed_report *report);

/* What an embedding that may fail comes to; nothing is kept of it. */
riwalk_status try_embed(const riwalk_graph *graph, const riwalk_options *options,
                        riwalk_error *error);

/* What a graph will take. */
riwalk_estimate estimate_of(const riwalk_graph *graph, const riwalk_options *options);

/* A model of a graph, and its vectors where they are wanted. */
riwalk_model *learn(const riwalk_graph *graph, const riwalk_options *options,
                    riwalk_vectors **vectors);

/* What a model makes of a graph. `options` and `report` may be NULL. */
riwalk_vectors *transform(const riwalk_model *model, const riwalk_graph *graph,
                          const riwalk_transform_options *options, riwalk_transform_report *report);

uint64_t checksum_of_model(const riwalk_model *model);

/* A model is the same after it was written and read, and gives the vectors of its graph back; those
 * of the other graph are others. What was read of its options. */
riwalk_options assert_model_keeps(const riwalk_graph *graph, const riwalk_options *options,
                                  const riwalk_graph *other);

/* Whether a changed graph gets the same vectors where only what changed is embedded; `kept`: how
 * many nodes that were taken over. */
bool same_after_change(const riwalk_model *model, const riwalk_graph *before,
                       const riwalk_graph *after, uint32_t *kept);

/* Embedding and foreseeing both refuse the options, with these words. */
void assert_refused(const riwalk_graph *graph, const riwalk_options *options, const char *words);

/* The profiles of some anchors, with rows as they are or packed. */
rw_profiles *collect(const riwalk_sampler *sampler, rw_anchors anchors, bool packed);

static inline void free_profiles(rw_profiles **profiles)
{
    rw_profiles_free(*profiles);
}
#define scoped_profiles __attribute__((cleanup(free_profiles))) rw_profiles

/* Of two vectors. */
double dot(const float *a, const float *b, uint32_t count);

/* Of two rows; not a number where one is zero. */
double cosine(const riwalk_vectors *vectors, uint32_t a, uint32_t b);

/* Bit by bit. */
bool same(const riwalk_vectors *a, const riwalk_vectors *b);

#endif
