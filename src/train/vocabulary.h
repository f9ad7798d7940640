/* SPDX-License-Identifier: MIT */
/* What follows from the tokens' counts: how likely an occurrence is kept, and the noise. */
#ifndef RW_TRAIN_VOCABULARY_H
#define RW_TRAIN_VOCABULARY_H

#include "train/corpus.h"

/* Subsampling: an occurrence of token t is kept if 32 random bits are <= keep[t]. The probability
 * is (sqrt(v / w) + 1) w / v for a token that occurs v times, capped at 1, with w = sample times
 * all occurrences; `sample` 0 keeps everything. */
void rw_vocabulary_keep(const rw_corpus *corpus, double sample, uint32_t *keep);

/* The weight of token t as noise: its count to the power of `exponent`; 0 for a count of 0. */
double rw_vocabulary_noise(const rw_corpus *corpus, double exponent, uint32_t token);

#endif
