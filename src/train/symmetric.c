/* SPDX-License-Identifier: MIT */
/*
 * Training pairs of tokens that have one row each, which is input and target at once: LINE's first
 * order. An input may be a target of the pair before, so nothing is done ahead. Every dot product
 * counts: the cut of skip-gram's kernels (RW_MAX_DOT) would leave noise alone that came too near,
 * and with one row for both sides it does.
 */
#include "train/trainer.h"

#include <math.h>
#include <string.h>

void rw_symmetric_drop(const rw_batch *batch)
{
    for (size_t p = 0; p < batch->pairs; p++) {
        uint32_t *targets = batch->targets + p * batch->width;
        uint8_t left = 1;

        for (uint8_t t = 1; t < batch->counts[p]; t++) {
            targets[left] = targets[t];
            left += targets[t] != batch->inputs[p];
        }
        batch->counts[p] = left;
    }
}

void rw_symmetric_train(const rw_batch *batch, const rw_kernels *kernels)
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

            kernels->move(x, y, gradient, ((t == 0) - share) * batch->rate, stride);
        }
        for (size_t i = 0; i < stride; i++)
            x[i] += gradient[i];
    }
}
