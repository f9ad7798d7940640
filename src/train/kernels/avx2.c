/* SPDX-License-Identifier: MIT */
/*
 * Kernels for AVX2 with FMA. As in avx512.c, a pair's targets are taken up to eight at a time, with
 * one sigmoid for all of them.
 */
#include "train/kernels/draw.h"

#include <immintrin.h>

#define LANES 8
#define CHUNK 8

#define INLINE static inline __attribute__((always_inline))

INLINE float sum_lanes(__m256 v)
{
    __m128 s = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));

    s = _mm_add_ps(s, _mm_movehl_ps(s, s));
    return _mm_cvtss_f32(_mm_add_ss(s, _mm_movehdup_ps(s)));
}

static float dot(const float *a, const float *b, size_t length)
{
    __m256 sum = _mm256_setzero_ps(), more = _mm256_setzero_ps();
    size_t whole = length / (2 * LANES) * (2 * LANES);
    float rest = 0;

    for (size_t i = 0; i < whole; i += 2 * LANES) {
        sum = _mm256_fmadd_ps(_mm256_loadu_ps(a + i), _mm256_loadu_ps(b + i), sum);
        more =
            _mm256_fmadd_ps(_mm256_loadu_ps(a + i + LANES), _mm256_loadu_ps(b + i + LANES), more);
    }
    for (size_t i = whole; i < length; i++)
        rest += a[i] * b[i];
    return sum_lanes(_mm256_add_ps(sum, more)) + rest;
}

INLINE __m256 sigmoid(__m256 x)
{
    __m256 t = _mm256_mul_ps(x, x);
    __m256 p = _mm256_fmadd_ps(t, _mm256_set1_ps(RW_SIGMOID_P2), _mm256_set1_ps(RW_SIGMOID_P1));
    __m256 q = _mm256_fmadd_ps(t, _mm256_set1_ps(RW_SIGMOID_Q3), _mm256_set1_ps(RW_SIGMOID_Q2));

    p = _mm256_fmadd_ps(t, p, _mm256_set1_ps(RW_SIGMOID_P0));
    q = _mm256_fmadd_ps(t, q, _mm256_set1_ps(RW_SIGMOID_Q1));
    q = _mm256_fmadd_ps(t, q, _mm256_set1_ps(1));
    return _mm256_add_ps(_mm256_set1_ps(0.5f), _mm256_div_ps(_mm256_mul_ps(x, p), q));
}

/* The sums of eight registers, in the lanes of one. */
INLINE __m256 reduce(const __m256 *s)
{
    __m256 low = _mm256_hadd_ps(_mm256_hadd_ps(s[0], s[1]), _mm256_hadd_ps(s[2], s[3]));
    __m256 high = _mm256_hadd_ps(_mm256_hadd_ps(s[4], s[5]), _mm256_hadd_ps(s[6], s[7]));

    return _mm256_add_ps(_mm256_permute2f128_ps(low, high, 0x20),
                         _mm256_permute2f128_ps(low, high, 0x31));
}

/* (label - sigmoid) * rate in the first `count` lanes, 0 in the others and where a dot product is
 * out of range. */
INLINE __m256 steps(__m256 dots, __m256 label, int count, float rate)
{
    __m256 size = _mm256_andnot_ps(_mm256_set1_ps(-0.0f), dots);
    __m256 near = _mm256_cmp_ps(size, _mm256_set1_ps(RW_MAX_DOT), _CMP_LT_OQ);
    __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256 used = _mm256_castsi256_ps(_mm256_cmpgt_epi32(_mm256_set1_epi32(count), lanes));
    __m256 g = _mm256_mul_ps(_mm256_sub_ps(label, sigmoid(dots)), _mm256_set1_ps(rate));

    return _mm256_and_ps(g, _mm256_and_ps(near, used));
}

/* A target that occurs a second time must see the change that its first occurrence made: its dot
 * product grows by that step times the input row's square. Rare, so done in plain C. */
static __attribute__((noinline)) __m256 repeated_steps(__m256 dots, __m256 label, int count,
                                                       float rate, const uint32_t *targets,
                                                       const float *x, size_t stride)
{
    float square = dot(x, x, stride), g[CHUNK], d[CHUNK];
    __m256 all = steps(dots, label, count, rate);

    _mm256_storeu_ps(d, dots);
    _mm256_storeu_ps(g, all);
    for (int t = 1; t < count; t++) {
        float before = d[t];

        for (int u = 0; u < t; u++)
            if (targets[u] == targets[t])
                d[t] += g[u] * square;
        if (d[t] != before)
            _mm256_storeu_ps(g, all = steps(_mm256_loadu_ps(d), label, count, rate));
    }
    return all;
}

/* The dot products of a pair's targets with its input row x, and, in the last lane, of x with the
 * input row of the pair before. */
INLINE __m256 dots_of(const float *x, const float *before, const float *output,
                      const uint32_t *targets, const size_t stride, const int width)
{
    const float *rows[CHUNK];
    __m256 sums[CHUNK];

    for (int t = 0; t < CHUNK; t++)
        sums[t] = _mm256_setzero_ps();
    for (int t = 0; t < width; t++)
        rows[t] = output + targets[t] * stride;
    for (size_t i = 0; i < stride; i += LANES) {
        __m256 v = _mm256_loadu_ps(x + i);

        for (int t = 0; t < width; t++)
            sums[t] = _mm256_fmadd_ps(v, _mm256_loadu_ps(rows[t] + i), sums[t]);
        sums[CHUNK - 1] = _mm256_fmadd_ps(v, _mm256_loadu_ps(before + i), sums[CHUNK - 1]);
    }
    return reduce(sums);
}

