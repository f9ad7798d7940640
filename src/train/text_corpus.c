/* SPDX-License-Identifier: MIT */
/*
 * Reading a corpus of whitespace-separated tokens, one sentence a line.
 *
 * One pass over the text: each token is looked up in a hash table and written down as the number
 * of its first appearance. Then tokens are numbered anew by falling frequency, rare ones dropped,
 * and the corpus is rewritten in place with as few bytes a token as will do. Walks of RiWalk are
 * recognised by their anchors, which become local tokens.
 */
#include "base/memory.h"
#include "base/progress.h"
#include "base/rng.h"
#include "train/anchor_tokens.h"
#include "train/corpus.h"

#include <stdlib.h>
#include <string.h>

#define MAX_SENTENCE 10000
/* Sentences are put together in groups of at least so many tokens. */
#define GROUP_TOKENS 1000
#define SLICES 16
/* Fewer local tokens are one shard, and gain nothing. */
#define MIN_LOCALS 512
/* Bytes between progress reports. */
#define REPORT_BYTES ((size_t)1 << 20)

typedef struct word {
    uint64_t start; /* into text */
    uint64_t count;
    uint32_t length;
    uint32_t number; /* by frequency; UINT32_MAX where dropped */
} word;

typedef struct reader {
    word *words;
    size_t word_count, word_capacity;
    uint32_t *slots; /* hash table: number of a word + 1, 0 where free */
    size_t slot_mask;
    char *text;
    size_t text_size, text_capacity;
    uint32_t *tokens;
    size_t token_count, token_capacity;
    uint32_t *lengths; /* of sentences */
    size_t sentence_count, sentence_capacity;
    uint32_t locals;  /* 0, or: */
    uint32_t *own;    /* [word_count]: of a local token its number + 1, else UINT32_MAX */
    uint64_t *breaks; /* [locals + 1]: the first sentence of each */
} reader;

static inline bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static uint64_t hash(const char *text, size_t length)
{
    uint64_t h = length, piece;

    for (; length > 8; text += 8, length -= 8) {
        memcpy(&piece, text, 8);
        h = rw_rng_mix(h ^ piece);
    }
    piece = 0;
    memcpy(&piece, text, length);
    return rw_rng_mix((h ^ piece) + RW_RNG_GAMMA);
}

static uint64_t hash_of(const reader *r, const word *w)
{
    return hash(r->text + w->start, w->length);
}

static bool grow_slots(reader *r, riwalk_error *error)
{
    size_t size = r->slots ? 2 * (r->slot_mask + 1) : 1024;
    uint32_t *slots = rw_alloc_zeroed(size, sizeof *slots, error);

    if (!slots)
        return false;
    for (size_t w = 0; w < r->word_count; w++) {
        size_t at = hash_of(r, &r->words[w]) & (size - 1);

        while (slots[at])
            at = (at + 1) & (size - 1);
        slots[at] = (uint32_t)w + 1;
    }
    rw_free(r->slots);
    r->slots = slots;
    r->slot_mask = size - 1;
    return true;
}

static bool add_word(reader *r, size_t slot, const char *text, size_t length, riwalk_error *error)
{
    word *words = rw_grow(r->words, &r->word_capacity, r->word_count + 1, sizeof *words, error);
    char *all;

    if (!words)
        return false;
    r->words = words;
    if (!(all = rw_grow(r->text, &r->text_capacity, r->text_size + length, 1, error)))
        return false;
    r->text = all;
    memcpy(all + r->text_size, text, length);
    words[r->word_count] = (word){.start = r->text_size, .length = (uint32_t)length};
    r->text_size += length;
    r->slots[slot] = (uint32_t)++r->word_count;
    return r->word_count * 2 <= r->slot_mask || grow_slots(r, error);
}

