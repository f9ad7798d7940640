/* SPDX-License-Identifier: MIT */
/* Options, graphs and memory of a run of RiWalk. */
#include "methods/embedding.h"

#include "base/error.h"
#include "base/options.h"
#include "base/parallel.h"

#include <unistd.h>

void riwalk_embed_options_init(riwalk_embed_options *options)
{
    *options = (riwalk_embed_options){.size = sizeof *options, .seed = 1};
}

/* The options of the two stages, with what they have in common set to the same. */
static riwalk_status resolve_options(rw_embedding *e, const riwalk_embed_options *options,
                                     riwalk_error *error)
{
    riwalk_status status;

    riwalk_embed_options_init(&e->options);
    riwalk_walk_options_init(&e->walks);
    riwalk_train_options_init(&e->training);
    if ((status = rw_options_copy(&e->options, sizeof e->options, options, error)) ||
        (status = rw_options_copy(&e->walks, sizeof e->walks, e->options.walks, error)) ||
        (status = rw_options_copy(&e->training, sizeof e->training, e->options.training, error)))
        return status;
    e->walks.threads = e->training.threads = rw_threads(e->options.threads);
    e->walks.progress = e->training.progress = e->options.progress;
    e->walks.progress_data = e->training.progress_data = e->options.progress_data;
    e->walks.seed = e->training.seed = e->options.seed;
    return riwalk_train_options_check(&e->training, error);
}

static riwalk_status check_graphs(const rw_embedding *e, riwalk_error *error)
{
    uint64_t nodes = 0;

    if (!e->graphs || !e->graph_count || (e->graph_count > 1 && !e->names))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "there must be a graph, and a name for each where there are several");
    for (size_t g = 0; g < e->graph_count; g++)
        nodes += e->graphs[g]->node_count;
    if (!nodes)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the graph has no nodes");
    return RIWALK_STATUS_OK;
}

riwalk_status rw_embedding_init(rw_embedding *e, const riwalk_embed_options *options,
                                riwalk_error *error)
{
    riwalk_status status;

    if ((status = resolve_options(e, options, error)) || (status = check_graphs(e, error)))
        return status;
    if (e->graph_count > 1 &&
        (status = rw_graph_join(e->graphs, e->graph_count, &e->joined, error)))
        return status;
    e->graph = e->joined ? e->joined : e->graphs[0];
    return riwalk_sampler_create(e->graph, &e->walks, &e->sampler, error);
}

void rw_embedding_free(rw_embedding *e)
{
    riwalk_sampler_free(e->sampler);
    riwalk_graph_free(e->joined);
}

/* The program and its libraries, before anything is read. */
#define PROCESS_BYTES (UINT64_C(6) << 20)

static uint64_t graph_bytes(const riwalk_graph *graph)
{
    return (graph->node_count + UINT64_C(1)) * sizeof *graph->offsets +
           graph->arc_count * sizeof *graph->neighbors;
}

/* Half of the machine's memory, when the caller sets no limit. */
static uint64_t memory_limit(const rw_embedding *e)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);

    if (e->options.memory)
        return e->options.memory;
    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page / 2 : UINT64_MAX;
}

static uint64_t training_bytes(const rw_corpus *corpus, const riwalk_train_options *options)
{
    rw_plan plan;

    rw_plan_make(corpus, options, &plan);
    return rw_sgns_memory(corpus, options, &plan);
}

/* All nodes are taken to have edges, so what is foreseen is at most a little too much. */
rw_embedding_bytes rw_embedding_memory(const rw_embedding *e, uint32_t roles)
{
    uint32_t nodes = e->graph->node_count;
    rw_corpus corpus = rw_role_corpus_shape(&e->sampler->plan, roles);
    uint64_t training = training_bytes(&corpus, &e->training);
    /* While the vectors are copied out, the trainer's other matrix is gone already. */
    uint64_t copying = training / 2 + (uint64_t)nodes * (e->training.dimensions * sizeof(float));
    uint64_t names = (uint64_t)nodes * 32;
    rw_embedding_bytes bytes = {.least = PROCESS_BYTES + names};

    for (size_t g = 0; g < e->graph_count; g++)
        bytes.least += graph_bytes(e->graphs[g]);
    if (e->joined)
        bytes.least += graph_bytes(e->joined);
    bytes.least += corpus.token_count * sizeof(uint64_t);
    bytes.least += (uint64_t)e->walks.threads * rw_walker_bytes(&e->sampler->plan);
    bytes.least += training > copying ? training : copying;
    bytes.kept = bytes.least + corpus.total * rw_kept_width(roles, true) +
                 (nodes + UINT64_C(1)) * sizeof(uint64_t);
    bytes.keep = bytes.kept <= memory_limit(e);
    return bytes;
}
