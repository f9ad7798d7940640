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
#include "methods/node2vec.h"

#include "base/error.h"
#include "base/options.h"
#include "base/progress.h"
#include "vectors/vectors.h"
#include "walks/walks.h"

#include <string.h>

void riwalk_node2vec_options_init(riwalk_node2vec_options *options)
{
    *options = (riwalk_node2vec_options){.size = sizeof *options, .p = 1, .q = 1};
}

riwalk_status rw_node2vec_source(const rw_embedding *e, rw_second_order *source,
                                 riwalk_error *error)
{
    riwalk_node2vec_options known;
    riwalk_status status;

    riwalk_node2vec_options_init(&known);
    if (e->options.method == RIWALK_METHOD_NODE2VEC &&
        (status = rw_options_copy(&known, sizeof known, e->options.node2vec, error)))
        return status;
    if ((status = rw_walks_check(&e->walks, error)))
        return status;
    if (e->walks.walk_length < 2)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "walks of 1 token meet nothing: the walk length must be at least 2");
    return rw_second_order_init(source, e->graph, known.p, known.q, e->options.seed,
                                e->walks.threads, error);
}

rw_node2vec_bytes rw_node2vec_memory(const rw_embedding *e)
{
    uint64_t nodes = e->graph->node_count;
    rw_corpus corpus = rw_node_corpus_shape(e->graph->node_count, &e->walks);
    rw_node2vec_bytes bytes = {.least = rw_embedding_bytes(e)};
    uint64_t training, copying;
    rw_plan plan;

    rw_plan_make(&corpus, &e->training, &plan);
    training = rw_sgns_memory(&corpus, &e->training, &plan);
    /* While the vectors are copied out, the trainer's other matrix is gone already. */
    copying = training / 2 + nodes * (e->training.dimensions * sizeof(float));
    bytes.least += rw_second_order_bytes(e->graph) + nodes * sizeof(uint64_t);
    bytes.least += training > copying ? training : copying;
    bytes.kept = bytes.least + rw_node_corpus_bytes(e->graph->node_count, &e->walks);
    bytes.keep = bytes.kept <= rw_embedding_limit(e);
    return bytes;
}

static riwalk_status train(const rw_embedding *e, const rw_second_order *source, rw_model **model,
                           riwalk_embed_report *report, riwalk_error *error)
{
    double start = rw_seconds();
    rw_node_corpus *corpus = NULL;
    riwalk_status status;

    status = rw_node_corpus_create(source, &e->walks, report->kept, &corpus, error);
    if (status)
        return status;
    report->walk_seconds = rw_seconds() - start;
    status = rw_sgns_train(&corpus->corpus, &e->training, NULL, model, error);
    if (!status) {
        report->train_seconds = rw_seconds() - start - report->walk_seconds;
        report->isolated = corpus->unseen;
        report->tokens = corpus->corpus.total;
        report->pairs = (*model)->pairs;
        report->loss = (*model)->loss;
    }
    rw_node_corpus_free(corpus);
    return status;
}

static riwalk_status hand_over(const rw_embedding *e, rw_model *model, riwalk_vectors **vectors,
                               riwalk_error *error)
{
    uint32_t dimensions = e->training.dimensions;
    riwalk_status status;

    rw_model_drop_outputs(model);
    if ((status = rw_embedding_vectors(e, dimensions, vectors, error)))
        return status;
    for (uint32_t node = 0; node < e->graph->node_count; node++)
        memcpy(rw_vectors_row(*vectors, node), rw_model_row(model, node),
               dimensions * sizeof(float));
    return RIWALK_STATUS_OK;
}

static riwalk_status embed(const rw_embedding *e, riwalk_vectors **vectors,
                           riwalk_embed_report *report, riwalk_error *error)
{
    rw_second_order source = {0};
    rw_model *model = NULL;
    rw_node2vec_bytes bytes;
    riwalk_status status;

    if ((status = rw_node2vec_source(e, &source, error)))
        return status;
    bytes = rw_node2vec_memory(e);
    report->kept = bytes.keep;
    report->memory_bytes = bytes.keep ? bytes.kept : bytes.least;
    if (!(status = rw_embedding_check_limit(e, bytes.least, error)) &&
        !(status = train(e, &source, &model, report, error)))
        status = hand_over(e, model, vectors, error);
    rw_model_free(model);
    rw_second_order_free(&source);
    return status;
}

const rw_method rw_node2vec_method = {.embed = embed, .foresee = rw_node2vec_foresee};
