/* SPDX-License-Identifier: MIT */
/* A 64-bit checksum, made of four independent lanes. */
#include "base/checksum.h"

#include "base/rng.h"

#include <string.h>

#define MULTIPLIER UINT64_C(0x9FB21C651E98DF25)

static uint64_t step(uint64_t lane, uint64_t word)
{
    lane = (lane ^ word) * MULTIPLIER;
    return lane << 29 | lane >> 35;
}

static void take_stripe(uint64_t lanes[4], const unsigned char *stripe)
{
    uint64_t words[4];

    memcpy(words, stripe, sizeof words);
    for (int i = 0; i < 4; i++)
        lanes[i] = step(lanes[i], words[i]);
}

uint64_t rw_checksum(const void *data, size_t size, uint64_t seed)
{
    const unsigned char *at = data;
    unsigned char tail[32] = {0};
    uint64_t lanes[4], sum;
    size_t left = size;

    for (int i = 0; i < 4; i++)
        lanes[i] = rw_rng_at(seed, (uint64_t)i);
    for (; left >= 32; left -= 32, at += 32)
        take_stripe(lanes, at);
    if (left)
        memcpy(tail, at, left);
    take_stripe(lanes, tail);
    sum = rw_rng_mix(size + RW_RNG_GAMMA);
    for (int i = 0; i < 4; i++)
        sum = rw_rng_mix(step(sum, lanes[i]));
    return sum;
}
