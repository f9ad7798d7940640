/* SPDX-License-Identifier: MIT */
/* The recipe, as FACTS would have it written by hand. Only the meaning of the draws is shared with
 * the trainer, because both must use the same ones:
 *
 *   order of slices in an epoch   rw_shuffled by stream (shard 0, bit 63 | epoch)
 *   sentence                      stream (slice << 32 | group, epoch << 32 | sentence); draw p, for
 *                                 position p: upper half keeps or drops, lower half is the window
 *   negatives                     the draws that follow, two from each, in order of pairs
 *   an item of the noise          found by walking along an alias table built here
 *
 * Where only pairs with the local token are trained, those of a slice are gathered first: with it
 * as the centre of another token, and with it as the context of any. They are trained in turn, one
 * of each kind, then what is left of the longer list; at the end, and after a place of the token at
 * which either list has 512 pairs. Draws are those of the sentence after the slice's last. */
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

/* The draws that negatives come from, one after the other. */
typedef struct draws {
    uint64_t stream;
    uint64_t step;
} draws;

typedef struct training {
    const rw_corpus *corpus;
    const riwalk_options *options;
    rw_noise noise;
    double alpha;
    double *input;
    double *output;
    uint64_t pairs;
} training;

static void train_with_noise(training *tr, draws *d, uint32_t context, uint32_t centre)
{
    const riwalk_options *o = tr->options;
    uint32_t targets[200] = {centre};

    for (uint32_t n = 0; n < o->negatives; n++) {
        uint64_t bits = rw_rng_at(d->stream, d->step + n / 2);
        uint32_t half = n % 2 ? (uint32_t)bits : (uint32_t)(bits >> 32);

        targets[1 + n] = token_of_row(tr->corpus, rw_noise_draw(&tr->noise, half));
    }
    d->step += (o->negatives + 1) / 2;
    train_pair(tr->input + (size_t)context * o->dimensions, tr->output, o->dimensions, targets,
               1 + o->negatives, tr->alpha);
    tr->pairs++;
}

typedef struct sentence {
    uint32_t kept[1000];
    uint32_t windows[1000];
    uint32_t left;
} sentence;

static void subsample(const training *tr, uint64_t stream, const uint32_t *tokens, uint32_t length,
                      sentence *s)
{
    s->left = 0;
    for (uint32_t p = 0; p < length; p++) {
        uint64_t bits = rw_rng_at(stream, p);

        if (!is_kept(tr->corpus, tr->options->subsample, tokens[p], (uint32_t)(bits >> 32)))
            continue;
        s->kept[s->left] = tokens[p];
        s->windows[s->left++] = 1 + (uint32_t)(((bits & 0xFFFFFFFF) * tr->options->window) >> 32);
    }
}

static bool is_context(const sentence *s, uint32_t context, uint32_t centre)
{
    uint32_t away = context < centre ? centre - context : context - centre;

    return away > 0 && away <= s->windows[centre];
}

static void train_sentence(training *tr, uint64_t stream, uint32_t length, const sentence *s)
{
    draws d = {stream, length};

    for (uint32_t i = 0; i < s->left; i++)
        for (uint32_t k = 0; k < s->left; k++)
            if (is_context(s, k, i))
                train_with_noise(tr, &d, s->kept[k], s->kept[i]);
}

/* Pairs of the local token: contexts that it is the centre of, centres that it is a context of. */
typedef struct turns {
    uint32_t contexts[2000], centres[2000];
    uint32_t context_count, centre_count;
} turns;

static void train_turns(training *tr, draws *d, uint32_t own, turns *t)
{
    for (uint32_t i = 0; i < t->context_count || i < t->centre_count; i++) {
        if (i < t->context_count)
            train_with_noise(tr, d, t->contexts[i], own);
        if (i < t->centre_count)
            train_with_noise(tr, d, own, t->centres[i]);
    }
    t->context_count = t->centre_count = 0;
}

static void train_anchor(training *tr, draws *d, uint32_t own, const sentence *s, turns *t)
{
    for (uint32_t i = 0; i < s->left; i++) {
        if (s->kept[i] != own)
            continue;
        for (uint32_t k = 0; k < s->left; k++) {
            if (is_context(s, k, i) && s->kept[k] != own)
                t->contexts[t->context_count++] = s->kept[k];
            if (is_context(s, i, k))
                t->centres[t->centre_count++] = s->kept[k];
        }
        if (t->context_count >= 512 || t->centre_count >= 512)
            train_turns(tr, d, own, t);
    }
}

static void train_slice(training *tr, const rw_sentences *sentences, uint32_t group, uint64_t slice,
                        uint64_t epoch)
{
    bool anchor = tr->options->pairs == RIWALK_PAIRS_ANCHOR;
    uint64_t streams[100];
    static sentence s;
    static turns t;
    uint32_t begin = 0;
    draws d = {0};

    for (uint32_t i = 0; i <= sentences->count; i++)
        streams[i] =
            rw_rng_stream(tr->options->seed, RW_STAGE_TRAIN, slice << 32 | group, epoch << 32 | i);
    d.stream = streams[sentences->count];
    for (uint32_t i = 0; i < sentences->count; i++) {
        uint32_t length = sentences->ends[i] - begin;

        subsample(tr, streams[i], sentences->tokens + begin, length, &s);
        if (anchor)
            train_anchor(tr, &d, group, &s, &t);
        else
            train_sentence(tr, streams[i], length, &s);
        begin = sentences->ends[i];
    }
    if (anchor)
        train_turns(tr, &d, group, &t);
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
    training tr = {.corpus = corpus, .options = o, .input = input, .output = output};

    make_noise(corpus, o, &tr.noise);
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
            double progress = (epoch + (double)round_of(count, rounds, i) / rounds) / o->epochs;

            tr.alpha = o->alpha - (o->alpha - o->min_alpha) * progress;
            corpus->fill(corpus->context, (uint32_t)group, (uint32_t)slice, 0, &sentences, NULL);
            train_slice(&tr, &sentences, (uint32_t)group, slice, epoch);
        }
    }
    free(tr.noise.entries);
    free(sentences.tokens);
    free(sentences.ends);
    return tr.pairs;
}
