/* SPDX-License-Identifier: MIT */
/* Skip-gram over any text: a file of whitespace-separated tokens to one vector per token. */
#include "base/error.h"
#include "base/frontend.h"
#include "base/memory.h"
#include "base/options.h"
#include "options/options.h"
#include "train/sgns.h"
#include "vectors/vectors.h"

#include <string.h>

static void drop_corpus(rw_text_corpus **corpus)
{
    rw_text_corpus_free(*corpus);
}

riwalk_status riwalk_train_text(const char *path, uint64_t min_count, const riwalk_options *options,
                                riwalk_vectors **vectors, riwalk_train_report *report,
                                riwalk_error *error)
{
    RW_OWN(rw_text_corpus *, corpus, drop_corpus);
    RW_OWN(rw_weights *, model, rw_weights_drop);
    riwalk_options known;
    riwalk_vectors *v = NULL;
    riwalk_status status;
    rw_input input;
    uint32_t count;

    if (!path || !vectors)
        return rw_refuse(error, "the path and the vectors must not be NULL");
    RW_MUST(rw_report_check(report, error));
    RW_MUST(rw_options_take(options, &known, error));
    RW_MUST(rw_input_open(path, known.run.threads, &input, error));
    status = rw_text_corpus_read(&input, min_count, &known.run, &corpus, error);
    rw_input_close(&input);
    RW_MUST(status);
    RW_MUST(rw_sgns_train(&corpus->kept.corpus, &known, NULL, &model, error));
    rw_weights_drop_outputs(model);
    count = corpus->kept.corpus.token_count;
    RW_MUST(rw_vectors_new(count, model->dimensions, &v, error));
    for (uint32_t t = 0; t < count && !status; t++) {
        memcpy(rw_vectors_row(v, t), rw_weights_row(model, corpus->tokens[t]),
               v->dimensions * sizeof(float));
        status = rw_vectors_add_name(v, NULL, rw_span_at(corpus->text, corpus->starts, t), error);
    }
    if (!(status = rw_vectors_finish(v, status, "the corpus", vectors, error))) {
        riwalk_train_report own = {sizeof own, model->pairs, model->loss};

        rw_report_hand_over(report, &own);
    }
    return status;
}
