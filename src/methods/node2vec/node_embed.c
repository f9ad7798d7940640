/* SPDX-License-Identifier: MIT */
/* Trains skip-gram on walks over nodes. Token t is node t; all tokens are shared, and the walks
 * from a node are a group. One pass counts the tokens; walks are kept in memory or made again in
 * every epoch. Walks of a single node teach nothing and are left out. */
#include "methods/node2vec/node_embed.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/os.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "train/sgns.h"

/* Nodes in a task. */
#define BLOCK 64
/* Walks between two checks for cancelling. */
#define CANCEL_WALKS 1024

/* An estimate samples this many tokens, and numbers nodes modulo the vocabulary. So rows lie far
 * apart, as in the whole run, but the matrices have moderate size. */
#define SAMPLED_TOKENS 400000
#define SAMPLED_VOCABULARY 65536

/* A corpus of walks. In an estimate its groups are some evenly spread nodes, its tokens nodes
 * modulo token_count. */
typedef struct node_corpus {
    rw_corpus corpus; /* corpus.context points into this struct, which must not move */
    rw_node_walk *walk;
    const void *source; /* argument of `walk` */
    uint32_t nodes, walks, walk_length;
    uint64_t *counts; /* [token_count] */
    uint32_t unseen;  /* tokens that no walk visits */
    rw_kept kept;     /* without tokens, walks are made again whenever they are asked for */
    uint32_t *room;   /* [threads * walk_length]: for the first pass */
    rw_pool *pool;    /* owns the arrays */
    rw_progress progress;
} node_corpus;

/* ---- Sentences ---- */

/* Makes a walk and returns its length, 0 instead of 1. */
static uint32_t make_walk(const node_corpus *c, uint32_t group, uint32_t walk, uint32_t *tokens)
{
    uint32_t start = (uint32_t)((uint64_t)group * c->nodes / c->corpus.group_count);
    uint32_t length = c->walk(c->source, start, walk, c->walk_length, tokens);

    for (uint32_t t = 0; t < length && c->corpus.token_count < c->nodes; t++)
        tokens[t] %= c->corpus.token_count;
    return length > 1 ? length : 0;
}

static riwalk_status fill_again(void *context, uint32_t group, uint32_t slice, int worker,
                                rw_sentences *sentences, riwalk_error *error)
{
    const node_corpus *c = context;
    uint32_t first = (uint32_t)rw_part(c->walks, c->corpus.slices, slice);
    uint32_t end = (uint32_t)rw_part(c->walks, c->corpus.slices, slice + 1);
    uint32_t tokens = 0;

    for (uint32_t w = first; w < end; w++) {
        sentences->ends[w - first] = tokens += make_walk(c, group, w, sentences->tokens + tokens);
    }
    sentences->count = end - first;
    return RIWALK_STATUS_OK;
}

/* ---- Making ---- */

static void keep_walk(const rw_kept *kept, uint64_t at, const uint32_t *tokens, uint32_t length)
{
    for (uint32_t t = 0; t < length; t++)
        rw_kept_put(kept->tokens, kept->width, at + t, tokens[t]);
    if (length < kept->length)
        rw_kept_put(kept->tokens, kept->width, at + length, kept->end);
}

static riwalk_status walk_group(void *context, size_t group, int worker, riwalk_error *error)
{
    node_corpus *c = context;
    uint32_t *tokens = c->room + (size_t)worker * c->walk_length;

    for (uint32_t w = 0; w < c->walks; w++) {
        uint32_t length = make_walk(c, (uint32_t)group, w, tokens);

        for (uint32_t t = 0; t < length; t++)
            __atomic_fetch_add(&c->counts[tokens[t]], 1, __ATOMIC_RELAXED);
        if (c->kept.tokens)
            keep_walk(&c->kept, group * c->kept.each + (uint64_t)w * c->walk_length, tokens,
                      length);
        if (w % CANCEL_WALKS == CANCEL_WALKS - 1)
            RW_MUST(rw_progress_add(&c->progress, 0, error));
    }
    return RIWALK_STATUS_OK;
}

static node_corpus corpus_of(const rw_embedding *e, rw_node_walk *walk, const void *source)
{
    const riwalk_options *o = &e->options;
    uint32_t nodes = e->graph->node_count;

    return (node_corpus){.corpus = rw_walks_corpus(nodes, o->walks, o->walk_length),
                         .walk = walk,
                         .source = source,
                         .nodes = nodes,
                         .walks = o->walks,
                         .walk_length = o->walk_length};
}

