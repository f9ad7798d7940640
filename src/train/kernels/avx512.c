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

/* Word w of the result is number w % 6 of pair w / 6. One permutation gives the first four numbers
 * of pairs, another the last two. */
INLINE void store_targets(uint32_t *targets, const ints *t)
{
    static const uint32_t from[3][16] = {
        {0, 8, 16, 24, 0, 8, 1, 9, 17, 25, 1, 9, 2, 10, 18, 26},
        {2, 10, 3, 11, 19, 27, 3, 11, 4, 12, 20, 28, 4, 12, 5, 13},
        {21, 29, 5, 13, 6, 14, 22, 30, 6, 14, 7, 15, 23, 31, 7, 15},
    };
    static const __mmask16 late[3] = {0x0C30, 0x30C3, 0xC30C};
    __m512i two[3];

    for (int i = 0; i < 3; i++)
        two[i] = _mm512_inserti64x4(_mm512_castsi256_si512(t[2 * i]), t[2 * i + 1], 1);
    for (int i = 0; i < 3; i++) {
        __m512i index = _mm512_loadu_si512(from[i]);
        __m512i all = _mm512_permutex2var_epi32(two[0], index, two[1]);

        all = _mm512_mask_permutexvar_epi32(all, late[i], index, two[2]);
        _mm512_storeu_si512(targets + 16 * i, all);
    }
}

#include "train/kernels/simd_draw.h"

const rw_kernels rw_kernels_avx512 = {draw, train, dot, move, add_products, add_gram, map};
