/* SPDX-License-Identifier: MIT */
/* Reads a corpus of whitespace-separated tokens, one sentence per line. One pass over the text
 * numbers tokens as they appear. Then they are renumbered by falling frequency, rare ones are
 * dropped, and the corpus is rewritten in place with as few bytes per token as possible. */
#include "base/error.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/sort.h"
#include "graph/intern.h"
#include "train/corpus.h"

#include <stdlib.h>
#include <string.h>

#define MAX_SENTENCE 10000
/* Sentences form groups of at least this many tokens. */
#define GROUP_TOKENS 1000
#define SLICES 16
/* Fewer local tokens would be one shard, and gain nothing. */
#define MIN_LOCALS 512
/* Bytes between progress reports. */
#define REPORT_BYTES ((size_t)1 << 20)

typedef struct word {
    const char *text; /* within the input */
    uint64_t count;
    uint32_t length;
    uint32_t number; /* rank by frequency; UINT32_MAX: dropped */
    uint32_t own;    /* its group's number + 1 for a local token, else ANYWHERE; 0: not seen yet */
} word;

#define ANYWHERE UINT32_MAX

#define END UINT32_MAX /* of a sentence, while reading */

typedef struct reader {
    rw_intern names; /* text to number of a word */
    word *words;     /* in the order of first appearance */
    size_t word_capacity;
    uint32_t *tokens; /* words of sentences, each with an END */
    size_t token_count, token_capacity;
    size_t sentence_count;
    uint32_t locals;  /* number of local tokens; 0: none */
    uint64_t *breaks; /* [locals + 1]: the first sentence of each */
    rw_text_corpus *made;
} reader;

static void free_reader(reader *r)
{
    rw_intern_free(&r->names);
    rw_free(r->words);
    rw_free(r->tokens);
    rw_free(r->breaks);
    rw_text_corpus_free(r->made);
}

static inline bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static riwalk_status look_up(reader *r, const char *text, size_t length, size_t readable,
                             uint32_t *number, riwalk_error *error)
{
    uint32_t known = r->names.count;
    uint64_t hash;
    rw_name key = rw_intern_key(text, length, readable, &hash);
    riwalk_status status = rw_intern_add(&r->names, &key, hash, number, error);

    if (status || r->names.count == known)
        return status;
    RW_HAVE(rw_grow_at(&r->words, &r->word_capacity, r->names.count, sizeof *r->words, error));
    r->words[*number] = (word){.text = text, .length = (uint32_t)length};
    return RIWALK_STATUS_OK;
}

static riwalk_status add_token(reader *r, uint32_t token, riwalk_error *error)
{
    RW_HAVE(
        rw_grow_at(&r->tokens, &r->token_capacity, r->token_count + 1, sizeof *r->tokens, error));
    r->tokens[r->token_count++] = token;
    r->sentence_count += token == END;
    return RIWALK_STATUS_OK;
}

/* Reads one line; *next is the start of the next one. */
static riwalk_status read_line(reader *r, const rw_input *input, size_t at, size_t *next,
                               riwalk_error *error)
{
    uint32_t length = 0;

    while (at < input->size && input->data[at] != '\n') {
        size_t begin = at;
        uint32_t number;

        while (at < input->size && !is_blank(input->data[at]))
            at++;
        if (at == begin) {
            at++;
            continue;
        }
        if (at - begin > UINT16_MAX)
            return rw_fail_at(error, RIWALK_STATUS_FORMAT, input->name, r->sentence_count + 1,
                              "a token of %zu bytes; at most 65535 are supported", at - begin);
        RW_MUST(look_up(r, input->data + begin, at - begin, input->size - begin, &number, error));
        RW_MUST(add_token(r, number, error));
        r->words[number].count++;
        if (++length == MAX_SENTENCE) {
            RW_MUST(add_token(r, END, error));
            length = 0;
        }
    }
    *next = at + 1;
    return length ? add_token(r, END, error) : RIWALK_STATUS_OK;
}

