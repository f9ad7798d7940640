/* SPDX-License-Identifier: MIT */
/* What a trainer learns from: sentences of tokens, in groups, and how often each token occurs.
 *
 * Tokens are numbers 0 .. token_count-1. The first local_count of them are local: token a occurs
 * only in the sentences of group a (an anchor, in its own walks). The others are shared (roles,
 * words). A corpus without this structure has local_count 0 and any groups.
 *
 * The sentences of each group are cut into the same number of slices. The trainer asks for slices
 * in a random order, from several threads, each once per epoch. The corpus may keep them or make
 * them again, but they must be the same each time. */
#ifndef RW_TRAIN_CORPUS_H
#define RW_TRAIN_CORPUS_H

#include "base/input.h"
#include "riwalk.h"

/* The sentences of one slice; one per worker. */
typedef struct rw_sentences {
    uint32_t *tokens; /* [slice_tokens] */
    uint32_t *ends;   /* [slice_sentences]: sentence s is tokens[ends[s-1] .. ends[s]-1] */
    uint32_t count;
} rw_sentences;

/* Fills in the sentences of a group's slice. `worker` is the number from rw_parallel. */
typedef riwalk_status rw_fill(void *context, uint32_t group, uint32_t slice, int worker,
                              rw_sentences *sentences, riwalk_error *error);

/* Prefetches a slice that is filled in next; before, where it is. */
typedef void rw_fetch(const void *context, uint32_t group, uint32_t slice);
typedef void rw_locate(const void *context, uint32_t group);

typedef struct rw_corpus {
    uint32_t token_count;
    uint32_t local_count;     /* at most token_count and group_count */
    uint32_t group_count;     /* groups from local_count on have shared tokens only */
    uint32_t slices;          /* per group, at least 1 */
    uint32_t slice_tokens;    /* the most tokens in a slice */
    uint32_t slice_sentences; /* the most sentences in a slice */
    uint64_t total;           /* tokens in all sentences: the sum of counts */
    const uint64_t *counts;   /* [token_count] */
    rw_fill *fill;
    rw_fetch *fetch; /* NULL: nothing to fetch */
    rw_locate *locate;
    void *context;
    /* Without local tokens, slices may have pairs instead of sentences: two tokens each, the first
     * predicts the second, and `ends` is not used. Pairs are not subsampled, and counts are the
     * weights of tokens as noise, on any scale. */
    bool pairs;
    bool symmetric; /* pairs have no direction: a token's one row is its input and its output */
} rw_corpus;

/* ---- A corpus kept in memory or in a file, 1, 2 or 4 bytes a token ---- */

/* In group a, the local token is written as 0 and a shared token t as t - local_count + 1; without
 * local tokens t is written as t. So an anchor's walks take one byte per token up to 255 roles.
 * Sentences have room for `length` tokens each, and the shorter ones have an end mark; or (length
 * 0, only in memory) they follow each other and all have one. */
typedef struct rw_kept {
    rw_corpus corpus; /* corpus.context points to this struct, which must not move */
    uint32_t width;   /* bytes per token */
    void *tokens;     /* NULL: tokens are in the file */
    struct rw_output *file;
    uint32_t **rooms; /* [workers][slice_tokens]: for reading the file; not owned */
    uint64_t *starts; /* [group_count + 1]: the first token of each group; NULL: ... */
    uint64_t each;    /* ... each has so many */
    uint32_t length;
    uint32_t end;     /* the end mark; UINT32_MAX: none */
    uint64_t *breaks; /* [group_count + 1]: the first sentence of each group, if length is 0 */
    uint64_t *counts;
} rw_kept;

/* The bytes that a token needs with so many values; and access to a token in an array of such. */
uint32_t rw_kept_width(uint64_t values);

static inline uint32_t rw_kept_get(const void *tokens, uint32_t width, uint64_t at)
{
    return width == 1   ? ((const uint8_t *)tokens)[at]
           : width == 2 ? ((const uint16_t *)tokens)[at]
                        : ((const uint32_t *)tokens)[at];
}

static inline void rw_kept_put(void *tokens, uint32_t width, uint64_t at, uint32_t token)
{
    if (width == 1)
        ((uint8_t *)tokens)[at] = (uint8_t)token;
    else if (width == 2)
        ((uint16_t *)tokens)[at] = (uint16_t)token;
    else
        ((uint32_t *)tokens)[at] = token;
}

/* Makes tokens readable and writable for a worker, in memory or in its room; and writes them back
 * to the file, if they are in one. */
riwalk_status rw_kept_load(const rw_kept *kept, uint64_t first, uint64_t count, int worker,
                           void **tokens, riwalk_error *error);
riwalk_status rw_kept_store(const rw_kept *kept, uint64_t first, uint64_t count, const void *tokens,
                            riwalk_error *error);

rw_fill rw_kept_fill;

/* Finds the largest slice and completes kept->corpus. Call it after all else is set. */
void rw_kept_finish(rw_kept *kept);
void rw_kept_free(rw_kept *kept);

/* ---- A corpus of whitespace-separated tokens, one sentence a line ---- */

/* Names are sorted by falling frequency, then by first appearance; names rarer than the minimum
 * count are dropped. Lines of more than 10000 tokens are split there.
 *
 * Walks of RiWalk are recognised as such a text: each line begins with a token that occurs only in
 * adjacent lines that begin with it too. These tokens become local, if they are most of the
 * vocabulary. */
typedef struct rw_text_corpus {
    rw_kept kept;
    char *text;       /* the tokens' names, concatenated */
    uint64_t *starts; /* [token_count + 1], into text */
    uint32_t *tokens; /* [token_count]: the token of each name */
} rw_text_corpus;

/* Reads the whole input, which may be closed afterwards. Memory: per token of the corpus and per
 * line 4 bytes while reading, then 1, 2 or 4; about 50 plus the name per distinct token. */
riwalk_status rw_text_corpus_read(const rw_input *input, uint64_t min_count, const riwalk_run *run,
                                  rw_text_corpus **corpus, riwalk_error *error);
void rw_text_corpus_free(rw_text_corpus *corpus);

#endif
