/* SPDX-License-Identifier: MIT */
/* Kernels for NEON, which every 64-bit ARM has. It has no gather, so negatives are drawn in plain
 * C. */
#include "train/kernels/common.h"
#include "train/kernels/products.h"

#include <arm_neon.h>

#define LANES 4
#define WIDE_LANES LANES
#define SHORT_CHAINS 0
#define APART_FIRST 0
#define LEAD SIZE_MAX /* never ahead: too few registers */
#define TRAIN_128(batch) train_usual(batch, 128)
#define FUSED_REPEATS 0
#define REGISTER "w"

typedef float32x4_t lanes, wide;

INLINE lanes multiply_add(lanes a, lanes b, lanes c)
{
    return vfmaq_f32(c, a, b);
}

INLINE lanes spread_lane(const lanes *parts, int t)
{
    return vdupq_n_f32(parts[t / LANES][t % LANES]);
}

INLINE void reduce(const lanes *sums, lanes *totals)
{
    for (int h = 0; h < 2; h++, sums += 4)
        totals[h] = vpaddq_f32(vpaddq_f32(sums[0], sums[1]), vpaddq_f32(sums[2], sums[3]));
}

#define wide_multiply_add multiply_add
#define wide_reduce reduce
#define keep_lanes(a, mask) ((lanes)((words)(a) & (mask)))
#define any_lane(mask) (vmaxvq_u32((uint32x4_t)(mask)) != 0)

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

#include "train/kernels/simd.h"

static void draw(const rw_batch *batch, const rw_noise *noise)
{
    rw_draw_pairs(batch, noise, 0);
}

const rw_kernels rw_kernels_neon = {draw, train, dot, move, add_products, add_gram, map};
