/* SPDX-License-Identifier: MIT */
/* A random permutation of 0 .. count-1 without an array: its element at `index`, for a stream. A
 * Feistel network permutes the next even power of two; numbers beyond the count are permuted again
 * until they are below, at most 4 times on average. */
#ifndef RW_TRAIN_SHUFFLE_H
#define RW_TRAIN_SHUFFLE_H

#include "base/rng.h"

static inline uint64_t rw_shuffled(uint64_t stream, uint64_t count, uint64_t index)
{
    unsigned half = 1;
    uint64_t mask;

    while (half < 32 && count > UINT64_C(1) << (2 * half))
        half++;
    mask = (UINT64_C(1) << half) - 1;
    do {
        uint64_t left = index >> half, right = index & mask;

        for (uint64_t round = 0; round < 4; round++) {
            uint64_t next = left ^ (rw_rng_mix(stream + (right << 3 | round)) & mask);

            left = right;
            right = next;
        }
        index = left << half | right;
    } while (index >= count);
    return index;
}

#endif
