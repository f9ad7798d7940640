/* SPDX-License-Identifier: MIT */
/* The random numbers: SplitMix64's known outputs, uniform draws, and streams that have nothing to
 * do with each other however close their coordinates are. Seeds are fixed, so every test gives the
 * same verdict on every run; limits are quantiles of the distribution under a true uniform. */
#include "unit/test.h"

#define STREAMS 40000
#define BINS 64

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

/* How far a chi-square value lies above its mean, in standard deviations (Wilson and Hilferty's
 * cube root, good to a few per cent at these degrees of freedom). */
static double excess(const double *counts, size_t bins, double expected)
{
    double chi = 0, degrees = (double)bins - 1, spread = 2 / (9 * degrees);

    for (size_t b = 0; b < bins; b++)
        chi += (counts[b] - expected) * (counts[b] - expected) / expected;
    return (cbrt(chi / degrees) - (1 - spread)) / sqrt(spread);
}

/* 15 tests of about standard normal values: one beyond 4 happens once in a thousand such sets. */
TEST(draws_below_a_bound_are_uniform)
{
    static const uint64_t bounds[] = {BINS, 10, 3};

    for (int which = 0; which < COORDINATES; which++)
        for (size_t k = 0; k < ELEMENTS(bounds); k++) {
            double counts[BINS] = {0};

            for (uint64_t i = 0; i < STREAMS; i++)
                counts[rw_rng_below(draw((coordinate)which, i), bounds[k])]++;
            assert_true(fabs(excess(counts, bounds[k], (double)STREAMS / (double)bounds[k])) < 4);
        }
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

/* Two stages, ten seeds, a hundred nodes, twenty walks: no two streams start at the same place. */
TEST(no_two_streams_are_one)
{
    static uint64_t starts[2 * 10 * 100 * 20];
    size_t count = 0;

    for (uint64_t seed = 0; seed < 10; seed++)
        for (uint64_t node = 0; node < 100; node++)
            for (uint64_t walk = 0; walk < 20; walk++) {
                starts[count++] = rw_rng_stream(seed, RW_STAGE_WALK, node, walk);
                starts[count++] = rw_rng_stream(seed, RW_STAGE_TRAIN, node, walk);
            }
    qsort(starts, count, sizeof *starts, compare_u64);
    for (size_t i = 1; i < count; i++)
        assert_true(starts[i - 1] != starts[i]);
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
