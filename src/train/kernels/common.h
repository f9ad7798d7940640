/* SPDX-License-Identifier: MIT */
/* What all versions share: drawing a pair's targets, and prefetching the rows of later pairs. */
#ifndef RW_TRAIN_KERNELS_COMMON_H
#define RW_TRAIN_KERNELS_COMMON_H

#include "base/rng.h"
#include "train/kernels/kernels.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

/* Moves targets other than the centre to the front. Returns their number, with the centre. */
static inline uint8_t rw_drop_centre(uint32_t *targets, size_t width)
{
    size_t count = 1;

    for (size_t n = 1; n < width; n++) {
        targets[count] = targets[n];
        count += targets[n] != targets[0];
    }
    for (size_t n = count; n < width; n++)
        targets[n] = targets[0];
    return (uint8_t)count;
}

INLINE void rw_draw_pair(const rw_batch *batch, const rw_noise *noise, size_t pair, size_t width)
{
    uint32_t *targets = batch->targets + pair * width, centre = batch->centres[pair];
    uint64_t counter = batch->counters[pair];
    unsigned repeat = 0, dropped = 0;

    targets[0] = centre;
    for (size_t n = 1; n < width; n += 2, counter += RW_RNG_GAMMA) {
        uint64_t bits = rw_rng_mix(counter);

        targets[n] = rw_noise_draw(noise, (uint32_t)(bits >> 32));
        if (n + 1 < width)
            targets[n + 1] = rw_noise_draw(noise, (uint32_t)bits);
    }
    for (size_t n = 1; n < width; n++) {
        dropped |= targets[n] == centre;
        for (size_t m = 1; m < n; m++)
            repeat |= targets[m] == targets[n];
    }
    batch->counts[pair] = dropped ? rw_drop_centre(targets, width) : (uint8_t)width;
    batch->repeats[pair] = (uint8_t)repeat;
}

/* Draws the targets of the pairs from `first` on. */
static inline void rw_draw_pairs(const rw_batch *batch, const rw_noise *noise, size_t first)
{
    /* A constant width lets the compiler unroll the loops. */
    for (size_t p = first; p < batch->pairs; p++)
        if (batch->width == 6)
            rw_draw_pair(batch, noise, p, 6);
        else
            rw_draw_pair(batch, noise, p, batch->width);
}

/* How many pairs ahead rows are prefetched; from 4 to 16 makes no difference. Rows for writing go
 * to the first-level cache, which holds few. */
#define RW_FETCH_PAIRS 8
#define RW_FETCH_WRITTEN_PAIRS 4

/* Prefetches all rows of a later pair of the batch. Rows go to the second-level cache, because a
 * few pairs fill the first-level one. If another thread writes them too, they are fetched for
 * writing; else each line would come twice, to be read and to be written. */
INLINE void rw_fetch_rows(const rw_batch *batch, size_t pair, size_t stride, size_t width)
{
    size_t later = pair + (batch->fetch == RW_FETCH_READ ? RW_FETCH_PAIRS : RW_FETCH_WRITTEN_PAIRS);
    const uint32_t *targets = batch->targets + later * width;
    const float *input;

    if (batch->fetch == RW_FETCH_NOTHING || later >= batch->pairs)
        return;
    input = batch->input + batch->inputs[later] * stride;
    if (batch->fetch == RW_FETCH_READ)
        for (size_t i = 0; i < stride; i += RW_ROW_FLOATS) {
            __builtin_prefetch(input + i, 0, 2);
            for (size_t t = 0; t < width; t++)
                __builtin_prefetch(batch->output + targets[t] * stride + i, 0, 2);
        }
    else
        for (size_t i = 0; i < stride; i += RW_ROW_FLOATS) {
            __builtin_prefetch(input + i, 1, 2);
            for (size_t t = 0; t < width; t++)
                __builtin_prefetch(batch->output + targets[t] * stride + i, 1, 2);
        }
}

#endif
