/* SPDX-License-Identifier: MIT */
/* From walks to tokens, which are the nodes: counted and kept in one pass, or counted and made
 * again for every epoch. */
#include "methods/node2vec/node_corpus.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/progress.h"

/* The walks from a node come in so many portions, shuffled over all nodes (src/train/corpus.h). */
#define SLICES 8
/* Nodes of one task. */
#define BLOCK 64

typedef struct pass {
    rw_node_corpus *corpus;
    uint32_t *room; /* [threads * walk_length] */
    rw_progress progress;
} pass;

/* ---- Kept tokens ---- */

static void keep_token(const rw_node_corpus *c, uint64_t at, uint32_t token)
{
    if (c->width == 1)
        ((uint8_t *)c->kept)[at] = (uint8_t)token;
    else if (c->width == 2)
        ((uint16_t *)c->kept)[at] = (uint16_t)token;
    else
        ((uint32_t *)c->kept)[at] = token;
}

static uint32_t kept_token(const rw_node_corpus *c, uint64_t at)
{
    return c->width == 1   ? ((const uint8_t *)c->kept)[at]
           : c->width == 2 ? ((const uint16_t *)c->kept)[at]
                           : ((const uint32_t *)c->kept)[at];
}

static uint64_t walk_start(const rw_node_corpus *c, uint32_t node, uint32_t walk)
{
    return ((uint64_t)node * c->walks + walk) * c->walk_length;
}

static void keep_walk(const rw_node_corpus *c, uint32_t node, uint32_t walk, const uint32_t *tokens,
                      uint32_t length)
{
    uint64_t at = walk_start(c, node, walk);

    for (uint32_t t = 0; t < length; t++)
        keep_token(c, at + t, tokens[t]);
    if (length < c->walk_length)
        keep_token(c, at + length, c->corpus.token_count);
}

static uint32_t read_walk(const rw_node_corpus *c, uint32_t node, uint32_t walk, uint32_t *tokens)
{
    uint64_t at = walk_start(c, node, walk);
    uint32_t length = 0;

    while (length < c->walk_length) {
        uint32_t token = kept_token(c, at + length);

        if (token == c->corpus.token_count)
            break;
        tokens[length++] = token;
    }
    return length;
}

/* ---- Sentences ---- */

/* The walk as a sentence: its length is 0 where it has one node only. */
static uint32_t make_walk(const rw_node_corpus *c, uint32_t node, uint32_t walk, uint32_t *tokens)
{
    uint32_t length = c->source.walk(c->source.source, node, walk, c->walk_length, tokens);

    return length > 1 ? length : 0;
}

static riwalk_status fill(void *context, uint32_t group, uint32_t slice, int worker,
                          rw_sentences *sentences, riwalk_error *error)
{
    const rw_node_corpus *c = context;
    uint32_t first = (uint32_t)rw_part(c->walks, c->corpus.slices, slice);
    uint32_t end = (uint32_t)rw_part(c->walks, c->corpus.slices, slice + 1);
    uint32_t tokens = 0;

    (void)worker;
    (void)error;
    for (uint32_t w = first; w < end; w++) {
        uint32_t *room = sentences->tokens + tokens;

        tokens += c->kept ? read_walk(c, group, w, room) : make_walk(c, group, w, room);
        sentences->ends[w - first] = tokens;
    }
    sentences->count = end - first;
    return RIWALK_STATUS_OK;
}

/* ---- Making ---- */

/* Walks after which a run can be cancelled. */
#define CANCEL_WALKS 1024

static riwalk_status walk_block(void *context, size_t task, int worker, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;
    pass *p = context;
    rw_node_corpus *c = p->corpus;
    uint32_t *tokens = p->room + (size_t)worker * c->walk_length;
    uint32_t begin = (uint32_t)(task * BLOCK), count = c->corpus.token_count - begin;

    if (count > BLOCK)
        count = BLOCK;
    for (uint32_t node = begin; node < begin + count && !status; node++) {
        for (uint32_t w = 0; w < c->walks && !status; w++) {
            uint32_t length = make_walk(c, node, w, tokens);

            for (uint32_t t = 0; t < length; t++)
                __atomic_fetch_add(&c->counts[tokens[t]], 1, __ATOMIC_RELAXED);
            if (c->kept)
                keep_walk(c, node, w, tokens, length);
            if (w % CANCEL_WALKS == CANCEL_WALKS - 1)
                status = rw_progress_add(&p->progress, 0, error);
        }
        if (!status)
            status = rw_progress_add(&p->progress, 1, error);
    }
    return status;
}

static riwalk_status walk_all(rw_node_corpus *c, const riwalk_options *options, riwalk_error *error)
{
    uint32_t nodes = c->corpus.token_count;
    pass p = {.corpus = c};
    riwalk_status status;

    p.room = rw_alloc((size_t)options->run.threads * c->walk_length, sizeof *p.room, error);
    if (!p.room)
        return RIWALK_STATUS_MEMORY;
    rw_progress_begin(&p.progress, &options->run, "walking", "anchors", nodes);
    status = rw_parallel(options->run.threads, ((size_t)nodes + BLOCK - 1) / BLOCK, walk_block, &p,
                         error);
    rw_free(p.room);
    return status;
}

rw_corpus rw_node_corpus_shape(uint32_t nodes, const riwalk_options *options)
{
    uint32_t slices = options->walks < SLICES ? options->walks : SLICES;
    uint32_t slice_walks = (options->walks + slices - 1) / slices;

    return (rw_corpus){
        .token_count = nodes,
        .group_count = nodes,
        .slices = slices,
        .slice_tokens = slice_walks * options->walk_length,
        .slice_sentences = slice_walks,
        .total = (uint64_t)nodes * options->walks * options->walk_length,
    };
}

uint64_t rw_node_corpus_bytes(uint32_t nodes, const riwalk_options *options)
{
    return (uint64_t)nodes * options->walks * options->walk_length * rw_kept_width(nodes, true);
}

static riwalk_status make(rw_node_corpus *c, const riwalk_options *options, bool keep,
                          riwalk_error *error)
{
    uint32_t nodes = c->source.node_count;
    riwalk_status status;

    c->walks = options->walks;
    c->walk_length = options->walk_length;
    c->corpus = rw_node_corpus_shape(nodes, options);
    c->width = rw_kept_width(nodes, true);
    if (!(c->counts = rw_alloc_zeroed(nodes, sizeof *c->counts, error)) ||
        (keep && !(c->kept = rw_alloc(c->corpus.total, c->width, error))))
        return RIWALK_STATUS_MEMORY;
    if ((status = walk_all(c, options, error)))
        return status;
    c->corpus.total = 0;
    for (uint32_t t = 0; t < nodes; t++) {
        c->corpus.total += c->counts[t];
        c->unseen += !c->counts[t];
    }
    c->corpus.counts = c->counts;
    c->corpus.fill = fill;
    c->corpus.context = c;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_node_corpus_create(const rw_node_walks *source, const riwalk_options *options,
                                    bool keep, rw_node_corpus **corpus, riwalk_error *error)
{
    rw_node_corpus *c = rw_alloc_zeroed(1, sizeof *c, error);
    riwalk_status status;

    if (!c)
        return RIWALK_STATUS_MEMORY;
    c->source = *source;
    if ((status = make(c, options, keep, error))) {
        rw_node_corpus_free(c);
        return status;
    }
    *corpus = c;
    return RIWALK_STATUS_OK;
}

void rw_node_corpus_free(rw_node_corpus *c)
{
    if (!c)
        return;
    rw_free(c->counts);
    rw_free(c->kept);
    rw_free(c);
}
