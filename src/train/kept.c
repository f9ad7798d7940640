/* SPDX-License-Identifier: MIT */
/* A corpus kept in memory with as few bytes a token as it needs. */
#include "base/memory.h"
#include "train/corpus.h"

#include <string.h>

uint32_t rw_kept_width(uint32_t shared_count, bool local)
{
    uint64_t values = (uint64_t)shared_count + local;

    return values <= 256 ? 1 : values <= 65536 ? 2 : 4;
}

/* Widens `count` tokens from `first` on. */
static void widen(const rw_kept *kept, uint64_t first, uint32_t count, uint32_t *tokens)
{
    const uint8_t *bytes = kept->tokens;
    const uint16_t *shorts = kept->tokens;

    if (kept->width == 1)
        for (uint32_t i = 0; i < count; i++)
            tokens[i] = bytes[first + i];
    else if (kept->width == 2)
        for (uint32_t i = 0; i < count; i++)
            tokens[i] = shorts[first + i];
    else
        memcpy(tokens, (const uint32_t *)kept->tokens + first, count * sizeof *tokens);
}

riwalk_status rw_kept_fill(void *context, uint32_t group, int worker, rw_sentences *sentences,
                           riwalk_error *error)
{
    const rw_kept *kept = context;
    uint32_t count = (uint32_t)(kept->starts[group + 1] - kept->starts[group]);
    uint32_t local_count = kept->corpus.local_count, end = 0;

    (void)worker;
    (void)error;
    widen(kept, kept->starts[group], count, sentences->tokens);
    if (local_count)
        for (uint32_t i = 0; i < count; i++) {
            uint32_t token = sentences->tokens[i];

            sentences->tokens[i] = token ? local_count + token - 1 : group;
        }
    if (!kept->lengths) {
        sentences->count = kept->length ? count / kept->length : 0;
        for (uint32_t s = 0; s < sentences->count; s++)
            sentences->ends[s] = (s + 1) * kept->length;
        return RIWALK_STATUS_OK;
    }
    sentences->count = (uint32_t)(kept->breaks[group + 1] - kept->breaks[group]);
    for (uint32_t s = 0; s < sentences->count; s++)
        sentences->ends[s] = end += kept->lengths[kept->breaks[group] + s];
    return RIWALK_STATUS_OK;
}

void rw_kept_free(rw_kept *kept)
{
    rw_free(kept->tokens);
    rw_free(kept->starts);
    rw_free(kept->breaks);
    rw_free(kept->lengths);
    rw_free(kept->counts);
    memset(kept, 0, sizeof *kept);
}
