/* SPDX-License-Identifier: MIT */
/* Drawing a pair's targets, in plain C. */
#ifndef RW_TRAIN_KERNELS_DRAW_H
#define RW_TRAIN_KERNELS_DRAW_H

#include "base/rng.h"
#include "train/kernels/kernels.h"

/* Moves the targets that are not the centre to the front; returns how many there are with it. */
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

static inline __attribute__((always_inline)) void
rw_draw_pair(const rw_batch *batch, const rw_noise *noise, size_t pair, size_t width)
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

/* The pairs from `first` on. */
static inline void rw_draw_pairs(const rw_batch *batch, const rw_noise *noise, size_t first)
{
    /* The usual width is spelled out so that the compiler unrolls the loops for it. */
    for (size_t p = first; p < batch->pairs; p++)
        if (batch->width == 6)
            rw_draw_pair(batch, noise, p, 6);
        else
            rw_draw_pair(batch, noise, p, batch->width);
}

#endif
