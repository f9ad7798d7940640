/* SPDX-License-Identifier: MIT */
/* A corpus kept with as few bytes per token as possible, in memory or in a file. Slices of a file
 * are read when they are asked for. */
#include "base/error.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/parallel.h"
#include "train/corpus.h"

#include <string.h>

/* Bytes of a slice to prefetch; hardware prefetches the rest as it is read. */
#define FETCH_BYTES 1024

uint32_t rw_kept_width(uint32_t shared_count, bool local)
{
    uint64_t values = (uint64_t)shared_count + local;

    return values <= 256 ? 1 : values <= 65536 ? 2 : 4;
}

/* Widens `count` tokens of `width` bytes. */
static void widen(const void *kept, uint32_t width, uint32_t count, uint32_t *tokens)
{
    const uint8_t *bytes = kept;
    const uint16_t *shorts = kept;

    if (width == 1)
        for (uint32_t i = 0; i < count; i++)
            tokens[i] = bytes[i];
    else if (width == 2)
        for (uint32_t i = 0; i < count; i++)
            tokens[i] = shorts[i];
    else
        memcpy(tokens, kept, count * sizeof *tokens);
}

riwalk_status rw_kept_load(const rw_kept *kept, uint64_t first, uint64_t count, int worker,
                           void **tokens, riwalk_error *error)
{
    if (!kept->file) {
        *tokens = (char *)kept->tokens + first * kept->width;
        return RIWALK_STATUS_OK;
    }
    *tokens = kept->rooms[worker];
    return rw_output_read_at(kept->file, *tokens, (size_t)count * kept->width, first * kept->width,
                             error);
}

riwalk_status rw_kept_store(const rw_kept *kept, uint64_t first, uint64_t count, const void *tokens,
                            riwalk_error *error)
{
    if (!kept->file)
        return RIWALK_STATUS_OK;
    return rw_output_write_at(kept->file, tokens, (size_t)count * kept->width, first * kept->width,
                              error);
}

static uint32_t length_of(const rw_kept *kept, uint32_t group, uint64_t sentence)
{
    return kept->lengths ? kept->lengths[kept->breaks[group] + sentence] : kept->length;
}

/* The sentences of a slice, as a range in its group, and their first token in the corpus. */
static void find_slice(const rw_kept *kept, uint32_t group, uint32_t slice, uint64_t *first,
                       uint64_t *end, uint64_t *token)
{
    uint32_t slices = kept->corpus.slices;
    uint64_t tokens = kept->starts[group + 1] - kept->starts[group];
    uint64_t sentences = kept->lengths  ? kept->breaks[group + 1] - kept->breaks[group]
                         : kept->length ? tokens / kept->length
                                        : 0;

    *first = rw_part(sentences, slices, slice);
    *end = rw_part(sentences, slices, slice + 1);
    *token = kept->starts[group] + (kept->lengths ? 0 : *first * kept->length);
    for (uint64_t s = 0; kept->lengths && s < *first; s++)
        *token += length_of(kept, group, s);
}

riwalk_status rw_kept_fill(void *context, uint32_t group, uint32_t slice, int worker,
                           rw_sentences *sentences, riwalk_error *error)
{
    const rw_kept *kept = context;
    uint32_t local_count = kept->corpus.local_count, count = 0;
    uint64_t first, end, token;
    void *tokens;

    find_slice(kept, group, slice, &first, &end, &token);
    sentences->count = (uint32_t)(end - first);
    for (uint64_t s = first; s < end; s++) {
        count += length_of(kept, group, s);
        sentences->ends[s - first] = count;
    }
    RW_MUST(rw_kept_load(kept, token, count, worker, &tokens, error));
    widen(tokens, kept->width, count, sentences->tokens);
    if (local_count)
        for (uint32_t i = 0; i < count; i++) {
            uint32_t t = sentences->tokens[i];

            sentences->tokens[i] = t ? local_count + t - 1 : group;
        }
    return RIWALK_STATUS_OK;
}

/* Prefetches the tokens of a slice. Slices are read at random, so each would begin with cache
 * misses. If sentences differ in length, the slice's start is guessed from their mean. */
static void fetch(const void *context, uint32_t group, uint32_t slice)
{
    const rw_kept *kept = context;
    uint64_t tokens = kept->starts[group + 1] - kept->starts[group];
    uint64_t each = tokens / kept->corpus.slices;
    const char *first =
        (const char *)kept->tokens + (kept->starts[group] + slice * each) * kept->width;

    for (uint64_t line = 0; line <= each * kept->width && line < FETCH_BYTES; line += 64)
        __builtin_prefetch(first + line);
}

/* Drops the lengths if all sentences have the same. */
static void drop_lengths(rw_kept *kept)
{
    if (!kept->lengths)
        return;
    for (uint64_t s = 1; s < kept->breaks[kept->corpus.group_count]; s++)
        if (kept->lengths[s] != kept->lengths[0])
            return;
    kept->length = kept->lengths[0];
    rw_free(kept->lengths);
    rw_free(kept->breaks);
    kept->lengths = NULL;
    kept->breaks = NULL;
}

void rw_kept_finish(rw_kept *kept, uint32_t slices)
{
    rw_corpus *corpus = &kept->corpus;

    drop_lengths(kept);
    corpus->slices = slices;
    corpus->counts = kept->counts;
    corpus->fill = rw_kept_fill;
    corpus->fetch = kept->file ? NULL : fetch;
    corpus->context = kept;
    for (uint32_t g = 0; g < corpus->group_count; g++)
        for (uint32_t s = 0; s < slices; s++) {
            uint64_t first, end, token, count = 0;

            find_slice(kept, g, s, &first, &end, &token);
            for (uint64_t i = first; i < end; i++)
                count += length_of(kept, g, i);
            if (count > corpus->slice_tokens)
                corpus->slice_tokens = (uint32_t)count;
            if (end - first > corpus->slice_sentences)
                corpus->slice_sentences = (uint32_t)(end - first);
        }
    corpus->total = kept->starts[corpus->group_count];
}

void rw_kept_free(rw_kept *kept)
{
    rw_output_discard(kept->file);
    rw_free(kept->tokens);
    rw_free(kept->starts);
    rw_free(kept->breaks);
    rw_free(kept->lengths);
    rw_free(kept->counts);
    memset(kept, 0, sizeof *kept);
}
