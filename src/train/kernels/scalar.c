/* SPDX-License-Identifier: MIT */
/* Kernels in plain C, for machines without AVX2, and as the reference for the others. */
#include "train/kernels/common.h"
#include "train/kernels/products.h"

#include <math.h>
#include <string.h>

/* Parallel partial sums, so that the compiler can vectorise. */
#define LANES 8

static float dot(const float *a, const float *b, size_t length)
{
    float sums[LANES] = {0}, sum = 0;
    size_t i = 0;

    for (; i + LANES <= length; i += LANES)
        for (size_t l = 0; l < LANES; l++)
            sums[l] += a[i + l] * b[i + l];
    for (; i < length; i++)
        sum += a[i] * b[i];
    for (size_t l = 0; l < LANES; l++)
        sum += sums[l];
    return sum;
}

static void move(const float *restrict x, float *restrict y, float *restrict gradient, float g,
                 size_t stride)
{
    for (size_t i = 0; i < stride; i++) {
        gradient[i] += g * y[i];
        y[i] += g * x[i];
    }
}

static float sigmoid(float x)
{
    float t = x * x;
    float p = RW_SIGMOID_P0 + t * (RW_SIGMOID_P1 + t * RW_SIGMOID_P2);
    float q = 1 + t * (RW_SIGMOID_Q1 + t * (RW_SIGMOID_Q2 + t * RW_SIGMOID_Q3));

    return 0.5f + x * p / q;
}

static void train_pair(const rw_batch *batch, size_t pair, float *restrict gradient)
{
    size_t stride = batch->stride;
    float *restrict x = batch->input + batch->inputs[pair] * stride;
    const uint32_t *targets = batch->targets + pair * batch->width;

    memset(gradient, 0, stride * sizeof *gradient);
    for (size_t t = 0; t < batch->counts[pair]; t++) {
        float *restrict y = batch->output + targets[t] * stride;
        float product = dot(x, y, stride), g;

        if (!(fabsf(product) < RW_MAX_DOT))
            continue;
        g = ((t == 0) - sigmoid(product)) * batch->rate;
        move(x, y, gradient, g, stride);
    }
    for (size_t i = 0; i < stride; i++)
        x[i] += gradient[i];
}

static void train(const rw_batch *batch)
{
    float gradient[RW_MAX_STRIDE];

    for (size_t p = 0; p < batch->pairs; p++) {
        rw_fetch_rows(batch, p, batch->stride, batch->width);
        train_pair(batch, p, gradient);
    }
}

static void draw(const rw_batch *batch, const rw_noise *noise)
{
    rw_draw_pairs(batch, noise, 0);
}

const rw_kernels rw_kernels_scalar = {draw, train, dot, move, add_products, add_gram, map};

/* ---- Choice of kernels ---- */

const rw_kernels *rw_kernels_of(rw_isa isa)
{
#if defined(__aarch64__) && !defined(RIWALK_SCALAR)
    if (isa == RW_ISA_NEON)
        return &rw_kernels_neon;
#endif
    return RW_KERNELS_OF(isa, rw_kernels);
}

const rw_kernels *rw_kernels_get(void)
{
    return rw_kernels_of(rw_cpu_isa());
}
