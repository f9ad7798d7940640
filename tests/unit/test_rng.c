/* SPDX-License-Identifier: MIT */
/* The random numbers: SplitMix64's known outputs, the ends of ranges, and streams that have nothing
 * to do with each other however close their coordinates are. */
#include "unit/test.h"

/* Which coordinate of (seed, stage, node, walk, step) runs while the others stand still. */
typedef enum coordinate {
    SEED,
    STAGE,
    NODE,
    WALK,
    STEP,
    COORDINATES,
} coordinate;

static uint64_t draw(coordinate which, uint64_t value)
{
    uint64_t at[COORDINATES] = {1, RW_STAGE_WALK, 7, 3, 5};

    at[which] = value;
    return rw_rng_at(rw_rng_stream(at[SEED], (rw_stage)at[STAGE], at[NODE], at[WALK]), at[STEP]);
}

/* The first outputs of SplitMix64 seeded with 1234567, as its reference program prints them. */
TEST(draws_are_splitmix64)
{
    static const uint64_t known[] = {
        UINT64_C(6457827717110365317),  UINT64_C(3203168211198807973),
        UINT64_C(9817491932198370423),  UINT64_C(4593380528125082431),
        UINT64_C(16408922859458223821),
    };

    for (uint64_t i = 0; i < ELEMENTS(known); i++)
        assert_true(rw_rng_at(1234567, i) == known[i]);
}

/* Flipping one bit of one coordinate flips each bit of the draw half of the time. */
TEST(every_bit_of_a_coordinate_matters)
{
    for (int which = 0; which < COORDINATES; which++)
        for (int in = 0; in < 32; in++) {
            double flips[64] = {0};

            for (uint64_t i = 0; i < 1000; i++) {
                uint64_t value = rw_rng_mix(i) >> 33;
                uint64_t change = draw((coordinate)which, value) ^
                                  draw((coordinate)which, value ^ UINT64_C(1) << in);

                for (int out = 0; out < 64; out++)
                    flips[out] += (double)(change >> out & 1);
            }
            /* 500 +- 15.8; the largest of 5 * 32 * 64 such numbers stays within 6 deviations. */
            for (int out = 0; out < 64; out++)
                assert_true(fabs(flips[out] - 500) < 95);
        }
}

TEST(edges_of_the_ranges)
{
    assert_true(rw_rng_below(0, 10) == 0);
    assert_true(rw_rng_below(UINT64_MAX, 10) == 9);
    assert_true(rw_rng_below(UINT64_MAX, 1) == 0);
    assert_true(rw_rng_below(UINT64_MAX, UINT64_MAX) == UINT64_MAX - 1);
    assert_true(rw_rng_unit(0) == 0);
    assert_true(rw_rng_unit(UINT64_MAX) == 1 - 0x1p-53);
}
