/* SPDX-License-Identifier: MIT */
/* A few tokens that stand for the noise of a whole corpus. */
#ifndef RW_MODEL_NOISE_SAMPLE_H
#define RW_MODEL_NOISE_SAMPLE_H

#include "train/corpus.h"

typedef struct rw_noise_pick {
    uint32_t token;
    double share; /* of all noise, that it stands for */
} rw_noise_pick;

/* Picks at most `room` tokens, in the order of tokens; returns how many. Tokens with a share of at
 * least 1 / room stand for themselves, and the others are picked at even steps of their summed
 * shares. Shares sum to 1, unless nothing occurs. O(tokens). */
uint32_t rw_noise_sample(const rw_corpus *corpus, double exponent, uint32_t room,
                         rw_noise_pick *picks);

#endif
