/* SPDX-License-Identifier: MIT */
/* Fetching the rows of later pairs while one is trained. */
#ifndef RW_TRAIN_KERNELS_FETCH_H
#define RW_TRAIN_KERNELS_FETCH_H

#include "train/kernels/kernels.h"

/* How many pairs ahead; from 4 to 16 it makes no difference. Rows for writing go to the nearest
 * cache, which holds few. */
#define RW_FETCH_PAIRS 8
#define RW_FETCH_WRITTEN_PAIRS 4

/* Asks for all rows of the pair so far after this one, if there is one in the batch. Negatives are
 * drawn at random, so with many rows most are far away. Into the second-level cache: the nearest
 * is swept by a few pairs. Where another thread has written them, for writing: else each line would
 * come twice, once to be read and once more to be written. */
static inline __attribute__((always_inline)) void rw_fetch_rows(const rw_batch *batch, size_t pair,
                                                                size_t stride, size_t width)
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
