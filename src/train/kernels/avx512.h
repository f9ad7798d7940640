/* SPDX-License-Identifier: MIT */
/* What the AVX-512 kernels share: dot products, the steps that follow from them, and what sets them
 * right where rows have moved since. */
#ifndef RW_TRAIN_KERNELS_AVX512_H
#define RW_TRAIN_KERNELS_AVX512_H

#include "train/kernels/draw.h"
#include "train/kernels/fetch.h"

#include <immintrin.h>

#define LANES 16
#define HALF 8
#define CHUNK 8
#define USUAL 6 /* targets of a pair, with five negatives */

/* Without this a compiler loads a vector again for each of its uses. */
#define LOAD_ONCE(vector) __asm__("" : "+v"(vector))

#define INLINE static inline __attribute__((always_inline))

/* Trains a batch of the usual width with rows of 128 floats (avx512_centre.c). */
#define RW_CENTRE_STRIDE 128
void rw_avx512_train_centres(const rw_batch *batch);

static inline float dot(const float *a, const float *b, size_t length)
{
    __m512 sum = _mm512_setzero_ps(), more = _mm512_setzero_ps();
    size_t i = 0;

    for (; i + 2 * LANES <= length; i += 2 * LANES) {
        sum = _mm512_fmadd_ps(_mm512_loadu_ps(a + i), _mm512_loadu_ps(b + i), sum);
        more =
            _mm512_fmadd_ps(_mm512_loadu_ps(a + i + LANES), _mm512_loadu_ps(b + i + LANES), more);
    }
    for (; i < length; i += LANES) {
        __mmask16 mask = length - i < LANES ? (__mmask16)((1u << (length - i)) - 1) : 0xFFFF;

        sum = _mm512_fmadd_ps(_mm512_maskz_loadu_ps(mask, a + i),
                              _mm512_maskz_loadu_ps(mask, b + i), sum);
    }
    return _mm512_reduce_add_ps(_mm512_add_ps(sum, more));
}

/* The sigmoid less 1/2. */
INLINE __m256 sigmoid(__m256 x)
{
    __m256 t = _mm256_mul_ps(x, x), square = _mm256_mul_ps(t, t);
    __m256 p = _mm256_fmadd_ps(t, _mm256_set1_ps(RW_SIGMOID_P2), _mm256_set1_ps(RW_SIGMOID_P1));
    __m256 low = _mm256_fmadd_ps(t, _mm256_set1_ps(RW_SIGMOID_Q1), _mm256_set1_ps(1));
    __m256 high = _mm256_fmadd_ps(t, _mm256_set1_ps(RW_SIGMOID_Q3), _mm256_set1_ps(RW_SIGMOID_Q2));

    p = _mm256_fmadd_ps(t, p, _mm256_set1_ps(RW_SIGMOID_P0));
    return _mm256_div_ps(_mm256_mul_ps(x, p), _mm256_fmadd_ps(square, high, low));
}

/* The sums of eight registers, in the lanes of one. */
INLINE __m256 reduce(const __m512 *sums)
{
    __m256 half[CHUNK], low, high;

    for (int t = 0; t < CHUNK; t++)
        half[t] =
            _mm256_add_ps(_mm512_castps512_ps256(sums[t]), _mm512_extractf32x8_ps(sums[t], 1));
    low = _mm256_hadd_ps(_mm256_hadd_ps(half[0], half[1]), _mm256_hadd_ps(half[2], half[3]));
    high = _mm256_hadd_ps(_mm256_hadd_ps(half[4], half[5]), _mm256_hadd_ps(half[6], half[7]));
    return _mm256_add_ps(_mm256_permute2f128_ps(low, high, 0x20),
                         _mm256_permute2f128_ps(low, high, 0x31));
}

/* (label - sigmoid) * rate in the first `count` lanes, 0 in the others and where a dot product is
 * out of range. `label` has a one in the lane of the positive target, if it is here. */
INLINE __m256 steps(__m256 dots, __m256 label, int count, float rate)
{
    __m256 size = _mm256_andnot_ps(_mm256_set1_ps(-0.0f), dots);
    __mmask8 mask = _mm256_cmp_ps_mask(size, _mm256_set1_ps(RW_MAX_DOT), _CMP_LT_OQ);
    __m256 rates = _mm256_set1_ps(rate);
    __m256 middle = _mm256_mul_ps(_mm256_sub_ps(label, _mm256_set1_ps(0.5f)), rates);

    mask &= (__mmask8)((1u << count) - 1);
    return _mm256_maskz_fnmadd_ps(mask, sigmoid(dots), rates, middle);
}

/* A target that occurs a second time must see the change that its first occurrence made: its dot
 * product grows by that step times the input row's square. All in registers: numbers that go to
 * memory one by one and come back as a vector would have to wait for each other there. */
static __attribute__((noinline)) __m256 repeated_steps(__m256 dots, __m256 label, int count,
                                                       float rate, const uint32_t *targets,
                                                       const float *x, size_t stride)
{
    const __mmask8 used = (__mmask8)((1u << count) - 1);
    __m256i mine = _mm256_maskz_loadu_epi32(used, targets);
    __m256 square = _mm256_set1_ps(dot(x, x, stride)), g = steps(dots, label, count, rate);

    for (int u = 0; u + 1 < count; u++) {
        __m256i lane = _mm256_set1_epi32(u), first = _mm256_permutexvar_epi32(lane, mine);
        __mmask8 later = (__mmask8)(used & (0xFFu << (u + 1)));
        __mmask8 again = _mm256_mask_cmpeq_epi32_mask(later, mine, first);

        if (again) {
            dots = _mm256_mask3_fmadd_ps(_mm256_permutexvar_ps(lane, g), square, dots, again);
            g = steps(dots, label, count, rate);
        }
    }
    return g;
}

/* Dot products that were taken before the previous pair moved its rows, set right: where a target
 * is also one of the previous pair's, its row has grown by a step times the previous input row. */
INLINE __m256 catch_up(__m256 dots, const uint32_t *targets, const uint32_t *previous, __m256 g,
                       const int width)
{
    __m256 product = _mm256_permutevar8x32_ps(dots, _mm256_set1_epi32(CHUNK - 1));
    __m256i mine = _mm256_maskz_loadu_epi32((__mmask8)((1u << width) - 1), targets);
    __m256 sums[2] = {_mm256_setzero_ps(), _mm256_setzero_ps()};

    for (int t = 0; t < width; t++) {
        __mmask8 same = _mm256_cmpeq_epi32_mask(mine, _mm256_set1_epi32((int)previous[t]));
        __m256 step = _mm256_permutexvar_ps(_mm256_set1_epi32(t), g);

        sums[t % 2] = _mm256_mask_add_ps(sums[t % 2], same, sums[t % 2], step);
    }
    return _mm256_fmadd_ps(product, _mm256_add_ps(sums[0], sums[1]), dots);
}

#endif
