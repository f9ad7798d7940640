/* SPDX-License-Identifier: MIT */
/* Systematic sampling of the noise distribution. */
#include "model/noise_sample.h"

#include "train/noise.h"

typedef struct noise_sums {
    double total;
    double light;   /* of the tokens that are too rare to stand for themselves */
    uint32_t heavy; /* how many are not */
} noise_sums;

static noise_sums sum_noise(const rw_corpus *corpus, double exponent, uint32_t room)
{
    noise_sums s = {0};

    for (uint32_t t = 0; t < corpus->token_count; t++)
        s.total += rw_vocabulary_noise(corpus, exponent, t);
    for (uint32_t t = 0; t < corpus->token_count; t++) {
        double noise = rw_vocabulary_noise(corpus, exponent, t);

        if (noise * room >= s.total)
            s.heavy++;
        else
            s.light += noise;
    }
    return s;
}

uint32_t rw_noise_sample(const rw_corpus *corpus, double exponent, uint32_t room,
                         rw_noise_pick *picks)
{
    noise_sums s = sum_noise(corpus, exponent, room);
    /* Where all tokens are heavy, by rounding there may be no room left, and nothing light. */
    double step = s.heavy < room ? s.light / (room - s.heavy) : 0;
    double passed = 0, next = step / 2;
    uint32_t count = 0;

    if (!(s.total > 0))
        return 0;
    for (uint32_t t = 0; t < corpus->token_count && count < room; t++) {
        double noise = rw_vocabulary_noise(corpus, exponent, t), share = 0;

        if (noise * room >= s.total)
            share = noise;
        else
            for (passed += noise; step > 0 && next < passed; next += step)
                share += step;
        if (share > 0)
            picks[count++] = (rw_noise_pick){t, share / s.total};
    }
    return count;
}
