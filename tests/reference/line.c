/* SPDX-License-Identifier: MIT */
/* Only the meaning of the draws is shared with the trainer, because both must use the same ones:
 *
 *   order of slices     rw_shuffled by stream (0, bit 62 | epoch), cut into equal rounds
 *   part of token t     draw t of stream (1, bit 63 | round)
 *   negatives           stream (2 + bucket, bit 63 | round), two from each draw, in order of pairs
 *   an item of a part   found by walking along an alias table built here
 */
#include "reference/line.h"

#include "base/rng.h"
#include "train/noise.h"
#include "train/shuffle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct training {
    const rw_corpus *corpus;
    const riwalk_options *options;
    uint32_t parts, round;
    uint32_t *part;  /* [tokens] */
    uint32_t *pairs; /* of the round, two tokens each */
    size_t pair_count;
    double rate;
    double *input, *output;
} training;

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

static uint64_t stream_of(const training *t, uint64_t purpose)
{
    return rw_rng_stream(t->options->seed, RW_STAGE_TRAIN, purpose, UINT64_C(1) << 63 | t->round);
}

/* The targets of a pair, one after the other. In the first order all dot products count, in the
 * second, which is skip-gram's, those below 6. */
static void train_pair(const training *t, uint32_t from, uint32_t count, const uint32_t *targets)
{
    size_t d = t->options->dimensions;
    double *x = t->input + from * d, *change = calloc(d, sizeof *change);
    bool symmetric = t->corpus->symmetric;

    for (uint32_t n = 0; n < count; n++) {
        double *y = (symmetric ? t->input : t->output) + targets[n] * d, product, g;

        if (n && (targets[n] == targets[0] || (symmetric && targets[n] == from)))
            continue;
        product = dot(x, y, d);
        if (!symmetric && fabs(product) >= 6)
            continue;
        g = ((n == 0) - sigmoid(product)) * t->rate;
        for (size_t i = 0; i < d; i++) {
            change[i] += g * y[i];
            y[i] += g * x[i];
        }
    }
    for (size_t i = 0; i < d; i++)
        x[i] += change[i];
    free(change);
}

/* The noise of one part, by tokens. */
static uint32_t make_noise(const training *t, uint32_t part, rw_noise *noise, uint32_t *items)
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
static void train_bucket(const training *t, uint32_t centres, uint32_t inputs)
{
    uint32_t tokens = t->corpus->token_count, negatives = t->options->negatives;
    uint32_t *items = malloc(tokens * sizeof *items), targets[101];
    rw_noise noise = {.entries = malloc(tokens * sizeof *noise.entries)};
    uint64_t stream = stream_of(t, 2 + (uint64_t)centres * t->parts + inputs), step = 0;

    if (make_noise(t, centres, &noise, items))
        for (size_t p = 0; p < t->pair_count; p++) {
            uint32_t from = t->pairs[2 * p];

            targets[0] = t->pairs[2 * p + 1];
            if (t->part[from] != inputs || t->part[targets[0]] != centres)
                continue;
            for (uint32_t n = 0; n < negatives; n++) {
                uint64_t bits = rw_rng_at(stream, step + n / 2);

                targets[1 + n] =
                    rw_noise_draw(&noise, n % 2 ? (uint32_t)bits : (uint32_t)(bits >> 32));
            }
            step += (negatives + 1) / 2;
            train_pair(t, from, 1 + negatives, targets);
        }
    free(items);
    free(noise.entries);
}

/* Which buckets come one after the other: in every step each part has one of its own. */
static void train_round(training *t)
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

static void take_pairs(training *t, uint64_t begin, uint64_t end)
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
    uint32_t tokens = corpus->token_count, d = options->dimensions;
    uint64_t slices = (uint64_t)corpus->group_count * corpus->slices;
    training t = {.corpus = corpus,
                  .options = options,
                  .parts = plan->parts,
                  .part = malloc(tokens * sizeof(uint32_t)),
                  .pairs =
                      malloc((slices / plan->rounds + 2) * corpus->slice_tokens * sizeof(uint32_t)),
                  .input = input,
                  .output = output};

    for (uint32_t i = 0; i < tokens; i++)
        for (uint32_t k = 0; k < d; k++) {
            uint64_t stream = rw_rng_stream(options->seed, RW_STAGE_INITIAL, i, 0);

            input[i * d + k] =
                corpus->counts[i] ? (rw_rng_unit(rw_rng_at(stream, k)) - 0.5) / d : 0;
            if (output)
                output[i * d + k] = 0;
        }
    for (t.round = 0; t.round < plan->rounds; t.round++) {
        double share = (double)t.round / plan->rounds;

        t.rate = options->alpha - (options->alpha - options->min_alpha) * share;
        take_pairs(&t, slices * t.round / plan->rounds, slices * (t.round + 1) / plan->rounds);
        train_round(&t);
    }
    free(t.part);
    free(t.pairs);
}

double reference_line_objective(const riwalk_graph *graph, uint32_t d, uint32_t negatives,
                                const double *x, const double *y)
{
    uint32_t nodes = riwalk_graph_node_count(graph);
    double sum = 0, arcs = 0, all = 0;

    for (uint32_t v = 0; v < nodes; v++)
        all += pow(riwalk_graph_degree(graph, v), 0.75);
    for (uint32_t i = 0; i < nodes; i++) {
        double degree = riwalk_graph_degree(graph, i), noise = 0;

        for (uint32_t v = 0; v < nodes; v++) {
            double share = pow(riwalk_graph_degree(graph, v), 0.75) / all;
            double own = negatives * share * -log(sigmoid(-dot(x + i * d, y + v * d, d)));

            if (v != i || x != y)
                noise += degree * own;
            for (uint32_t a = 0; a < riwalk_graph_degree(graph, i); a++)
                if (riwalk_graph_neighbors(graph, i)[a] == v)
                    sum += -log(sigmoid(dot(x + i * d, y + v * d, d))) - own;
        }
        arcs += degree;
        sum += noise;
    }
    return sum / arcs;
}
