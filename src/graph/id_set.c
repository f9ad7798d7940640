/* SPDX-License-Identifier: MIT */
/* Sets of ids as bit arrays. */
#include "graph/id_set.h"

#include "base/error.h"
#include "base/memory.h"

#include <string.h>

riwalk_status rw_id_set_reach(rw_id_set *set, uint32_t most, riwalk_error *error)
{
    size_t words = (size_t)most / 64 + 1;

    if (words <= set->words)
        return RIWALK_STATUS_OK;
    RW_HAVE(rw_resize_at(&set->present, words, sizeof *set->present, error));
    memset(set->present + set->words, 0, (words - set->words) * sizeof *set->present);
    set->words = words;
    return RIWALK_STATUS_OK;
}

/* Most bits are already set, so test before the atomic update locks the cache line. */
void rw_id_set_mark(rw_id_set *set, const uint32_t *ids, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        uint64_t *word = &set->present[ids[i] / 64];
        uint64_t bit = UINT64_C(1) << ids[i] % 64;

        if (!(__atomic_load_n(word, __ATOMIC_RELAXED) & bit))
            __atomic_fetch_or(word, bit, __ATOMIC_RELAXED);
    }
}

riwalk_status rw_id_set_number(rw_id_set *set, uint32_t *node_count, rw_names *names,
                               riwalk_error *error)
{
    uint64_t nodes = 0, lowest = UINT64_MAX, highest = 0;

    RW_HAVE(set->before = rw_alloc(set->words, sizeof *set->before, error));
    for (size_t w = 0; w < set->words; w++) {
        set->before[w] = (uint32_t)nodes;
        if (!set->present[w])
            continue;
        if (lowest == UINT64_MAX)
            lowest = w * 64 + (uint64_t)__builtin_ctzll(set->present[w]);
        highest = w * 64 + 63 - (uint64_t)__builtin_clzll(set->present[w]);
        nodes += (uint64_t)__builtin_popcountll(set->present[w]);
    }
    RW_MUST(rw_check_node_count(nodes, error));
    *node_count = set->count = (uint32_t)nodes;
    *names = highest - lowest + 1 == nodes
                 ? (rw_names){.kind = RW_NAMES_RANGE, .first = (int64_t)lowest}
                 : (rw_names){.kind = RW_NAMES_INTEGERS};
    return RIWALK_STATUS_OK;
}

int64_t *rw_id_set_list(const rw_id_set *set, riwalk_error *error)
{
    int64_t *list = rw_alloc(set->count, sizeof *list, error), *next = list;

    for (size_t w = 0; list && w < set->words; w++)
        for (uint64_t bits = set->present[w]; bits; bits &= bits - 1)
            *next++ = (int64_t)(w * 64) + __builtin_ctzll(bits);
    return list;
}

void rw_id_set_free(rw_id_set *set)
{
    rw_free(set->present);
    rw_free(set->before);
    *set = (rw_id_set){0};
}