/* Makes all walks once and counts their tokens; `keep`: also keeps them. */
static riwalk_status walk_all(node_corpus *c, const riwalk_run *run, bool keep, const char *stage,
                              riwalk_error *error)
{
    uint32_t tokens = c->corpus.token_count, groups = c->corpus.group_count;

    c->counts = rw_take_zeroed(c->pool, tokens, sizeof *c->counts, error);
    c->room = rw_take(c->pool, (size_t)run->threads, c->walk_length * sizeof *c->room, error);
    c->kept = (rw_kept){.width = rw_kept_width(tokens + UINT64_C(1)),
                        .each = (uint64_t)c->walks * c->walk_length,
                        .length = c->walk_length,
                        .end = tokens};
    if (keep)
        c->kept.tokens = rw_take(c->pool, c->corpus.total, c->kept.width, error);
    RW_MUST(rw_pool_status(c->pool));
    rw_progress_begin(&c->progress, run, stage, "anchors", groups);
    RW_MUST(rw_parallel_blocks(run->threads, groups, BLOCK, walk_group, c, &c->progress, error));
    c->corpus.total = 0;
    for (uint32_t t = 0; t < tokens; t++) {
        c->corpus.total += c->counts[t];
        c->unseen += !c->counts[t];
    }
    c->corpus.counts = c->counts;
    c->corpus.fill = fill_again;
    c->corpus.context = c;
    c->kept.corpus = c->corpus;
    if (keep) {
        rw_kept_finish(&c->kept);
        c->corpus = c->kept.corpus;
    }
    return RIWALK_STATUS_OK;
}

/* ---- Embedding ---- */

riwalk_status rw_node_need(rw_embedding *e, uint64_t source, uint64_t before, rw_walk_bytes *bytes,
                           riwalk_error *error)
{
    uint64_t nodes = e->graph->node_count, common = rw_embedding_bytes(e) + source;
    rw_corpus corpus = corpus_of(e, NULL, NULL).corpus;
    uint64_t training = rw_sgns_memory(&corpus, &e->options, 0, 1), kept;
    /* The trainer's other matrix is freed before vectors are copied out. */
    uint64_t copying = training / 2 + nodes * (e->options.dimensions * sizeof(float));

    if (training < copying)
        training = copying;
    training += nodes * sizeof(uint64_t);
    kept = training + corpus.total * rw_kept_width(corpus.token_count + UINT64_C(1));
    *bytes = (rw_walk_bytes){.least = common + (training > before ? training : before),
                             .kept = common + (kept > before ? kept : before)};
    bytes->keep = bytes->kept <= rw_embedding_limit(e);
    return rw_embedding_need(e, bytes->least, rw_walk_bytes_used(bytes), error);
}

static riwalk_status embed(rw_embedding *e, node_corpus *c, const rw_walk_bytes *bytes,
                           riwalk_error *error)
{
    riwalk_embed_report *report = &e->report;
    double start = rw_seconds();
    RW_OWN(rw_weights *, model, rw_weights_drop);

    RW_MUST(walk_all(c, &e->options.run, bytes->keep, "walking", error));
    report->walk_seconds += rw_seconds() - start;
    RW_MUST(rw_sgns_train(&c->corpus, &e->options, NULL, &model, error));
    report->kept = bytes->keep;
    report->isolated = c->unseen;
    report->tokens = c->corpus.total;
    rw_pool_free(c->pool);
    return rw_embedding_take(e, model, error);
}

/* ---- Estimating ---- */

/* Times the walks of some nodes and an epoch of training on them. Training includes walking, so its
 * time is a difference: user time of this process, as other programs disturb wall clock. */
static riwalk_status sample(const rw_embedding *e, node_corpus *c, const rw_walk_bytes *bytes,
                            riwalk_error *error)
{
    uint32_t wanted = SAMPLED_TOKENS / (c->walks * c->walk_length) + 1;
    riwalk_options options = e->options;
    double start = rw_os_user_seconds(), walking, training;
    RW_OWN(rw_weights *, model, rw_weights_drop);

    if (c->corpus.group_count > wanted)
        c->corpus.group_count = wanted;
    if (c->corpus.token_count > SAMPLED_VOCABULARY)
        c->corpus.token_count = SAMPLED_VOCABULARY;
    options.run.threads = 1;
    options.epochs = 1;
    RW_MUST(walk_all(c, &options.run, false, "estimating", error));
    walking = (rw_os_user_seconds() - start) / c->corpus.group_count;
    options.run.progress = NULL;
    start = rw_os_user_seconds();
    RW_MUST(rw_sgns_train(&c->corpus, &options, NULL, &model, error));
    training = (rw_os_user_seconds() - start) / c->corpus.group_count - walking;
    rw_embedding_estimate(e, bytes, walking, training > 0 ? training : 0);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_node_run(rw_embedding *e, rw_node_walk *walk, const void *source,
                          const rw_walk_bytes *bytes, riwalk_error *error)
{
    node_corpus c = corpus_of(e, walk, source);
    RW_POOL(pool);

    c.pool = &pool;
    return e->estimate ? sample(e, &c, bytes, error) : embed(e, &c, bytes, error);
}
