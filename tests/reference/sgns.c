/* SPDX-License-Identifier: MIT */
/*
 * The recipe, as FACTS would have it written by hand. Only the meaning of the draws is shared with
 * the trainer, because both must use the same ones:
 *
 *   order of slices in an epoch   rw_shuffled by stream (shard 0, bit 63 | epoch)
 *   sentence                      stream (slice << 32 | group, epoch << 32 | sentence); draw p, for
 *                                 position p: upper half keeps or drops, lower half is the window
 *   negatives                     the draws that follow, two from each, in order of pairs
 *   an item of the noise          found by walking along an alias table built here
 */
#include "reference/sgns.h"

#include "base/parallel.h"
#include "base/rng.h"
#include "train/noise.h"
#include "train/shuffle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double sum_of_counts(const rw_corpus *corpus)
{
    double sum = 0;

    for (uint32_t t = 0; t < corpus->token_count; t++)
        sum += (double)corpus->counts[t];
    return sum;
}

static int is_kept(const rw_corpus *corpus, double sample, uint32_t token, uint32_t bits)
{
    double limit = sample * sum_of_counts(corpus), count = (double)corpus->counts[token];
    double share = sample > 0 ? (sqrt(count / limit) + 1) * limit / count : 1;

    return share >= 1 || bits <= (uint32_t)(share * 4294967296.0);
}

static double exact_sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

/* One pair: the context's input row against the centre and the negatives. */
static void train_pair(double *x, double *output, size_t d, const uint32_t *targets, size_t count,
                       double alpha)
{
    double *change = calloc(d, sizeof *change);

    for (size_t t = 0; t < count; t++) {
        double *y = output + targets[t] * d, dot = 0, g;

        if (t > 0 && targets[t] == targets[0])
            continue;
        for (size_t i = 0; i < d; i++)
            dot += x[i] * y[i];
        if (dot <= -6 || dot >= 6)
            continue;
        g = ((t == 0 ? 1 : 0) - exact_sigmoid(dot)) * alpha;
        for (size_t i = 0; i < d; i++)
            change[i] += g * y[i];
        for (size_t i = 0; i < d; i++)
            y[i] += g * x[i];
    }
    for (size_t i = 0; i < d; i++)
        x[i] += change[i];
    free(change);
}

/* Rows in the noise: shared tokens first, then local ones. */
static uint32_t token_of_row(const rw_corpus *corpus, uint32_t row)
{
    uint32_t shared = corpus->token_count - corpus->local_count;

    return row < shared ? corpus->local_count + row : row - shared;
}

static uint64_t train_sentence(const rw_corpus *corpus, const riwalk_options *o,
                               const rw_noise *noise, uint64_t stream, const uint32_t *tokens,
                               uint32_t length, double alpha, double *input, double *output)
{
    uint32_t kept[1000], windows[1000], left = 0, targets[200];
    uint64_t step = length, pairs = 0;

    for (uint32_t p = 0; p < length; p++) {
        uint64_t bits = rw_rng_at(stream, p);

        if (!is_kept(corpus, o->subsample, tokens[p], (uint32_t)(bits >> 32)))
            continue;
        kept[left] = tokens[p];
        windows[left++] = 1 + (uint32_t)(((bits & 0xFFFFFFFF) * o->window) >> 32);
    }
    for (uint32_t i = 0; i < left; i++)
        for (uint32_t k = 0; k < left; k++) {
            if (k == i || (k < i ? i - k : k - i) > windows[i])
                continue;
            targets[0] = kept[i];
            for (uint32_t n = 0; n < o->negatives; n++) {
                uint64_t bits = rw_rng_at(stream, step + n / 2);
                uint32_t half = n % 2 ? (uint32_t)bits : (uint32_t)(bits >> 32);

                targets[1 + n] = token_of_row(corpus, rw_noise_draw(noise, half));
            }
            step += (o->negatives + 1) / 2;
            train_pair(input + (size_t)kept[k] * o->dimensions, output, o->dimensions, targets,
                       1 + o->negatives, alpha);
            pairs++;
        }
    return pairs;
}

static void make_noise(const rw_corpus *corpus, const riwalk_options *o, rw_noise *noise)
{
    uint32_t rows = corpus->token_count;
    double *weights = malloc(rows * sizeof *weights);
    uint32_t *scratch = malloc(rows * sizeof *scratch);

    *noise = (rw_noise){.entries = malloc(rows * sizeof *noise->entries)};
    for (uint32_t r = 0; r < rows; r++)
        weights[r] = pow((double)corpus->counts[token_of_row(corpus, r)], o->ns_exponent);
    rw_noise_fill(noise, rows, weights, scratch);
    free(weights);
    free(scratch);
}

/* Slice i of `count` is in round r if it is below rw_part(count, rounds, r + 1). */
static uint32_t round_of(uint64_t count, uint32_t rounds, uint64_t i)
{
    uint32_t r = 0;

    while (i >= rw_part(count, rounds, r + 1))
        r++;
    return r;
}

uint64_t reference_sgns(const rw_corpus *corpus, const riwalk_options *o, uint32_t rounds,
                        double *input, double *output)
{
    uint64_t count = (uint64_t)corpus->group_count * corpus->slices;
    rw_sentences sentences = {
        .tokens = malloc(corpus->slice_tokens * sizeof(uint32_t)),
        .ends = malloc(corpus->slice_sentences * sizeof(uint32_t)),
    };
    uint64_t pairs = 0;
    rw_noise noise;

    make_noise(corpus, o, &noise);
    memset(output, 0, (size_t)corpus->token_count * o->dimensions * sizeof *output);
    for (uint32_t t = 0; t < corpus->token_count; t++)
        for (uint32_t i = 0; i < o->dimensions; i++)
            input[(size_t)t * o->dimensions + i] =
                (rw_rng_unit(rw_rng_at(rw_rng_stream(o->seed, RW_STAGE_INITIAL, t, 0), i)) - 0.5) /
                o->dimensions;
    for (uint32_t epoch = 0; epoch < o->epochs; epoch++) {
        uint64_t stream = rw_rng_stream(o->seed, RW_STAGE_TRAIN, 0, UINT64_C(1) << 63 | epoch);

        for (uint64_t i = 0; i < count; i++) {
            uint64_t at = rw_shuffled(stream, count, i);
            uint64_t group = at / corpus->slices, slice = at % corpus->slices;
            double round = round_of(count, rounds, i);
            double progress = (epoch + round / rounds) / o->epochs;
            double alpha = o->alpha - (o->alpha - o->min_alpha) * progress;
            uint32_t begin = 0;

            corpus->fill(corpus->context, (uint32_t)group, (uint32_t)slice, 0, &sentences, NULL);
            for (uint32_t s = 0; s < sentences.count; s++) {
                pairs += train_sentence(corpus, o, &noise,
                                        rw_rng_stream(o->seed, RW_STAGE_TRAIN, slice << 32 | group,
                                                      (uint64_t)epoch << 32 | s),
                                        sentences.tokens + begin, sentences.ends[s] - begin, alpha,
                                        input, output);
                begin = sentences.ends[s];
            }
        }
    }
    free(noise.entries);
    free(sentences.tokens);
    free(sentences.ends);
    return pairs;
}
