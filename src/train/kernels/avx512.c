/* SPDX-License-Identifier: MIT */
/* Kernels for AVX-512. */
#include "train/kernels/products.h"
#include "train/kernels/x86.h"

#define WIDE_LANES 16
#define SHORT_CHAINS 1
#define APART_FIRST 1
#define LEAD (2 * WIDE_LANES)
#define TRAIN_128(batch) train_centres(batch)

typedef __m512 wide;

#define wide_multiply_add(a, b, c) _mm512_fmadd_ps(a, b, c)

INLINE void wide_reduce(const wide *sums, lanes *totals)
{
    lanes half[8];

    for (int t = 0; t < 8; t++)
        half[t] =
            _mm256_add_ps(_mm512_castps512_ps256(sums[t]), _mm512_extractf32x8_ps(sums[t], 1));
    reduce(half, totals);
}

static inline float dot(const float *a, const float *b, size_t length)
{
    __m512 sum = _mm512_setzero_ps(), more = _mm512_setzero_ps();
    size_t i = 0;

    for (; i + 2 * WIDE_LANES <= length; i += 2 * WIDE_LANES) {
        sum = _mm512_fmadd_ps(_mm512_loadu_ps(a + i), _mm512_loadu_ps(b + i), sum);
        more = _mm512_fmadd_ps(_mm512_loadu_ps(a + i + WIDE_LANES),
                               _mm512_loadu_ps(b + i + WIDE_LANES), more);
    }
    for (; i < length; i += WIDE_LANES) {
        __mmask16 mask = length - i < WIDE_LANES ? (__mmask16)((1u << (length - i)) - 1) : 0xFFFF;

        sum = _mm512_fmadd_ps(_mm512_maskz_loadu_ps(mask, a + i),
                              _mm512_maskz_loadu_ps(mask, b + i), sum);
    }
    return _mm512_reduce_add_ps(_mm512_add_ps(sum, more));
}

/* Rows of 128 floats: see avx512_centre.h. */
static __attribute__((noinline)) void train_centres(const rw_batch *batch);

#include "train/kernels/simd.h"

#include "train/kernels/avx512_centre.h"

/* ---- Drawing ---- */

#define DRAWN 8 /* pairs at a time */

typedef __m512i longs;
typedef __m256i ints;

#define multiply_halves(a, b) _mm512_mul_epu32(a, b)
#define gather_longs(from, at) _mm512_i64gather_epi64(at, (const void *)(from), 8)
#define gather_ints(from, at) _mm256_i32gather_epi32((const int *)(from), at, 4)
#define mask_bits(mask) ((unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(mask)))

#include "train/kernels/simd_draw.h"

const rw_kernels rw_kernels_avx512 = {draw, train, dot, move, add_products, add_gram, map};
