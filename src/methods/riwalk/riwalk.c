/* SPDX-License-Identifier: MIT */
/* RiWalk, the method of the paper (section IV), from graphs to vectors:
 *
 *   name the roles in every anchor's ball, and walk in it       src/roles, src/engine
 *   train skip-gram on the relabelled walks                     src/train
 *   keep the vectors of anchors, drop those of roles
 *
 * The factor trainer computes singular vectors instead of skip-gram: factor.c. */
#include "methods/riwalk/riwalk.h"

#include "base/error.h"
#include "model/projector.h"

static riwalk_status train(rw_embedding *e, const rw_walk_setup *setup, rw_weights **model,
                           riwalk_error *error)
{
    const riwalk_options *o = &e->options;
    double start = rw_seconds();
    RW_OWN(rw_role_corpus, corpus, rw_role_corpus_free);

    RW_MUST(rw_role_corpus_init(&corpus, setup, e, error));
    e->report.walk_seconds = rw_seconds() - start;
    RW_MUST(rw_sgns_train(&corpus.corpus, o, NULL, model, error));
    if (e->model) {
        RW_MUST(
            rw_model_from_sgns(setup, &corpus.corpus, corpus.roles, *model, o, e->model, error));
        RW_MUST(rw_solver_set_scale(*e->model, setup, *model, error));
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_riwalk_method(rw_embedding *e, riwalk_error *error)
{
    RW_OWN(rw_walk_setup, setup, rw_walk_setup_free);
    RW_OWN(rw_weights *, model, rw_weights_drop);

    if (e->options.trainer == RIWALK_TRAINER_FACTOR)
        return rw_riwalk_factor_embed(e, error);
    if (e->estimate)
        return rw_riwalk_estimate(e, error);
    RW_MUST(rw_walk_setup_init(&setup, e->graph, &e->options, error));
    RW_MUST(train(e, &setup, &model, error)); /* the walks are freed before vectors are made */
    return rw_embedding_take(e, model, error);
}
