/* SPDX-License-Identifier: MIT */
/* What a trainer learns from: sentences of tokens, in groups, and how often each token occurs.
 *
 * Tokens are numbers 0 .. token_count-1. The first local_count of them are local: token a occurs
 * only in the sentences of group a (an anchor, in its own walks). The others are shared (roles,
 * words). A corpus without structure has local_count 0 and any division into groups.
 *
 * A group's sentences are divided into slices, the same number in all groups. Slices are what is
 * shuffled and handed to the trainer. All walks of an anchor in one go cost a point of F1 (USA at
 * 80 %: 61.6 with one slice, 62.1 with 4, 62.9 with 8, 62.7 with 16); from 8 slices on there is no
 * difference to a full shuffle. More slices cost cache misses, or walks that are made again.
 *
 * The trainer asks for slices in any order, from several threads, each once per epoch. Whether they
 * are kept or made again is the corpus's affair; they must be the same each time. */
#ifndef RW_TRAIN_CORPUS_H
#define RW_TRAIN_CORPUS_H

#include "base/input.h"
#include "riwalk.h"

/* A worker's room for the sentences of one slice. */
typedef struct rw_sentences {
    uint32_t *tokens; /* [slice_tokens] */
    uint32_t *ends;   /* [slice_sentences]: sentence s is tokens[ends[s-1] .. ends[s]-1] */
    uint32_t count;
} rw_sentences;

/* Fills in the sentences of slice number `slice` of a group. `worker` is that of rw_parallel, for
 * scratch memory. */
typedef riwalk_status rw_fill(void *context, uint32_t group, uint32_t slice, int worker,
                              rw_sentences *sentences, riwalk_error *error);

/* Says which slice will be asked for next, and of which group the one after it is, so that they can
 * be on their way into the cache. */
typedef void rw_fetch(const void *context, uint32_t group, uint32_t slice, uint32_t later_group);

typedef struct rw_corpus {
    uint32_t token_count;
    uint32_t local_count;     /* at most token_count and group_count */
    uint32_t group_count;     /* groups beyond local_count have shared tokens only */
    uint32_t slices;          /* of each group, at least 1 */
    uint32_t slice_tokens;    /* no slice has more */
    uint32_t slice_sentences; /* no slice has more */
    uint64_t total;           /* tokens of all sentences: the sum of counts */
    const uint64_t *counts;   /* [token_count] */
    rw_fill *fill;
    rw_fetch *fetch; /* NULL if there is nothing to fetch */
    void *context;
    /* Without local tokens there may be pairs instead of sentences: a slice's tokens are two for
     * each, of which the first predicts the second, and `ends` is not used. Nothing is thinned, and
     * counts say how often tokens are noise, on any scale. */
    bool pairs;
    bool symmetric; /* of pairs: a token has one row, which it is input and target by */
} rw_corpus;

/* ---- A corpus kept in memory or in a file, 1, 2 or 4 bytes a token ---- */

/* In group a, a local token is written as 0 and a shared token t as t - local_count + 1; without
 * local tokens t is written as it is. So an anchor's walks cost a byte a token up to 255 roles. */
typedef struct rw_kept {
    rw_corpus corpus; /* its context is this struct, so it must not move */
    uint32_t width;   /* bytes of a token */
    void *tokens;     /* [total tokens * width]; NULL: they are in the file */
    struct rw_output *file;
    uint32_t **rooms;  /* [workers]: [slice_tokens], of the file; not its own */
    uint64_t *starts;  /* [group_count + 1]: the first token of each group */
    uint64_t *breaks;  /* [group_count + 1]: the same in lengths; NULL without them */
    uint32_t *lengths; /* of sentences; NULL where all have `length` tokens */
    uint32_t length;
    uint64_t *counts;
} rw_kept;

/* The bytes a token needs, and tokens of so many bytes in an array. */
uint32_t rw_kept_width(uint32_t shared_count, bool local);

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

/* Tokens where a worker can read and change them, in memory or in its room; and, once it has, back
 * to the file they are in. */
riwalk_status rw_kept_load(const rw_kept *kept, uint64_t first, uint64_t count, int worker,
                           void **tokens, riwalk_error *error);
riwalk_status rw_kept_store(const rw_kept *kept, uint64_t first, uint64_t count, const void *tokens,
                            riwalk_error *error);

rw_fill rw_kept_fill;
rw_fetch rw_kept_fetch;

/* Once everything else is set: finds the largest slice and completes kept->corpus. */
void rw_kept_finish(rw_kept *kept, uint32_t slices);
void rw_kept_free(rw_kept *kept);

/* ---- A corpus of whitespace-separated tokens, one sentence a line ---- */

/* Names by falling frequency, of equal ones the first seen first; those rarer than the minimum
 * count are left out, as if they were not there. Lines longer than 10000 tokens are cut there.
 *
 * Where each line begins with a token that occurs in no lines but those beside it that begin with
 * it too, and these are most of the vocabulary, they are local: walks of RiWalk are such a text. */
typedef struct rw_text_corpus {
    rw_kept kept;
    char *text;       /* the tokens' names, one after the other */
    uint64_t *starts; /* [token_count + 1], into text */
    uint32_t *tokens; /* [token_count]: the token that has the name */
} rw_text_corpus;

/* Reads the whole input once. Memory: 4 bytes a token of the corpus while reading, 1, 2 or 4 after
 * it, 8 a line, and about 50 bytes and the name for each distinct token. The input may be closed
 * after. */
riwalk_status rw_text_corpus_read(const rw_input *input, uint64_t min_count, const riwalk_run *run,
                                  rw_text_corpus **corpus, riwalk_error *error);
void rw_text_corpus_free(rw_text_corpus *corpus);

#endif
