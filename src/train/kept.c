/* SPDX-License-Identifier: MIT */
/* A corpus kept with as few bytes per token as possible, in memory or in a file. Slices of a file
 * are read when they are asked for. */
#include "base/error.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/parallel.h"
#include "train/corpus.h"

#include <string.h>

#define FETCH_BYTES 1024

uint32_t rw_kept_width(uint64_t values)
{
    return values <= 256 ? 1 : values <= 65536 ? 2 : 4;
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

static uint64_t start_of(const rw_kept *kept, uint32_t group)
{
    return kept->starts ? kept->starts[group] : (uint64_t)group * kept->each;
}

/* The first sentence of a slice, counted from that of its group. */
static uint64_t first_of(const rw_kept *kept, uint32_t group, uint32_t slice)
{
    uint64_t tokens = start_of(kept, group + 1) - start_of(kept, group);
    uint64_t sentences =
        kept->length ? tokens / kept->length : kept->breaks[group + 1] - kept->breaks[group];

    return rw_part(sentences, kept->corpus.slices, slice);
}

/* Where the sentence begins that is `sentences` after the one at `at`. */
static uint64_t skip(const rw_kept *kept, uint64_t at, uint64_t sentences)
{
    if (kept->length)
        return at + sentences * kept->length;
    while (sentences)
        sentences -= rw_kept_get(kept->tokens, kept->width, at++) == kept->end;
    return at;
}

/* The tokens of the sentence that begins at a place. */
static uint32_t length_at(const rw_kept *kept, const void *tokens, uint64_t begin)
{
    uint32_t length = 0;

    if (kept->end == UINT32_MAX)
        return kept->length;
    while ((!kept->length || length < kept->length) &&
           rw_kept_get(tokens, kept->width, begin + length) != kept->end)
        length++;
    return length;
}

riwalk_status rw_kept_fill(void *context, uint32_t group, uint32_t slice, int worker,
                           rw_sentences *sentences, riwalk_error *error)
{
    const rw_kept *kept = context;
    uint64_t first = first_of(kept, group, slice), count = first_of(kept, group, slice + 1) - first;
    uint32_t locals = kept->corpus.local_count, width = kept->width, filled = 0;
    uint64_t begin = 0;
    void *tokens;

    RW_MUST(rw_kept_load(kept, skip(kept, start_of(kept, group), first), count * kept->length,
                         worker, &tokens, error));
    sentences->count = (uint32_t)count;
    for (uint32_t s = 0; s < sentences->count; s++) {
        uint32_t length = length_at(kept, tokens, begin), *to = sentences->tokens + filled;

        for (uint32_t i = 0; i < length; i++)
            to[i] = rw_kept_get(tokens, width, begin + i);
        begin += kept->length ? kept->length : length + 1;
        sentences->ends[s] = filled += length;
    }
    for (uint32_t i = 0, *to = sentences->tokens; i < filled && locals; i++)
        to[i] = to[i] ? locals + to[i] - 1 : group;
    return RIWALK_STATUS_OK;
}

/* The start is guessed if sentences differ in length; hardware prefetches what follows. */
static void fetch(const void *context, uint32_t group, uint32_t slice)
{
    const rw_kept *kept = context;
    uint64_t start = start_of(kept, group);
    uint64_t each = (start_of(kept, group + 1) - start) / kept->corpus.slices * kept->width;
    const char *first = (const char *)kept->tokens + start * kept->width + slice * each;

    for (uint64_t at = 0; at <= each && at < FETCH_BYTES; at += 64)
        __builtin_prefetch(first + at);
}

static void locate(const void *context, uint32_t group)
{
    const rw_kept *kept = context;

    __builtin_prefetch(kept->starts + group);
}

void rw_kept_finish(rw_kept *kept)
{
    rw_corpus *corpus = &kept->corpus;

    corpus->fill = rw_kept_fill;
    corpus->fetch = kept->file ? NULL : fetch;
    corpus->locate = kept->starts ? locate : NULL;
    corpus->context = kept;
    for (uint32_t g = 0; g < corpus->group_count; g++)
        for (uint32_t s = 0; s < corpus->slices; s++) {
            uint64_t start = start_of(kept, g), first = first_of(kept, g, s);
            uint64_t end = first_of(kept, g, s + 1);
            uint64_t count = skip(kept, start, end) - skip(kept, start, first);

            if (!kept->length) /* without their ends */
                count -= end - first;
            if (count > corpus->slice_tokens)
                corpus->slice_tokens = (uint32_t)count;
            if (end - first > corpus->slice_sentences)
                corpus->slice_sentences = (uint32_t)(end - first);
        }
}

void rw_kept_free(rw_kept *kept)
{
    rw_output_discard(kept->file);
    rw_free(kept->tokens);
    rw_free(kept->starts);
    rw_free(kept->breaks);
    rw_free(kept->counts);
    memset(kept, 0, sizeof *kept);
}
