/* SPDX-License-Identifier: MIT */
/* Training on walks over nodes, and their vectors. */
#include "methods/node2vec/node_embed.h"

#include "base/error.h"
#include "base/progress.h"
#include "vectors/vectors.h"

#include <string.h>

rw_walk_bytes rw_node_memory(const rw_embedding *e, uint64_t source, uint64_t before)
{
    uint64_t nodes = e->graph->node_count, common = rw_embedding_bytes(e) + source;
    rw_corpus corpus = rw_node_corpus_shape(e->graph->node_count, &e->options);
    uint64_t training, copying, kept;
    rw_walk_bytes bytes;
    rw_plan plan;

    rw_plan_make(&corpus, &e->options, &plan);
    training = rw_sgns_memory(&corpus, &e->options, &plan);
    /* While the vectors are copied out, the trainer's other matrix is gone already. */
    copying = training / 2 + nodes * (e->options.dimensions * sizeof(float));
    if (training < copying)
        training = copying;
    training += nodes * sizeof(uint64_t);
    kept = training + rw_node_corpus_bytes(e->graph->node_count, &e->options);
    bytes.least = common + (training > before ? training : before);
    bytes.kept = common + (kept > before ? kept : before);
    bytes.keep = bytes.kept <= rw_embedding_limit(e);
    return bytes;
}

static riwalk_status train(const rw_embedding *e, const rw_node_walks *source, rw_weights **model,
                           riwalk_embed_report *report, riwalk_error *error)
{
    double start = rw_seconds(), walking;
    rw_node_corpus *corpus = NULL;
    riwalk_status status;

    status = rw_node_corpus_create(source, &e->options, report->kept, &corpus, error);
    if (status)
        return status;
    walking = rw_seconds() - start;
    status = rw_sgns_train(&corpus->corpus, &e->options, NULL, model, error);
    if (!status) {
        report->walk_seconds += walking;
        report->train_seconds = rw_seconds() - start - walking;
        report->isolated = corpus->unseen;
        report->tokens = corpus->corpus.total;
        report->pairs = (*model)->pairs;
        report->loss = (*model)->loss;
    }
    rw_node_corpus_free(corpus);
    return status;
}

static riwalk_status hand_over(const rw_embedding *e, rw_weights *model, riwalk_vectors **vectors,
                               riwalk_error *error)
{
    uint32_t dimensions = e->options.dimensions;
    riwalk_status status;

    rw_weights_drop_outputs(model);
    if ((status = rw_embedding_vectors(e, dimensions, vectors, error)))
        return status;
    for (uint32_t node = 0; node < e->graph->node_count; node++)
        memcpy(rw_vectors_row(*vectors, node), rw_weights_row(model, node),
               dimensions * sizeof(float));
    return RIWALK_STATUS_OK;
}

riwalk_status rw_node_embed(const rw_embedding *e, const rw_node_walks *source,
                            const rw_walk_bytes *bytes, riwalk_vectors **vectors,
                            riwalk_embed_report *report, riwalk_error *error)
{
    rw_weights *model = NULL;
    riwalk_status status;

    report->kept = bytes->keep;
    report->memory_bytes = rw_walk_bytes_used(bytes);
    if (!(status = train(e, source, &model, report, error)))
        status = hand_over(e, model, vectors, error);
    rw_weights_free(model);
    return status;
}
