/* SPDX-License-Identifier: MIT */
/* Sums over rows as kernels, with a warp per row. Each thread has a stream. */
#include "engine/cuda/sums.h"

#include "engine/cuda/card.h"

#define LANES 32
#define BLOCK_LANES 256
#define BLOCKS_EACH 8 /* per multiprocessor */

/* The kind is a template parameter, because each needs other registers. */
template <rw_sum KIND>
static __global__ void __launch_bounds__(BLOCK_LANES)
    sum_rows(const __grid_constant__ rw_device_sums s)
{
    uint64_t warps = (uint64_t)gridDim.x * (BLOCK_LANES / LANES);
    uint64_t row = s.row_first + (blockIdx.x * (uint64_t)BLOCK_LANES + threadIdx.x) / LANES;

    for (; row < s.row_end; row += warps)
        rw_sums_row(&s, KIND, (uint32_t)row, threadIdx.x % LANES, LANES);
}

riwalk_status rw_card_sum(rw_device *d, const rw_device_sums *s, riwalk_error *error)
{
    static void (*const kernels[])(rw_device_sums) = {
        sum_rows<RW_SUM_VALUES>, sum_rows<RW_SUM_GRAM>, sum_rows<RW_SUM_PRODUCTS>,
        sum_rows<RW_SUM_VECTORS>};

    kernels[s->kind]<<<d->card.multiProcessorCount * BLOCKS_EACH, BLOCK_LANES, 0,
                       cudaStreamPerThread>>>(*s);
    return rw_card_said(cudaGetLastError(), "sums on the graphics card", error);
}