static riwalk_status read_lines(reader *r, const rw_input *input, rw_progress *progress,
                                riwalk_error *error)
{
    size_t at = 0, reported = 0;

    while (at < input->size) {
        RW_MUST(read_line(r, input, at, &at, error));
        if (at - reported < REPORT_BYTES)
            continue;
        RW_MUST(rw_progress_add(progress, at - reported, error));
        reported = at;
    }
    return RIWALK_STATUS_OK;
}

/* By falling count, then by first appearance. */
static int by_count(const void *a, const void *b)
{
    const word *const *u = a, *const *v = b;

    return 2 * RW_ORDER((*v)->count, (*u)->count) + RW_ORDER(*u, *v);
}

/* Consecutive sentences with the same first word are a group. Returns whether the first word of
 * every group occurs in no other group, as anchors of RiWalk do. If so, sets each word's group and
 * the breaks. */
static bool find_groups(reader *r)
{
    uint32_t group = 0;
    size_t sentence = 0;
    bool first = true; /* word of a sentence */

    for (size_t t = 0; t < r->token_count; t++) {
        uint32_t *own;

        if (r->tokens[t] == END) {
            sentence++;
            first = true;
            continue;
        }
        own = &r->words[r->tokens[t]].own;
        if (first && (!group || *own != group)) {
            if (*own || group == ANYWHERE - 1)
                return false;
            r->breaks[group++] = sentence;
            *own = group;
        } else if (!*own) {
            *own = ANYWHERE;
        } else if (*own != ANYWHERE && *own != group) {
            return false;
        }
        first = false;
    }
    r->breaks[group] = sentence;
    r->locals = group;
    return true;
}

/* Finds local tokens: first words as above, if they are most of the vocabulary. Each shared token
 * has a row in every shard, so few local tokens would not pay. */
static riwalk_status find_locals(reader *r, uint64_t min_count, riwalk_error *error)
{
    uint64_t kept = 0;
    bool local;

    RW_HAVE(r->breaks = rw_alloc(r->sentence_count + 1, sizeof *r->breaks, error));
    local = find_groups(r);
    for (size_t w = 0; w < r->names.count; w++) {
        kept += r->words[w].count >= min_count;
        local = local && (r->words[w].own == ANYWHERE || r->words[w].count >= min_count);
    }
    if (!local || r->locals < MIN_LOCALS || kept > 2 * (uint64_t)r->locals)
        r->locals = 0;
    return RIWALK_STATUS_OK;
}

/* Sorts the words that stay by frequency. Returns how many, and counts the bytes of their names. */
static size_t sort_words(reader *r, uint64_t min_count, word **sorted, size_t *bytes)
{
    size_t kept = 0;

    *bytes = 0;
    for (size_t w = 0; w < r->names.count; w++) {
        r->words[w].number = UINT32_MAX;
        if (r->words[w].count >= min_count) {
            sorted[kept++] = &r->words[w];
            *bytes += r->words[w].length;
        }
    }
    qsort(sorted, kept, sizeof *sorted, by_count);
    return kept;
}

/* Numbers the words, local ones first, all others by frequency, and copies their names. */
static riwalk_status number_words(reader *r, uint64_t min_count, riwalk_error *error)
{
    rw_text_corpus *made = r->made;
    size_t kept, bytes, at = 0;
    uint32_t shared = r->locals;
    word **sorted;
    RW_POOL(pool);

    RW_HAVE(sorted = rw_take(&pool, r->names.count, sizeof *sorted, error));
    kept = sort_words(r, min_count, sorted, &bytes);
    RW_HAVE(made->starts = rw_alloc(kept + 1, sizeof *made->starts, error));
    RW_HAVE(made->text = rw_alloc(bytes, 1, error));
    RW_HAVE(made->tokens = rw_alloc(kept, sizeof *made->tokens, error));
    RW_HAVE(made->kept.counts = rw_alloc(kept, sizeof *made->kept.counts, error));
    for (size_t i = 0; i < kept; i++) {
        uint32_t own = r->locals ? sorted[i]->own : ANYWHERE;
        uint32_t number = own == ANYWHERE ? shared++ : own - 1;

        sorted[i]->number = made->tokens[i] = number;
        made->kept.counts[number] = sorted[i]->count;
        made->kept.corpus.total += sorted[i]->count;
        made->starts[i] = at;
        memcpy(made->text + at, sorted[i]->text, sorted[i]->length);
        at += sorted[i]->length;
    }
    made->starts[kept] = at;
    made->kept.corpus.token_count = (uint32_t)kept;
    made->kept.corpus.local_count = r->locals;
    made->kept.corpus.counts = made->kept.counts;
    return RIWALK_STATUS_OK;
}

