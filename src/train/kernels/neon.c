/* SPDX-License-Identifier: MIT */
/*
 * Kernels for NEON, which every 64-bit ARM has. As in avx2.c, a pair's targets are taken up to
 * eight at a time, with one sigmoid for all of them; here eight lanes are two registers. Negatives
 * are drawn in plain C: there is no gather.
 */
#include "train/kernels/draw.h"
#include "train/kernels/fetch.h"

#include <arm_neon.h>

#define LANES 4
#define CHUNK 8
#define USUAL 6 /* targets of a pair, with five negatives */

#define INLINE static inline __attribute__((always_inline))

/* Lanes 0 to 3 and 4 to 7. */
typedef struct eight {
    float32x4_t half[2];
} eight;

static float dot(const float *a, const float *b, size_t length)
{
    float32x4_t sums[4] = {vdupq_n_f32(0), vdupq_n_f32(0), vdupq_n_f32(0), vdupq_n_f32(0)};
    size_t whole = length / (4 * LANES) * (4 * LANES);
    float rest = 0;

    for (size_t i = 0; i < whole; i += 4 * LANES)
        for (size_t s = 0; s < 4; s++)
            sums[s] =
                vfmaq_f32(sums[s], vld1q_f32(a + i + s * LANES), vld1q_f32(b + i + s * LANES));
    for (size_t i = whole; i < length; i++)
        rest += a[i] * b[i];
    return vaddvq_f32(vaddq_f32(vaddq_f32(sums[0], sums[1]), vaddq_f32(sums[2], sums[3]))) + rest;
}

static void move(const float *x, float *y, float *gradient, float g, size_t stride)
{
    for (size_t i = 0; i < stride; i += LANES) {
        float32x4_t v = vld1q_f32(y + i);

        vst1q_f32(gradient + i, vfmaq_n_f32(vld1q_f32(gradient + i), v, g));
        vst1q_f32(y + i, vfmaq_n_f32(v, vld1q_f32(x + i), g));
    }
}

INLINE float32x4_t sigmoid(float32x4_t x)
{
    float32x4_t t = vmulq_f32(x, x);
    float32x4_t p = vfmaq_f32(vdupq_n_f32(RW_SIGMOID_P1), t, vdupq_n_f32(RW_SIGMOID_P2));
    float32x4_t q = vfmaq_f32(vdupq_n_f32(RW_SIGMOID_Q2), t, vdupq_n_f32(RW_SIGMOID_Q3));

    p = vfmaq_f32(vdupq_n_f32(RW_SIGMOID_P0), t, p);
    q = vfmaq_f32(vdupq_n_f32(RW_SIGMOID_Q1), t, q);
    q = vfmaq_f32(vdupq_n_f32(1), t, q);
    return vaddq_f32(vdupq_n_f32(0.5f), vdivq_f32(vmulq_f32(x, p), q));
}

/* The sums of eight registers, in eight lanes. */
INLINE eight reduce(const float32x4_t *s)
{
    eight sums;

    for (int h = 0; h < 2; h++, s += 4)
        sums.half[h] = vpaddq_f32(vpaddq_f32(s[0], s[1]), vpaddq_f32(s[2], s[3]));
    return sums;
}

/* (label - sigmoid) * rate in the first `count` lanes, 0 in the others and where a dot product is
 * out of range. The label is 1 in the first lane of a pair's first targets, else 0. */
INLINE eight steps(eight dots, bool first, uint32_t count, float rate)
{
    static const uint32_t numbers[CHUNK] = {0, 1, 2, 3, 4, 5, 6, 7};
    eight g;

    for (int h = 0; h < 2; h++) {
        uint32x4_t near = vcaltq_f32(dots.half[h], vdupq_n_f32(RW_MAX_DOT));
        uint32x4_t used = vcltq_u32(vld1q_u32(numbers + h * LANES), vdupq_n_u32(count));
        float32x4_t label = vsetq_lane_f32(first && !h, vdupq_n_f32(0), 0);
        float32x4_t step = vmulq_n_f32(vsubq_f32(label, sigmoid(dots.half[h])), rate);

        g.half[h] =
            vreinterpretq_f32_u32(vandq_u32(vreinterpretq_u32_f32(step), vandq_u32(near, used)));
    }
    return g;
}

