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
#include "methods/embedding.h"
#include "vectors/vectors.h"

#include <math.h>
#include <string.h>

/* Keeps the walks if they fit; refuses what cannot fit at all, before the long work. */
static riwalk_status settle_memory(const rw_embedding *e, rw_role_corpus *corpus,
                                   riwalk_embed_report *report, riwalk_error *error)
{
    rw_embedding_bytes bytes = rw_embedding_memory(e, riwalk_roles_count(corpus->roles));

    if (e->options.memory && bytes.least > e->options.memory)
        return rw_fail(error, RIWALK_STATUS_LIMIT,
                       "the memory limit of %.1f MB is too low: at least %.1f MB are needed",
                       (double)e->options.memory / 1e6, ceil((double)bytes.least / 1e5) / 10);
    report->kept = bytes.keep;
    report->memory_bytes = bytes.keep ? bytes.kept : bytes.least;
    return bytes.keep ? rw_role_corpus_keep(corpus, error) : RIWALK_STATUS_OK;
}

static riwalk_status train(const rw_embedding *e, rw_model **model, riwalk_embed_report *report,
                           riwalk_error *error)
{
    double start = rw_seconds();
    rw_role_corpus *corpus = NULL;
    riwalk_status status;

    if ((status = rw_role_corpus_create(e->sampler, &corpus, error)) ||
        (status = settle_memory(e, corpus, report, error)))
        goto done;
    report->walk_seconds = rw_seconds() - start;
    if ((status = rw_sgns_train(&corpus->corpus, &e->training, NULL, model, error)))
        goto done;
    report->train_seconds = rw_seconds() - start - report->walk_seconds;
    report->isolated = corpus->isolated;
    report->roles = riwalk_roles_count(corpus->roles);
    report->tokens = corpus->token_total;
    report->pairs = (*model)->pairs;
    report->loss = (*model)->loss;
done:
    rw_role_corpus_free(corpus);
    return status;
}

/* Copies the anchors' vectors out of the model. */
static riwalk_status hand_over(const rw_embedding *e, rw_model *model, riwalk_vectors **vectors,
                               riwalk_error *error)
{
    riwalk_vectors *v = NULL;
    riwalk_status status;

    rw_model_drop_outputs(model);
    if ((status = rw_vectors_new(e->graph->node_count, e->training.dimensions, &v, error)))
        return status;
    for (uint32_t a = 0; a < v->count; a++)
        memcpy(rw_vectors_row(v, a), rw_model_row(model, a), v->dimensions * sizeof(float));
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

riwalk_status riwalk_embed(const riwalk_graph *const *graphs, size_t graph_count,
                           const char *const *names, const riwalk_embed_options *options,
                           riwalk_vectors **vectors, riwalk_embed_report *report,
                           riwalk_error *error)
{
    rw_embedding e = {.graphs = graphs, .graph_count = graph_count, .names = names};
    riwalk_embed_report own = {0};
    rw_model *model = NULL;
    riwalk_status status;

    if (!vectors)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the vectors must not be NULL");
    if (!(status = rw_embedding_init(&e, options, error)) &&
        !(status = train(&e, &model, &own, error)))
        status = hand_over(&e, model, vectors, error);
    rw_model_free(model);
    rw_embedding_free(&e);
    if (!status && report)
        *report = own;
    return status;
}
