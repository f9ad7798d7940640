/* SPDX-License-Identifier: MIT */
/* Counter-based random numbers: every draw is a pure function of (seed, stage, node, walk, step),
 * so nothing depends on threads or on the order of work.
 *
 * The generator is SplitMix64 (Steele, Lea, Flood 2014). Its state is a plain counter, so draw
 * number `step` of a stream is computed directly: mix(start + (step + 1) * gamma). A stream's start
 * is the chain of the same mix over seed, stage, node and walk. */
#ifndef RW_BASE_RNG_H
#define RW_BASE_RNG_H

#include "base/code.h"

#include <stdint.h>

/* The purpose of draws: streams of different stages are independent. The values are part of the
 * results: add new ones at the end, never renumber. */
typedef enum rw_stage {
    RW_STAGE_GENERATE = 1,
    RW_STAGE_WALK = 2,
    RW_STAGE_TRAIN = 3,
    RW_STAGE_INITIAL = 4,
    RW_STAGE_SPLIT = 5,
    RW_STAGE_NODE_WALK = 10,
    RW_STAGE_LAYER_WALK = 11,
    RW_STAGE_CANDIDATES = 12,
    RW_STAGE_ARC = 13,
} rw_stage;

#define RW_RNG_GAMMA UINT64_C(0x9E3779B97F4A7C15)
#define RW_RNG_MIX_1 UINT64_C(0xBF58476D1CE4E5B9)
#define RW_RNG_MIX_2 UINT64_C(0x94D049BB133111EB)

RW_CODE uint64_t rw_rng_mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * RW_RNG_MIX_1;
    z = (z ^ (z >> 27)) * RW_RNG_MIX_2;
    return z ^ (z >> 31);
}

/* The common part of all streams of a node, for rw_rng_stream_of. */
RW_CODE uint64_t rw_rng_streams(uint64_t seed, rw_stage stage, uint64_t node)
{
    uint64_t s = rw_rng_mix(seed + RW_RNG_GAMMA);

    s = rw_rng_mix((s ^ (uint64_t)stage) + RW_RNG_GAMMA);
    return rw_rng_mix((s ^ node) + RW_RNG_GAMMA);
}

RW_CODE uint64_t rw_rng_stream_of(uint64_t streams, uint64_t walk)
{
    return rw_rng_mix((streams ^ walk) + RW_RNG_GAMMA);
}

/* The start of one stream: of a walk, a block or a row, whatever the stage counts. */
RW_CODE uint64_t rw_rng_stream(uint64_t seed, rw_stage stage, uint64_t node, uint64_t walk)
{
    return rw_rng_stream_of(rw_rng_streams(seed, stage, node), walk);
}

/* The generator's counter at draw `step` of a stream; the next one is RW_RNG_GAMMA larger. */
RW_CODE uint64_t rw_rng_counter(uint64_t stream, uint64_t step)
{
    return stream + (step + 1) * RW_RNG_GAMMA;
}

/* Draw `step` of a stream: 64 uniform bits. */
RW_CODE uint64_t rw_rng_at(uint64_t stream, uint64_t step)
{
    return rw_rng_mix(rw_rng_counter(stream, step));
}

/* Maps 64 random bits to a number below `bound` (>= 1). Its probabilities differ from 1/bound by at
 * most 2^-64. */
RW_CODE uint64_t rw_rng_below(uint64_t bits, uint64_t bound)
{
    __extension__ typedef unsigned __int128 wide;

    return (uint64_t)(((wide)bits * bound) >> 64);
}

/* Maps 64 random bits to a double in [0, 1), a multiple of 2^-53. */
RW_CODE double rw_rng_unit(uint64_t bits)
{
    return (double)(bits >> 11) * 0x1p-53;
}

#endif
