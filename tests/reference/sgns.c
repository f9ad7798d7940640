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

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

static double dot(const double *a, const double *b, size_t count)
{
    double sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* One pair: the row x of an input against those of a target and of noise, one after the other. In
 * LINE's first order, where both are the same rows, `own` is the input; all products count there,
 * else those below 6. */
static void train_pair(double *x, double *rows, size_t d, const uint32_t *targets, size_t count,
                       double alpha, const uint32_t *own)
{
    double *change = calloc(d, sizeof *change);

    for (size_t t = 0; t < count; t++) {
        double *y = rows + targets[t] * d, product = dot(x, y, d), g;

        if (t > 0 && (targets[t] == targets[0] || (own && targets[t] == *own)))
            continue;
        if (!own && fabs(product) >= 6)
            continue;
        g = ((t == 0) - sigmoid(product)) * alpha;
        for (size_t i = 0; i < d; i++) {
            change[i] += g * y[i];
            y[i] += g * x[i];
        }
    }
    for (size_t i = 0; i < d; i++)
        x[i] += change[i];
    free(change);
}

/* The draws that negatives come from, one after the other. */
typedef struct draws {
    uint64_t stream;
    uint64_t step;
} draws;

static void draw_noise(const rw_noise *noise, draws *d, uint32_t count, uint32_t *items)
{
    for (uint32_t n = 0; n < count; n++) {
        uint64_t bits = rw_rng_at(d->stream, d->step + n / 2);

        items[n] = rw_noise_draw(noise, n % 2 ? (uint32_t)bits : (uint32_t)(bits >> 32));
    }
    d->step += (count + 1) / 2;
}

/* Rows before training. */
static void begin_rows(const rw_corpus *corpus, const riwalk_options *o, double *input,
                       double *output)
{
    uint32_t d = o->dimensions;

    for (uint32_t t = 0; t < corpus->token_count; t++)
        for (uint32_t i = 0; i < d; i++) {
            uint64_t stream = rw_rng_stream(o->seed, RW_STAGE_INITIAL, t, 0);

            input[(size_t)t * d + i] =
                corpus->counts[t] ? (rw_rng_unit(rw_rng_at(stream, i)) - 0.5) / d : 0;
            if (output)
                output[(size_t)t * d + i] = 0;
        }
}

/* Rows in the noise: shared tokens first, then local ones. */
static uint32_t token_of_row(const rw_corpus *corpus, uint32_t row)
{
    uint32_t shared = corpus->token_count - corpus->local_count;

    return row < shared ? corpus->local_count + row : row - shared;
}

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

    draw_noise(&tr->noise, d, o->negatives, targets + 1);
    for (uint32_t n = 1; n <= o->negatives; n++)
        targets[n] = token_of_row(tr->corpus, targets[n]);
    train_pair(tr->input + (size_t)context * o->dimensions, tr->output, o->dimensions, targets,
               1 + o->negatives, tr->alpha, NULL);
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
    begin_rows(corpus, o, input, output);
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

/* ---- LINE ---- */

/* Only the meaning of the draws is shared with the trainer here, too:
 *
 *   order of slices     rw_shuffled by stream (0, bit 62 | epoch), cut into equal rounds
 *   part of token t     draw t of stream (1, bit 63 | round)
 *   negatives           stream (2 + bucket, bit 63 | round), two from each draw, in order of pairs
 *   an item of a part   found by walking along an alias table built here
 */
typedef struct line_training {
    const rw_corpus *corpus;
    const riwalk_options *options;
    uint32_t parts, round;
    uint32_t *part;  /* [tokens] */
    uint32_t *pairs; /* of the round, two tokens each */
    size_t pair_count;
    double rate;
    double *input, *output;
} line_training;

static uint64_t stream_of(const line_training *t, uint64_t purpose)
{
    return rw_rng_stream(t->options->seed, RW_STAGE_TRAIN, purpose, UINT64_C(1) << 63 | t->round);
}

/* The noise of one part, by tokens. */
static uint32_t make_part_noise(const line_training *t, uint32_t part, rw_noise *noise,
                                uint32_t *items)
{
    uint32_t tokens = t->corpus->token_count, count = 0;
    double *weights = malloc(tokens * sizeof *weights);
    uint32_t *scratch = malloc(tokens * sizeof *scratch);

    for (uint32_t i = 0; i < tokens; i++)
        if (t->part[i] == part) {
            double seen = (double)t->corpus->counts[i];

            weights[count] = seen > 0 ? (float)pow(seen, t->options->ns_exponent) : 0;
            items[count++] = i;
        }
    if (count)
        rw_noise_fill(noise, count, weights, scratch);
    noise->items = items;
    free(weights);
    free(scratch);
    return count;
}

/* The pairs of a round from one part to another. */
static void train_bucket(const line_training *t, uint32_t centres, uint32_t inputs)
{
    uint32_t tokens = t->corpus->token_count, negatives = t->options->negatives;
    uint32_t *items = malloc(tokens * sizeof *items), targets[101];
    rw_noise noise = {.entries = malloc(tokens * sizeof *noise.entries)};
    draws d = {stream_of(t, 2 + (uint64_t)centres * t->parts + inputs), 0};
    bool symmetric = t->corpus->symmetric;
    uint32_t dimensions = t->options->dimensions;

    if (make_part_noise(t, centres, &noise, items))
        for (size_t p = 0; p < t->pair_count; p++) {
            uint32_t from = t->pairs[2 * p];

            targets[0] = t->pairs[2 * p + 1];
            if (t->part[from] != inputs || t->part[targets[0]] != centres)
                continue;
            draw_noise(&noise, &d, negatives, targets + 1);
            train_pair(t->input + (size_t)from * dimensions, symmetric ? t->input : t->output,
                       dimensions, targets, 1 + negatives, t->rate, symmetric ? &from : NULL);
        }
    free(items);
    free(noise.entries);
}

/* Which buckets come one after the other: in every step each part has one of its own. */
static void train_round(line_training *t)
{
    for (uint32_t i = 0; i < t->corpus->token_count; i++)
        t->part[i] = (uint32_t)rw_rng_below(rw_rng_at(stream_of(t, 1), i), t->parts);
    for (uint32_t step = 0; step < t->parts; step++)
        for (uint32_t p = 0; p < t->parts; p++) {
            if (!t->corpus->symmetric) {
                train_bucket(t, p, (p + step) % t->parts);
            } else if ((p ^ step) >= p) {
                train_bucket(t, p, p ^ step);
                if (step)
                    train_bucket(t, p ^ step, p);
            }
        }
}

static void take_pairs(line_training *t, uint64_t begin, uint64_t end)
{
    const rw_corpus *corpus = t->corpus;
    uint64_t count = (uint64_t)corpus->group_count * corpus->slices;
    uint64_t order = rw_rng_stream(t->options->seed, RW_STAGE_TRAIN, 0, UINT64_C(1) << 62);

    t->pair_count = 0;
    for (uint64_t i = begin; i < end; i++) {
        uint64_t at = rw_shuffled(order, count, i);
        rw_sentences pairs = {.tokens = t->pairs + 2 * t->pair_count};

        corpus->fill(corpus->context, (uint32_t)(at / corpus->slices),
                     (uint32_t)(at % corpus->slices), 0, &pairs, NULL);
        t->pair_count += pairs.count;
    }
}

void reference_line_train(const rw_corpus *corpus, const riwalk_options *options,
                          const rw_plan *plan, double *input, double *output)
{
    uint32_t tokens = corpus->token_count;
    uint64_t slices = (uint64_t)corpus->group_count * corpus->slices;
    line_training t = {
        .corpus = corpus,
        .options = options,
        .parts = plan->parts,
        .part = malloc(tokens * sizeof(uint32_t)),
        .pairs = malloc((slices / plan->rounds + 2) * corpus->slice_tokens * sizeof(uint32_t)),
        .input = input,
        .output = output};

    begin_rows(corpus, options, input, output);
    for (t.round = 0; t.round < plan->rounds; t.round++) {
        double share = (double)t.round / plan->rounds;

        t.rate = options->alpha - (options->alpha - options->min_alpha) * share;
        take_pairs(&t, slices * t.round / plan->rounds, slices * (t.round + 1) / plan->rounds);
        train_round(&t);
    }
    free(t.part);
    free(t.pairs);
}
