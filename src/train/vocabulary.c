/* SPDX-License-Identifier: MIT */
/* Probabilities from counts, as word2vec and gensim define them. */
#include "train/vocabulary.h"

#include <math.h>

void rw_vocabulary_keep(const rw_corpus *corpus, double sample, uint32_t *keep)
{
    double limit = sample * (double)corpus->total;

    for (uint32_t t = 0; t < corpus->token_count; t++) {
        double count = (double)corpus->counts[t];
        double share = limit > 0 && count > 0 ? (sqrt(count / limit) + 1) * limit / count : 1;

        keep[t] = share >= 1 ? UINT32_MAX : (uint32_t)(share * 0x1p32);
    }
}

double rw_vocabulary_noise(const rw_corpus *corpus, double exponent, uint32_t token)
{
    return corpus->counts[token] ? pow((double)corpus->counts[token], exponent) : 0;
}
