/* SPDX-License-Identifier: MIT */
/* What AVX2 and AVX-512 share: registers of eight floats, and the gathers of drawing. */
#ifndef RW_TRAIN_KERNELS_X86_H
#define RW_TRAIN_KERNELS_X86_H

#include "train/kernels/common.h"

#include <immintrin.h>

#define LANES 8
#define FUSED_REPEATS 1
#define REGISTER "v"

typedef __m256 lanes;

#define multiply_add(a, b, c) _mm256_fmadd_ps(a, b, c)
#define spread_lane(parts, t) _mm256_permutevar8x32_ps((parts)[0], _mm256_set1_epi32(t))

INLINE void reduce(const lanes *sums, lanes *totals)
{
    lanes low = _mm256_hadd_ps(_mm256_hadd_ps(sums[0], sums[1]), _mm256_hadd_ps(sums[2], sums[3]));
    lanes high = _mm256_hadd_ps(_mm256_hadd_ps(sums[4], sums[5]), _mm256_hadd_ps(sums[6], sums[7]));

    *totals = _mm256_add_ps(_mm256_permute2f128_ps(low, high, 0x20),
                            _mm256_permute2f128_ps(low, high, 0x31));
}

/* Not an integer operation, which would cost a bypass delay between units. */
#define keep_lanes(a, mask) _mm256_and_ps(a, (lanes)(mask))
#define any_lane(mask) (_mm256_movemask_epi8((__m256i)(mask)) != 0)

#endif