/* Moves a pair's target rows by their steps g and the input row by its gradient. */
INLINE void move_rows(float *x, float *output, const uint32_t *targets, const float *g,
                      const size_t stride, const int width)
{
    float *rows[CHUNK];
    __m256 step[CHUNK];

    for (int t = 0; t < width; t++) {
        rows[t] = output + targets[t] * stride;
        step[t] = _mm256_set1_ps(g[t]);
    }
    for (size_t i = 0; i < stride; i += LANES) {
        __m256 v = _mm256_loadu_ps(x + i), moved = v;

        for (int t = 0; t < width; t++) {
            __m256 y = _mm256_loadu_ps(rows[t] + i);

            moved = _mm256_fmadd_ps(step[t], y, moved);
            _mm256_storeu_ps(rows[t] + i, _mm256_fmadd_ps(step[t], v, y));
        }
        _mm256_storeu_ps(x + i, moved);
    }
}

/* Dot products that were taken before the previous pair moved its rows, set right: where a target
 * is also one of the previous pair's, its row has grown by a step times the previous input row. */
INLINE __m256 catch_up(__m256 dots, const uint32_t *targets, const uint32_t *previous,
                       const float *g, const int width)
{
    __m256 product = _mm256_permutevar8x32_ps(dots, _mm256_set1_epi32(CHUNK - 1));
    __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i used = _mm256_cmpgt_epi32(_mm256_set1_epi32(width), lanes);
    __m256i mine = _mm256_maskload_epi32((const int *)targets, used);

    for (int t = 0; t < width; t++) {
        __m256i same = _mm256_cmpeq_epi32(mine, _mm256_set1_epi32((int)previous[t]));
        __m256 step = _mm256_and_ps(_mm256_castsi256_ps(same), _mm256_set1_ps(g[t]));

        dots = _mm256_fmadd_ps(product, step, dots);
    }
    return dots;
}

/* The usual number of targets, below eight. Between a pair's dot products and its moves there is
 * a long chain of dependent operations (sums across lanes, the sigmoid). The next pair's dot
 * products are taken meanwhile and set right afterwards; only where it has the same input row must
 * it wait. */
INLINE void train_usual(const rw_batch *batch, const size_t stride, const int width)
{
    const __m256 label = _mm256_setr_ps(1, 0, 0, 0, 0, 0, 0, 0);
    const uint32_t *targets = batch->targets;
    float *x = batch->input + batch->inputs[0] * stride;
    __m256 dots = dots_of(x, x, batch->output, targets, stride, width);

    for (size_t p = 0; p < batch->pairs; p++) {
        size_t next = p + 1 < batch->pairs ? p + 1 : p;
        float *next_x = batch->input + batch->inputs[next] * stride;
        const uint32_t *next_targets = batch->targets + next * width;
        float g[CHUNK];

        if (batch->repeats[p])
            _mm256_storeu_ps(
                g, repeated_steps(dots, label, batch->counts[p], batch->rate, targets, x, stride));
        else
            _mm256_storeu_ps(g, steps(dots, label, batch->counts[p], batch->rate));
        if (next_x != x) {
            dots = dots_of(next_x, x, batch->output, next_targets, stride, width);
            move_rows(x, batch->output, targets, g, stride, width);
            dots = catch_up(dots, next_targets, targets, g, width);
        } else {
            move_rows(x, batch->output, targets, g, stride, width);
            dots = dots_of(x, x, batch->output, next_targets, stride, width);
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
    int count = batch->counts[pair];

    for (size_t i = 0; i < stride; i += LANES)
        _mm256_storeu_ps(gradient + i, _mm256_setzero_ps());
    for (int first = 0; first < count; first += CHUNK) {
        int here = count - first < CHUNK ? count - first : CHUNK;
        __m256 label = _mm256_setr_ps(first == 0, 0, 0, 0, 0, 0, 0, 0), all;
        float d[CHUNK] = {0}, g[CHUNK];

        for (int t = 0; t < here; t++)
            d[t] = dot(input, batch->output + targets[first + t] * stride, stride);
        all = _mm256_loadu_ps(d);
        all = batch->repeats[pair]
                  ? repeated_steps(all, label, here, batch->rate, targets + first, input, stride)
                  : steps(all, label, here, batch->rate);
        _mm256_storeu_ps(g, all);
        for (int t = 0; t < here; t++) {
            float *row = batch->output + targets[first + t] * stride;
            __m256 step = _mm256_set1_ps(g[t]);

            for (size_t i = 0; i < stride; i += LANES) {
                __m256 y = _mm256_loadu_ps(row + i);

                _mm256_storeu_ps(gradient + i,
                                 _mm256_fmadd_ps(step, y, _mm256_loadu_ps(gradient + i)));
                _mm256_storeu_ps(row + i, _mm256_fmadd_ps(step, _mm256_loadu_ps(input + i), y));
            }
        }
    }
    for (size_t i = 0; i < stride; i += LANES)
        _mm256_storeu_ps(input + i,
                         _mm256_add_ps(_mm256_loadu_ps(input + i), _mm256_loadu_ps(gradient + i)));
}

static void train(const rw_batch *batch)
{
    float gradient[RW_MAX_STRIDE] __attribute__((aligned(64)));

    if (batch->width == 6 && batch->stride == 128 && batch->pairs)
        train_usual(batch, 128, 6);
    else if (batch->width == 6 && batch->pairs)
        train_usual(batch, batch->stride, 6);
    else
        for (size_t p = 0; p < batch->pairs; p++)
            train_any(batch, p, gradient);
}

static void draw(const rw_batch *batch, const rw_noise *noise)
{
    rw_draw_pairs(batch, noise, 0);
}

const rw_kernels rw_kernels_avx2 = {RW_ISA_AVX2, draw, train, dot};