INLINE void store(float *to, eight from)
{
    vst1q_f32(to, from.half[0]);
    vst1q_f32(to + LANES, from.half[1]);
}

INLINE eight load(const float *from)
{
    return (eight){{vld1q_f32(from), vld1q_f32(from + LANES)}};
}

/* A target that occurs a second time must see the change that its first occurrence made: its dot
 * product grows by that step times the input row's square. */
static __attribute__((noinline)) void repeated_steps(eight dots, bool first, uint32_t count,
                                                     float rate, const uint32_t *targets,
                                                     const float *x, size_t stride, float *g)
{
    float square = dot(x, x, stride), d[CHUNK];

    store(d, dots);
    store(g, steps(dots, first, count, rate));
    for (uint32_t u = 0; u + 1 < count; u++) {
        bool again = false;

        for (uint32_t t = u + 1; t < count; t++)
            if (targets[t] == targets[u]) {
                d[t] += g[u] * square;
                again = true;
            }
        if (again)
            store(g, steps(load(d), first, count, rate));
    }
}

/* The steps of a pair's targets, from their dot products. */
INLINE void find_steps(const rw_batch *batch, size_t pair, uint32_t from, uint32_t count,
                       eight dots, float *g)
{
    const uint32_t *targets = batch->targets + pair * batch->width + from;

    if (batch->repeats[pair])
        repeated_steps(dots, !from, count, batch->rate, targets,
                       batch->input + batch->inputs[pair] * batch->stride, batch->stride, g);
    else
        store(g, steps(dots, !from, count, batch->rate));
}

/* The dot products of a pair's targets with its input row x, and, in the last lane, of x with the
 * input row of the pair before. */
INLINE eight dots_of(const float *x, const float *before, const float *output,
                     const uint32_t *targets, const size_t stride)
{
    const float *rows[USUAL];
    float32x4_t sums[CHUNK];

    for (int t = 0; t < CHUNK; t++)
        sums[t] = vdupq_n_f32(0);
    for (int t = 0; t < USUAL; t++)
        rows[t] = output + targets[t] * stride;
    for (size_t i = 0; i < stride; i += LANES) {
        float32x4_t v = vld1q_f32(x + i);

        for (int t = 0; t < USUAL; t++)
            sums[t] = vfmaq_f32(sums[t], v, vld1q_f32(rows[t] + i));
        sums[CHUNK - 1] = vfmaq_f32(sums[CHUNK - 1], v, vld1q_f32(before + i));
    }
    return reduce(sums);
}

/* Moves a pair's target rows by their steps g and the input row by its gradient. */
INLINE void move_rows(float *x, float *output, const uint32_t *targets, const float *g,
                      const size_t stride)
{
    float *rows[USUAL];

    for (int t = 0; t < USUAL; t++)
        rows[t] = output + targets[t] * stride;
    for (size_t i = 0; i < stride; i += LANES) {
        float32x4_t v = vld1q_f32(x + i), moved = v;

        for (int t = 0; t < USUAL; t++) {
            float32x4_t y = vld1q_f32(rows[t] + i);

            moved = vfmaq_n_f32(moved, y, g[t]);
            vst1q_f32(rows[t] + i, vfmaq_n_f32(y, v, g[t]));
        }
        vst1q_f32(x + i, moved);
    }
}

/* Dot products that were taken before the previous pair moved its rows, set right: where a target
 * is also one of the previous pair's, its row has grown by a step times the previous input row. */
