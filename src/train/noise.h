/* SPDX-License-Identifier: MIT */
/* What follows from the counts of tokens, how likely an occurrence is kept and which tokens are
 * noise; and draws of the noise in constant time: Walker's alias method. */
#ifndef RW_TRAIN_NOISE_H
#define RW_TRAIN_NOISE_H

#include "train/corpus.h"

#include <math.h>

/* An entry keeps its own item for fractions below the threshold and gives the other for the rest.
 */
typedef struct rw_noise_entry {
    uint32_t threshold; /* in units of 2^-32 */
    uint32_t other;
} rw_noise_entry;

typedef struct rw_noise {
    uint32_t count;
    rw_noise_entry *entries; /* [count] */
    const uint32_t *items;   /* [count]: what the entries stand for; NULL for their numbers */
} rw_noise;

/* Fills noise->entries, which has room for `count` entries, for `count` >= 1 weights that are
 * finite, not negative and not all zero (else every item is equally likely). `scratch` has `count`
 * entries; weights are used up. O(count). */
void rw_noise_fill(rw_noise *noise, uint32_t count, double *weights, uint32_t *scratch);

/* 32 random bits to an item: the upper part of bits * count is the entry, the lower the fraction.
 * No item's probability is off by more than a few 2^-32. */
static inline uint32_t rw_noise_draw(const rw_noise *noise, uint32_t bits)
{
    uint64_t product = (uint64_t)bits * noise->count;
    uint32_t entry = (uint32_t)(product >> 32);
    rw_noise_entry found = noise->entries[entry];
    uint32_t away = -(uint32_t)((uint32_t)product >= found.threshold); /* no branch: it is a coin */

    entry ^= (entry ^ found.other) & away;
    return noise->items ? noise->items[entry] : entry;
}

/* Subsampling: an occurrence of token t is kept if 32 random bits are <= keep[t]. The probability
 * is (sqrt(v / w) + 1) w / v for a token that occurs v times, capped at 1, with w, the limit, =
 * sample times all occurrences; `sample` 0 keeps everything. */
static inline double rw_keep_share(double limit, double count)
{
    double share = limit > 0 && count > 0 ? (sqrt(count / limit) + 1) * limit / count : 1;

    return share < 1 ? share : 1;
}

void rw_vocabulary_keep(const rw_corpus *corpus, double sample, uint32_t *keep);

/* The weight of token t as noise: its count to the power of `exponent`; 0 for a count of 0. */
double rw_vocabulary_noise(const rw_corpus *corpus, double exponent, uint32_t token);

#endif