/* The number of a word, which is added if it is new. */
static riwalk_status look_up(reader *r, const char *text, size_t length, uint32_t *number,
                             riwalk_error *error)
{
    size_t at;

    if (!r->slots && !grow_slots(r, error))
        return RIWALK_STATUS_MEMORY;
    at = hash(text, length) & r->slot_mask;
    for (; r->slots[at]; at = (at + 1) & r->slot_mask) {
        const word *w = &r->words[r->slots[at] - 1];

        if (w->length == length && !memcmp(r->text + w->start, text, length)) {
            *number = r->slots[at] - 1;
            return RIWALK_STATUS_OK;
        }
    }
    *number = (uint32_t)r->word_count;
    return add_word(r, at, text, length, error) ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;
}

static riwalk_status end_sentence(reader *r, uint32_t length, riwalk_error *error)
{
    uint32_t *lengths;

    if (!length)
        return RIWALK_STATUS_OK;
    lengths =
        rw_grow(r->lengths, &r->sentence_capacity, r->sentence_count + 1, sizeof *lengths, error);
    if (!lengths)
        return RIWALK_STATUS_MEMORY;
    r->lengths = lengths;
    lengths[r->sentence_count++] = length;
    return RIWALK_STATUS_OK;
}

/* Reads one line; returns where the next one begins in *next. */
static riwalk_status read_line(reader *r, const rw_input *input, size_t at, size_t *next,
                               riwalk_error *error)
{
    uint32_t length = 0;
    riwalk_status status;

    while (at < input->size && input->data[at] != '\n') {
        size_t begin = at;
        uint32_t *tokens, number;

        while (at < input->size && !is_blank(input->data[at]))
            at++;
        if (at == begin) {
            at++;
            continue;
        }
        if (at - begin > UINT16_MAX)
            return rw_fail_at(error, RIWALK_STATUS_FORMAT, input->name, r->sentence_count + 1,
                              "a token of %zu bytes; at most 65535 are supported", at - begin);
        if ((status = look_up(r, input->data + begin, at - begin, &number, error)))
            return status;
        if (!(tokens = rw_grow(r->tokens, &r->token_capacity, r->token_count + 1, sizeof *tokens,
                               error)))
            return RIWALK_STATUS_MEMORY;
        r->tokens = tokens;
        tokens[r->token_count++] = number;
        r->words[number].count++;
        if (++length == MAX_SENTENCE) {
            if ((status = end_sentence(r, length, error)))
                return status;
            length = 0;
        }
    }
    *next = at + 1;
    return end_sentence(r, length, error);
}

static riwalk_status read_lines(reader *r, const rw_input *input, rw_progress *progress,
                                riwalk_error *error)
{
    size_t at = 0, reported = 0;
    riwalk_status status;

    while (at < input->size) {
        if ((status = read_line(r, input, at, &at, error)))
            return status;
        if (r->word_count >= UINT32_MAX - 1)
            return rw_fail(error, RIWALK_STATUS_LIMIT, "%s has more than 4294967294 tokens",
                           input->name);
        if (at - reported < REPORT_BYTES)
            continue;
        if ((status = rw_progress_add(progress, at - reported, error)))
            return status;
        reported = at;
    }
    return RIWALK_STATUS_OK;
}

/* By falling count, then by first appearance (words are in that order, and starts grow). */
static int by_count(const void *a, const void *b)
{
    const word *const *u = a, *const *v = b;

    if ((*u)->count != (*v)->count)
        return (*u)->count < (*v)->count ? 1 : -1;
    return ((*u)->start > (*v)->start) - ((*u)->start < (*v)->start);
}

/* Finds local tokens, if each sentence begins with one and they are most of the vocabulary: shared
 * ones have a row in every shard. */
