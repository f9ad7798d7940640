/* SPDX-License-Identifier: MIT */
/* RiWalk, the method of the paper (section IV), from graphs to vectors:
 *
 *   name the roles in every anchor's ball, and walk in it       src/roles, src/engine
 *   train skip-gram on the relabelled walks                     src/train
 *   keep the vectors of anchors, drop those of roles
 *
 * The factor trainer computes singular vectors instead of skip-gram: factor.c.
 *
 * Walks are kept in memory. If they do not fit, they are kept in a file or made again in every
 * epoch. */
#include "methods/riwalk/riwalk.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/os.h"
#include "model/projector.h"
#include "vectors/vectors.h"

#include <string.h>

/* Whether a file of walks is faster than walking again. Slices are read at random, which is fast
 * only if the file fits into the memory that the limit leaves free. */
static bool file_pays(const rw_embedding *e, uint64_t bytes)
{
    uint64_t machine = rw_os_memory(), limit = rw_embedding_limit(e);

    return e->options.work && limit < machine && bytes <= machine - limit;
}

/* Assumes that all nodes have edges, so the estimate is never too low. */
rw_walk_bytes rw_riwalk_memory(const rw_embedding *e, const rw_walk_setup *setup,
                               const rw_corpus *shape, const rw_plan *plan)
{
    uint64_t tokens = (uint64_t)e->graph->node_count * setup->walks * setup->walk_length;
    uint64_t training = rw_sgns_memory(shape, &e->options, plan);
    /* The trainer's other matrix is freed before vectors are copied out. */
    uint64_t copying = training / 2 + rw_embedding_vector_bytes(e);
    uint64_t prepared = rw_engine_prepared_bytes(&setup, 1), limit = rw_embedding_limit(e);
    rw_walk_bytes bytes = {.least = rw_embedding_bytes(e)};

    bytes.least += shape->token_count * sizeof(uint64_t);
    bytes.least += (uint64_t)e->options.run.threads * rw_engine_walks_bytes(setup);
    bytes.least += training > copying ? training : copying;
    bytes.least += prepared;
    tokens = tokens / e->members * rw_kept_width(shape->token_count - shape->local_count, true);
    /* Training on kept walks needs no prepared rows. */
    bytes.filed = bytes.least - (prepared < training ? prepared : training) +
                  (e->graph->node_count + UINT64_C(1)) * sizeof(uint64_t);
    bytes.kept = bytes.filed + tokens;
    bytes.keep = bytes.kept <= limit;
    bytes.file = !bytes.keep && bytes.filed <= limit && file_pays(e, tokens);
    if (bytes.least > bytes.kept)
        bytes.least = bytes.kept;
    if (bytes.least > bytes.filed && file_pays(e, tokens))
        bytes.least = bytes.filed;
    return bytes;
}

/* Chooses how tokens are kept while walks are counted, before any walk. *kept is the bytes of a
 * token: 2 in a file, or if that takes no more than training will, else 1; 0 if there is no room.
 * Refuses a run whose anchors' vectors alone exceed the limit. */
static riwalk_status foresee(const rw_embedding *e, const rw_walk_setup *setup, uint32_t *kept,
                             bool *in_file, riwalk_error *error)
{
    uint64_t tokens = (uint64_t)e->graph->node_count * setup->walks * setup->walk_length;
    uint64_t walking = rw_embedding_bytes(e) + rw_engine_prepared_bytes(&setup, 1) +
                       (uint64_t)e->options.run.threads * rw_engine_walks_bytes(setup);
    rw_corpus shape = rw_role_corpus_shape(setup, 0);
    uint64_t row = (shape.symmetric ? 1 : 2) * e->options.dimensions * sizeof(float);
    rw_walk_bytes bytes;
    rw_plan plan;

    rw_plan_make(&shape, &e->options, &plan);
    bytes = rw_riwalk_memory(e, setup, &shape, &plan);
    *in_file = bytes.file;
    *kept = bytes.file ? 2 : !bytes.keep ? 0 : walking + 2 * tokens <= bytes.kept ? 2 : 1;
    return rw_embedding_check_limit(
        e, rw_embedding_bytes(e) + e->graph->node_count / e->members * row, error);
}

/* Keeps the walks if they fit; refuses what cannot fit before the long training. */
static riwalk_status settle_memory(rw_embedding *e, rw_role_corpus *corpus, riwalk_error *error)
{
    rw_walk_bytes bytes = rw_riwalk_memory(e, corpus->setup, &corpus->corpus, &corpus->plan);

    e->report.device = corpus->engine->device;
    e->report.kept = bytes.keep || bytes.file;
    RW_MUST(rw_embedding_need(e, bytes.least, rw_walk_bytes_used(&bytes), error));
    if (e->report.kept)
        return rw_role_corpus_keep(corpus, bytes.file, error);
    rw_role_corpus_drop(corpus);
    return RIWALK_STATUS_OK;
}

static riwalk_status train(rw_embedding *e, const rw_walk_setup *setup, rw_role_corpus *corpus,
                           rw_weights **model, riwalk_error *error)
{
    const riwalk_options *o = &e->options;
    riwalk_embed_report *report = &e->report;
    double start = rw_seconds();
    uint32_t kept;
    bool in_file;

    RW_MUST(foresee(e, setup, &kept, &in_file, error));
    RW_MUST(rw_role_corpus_init(corpus, setup, o, kept, in_file, error));
    RW_MUST(settle_memory(e, corpus, error));
    report->walk_seconds = rw_seconds() - start;
    RW_MUST(rw_sgns_train(&corpus->corpus, o, &corpus->plan, model, error));
    if (e->model) {
        RW_MUST(
            rw_model_from_sgns(setup, &corpus->corpus, corpus->roles, *model, o, e->model, error));
        RW_MUST(rw_solver_set_scale(*e->model, setup, *model, error));
    }
    report->isolated = corpus->isolated;
    report->roles = riwalk_roles_count(corpus->roles);
    report->tokens = corpus->token_total;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_riwalk_method(rw_embedding *e, riwalk_error *error)
{
    rw_role_corpus corpus = {0};
    rw_weights *model = NULL;
    rw_walk_setup setup;
    riwalk_status status;

    if (e->estimate)
        return rw_riwalk_estimate(e, error);
    if (e->options.trainer == RIWALK_TRAINER_FACTOR)
        return rw_riwalk_factor_embed(e, error);
    if (!(status = rw_walk_setup_init(&setup, e->graph, &e->options, error)))
        status = train(e, &setup, &corpus, &model, error);
    rw_role_corpus_free(&corpus);
    if (!status)
        status = rw_embedding_take(e, model, error);
    rw_weights_free(model);
    rw_walk_setup_free(&setup);
    return status;
}
