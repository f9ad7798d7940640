/* SPDX-License-Identifier: MIT */
/* From sentences to pairs: subsampling, windows, and batches of pairs with their negatives. Tokens
 * are dropped before windows are applied, so a sentence closes up. */
#include "train/trainer.h"

#include <math.h>
#include <string.h>

/* One pair in so many is sampled for the loss, which costs as much as training it. */
#define LOSS_PAIRS 1000

float rw_run_rate(const rw_run *run, uint32_t epoch, uint32_t round)
{
    const riwalk_options *o = run->options;
    double share = (epoch + (double)round / run->plan.rounds) / o->epochs;

    return (float)(o->alpha - (o->alpha - o->min_alpha) * share);
}

/* Draw p of the stream decides about position p: its upper half whether the token stays, its lower
 * half the window, uniform in 1 .. `window`. */
uint32_t rw_subsample(const rw_run *run, rw_worker *worker, uint64_t stream, const uint32_t *tokens,
                      uint32_t length, uint32_t at)
{
    uint32_t *kept = worker->kept + at, *windows = worker->windows + at;
    uint32_t window = run->options->window, left = 0;

    for (uint32_t p = 0; p < length; p++) {
        uint64_t bits = rw_rng_at(stream, p);

        kept[left] = tokens[p];
        windows[left] = 1 + (uint32_t)(((bits & UINT32_MAX) * window) >> 32);
        left += (uint32_t)(bits >> 32) <= run->keep[tokens[p]];
    }
    return left;
}

/* Whether noise is the input itself, if a token has one row for both sides: no target then. */
static bool is_input(const rw_batch *batch, size_t pair, size_t target)
{
    return target && batch->input == batch->output &&
           batch->targets[pair * batch->width + target] == batch->inputs[pair];
}

/* The current loss of a pair: -log sigmoid(x . y) summed over targets, with -x . y for noise. */
static double pair_loss(const rw_run *run, const rw_batch *batch, size_t pair)
{
    const float *x = batch->input + batch->inputs[pair] * batch->stride;
    double loss = 0;

    for (size_t t = 0; t < batch->counts[pair]; t++) {
        const float *y = batch->output + batch->targets[pair * batch->width + t] * batch->stride;
        double dot = run->kernels->dot(x, y, batch->stride);

        if (is_input(batch, pair, t))
            continue;
        loss += log1p(exp(t ? dot : -dot));
    }
    return loss;
}

/* Trains pairs of tokens with one row each for input and output: LINE's first order. The input of a
 * pair may be a target of the one before, so nothing runs ahead. Large dot products count too:
 * beyond RW_MAX_DOT would be noise that came too near, which happens with one row for both. */
static void train_symmetric(const rw_batch *batch, const rw_kernels *kernels)
{
    float gradient[RW_MAX_STRIDE] __attribute__((aligned(64)));
    size_t stride = batch->stride;

    for (size_t p = 0; p < batch->pairs; p++) {
        float *x = batch->input + batch->inputs[p] * stride;
        const uint32_t *targets = batch->targets + p * batch->width;

        memset(gradient, 0, stride * sizeof *gradient);
        for (size_t t = 0; t < batch->counts[p]; t++) {
            float *y = batch->output + targets[t] * stride;
            float share = 1 / (1 + expf(-kernels->dot(x, y, stride)));

            if (is_input(batch, p, t))
                continue;
            kernels->move(x, y, gradient, ((t == 0) - share) * batch->rate, stride);
        }
        for (size_t i = 0; i < stride; i++)
            x[i] += gradient[i];
    }
}

void rw_batch_flush(const rw_run *run, rw_worker *worker, rw_loss *loss)
{
    if (!worker->batch.pairs)
        return;
    loss->pairs += worker->batch.pairs;
    if (!loss->count || loss->pairs >= LOSS_PAIRS) {
        loss->sum += pair_loss(run, &worker->batch, 0);
        loss->count++;
        loss->pairs = 0;
    }
    if (run->corpus->symmetric)
        train_symmetric(&worker->batch, run->kernels);
    else
        run->kernels->train(&worker->batch);
    worker->pairs += worker->batch.pairs;
    worker->batch.pairs = 0;
}

uint64_t rw_run_pairs(const rw_run *run)
{
    uint64_t pairs = 0;

    for (int t = 0; t < run->threads; t++)
        pairs += run->workers[t].pairs;
    return pairs;
}

void rw_run_report(rw_run *run, const rw_loss *losses, size_t count, double share)
{
    double sum = 0;
    uint64_t samples = 0;

    for (size_t i = 0; i < count; i++) {
        sum += losses[i].sum;
        samples += losses[i].count;
    }
    if (samples)
        run->model->loss = sum / (double)samples;
    atomic_store_explicit(&run->progress.loss, run->model->loss, memory_order_relaxed);
    run->progress.total = (uint64_t)((double)rw_run_pairs(run) / share);
}