static riwalk_status find_locals(reader *r, uint64_t min_count, riwalk_error *error)
{
    rw_text_words text = {r->tokens, r->lengths, r->sentence_count};
    uint64_t kept = 0;
    bool local;

    if (!(r->own = rw_alloc_zeroed(r->word_count, sizeof *r->own, error)) ||
        !(r->breaks = rw_alloc(r->sentence_count + 1, sizeof *r->breaks, error)))
        return RIWALK_STATUS_MEMORY;
    local = rw_anchor_tokens(&text, r->own, r->breaks, &r->locals);
    for (size_t w = 0; w < r->word_count; w++) {
        kept += r->words[w].count >= min_count;
        local = local && (r->own[w] == UINT32_MAX || r->words[w].count >= min_count);
    }
    if (!local || r->locals < MIN_LOCALS || kept > 2 * (uint64_t)r->locals)
        r->locals = 0;
    return RIWALK_STATUS_OK;
}

/* The words that stay, by frequency. */
static word **sort_words(reader *r, uint64_t min_count, size_t *kept, riwalk_error *error)
{
    word **sorted = rw_alloc(r->word_count, sizeof *sorted, error);

    *kept = 0;
    for (size_t w = 0; sorted && w < r->word_count; w++) {
        r->words[w].number = UINT32_MAX;
        if (r->words[w].count >= min_count)
            sorted[(*kept)++] = &r->words[w];
    }
    if (sorted)
        qsort(sorted, *kept, sizeof *sorted, by_count);
    return sorted;
}

/* Numbers the words, local ones first, all others by frequency, and copies the names. */
static riwalk_status number_words(reader *r, uint64_t min_count, rw_text_corpus *made,
                                  riwalk_error *error)
{
    size_t kept, at = 0;
    word **sorted = sort_words(r, min_count, &kept, error);
    uint32_t shared = r->locals;

    if (!sorted || !(made->starts = rw_alloc(kept + 1, sizeof *made->starts, error)) ||
        !(made->text = rw_alloc(r->text_size, 1, error)) ||
        !(made->tokens = rw_alloc(kept, sizeof *made->tokens, error)) ||
        !(made->kept.counts = rw_alloc(kept, sizeof *made->kept.counts, error))) {
        rw_free(sorted);
        return RIWALK_STATUS_MEMORY;
    }
    for (size_t i = 0; i < kept; i++) {
        uint32_t own = r->locals ? r->own[sorted[i] - r->words] : UINT32_MAX;
        uint32_t number = own == UINT32_MAX ? shared++ : own - 1;

        sorted[i]->number = made->tokens[i] = number;
        made->kept.counts[number] = sorted[i]->count;
        made->starts[i] = at;
        memcpy(made->text + at, r->text + sorted[i]->start, sorted[i]->length);
        at += sorted[i]->length;
    }
    made->starts[kept] = at;
    made->kept.corpus.token_count = (uint32_t)kept;
    made->kept.corpus.local_count = r->locals;
    rw_free(sorted);
    return RIWALK_STATUS_OK;
}

static void put(void *tokens, uint32_t width, size_t at, uint32_t token)
{
    if (width == 1)
        ((uint8_t *)tokens)[at] = (uint8_t)token;
    else if (width == 2)
        ((uint16_t *)tokens)[at] = (uint16_t)token;
    else
        ((uint32_t *)tokens)[at] = token;
}

/* Rewrites the tokens, front to back: a token never takes more room than before. memcpy reads them
 * because the narrow ones are written over the same bytes. */
static void narrow(reader *r, uint32_t width)
{
    size_t from = 0, to = 0, sentences = 0;

    for (size_t s = 0; s < r->sentence_count; s++) {
        uint32_t length = 0;

        for (uint32_t i = 0; i < r->lengths[s]; i++) {
            uint32_t number;

            memcpy(&number, r->tokens + from++, sizeof number);
            number = r->words[number].number;
            if (number == UINT32_MAX)
                continue;
            if (r->locals)
                number = number < r->locals ? 0 : number - r->locals + 1;
            put(r->tokens, width, to++, number);
            length++;
        }
        if (length)
            r->lengths[sentences++] = length;
    }
    r->token_count = to;
    r->sentence_count = sentences;
}

