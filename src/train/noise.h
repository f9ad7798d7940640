/* SPDX-License-Identifier: MIT */
/* What follows from the counts of tokens: the probability to keep an occurrence, and the
 * distribution of noise, drawn in constant time by Walker's alias method. */
#ifndef RW_TRAIN_NOISE_H
#define RW_TRAIN_NOISE_H

#include "train/corpus.h"

#include <math.h>

/* An entry gives its own item for fractions below the threshold, else the other. */
typedef struct rw_noise_entry {
    uint32_t threshold; /* in units of 2^-32 */
    uint32_t other;
} rw_noise_entry;

typedef struct rw_noise {
    uint32_t count;
    rw_noise_entry *entries; /* [count] */
    const uint32_t *items;   /* [count]: items of the entries; NULL: their numbers */
} rw_noise;

/* Fills noise->entries, which has room for `count` entries, from `count` >= 1 finite weights that
 * are not negative; if all are zero, every item is equally likely. `scratch` has `count` entries.
 * Overwrites weights. O(count). */
void rw_noise_fill(rw_noise *noise, uint32_t count, double *weights, uint32_t *scratch);

/* Maps 32 random bits to an item: the upper half of bits * count is the entry, the lower the
 * fraction. Probabilities are exact to a few 2^-32. */
static inline uint32_t rw_noise_draw(const rw_noise *noise, uint32_t bits)
{
    uint64_t product = (uint64_t)bits * noise->count;
    uint32_t entry = (uint32_t)(product >> 32);
    rw_noise_entry found = noise->entries[entry];
    uint32_t away = -(uint32_t)((uint32_t)product >= found.threshold); /* a coin: no branch */

    entry ^= (entry ^ found.other) & away;
    return noise->items ? noise->items[entry] : entry;
}

/* Subsampling keeps an occurrence of token t if 32 random bits are <= keep[t]. The probability is
 * (sqrt(v / w) + 1) w / v, at most 1, for a token that occurs v times, where w, the limit, is
 * `sample` times all occurrences. `sample` 0 keeps all. */
static inline double rw_keep_share(double limit, double count)
{
    double share = limit > 0 && count > 0 ? (sqrt(count / limit) + 1) * limit / count : 1;

    return share < 1 ? share : 1;
}

/* The weight of token t as noise: its count to the power of `exponent`; 0 for a count of 0. */
double rw_vocabulary_noise(const rw_corpus *corpus, double exponent, uint32_t token);

#endif
