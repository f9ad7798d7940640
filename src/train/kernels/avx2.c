/* SPDX-License-Identifier: MIT */
/* Kernels for AVX2 with FMA. */
#include "train/kernels/products.h"
#include "train/kernels/x86.h"

#define WIDE_LANES LANES
#define SHORT_CHAINS 0
#define APART_FIRST 0
#define LEAD SIZE_MAX /* never ahead: too few registers */
#define TRAIN_128(batch) train_usual(batch, 128)

typedef lanes wide;

#define wide_multiply_add multiply_add
#define wide_reduce reduce

static float dot(const float *a, const float *b, size_t length)
{
    __m256 sum = _mm256_setzero_ps(), more = _mm256_setzero_ps();
    size_t whole = length / (2 * LANES) * (2 * LANES);
    float rest = 0;
    __m128 s;

    for (size_t i = 0; i < whole; i += 2 * LANES) {
        sum = _mm256_fmadd_ps(_mm256_loadu_ps(a + i), _mm256_loadu_ps(b + i), sum);
        more =
            _mm256_fmadd_ps(_mm256_loadu_ps(a + i + LANES), _mm256_loadu_ps(b + i + LANES), more);
    }
    for (size_t i = whole; i < length; i++)
        rest += a[i] * b[i];
    sum = _mm256_add_ps(sum, more);
    s = _mm_add_ps(_mm256_castps256_ps128(sum), _mm256_extractf128_ps(sum, 1));
    s = _mm_add_ps(s, _mm_movehl_ps(s, s));
    return _mm_cvtss_f32(_mm_add_ss(s, _mm_movehdup_ps(s))) + rest;
}

#include "train/kernels/simd.h"

/* ---- Drawing ---- */

#define DRAWN 4 /* pairs at a time */

typedef __m256i longs;
typedef __m128i ints;

#define multiply_halves(a, b) _mm256_mul_epu32(a, b)
#define gather_longs(from, at) _mm256_i64gather_epi64((const void *)(from), at, 8)
#define gather_ints(from, at) _mm_i32gather_epi32((const int *)(from), at, 4)
#define mask_bits(mask) ((unsigned)_mm_movemask_ps(_mm_castsi128_ps(mask)))

#include "train/kernels/simd_draw.h"

const rw_kernels rw_kernels_avx2 = {draw, train, dot, move, add_products, add_gram, map};