/* Rewrites the tokens front to back. Narrow tokens overwrite the same bytes, so memcpy reads the
 * wide ones. */
static void narrow(reader *r, uint32_t width, uint32_t end)
{
    size_t begin = 0, to = 0; /* begin: of the sentence */

    for (size_t from = 0; from < r->token_count; from++) {
        uint32_t number;

        memcpy(&number, r->tokens + from, sizeof number);
        if (number == END) {
            if (to > begin)
                rw_kept_put(r->tokens, width, to++, end);
            begin = to;
            continue;
        }
        number = r->words[number].number;
        if (number == UINT32_MAX)
            continue;
        if (r->locals)
            number = number < r->locals ? 0 : number - r->locals + 1;
        rw_kept_put(r->tokens, width, to++, number);
    }
    r->token_count = to;
}

/* Divides the sentences into groups: one for each local token, or by tokens. */
static riwalk_status make_groups(const reader *r, rw_kept *kept, riwalk_error *error)
{
    size_t room = r->locals ? r->locals + (size_t)1 : r->token_count / GROUP_TOKENS + 2;
    uint64_t sentences = 0, tokens = 0; /* tokens: of the group */
    uint32_t group = 0;

    RW_HAVE(kept->starts = rw_alloc_zeroed(room, sizeof *kept->starts, error));
    RW_HAVE(kept->breaks = rw_alloc_zeroed(room, sizeof *kept->breaks, error));
    for (size_t t = 1; t <= r->token_count; t++) {
        if (rw_kept_get(kept->tokens, kept->width, t - 1) != kept->end) {
            tokens++;
            continue;
        }
        sentences++;
        if (r->locals ? sentences < r->breaks[group + 1]
                      : t < r->token_count && tokens < GROUP_TOKENS)
            continue;
        kept->starts[++group] = t;
        kept->breaks[group] = sentences;
        tokens = 0;
    }
    kept->corpus.group_count = group;
    kept->corpus.slices = SLICES;
    rw_kept_finish(kept);
    return RIWALK_STATUS_OK;
}

/* Hands the reader's tokens over to the corpus, cut to size. */
static riwalk_status hand_over(reader *r, rw_kept *kept, riwalk_error *error)
{
    kept->end = kept->corpus.token_count - r->locals + (r->locals > 0);
    kept->width = rw_kept_width(kept->end + UINT64_C(1));
    narrow(r, kept->width, kept->end);
    RW_HAVE(rw_resize_at(&r->tokens, r->token_count, kept->width, error));
    kept->tokens = r->tokens;
    r->tokens = NULL;
    return make_groups(r, kept, error);
}

riwalk_status rw_text_corpus_read(const rw_input *input, uint64_t min_count, const riwalk_run *run,
                                  rw_text_corpus **corpus, riwalk_error *error)
{
    RW_OWN(reader, r, free_reader);
    rw_progress progress;

    RW_HAVE(r.made = rw_alloc_zeroed(1, sizeof *r.made, error));
    rw_progress_begin(&progress, run, "reading the corpus", "bytes", input->size);
    RW_MUST(read_lines(&r, input, &progress, error));
    RW_MUST(find_locals(&r, min_count, error));
    RW_MUST(number_words(&r, min_count, error));
    if (!r.made->kept.corpus.token_count)
        return rw_fail(error, RIWALK_STATUS_FORMAT, "%s has no token that occurs %llu times",
                       input->name, (unsigned long long)min_count);
    RW_MUST(hand_over(&r, &r.made->kept, error));
    *corpus = r.made;
    r.made = NULL;
    return RIWALK_STATUS_OK;
}

void rw_text_corpus_free(rw_text_corpus *corpus)
{
    if (!corpus)
        return;
    rw_kept_free(&corpus->kept);
    rw_free(corpus->text);
    rw_free(corpus->starts);
    rw_free(corpus->tokens);
    rw_free(corpus);
}
