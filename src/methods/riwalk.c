/* SPDX-License-Identifier: MIT */
/*
 * RiWalk, the method of the paper (section IV), from graphs to vectors:
 *
 *   name the roles in every anchor's ball, and walk in it       src/roles, src/walks
 *   train skip-gram on the relabelled walks                     src/train
 *   keep the vectors of the anchors; those of roles are dropped
 *
 * Nothing is written to disk in between. Walks are kept in memory, or made again in every epoch
 * where they would not fit.
 */
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "methods/role_corpus.h"
#include "train/sgns.h"
#include "vectors/vectors.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

/* A run of the method. */
typedef struct embedding {
    const riwalk_graph *const *graphs;
    size_t graph_count;
    const char *const *names;
    riwalk_embed_options options;
    riwalk_walk_options walks;
    riwalk_train_options training;
    riwalk_graph *joined;      /* of several graphs; NULL for one */
    const riwalk_graph *graph; /* the one, or joined */
    riwalk_sampler *sampler;
    rw_role_corpus *corpus;
    rw_model *model;
    riwalk_embed_report report;
} embedding;

void riwalk_embed_options_init(riwalk_embed_options *options)
{
    *options = (riwalk_embed_options){.size = sizeof *options, .seed = 1};
}

/* ---- Options ---- */

/* The options of the two stages, with what they have in common set to the same. */
static riwalk_status resolve_options(embedding *e, const riwalk_embed_options *options,
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

static riwalk_status check_graphs(const embedding *e, riwalk_error *error)
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

static riwalk_status prepare(embedding *e, riwalk_error *error)
{
    riwalk_status status;

    if ((status = check_graphs(e, error)))
        return status;
    if (e->graph_count > 1 &&
        (status = rw_graph_join(e->graphs, e->graph_count, &e->joined, error)))
        return status;
    e->graph = e->joined ? e->joined : e->graphs[0];
    return riwalk_sampler_create(e->graph, &e->walks, &e->sampler, error);
}

/* ---- Memory ---- */

/* The process itself, before anything is read: the program and its libraries. */
#define PROCESS_BYTES (UINT64_C(8) << 20)

static uint64_t graph_bytes(const riwalk_graph *graph)
{
    return (graph->node_count + UINT64_C(1)) * sizeof *graph->offsets +
           graph->arc_count * sizeof *graph->neighbors;
}

static uint64_t vector_bytes(const embedding *e)
{
    return (uint64_t)e->graph->node_count * (e->training.dimensions * sizeof(float) + 24);
}

/* What a run needs at its peak, without kept tokens: graphs, counts, and the larger of training
 * and of handing the vectors over. */
static uint64_t least_bytes(const embedding *e)
{
    const rw_corpus *corpus = &e->corpus->corpus;
    uint64_t bytes = PROCESS_BYTES, training, handing;
    rw_plan plan;

    for (size_t g = 0; g < e->graph_count; g++)
        bytes += graph_bytes(e->graphs[g]);
    if (e->joined)
        bytes += graph_bytes(e->joined);
    bytes += corpus->token_count * sizeof *corpus->counts;
    bytes += (uint64_t)e->walks.threads * rw_walker_bytes(&e->sampler->plan);
    rw_plan_make(corpus->token_count, corpus->local_count, corpus->group_count, 0, &plan);
    training = rw_sgns_memory(corpus, &e->training, &plan);
    handing = training / 2 + vector_bytes(e);
    return bytes + (training > handing ? training : handing);
}

/* Half of the machine's memory, when the caller sets no limit. */
static uint64_t memory_limit(const embedding *e)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);

    if (e->options.memory)
        return e->options.memory;
    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page / 2 : UINT64_MAX;
}

/* Keeps the walks if they fit; refuses up front what cannot fit at all. */
static riwalk_status settle_memory(embedding *e, bool run, riwalk_error *error)
{
    uint64_t least = least_bytes(e), kept = rw_role_corpus_kept_bytes(e->corpus);
    bool keep = least + kept <= memory_limit(e);

    e->report.kept = keep;
    e->report.memory_bytes = least + (keep ? kept : 0);
    if (e->options.memory && least > e->options.memory)
        return rw_fail(error, RIWALK_STATUS_LIMIT,
                       "the limit of %.0f MB is too low: at least %.0f MB are needed",
                       (double)e->options.memory / 1e6, ceil((double)least / 1e6));
    return keep && run ? rw_role_corpus_keep(e->corpus, error) : RIWALK_STATUS_OK;
}

/* ---- Vectors ---- */

static riwalk_status hand_over(embedding *e, riwalk_vectors **vectors, riwalk_error *error)
{
    riwalk_vectors *v = NULL;
    riwalk_status status;

    rw_model_drop_outputs(e->model);
    if ((status = rw_vectors_new(e->graph->node_count, e->training.dimensions, &v, error)))
        return status;
    for (uint32_t a = 0; a < v->count; a++)
        memcpy(rw_vectors_row(v, a), rw_model_row(e->model, a), v->dimensions * sizeof(float));
    for (size_t g = 0; g < e->graph_count && !status; g++)
        status = rw_vectors_add_graph(v, e->graphs[g], e->names ? e->names[g] : NULL, error);
    if (!status)
        status = rw_vectors_index(v, "the nodes", error);
    if (status)
        riwalk_vectors_free(v);
    else
        *vectors = v;
    return status;
}

static riwalk_status embed(embedding *e, riwalk_vectors **vectors, riwalk_error *error)
{
    double start = rw_seconds(), walked;
    riwalk_status status;

    if ((status = prepare(e, error)) ||
        (status = rw_role_corpus_create(e->sampler, &e->corpus, error)) ||
        (status = settle_memory(e, true, error)))
        return status;
    walked = rw_seconds();
    if ((status = rw_sgns_train(&e->corpus->corpus, &e->training, NULL, &e->model, error)))
        return status;
    e->report.isolated = e->corpus->isolated;
    e->report.roles = riwalk_roles_count(e->corpus->roles);
    e->report.tokens = e->corpus->token_total;
    e->report.pairs = e->model->pairs;
    e->report.loss = e->model->loss;
    e->report.walk_seconds = walked - start;
    e->report.train_seconds = rw_seconds() - walked;
    rw_role_corpus_free(e->corpus);
    e->corpus = NULL;
    return hand_over(e, vectors, error);
}

static void finish(embedding *e)
{
    rw_role_corpus_free(e->corpus);
    riwalk_sampler_free(e->sampler);
    riwalk_graph_free(e->joined);
    rw_model_free(e->model);
}

riwalk_status riwalk_embed(const riwalk_graph *const *graphs, size_t graph_count,
                           const char *const *names, const riwalk_embed_options *options,
                           riwalk_vectors **vectors, riwalk_embed_report *report,
                           riwalk_error *error)
{
    embedding e = {.graphs = graphs, .graph_count = graph_count, .names = names};
    riwalk_status status = resolve_options(&e, options, error);

    if (!status)
        status = vectors ? embed(&e, vectors, error)
                         : rw_fail(error, RIWALK_STATUS_ARGUMENT, "the vectors must not be NULL");
    if (!status && report)
        *report = e.report;
    finish(&e);
    return status;
}
