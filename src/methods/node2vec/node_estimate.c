/* SPDX-License-Identifier: MIT */
/* Memory and time of an embedding by walks over nodes, estimated from a small part of the work: the
 * walks from some nodes, spread over the graph, and one epoch of training on them. */
#include "base/memory.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "methods/node2vec/node_embed.h"

#include <time.h>

/* So many tokens are walked and trained, and a node is one of so many tokens: as in the whole run,
 * rows are apart from each other, but their matrices are of moderate size. */
#define SAMPLED_TOKENS 400000
#define SAMPLED_VOCABULARY 65536

typedef struct sample {
    rw_corpus corpus;
    rw_node_walks source;
    uint32_t walks, walk_length;
    uint64_t *counts; /* [corpus.token_count] */
} sample;

/* One slice, with all walks, of a group, which is a node of the sample. */
static riwalk_status fill(void *context, uint32_t group, uint32_t slice, int worker,
                          rw_sentences *sentences, riwalk_error *error)
{
    const sample *s = context;
    uint32_t nodes = s->source.node_count, count = s->corpus.group_count, total = 0;
    uint32_t node = (uint32_t)((uint64_t)group * nodes / count);

    (void)slice;
    (void)worker;
    (void)error;
    for (uint32_t w = 0; w < s->walks; w++) {
        uint32_t *tokens = sentences->tokens + total;
        uint32_t length = s->source.walk(s->source.source, node, w, s->walk_length, tokens);

        for (uint32_t t = 0; t < length; t++)
            tokens[t] %= s->corpus.token_count;
        total += length;
        sentences->ends[w] = total;
    }
    sentences->count = s->walks;
    return RIWALK_STATUS_OK;
}

/* Walks once from all nodes of the sample, and counts. */
static riwalk_status count(sample *s, const rw_embedding *e, riwalk_error *error)
{
    uint32_t tokens = s->corpus.slice_tokens;
    rw_sentences sentences = {.tokens = rw_alloc(tokens, sizeof(uint32_t), error),
                              .ends = rw_alloc(s->walks, sizeof(uint32_t), error)};
    riwalk_status status = RIWALK_STATUS_MEMORY;
    rw_progress progress;

    if (!sentences.tokens || !sentences.ends)
        goto done;
    rw_progress_begin(&progress, &e->options.run, "estimating", "anchors", s->corpus.group_count);
    status = RIWALK_STATUS_OK;
    for (uint32_t g = 0; g < s->corpus.group_count && !status; g++) {
        fill(s, g, 0, 0, &sentences, NULL);
        for (uint32_t t = 0; t < sentences.ends[s->walks - 1]; t++)
            s->counts[sentences.tokens[t]]++;
        s->corpus.total += sentences.ends[s->walks - 1];
        status = rw_progress_add(&progress, 1, error);
    }
done:
    rw_free(sentences.tokens);
    rw_free(sentences.ends);
    return status;
}

/* Processor seconds of this thread: one of two short measurements that other programs interrupt
 * would come out longer than the other, which it is a part of. */
static double thread_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The seconds that walks from a node take, and an epoch of training on them, on one thread. */
static riwalk_status measure(const rw_embedding *e, sample *s, double *walking, double *training,
                             riwalk_error *error)
{
    riwalk_options options = e->options;
    double start = thread_seconds();
    rw_weights *model = NULL;
    riwalk_status status;

    if ((status = count(s, e, error)))
        return status;
    *walking = (thread_seconds() - start) / s->corpus.group_count;
    options.run.threads = 1;
    options.epochs = 1;
    options.run.progress = NULL;
    start = thread_seconds();
    if ((status = rw_sgns_train(&s->corpus, &options, NULL, &model, error)))
        return status;
    *training = (thread_seconds() - start) / s->corpus.group_count - *walking;
    if (*training < 0)
        *training = 0;
    rw_weights_free(model);
    return RIWALK_STATUS_OK;
}

static riwalk_status make_sample(const rw_embedding *e, const rw_node_walks *source, sample *s,
                                 riwalk_error *error)
{
    uint32_t nodes = source->node_count, tokens = e->options.walks * e->options.walk_length;
    uint32_t wanted = SAMPLED_TOKENS / tokens + 1;

    *s = (sample){
        .corpus = {.token_count = nodes < SAMPLED_VOCABULARY ? nodes : SAMPLED_VOCABULARY,
                   .group_count = nodes < wanted ? nodes : wanted,
                   .slices = 1,
                   .slice_tokens = tokens,
                   .slice_sentences = e->options.walks,
                   .fill = fill,
                   .context = s},
        .source = *source,
        .walks = e->options.walks,
        .walk_length = e->options.walk_length,
    };
    s->counts = rw_alloc_zeroed(s->corpus.token_count, sizeof *s->counts, error);
    s->corpus.counts = s->counts;
    return s->counts ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;
}

riwalk_status rw_node_estimate(const rw_embedding *e, const rw_node_walks *source,
                               const rw_walk_bytes *bytes, riwalk_estimate *estimate,
                               riwalk_error *error)
{
    double walking = 0, training = 0;
    riwalk_status status;
    sample s = {0};

    if (!(status = make_sample(e, source, &s, error)))
        status = measure(e, &s, &walking, &training, error);
    rw_free(s.counts);
    if (status)
        return status;
    rw_embedding_estimate(e, bytes, walking, training, estimate);
    return RIWALK_STATUS_OK;
}