INLINE eight catch_up(eight dots, const uint32_t *targets, const uint32_t *previous, const float *g)
{
    float product = vgetq_lane_f32(dots.half[1], LANES - 1);
    uint32x4_t mine[2] = {vld1q_u32(targets),
                          vcombine_u32(vld1_u32(targets + LANES), vdup_n_u32(0))};

    for (int t = 0; t < USUAL; t++)
        for (int h = 0; h < 2; h++) {
            uint32x4_t same = vceqq_u32(mine[h], vdupq_n_u32(previous[t]));
            uint32x4_t step = vandq_u32(same, vreinterpretq_u32_f32(vdupq_n_f32(g[t])));

            dots.half[h] = vfmaq_n_f32(dots.half[h], vreinterpretq_f32_u32(step), product);
        }
    return dots;
}

/* The usual number of targets. The next pair's dot products are taken before a pair's rows move,
 * and set right afterwards; only where it has the same input row must it wait. */
INLINE void train_usual(const rw_batch *batch, const size_t stride)
{
    const uint32_t *targets = batch->targets;
    float *x = batch->input + batch->inputs[0] * stride;
    eight dots = dots_of(x, x, batch->output, targets, stride);

    for (size_t p = 0; p < batch->pairs; p++) {
        size_t next = p + 1 < batch->pairs ? p + 1 : p;
        float *next_x = batch->input + batch->inputs[next] * stride;
        const uint32_t *next_targets = batch->targets + next * USUAL;
        float g[CHUNK];

        rw_fetch_rows(batch, p, stride, USUAL);
        find_steps(batch, p, 0, batch->counts[p], dots, g);
        if (next_x != x) {
            dots = dots_of(next_x, x, batch->output, next_targets, stride);
            move_rows(x, batch->output, targets, g, stride);
            dots = catch_up(dots, next_targets, targets, g);
        } else {
            move_rows(x, batch->output, targets, g, stride);
            dots = dots_of(x, x, batch->output, next_targets, stride);
        }
        x = next_x;
        targets = next_targets;
    }
}

/* Any number of targets, up to eight at a time; the gradient is summed in memory. */
static void train_any(const rw_batch *batch, size_t pair, float *gradient)
{
    const size_t stride = batch->stride;
    float *input = batch->input + batch->inputs[pair] * stride;
    const uint32_t *targets = batch->targets + pair * batch->width;
    uint32_t count = batch->counts[pair];

    for (size_t i = 0; i < stride; i += LANES)
        vst1q_f32(gradient + i, vdupq_n_f32(0));
    for (uint32_t from = 0; from < count; from += CHUNK) {
        uint32_t here = count - from < CHUNK ? count - from : CHUNK;
        float d[CHUNK] = {0}, g[CHUNK];

        for (uint32_t t = 0; t < here; t++)
            d[t] = dot(input, batch->output + targets[from + t] * stride, stride);
        find_steps(batch, pair, from, here, load(d), g);
        for (uint32_t t = 0; t < here; t++) {
            float *row = batch->output + targets[from + t] * stride;

            move(input, row, gradient, g[t], stride);
        }
    }
    for (size_t i = 0; i < stride; i += LANES)
        vst1q_f32(input + i, vaddq_f32(vld1q_f32(input + i), vld1q_f32(gradient + i)));
}

static void train(const rw_batch *batch)
{
    float gradient[RW_MAX_STRIDE];

    if (batch->width == USUAL && batch->stride == 128 && batch->pairs)
        train_usual(batch, 128);
    else if (batch->width == USUAL && batch->pairs)
        train_usual(batch, batch->stride);
    else
        for (size_t p = 0; p < batch->pairs; p++) {
            rw_fetch_rows(batch, p, batch->stride, batch->width);
            train_any(batch, p, gradient);
        }
}

static void draw(const rw_batch *batch, const rw_noise *noise)
{
    rw_draw_pairs(batch, noise, 0);
}

const rw_kernels rw_kernels_neon = {RW_ISA_NEON, draw, train, dot, move};
