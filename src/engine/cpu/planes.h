/* SPDX-License-Identifier: MIT */
/* Bit planes: sets of small numbers with one bit each, in words and in blocks of 512 bits. */
#ifndef RW_ENGINE_CPU_PLANES_H
#define RW_ENGINE_CPU_PLANES_H

#include "base/cpu.h"

#include <stdbool.h>
#include <stdint.h>

#define RW_BLOCK_WORDS 8
#define RW_BLOCK_BITS 512

static inline bool rw_plane_has(const uint64_t *plane, uint32_t i)
{
    return plane[i / 64] >> i % 64 & 1;
}

static inline void rw_plane_add(uint64_t *plane, uint32_t i)
{
    plane[i / 64] |= UINT64_C(1) << i % 64;
}

/* Whether two blocks have a bit in common. */
static inline bool rw_blocks_meet(const uint64_t *a, const uint64_t *b)
{
    uint64_t common = 0;

    for (unsigned i = 0; i < RW_BLOCK_WORDS; i++)
        common |= a[i] & b[i];
    return common;
}

/* Combines two planes: half words of the first become low halves, of the second high halves. One
 * load then looks a number up in both. */
static inline void rw_planes_pair(const uint64_t *first, const uint64_t *second, size_t words,
                                  uint64_t *pair)
{
    for (size_t i = 0; i < words; i++) {
        pair[2 * i] = (uint32_t)first[i] | second[i] << 32;
        pair[2 * i + 1] = first[i] >> 32 | (second[i] >> 32 << 32);
    }
}

/* Counts in two planes: the first count, plus the second << 32. */
typedef struct rw_plane_counters {
    /* The bits that some words share with each plane. */
    uint64_t (*words)(const uint64_t *set, size_t words, const uint64_t *first,
                      const uint64_t *second);
    /* The numbers of a list that are in each plane of a pair. */
    uint64_t (*list)(const uint32_t *list, size_t count, const uint64_t *pair);
    /* Not a count: ORs whole blocks of words into a plane. */
    void (*add)(uint64_t *plane, const uint64_t *words, size_t count);
} rw_plane_counters;

const rw_plane_counters *rw_plane_counters_for(rw_isa isa);

#endif