/* Divides the sentences into groups. */
static riwalk_status make_groups(rw_kept *kept, size_t token_count, size_t sentence_count,
                                 riwalk_error *error)
{
    size_t capacity = token_count / GROUP_TOKENS + 2, groups = 0;
    uint64_t token = 0, group_start = 0;

    if (!(kept->starts = rw_alloc_zeroed(capacity, sizeof *kept->starts, error)) ||
        !(kept->breaks = rw_alloc_zeroed(capacity, sizeof *kept->breaks, error)))
        return RIWALK_STATUS_MEMORY;
    for (size_t s = 0; s < sentence_count; s++) {
        token += kept->lengths[s];
        if (token - group_start < GROUP_TOKENS && s + 1 < sentence_count)
            continue;
        groups++;
        kept->starts[groups] = group_start = token;
        kept->breaks[groups] = s + 1;
    }
    kept->corpus.group_count = (uint32_t)groups;
    rw_kept_finish(kept, SLICES);
    return RIWALK_STATUS_OK;
}

/* One group for each local token. */
static riwalk_status make_local_groups(reader *r, rw_kept *kept, riwalk_error *error)
{
    size_t count = (size_t)r->locals + 1;
    uint64_t *breaks, token = 0;

    if (!(kept->starts = rw_alloc(count, sizeof *kept->starts, error)) ||
        !(breaks = rw_resize(r->breaks, count, sizeof *breaks, error)))
        return RIWALK_STATUS_MEMORY;
    kept->breaks = breaks;
    r->breaks = NULL;
    kept->starts[0] = 0;
    for (uint32_t group = 0; group < r->locals; group++) {
        for (uint64_t s = breaks[group]; s < breaks[group + 1]; s++)
            token += kept->lengths[s];
        kept->starts[group + 1] = token;
    }
    kept->corpus.group_count = r->locals;
    rw_kept_finish(kept, SLICES);
    return RIWALK_STATUS_OK;
}

/* Gives the reader's arrays over to the corpus, cut to size. */
static riwalk_status hand_over(reader *r, rw_kept *kept, riwalk_error *error)
{
    void *tokens, *lengths;

    kept->width = rw_kept_width(kept->corpus.token_count - r->locals, r->locals);
    narrow(r, kept->width);
    if (!(tokens = rw_resize(r->tokens, r->token_count, kept->width, error)))
        return RIWALK_STATUS_MEMORY;
    kept->tokens = tokens;
    r->tokens = NULL;
    if (!(lengths = rw_resize(r->lengths, r->sentence_count, sizeof *r->lengths, error)))
        return RIWALK_STATUS_MEMORY;
    kept->lengths = lengths;
    r->lengths = NULL;
    return r->locals ? make_local_groups(r, kept, error)
                     : make_groups(kept, r->token_count, r->sentence_count, error);
}

riwalk_status rw_text_corpus_read(const rw_input *input, uint64_t min_count, const riwalk_run *run,
                                  rw_text_corpus **corpus, riwalk_error *error)
{
    reader r = {0};
    rw_text_corpus *made = rw_alloc_zeroed(1, sizeof *made, error);
    riwalk_status status = RIWALK_STATUS_MEMORY;
    rw_progress progress;

    if (!made)
        return status;
    rw_progress_begin(&progress, run, "reading the corpus", "bytes", input->size);
    if ((status = read_lines(&r, input, &progress, error)) ||
        (status = find_locals(&r, min_count, error)) ||
        (status = number_words(&r, min_count, made, error)))
        goto done;
    if (!made->kept.corpus.token_count) {
        status = rw_fail(error, RIWALK_STATUS_FORMAT, "%s has no token that occurs %llu times",
                         input->name, (unsigned long long)min_count);
        goto done;
    }
    if ((status = hand_over(&r, &made->kept, error)))
        goto done;
    *corpus = made;
    made = NULL;
done:
    rw_free(r.words);
    rw_free(r.slots);
    rw_free(r.text);
    rw_free(r.tokens);
    rw_free(r.lengths);
    rw_free(r.own);
    rw_free(r.breaks);
    rw_text_corpus_free(made);
    return status;
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
