/* SPDX-License-Identifier: MIT */
/*
 * Kernels for AVX2 with FMA. As in avx512.c, a pair's targets are taken up to eight at a time, with
 * one sigmoid for all of them; sixteen registers do not hold an input row of the usual length, so
 * it is read from the first-level cache.
 */
#include "train/kernels/kernels.h"

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

    for (int t = 1; t < count; t++) {
        _mm256_storeu_ps(d, dots);
        _mm256_storeu_ps(g, all);
        for (int u = 0; u < t; u++)
            if (targets[u] == targets[t])
                d[t] += g[u] * square;
        dots = _mm256_loadu_ps(d);
        all = steps(dots, label, count, rate);
    }
    return all;
}

/* Targets first .. first + here - 1 of a pair: moves their rows. The input row's change is added to
 * `into`, which is the gradient, or the input row itself for a pair's only chunk. */
INLINE void train_chunk(const rw_batch *batch, size_t pair, int first, int here, int room,
                        size_t stride, const float *input, float *into)
{
    const uint32_t *targets = batch->targets + pair * batch->width + first;
    __m256 label = _mm256_setr_ps(first == 0, 0, 0, 0, 0, 0, 0, 0);
    __m256 sums[CHUNK], step[CHUNK], all;
    float *rows[CHUNK], g[CHUNK];

    for (int t = 0; t < CHUNK; t++)
        sums[t] = _mm256_setzero_ps();
    for (int t = 0; t < room; t++)
        rows[t] = batch->output + targets[t] * stride;
    for (size_t i = 0; i < stride; i += LANES) {
        __m256 x = _mm256_loadu_ps(input + i);

        for (int t = 0; t < room; t++)
            sums[t] = _mm256_fmadd_ps(x, _mm256_loadu_ps(rows[t] + i), sums[t]);
    }
    all = reduce(sums);
    all = batch->repeats[pair]
              ? repeated_steps(all, label, here, batch->rate, targets, input, stride)
              : steps(all, label, here, batch->rate);
    _mm256_storeu_ps(g, all);
    for (int t = 0; t < room; t++)
        step[t] = _mm256_set1_ps(g[t]);
    for (size_t i = 0; i < stride; i += LANES) {
        __m256 x = _mm256_loadu_ps(input + i), change = _mm256_setzero_ps();

        for (int t = 0; t < room; t++) {
            __m256 y = _mm256_loadu_ps(rows[t] + i);

            change = _mm256_fmadd_ps(step[t], y, change);
            _mm256_storeu_ps(rows[t] + i, _mm256_fmadd_ps(step[t], x, y));
        }
        _mm256_storeu_ps(into + i, _mm256_add_ps(_mm256_loadu_ps(into + i), change));
    }
}

/* Any number of targets. */
static void train_any(const rw_batch *batch, size_t pair, float *gradient)
{
    const size_t stride = batch->stride;
    float *input = batch->input + batch->inputs[pair] * stride;
    int count = batch->counts[pair];

    for (size_t i = 0; i < stride; i += LANES)
        _mm256_storeu_ps(gradient + i, _mm256_setzero_ps());
    for (int first = 0; first < count; first += CHUNK) {
        int here = count - first < CHUNK ? count - first : CHUNK;

        train_chunk(batch, pair, first, here, here, stride, input, gradient);
    }
    for (size_t i = 0; i < stride; i += LANES)
        _mm256_storeu_ps(input + i,
                         _mm256_add_ps(_mm256_loadu_ps(input + i), _mm256_loadu_ps(gradient + i)));
}

INLINE void train_six(const rw_batch *batch, size_t pair, const size_t stride)
{
    float *input = batch->input + batch->inputs[pair] * stride;

    train_chunk(batch, pair, 0, batch->counts[pair], 6, stride, input, input);
}

static void train(const rw_batch *batch)
{
    float gradient[RW_MAX_STRIDE] __attribute__((aligned(64)));

    if (batch->width == 6 && batch->stride == 128)
        for (size_t p = 0; p < batch->pairs; p++)
            train_six(batch, p, 128);
    else if (batch->width == 6)
        for (size_t p = 0; p < batch->pairs; p++)
            train_six(batch, p, batch->stride);
    else
        for (size_t p = 0; p < batch->pairs; p++)
            train_any(batch, p, gradient);
}

const rw_kernels rw_kernels_avx2 = {RW_ISA_AVX2, train, dot};
