/* SPDX-License-Identifier: MIT */
/* How the lanes of a block share work. Code between two barriers is a loop over items, in any order
 * and in parallel, or runs once; all else is the same in every lane. So the same source runs on a
 * GPU, with items spread over lanes, and on the host, where one thread takes items in random
 * order. */
#ifndef RW_ENGINE_CUDA_LANES_H
#define RW_ENGINE_CUDA_LANES_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __CUDACC__

#define RW_ALIGNED __align__(16)
#define RW_LANE static __device__ __forceinline__
#define RW_EACH(i, count)                                                                          \
    for (uint32_t i = threadIdx.x, i##_end = (count); i < i##_end; i += blockDim.x)
#define RW_ONCE if (threadIdx.x == 0)
#define RW_ALL_LANES blockDim.x
#define RW_BARRIER __syncthreads()

/* All return the old value. */
RW_LANE uint32_t rw_lane_add(uint32_t *at, uint32_t value)
{
    return atomicAdd(at, value);
}

RW_LANE uint32_t rw_lane_or(uint32_t *at, uint32_t value)
{
    return atomicOr(at, value);
}

RW_LANE uint32_t rw_lane_claim(uint32_t *at, uint32_t empty, uint32_t value)
{
    return atomicCAS(at, empty, value);
}

RW_LANE uint64_t rw_lane_claim_wide(uint64_t *at, uint64_t empty, uint64_t value)
{
    return atomicCAS((unsigned long long *)at, empty, value);
}

/* The lanes of a group, a power of two of adjacent lanes, add to one place together. */
RW_LANE void rw_lane_add_together(uint32_t *at, uint32_t value, uint32_t lanes)
{
    uint32_t width = lanes < 32 ? lanes : 32, number = threadIdx.x % 32;
    uint32_t mask = (width < 32 ? (1U << width) - 1 : ~0U) << (number & ~(width - 1));

    value = __reduce_add_sync(mask, value);
    if (number % width == 0 && value)
        atomicAdd(at, value);
}

RW_LANE void rw_lane_add_wide(uint64_t *at, uint64_t value)
{
    atomicAdd((unsigned long long *)at, value);
}

RW_LANE uint32_t rw_lane_ones(uint32_t bits)
{
    return (uint32_t)__popc(bits);
}

/* Reads a value that other lanes may be writing. */
RW_LANE uint32_t rw_lane_read(const uint32_t *at)
{
    return *(const volatile uint32_t *)at;
}

#else

#define RW_ALIGNED __attribute__((aligned(16)))
#define RW_LANE static inline

/* A random start and a stride that visits every item (tests/reference/lanes.c). */
uint32_t rw_lanes_begin(uint32_t count);
uint32_t rw_lanes_stride(uint32_t count);

#define RW_EACH(i, count)                                                                          \
    for (uint32_t i##_end = (count), i##_done = 0, i##_stride = rw_lanes_stride(i##_end),          \
                  i = rw_lanes_begin(i##_end);                                                     \
         i##_done < i##_end; i##_done++, i = (uint32_t)(((uint64_t)i + i##_stride) % i##_end))
#define RW_ONCE
#define RW_ALL_LANES 7U
#define RW_BARRIER ((void)0)

RW_LANE uint32_t rw_lane_add(uint32_t *at, uint32_t value)
{
    uint32_t before = *at;

    *at += value;
    return before;
}

RW_LANE uint32_t rw_lane_or(uint32_t *at, uint32_t value)
{
    uint32_t before = *at;

    *at |= value;
    return before;
}

RW_LANE uint32_t rw_lane_claim(uint32_t *at, uint32_t empty, uint32_t value)
{
    uint32_t before = *at;

    if (before == empty)
        *at = value;
    return before;
}

RW_LANE uint64_t rw_lane_claim_wide(uint64_t *at, uint64_t empty, uint64_t value)
{
    uint64_t before = *at;

    if (before == empty)
        *at = value;
    return before;
}

RW_LANE void rw_lane_add_together(uint32_t *at, uint32_t value, uint32_t lanes)
{
    (void)lanes;
    *at += value;
}

RW_LANE void rw_lane_add_wide(uint64_t *at, uint64_t value)
{
    *at += value;
}

RW_LANE uint32_t rw_lane_ones(uint32_t bits)
{
    return (uint32_t)__builtin_popcount(bits);
}

RW_LANE uint32_t rw_lane_read(const uint32_t *at)
{
    return *at;
}

#endif
#endif
