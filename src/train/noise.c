/* SPDX-License-Identifier: MIT */
/* Probabilities from counts, as word2vec and gensim define them, and an alias table for them
 * (Vose's method: visits each entry once). */
#include "train/noise.h"

/* A share as a threshold of 32 bits. 1 becomes just below 1, which is harmless: the other item of a
 * full entry is itself. */
static uint32_t threshold(double share)
{
    double scaled = share * 0x1p32 + 0.5;

    return scaled >= 0x1p32 - 1 ? UINT32_MAX : scaled <= 0 ? 0 : (uint32_t)scaled;
}

void rw_noise_fill(rw_noise *noise, uint32_t count, double *weights, uint32_t *scratch)
{
    uint32_t small = 0, large = count; /* two stacks in scratch, growing towards each other */
    double sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += weights[i];
    for (uint32_t i = 0; i < count; i++) {
        weights[i] = sum > 0 ? weights[i] / sum * count : 1;
        if (weights[i] < 1)
            scratch[small++] = i;
        else
            scratch[--large] = i;
    }
    noise->count = count;
    while (small && large < count) {
        uint32_t low = scratch[--small], high = scratch[large];

        noise->entries[low] = (rw_noise_entry){threshold(weights[low]), high};
        weights[high] -= 1 - weights[low];
        if (weights[high] < 1) {
            large++;
            scratch[small++] = high;
        }
    }
    /* The rest is full, up to rounding. */
    while (small) {
        uint32_t i = scratch[--small];

        noise->entries[i] = (rw_noise_entry){UINT32_MAX, i};
    }
    for (; large < count; large++)
        noise->entries[scratch[large]] = (rw_noise_entry){UINT32_MAX, scratch[large]};
}

double rw_vocabulary_noise(const rw_corpus *corpus, double exponent, uint32_t token)
{
    return corpus->counts[token] ? pow((double)corpus->counts[token], exponent) : 0;
}
