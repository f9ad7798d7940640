/* SPDX-License-Identifier: MIT */
/* Sums over rows as kernels: a warp for each row, or a block for the products of many. Each thread has
 * a stream of its own. */
#include "engine/cuda/sums.h"

#include "engine/cuda/card.h"

#define LANES 32
#define BLOCK_LANES 256
#define BLOCKS_EACH 8 /* of a multiprocessor */
#define PRODUCT_LANES 1024
#define PRODUCT_ROWS 8192

extern __shared__ uint32_t own_sums[];

static __global__ void __launch_bounds__(BLOCK_LANES)
    sum_rows(const __grid_constant__ rw_device_sums s)
{
    uint64_t warps = (uint64_t)gridDim.x * (BLOCK_LANES / LANES);
    uint64_t row = s.row_first + (blockIdx.x * (uint64_t)BLOCK_LANES + threadIdx.x) / LANES;

    for (; row < s.row_end; row += warps)
        rw_sums_row(&s, (uint32_t)row, threadIdx.x % LANES, LANES);
}

/* Blocks side by side take the same rows. */
template <bool OWN>
static __global__ void __launch_bounds__(PRODUCT_LANES)
    add_products(const __grid_constant__ rw_device_sums s)
{
    uint32_t sides = s.vectors / RW_SUMS_SIDE;
    uint64_t pieces = (s.row_end - s.row_first + (uint64_t)PRODUCT_ROWS - 1) / PRODUCT_ROWS * sides;

    for (uint64_t i = blockIdx.x; i < pieces; i += gridDim.x) {
        uint32_t first = s.row_first + (uint32_t)(i / sides) * PRODUCT_ROWS, left = s.row_end - first;

        rw_sums_products(&s, first, first + (left < PRODUCT_ROWS ? left : PRODUCT_ROWS),
                         (uint32_t)(i % sides) * RW_SUMS_SIDE, OWN ? own_sums : NULL);
    }
}

static void multiply(const rw_device *d, const rw_device_sums *s, cudaStream_t stream)
{
    uint64_t bytes = 2 * sizeof(uint32_t) * RW_SUMS_SIDE * (uint64_t)s->width;
    int blocks = d->card.multiProcessorCount;

    if (bytes > d->card.sharedMemPerBlockOptin) {
        add_products<false><<<2 * blocks, PRODUCT_LANES, 0, stream>>>(*s);
        return;
    }
    cudaFuncSetAttribute(add_products<true>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    add_products<true><<<blocks, PRODUCT_LANES, bytes, stream>>>(*s);
}

riwalk_status rw_card_sum(rw_device *d, const rw_device_sums *s, riwalk_error *error)
{
    int blocks = d->card.multiProcessorCount * BLOCKS_EACH;

    if (s->kind == RW_SUM_PRODUCTS)
        multiply(d, s, cudaStreamPerThread);
    else
        sum_rows<<<blocks, BLOCK_LANES, 0, cudaStreamPerThread>>>(*s);
    return rw_card_said(cudaGetLastError(), "sums on the graphics card", error);
}
