/* SPDX-License-Identifier: MIT */
/* Sums whose terms may come in any order: how exact they are, and that order has no effect. */
#include "base/sums.h"
#include "unit/test.h"

#include <float.h>

#define TERMS 5000

TEST(bits_leave_room_for_all_terms)
{
    static const struct {
        uint64_t terms;
        int bits;
    } cases[] = {{1, 50}, {4096, 50}, {4097, 49}, {1000000, 42}, {100000000, 35}, {UINT32_MAX, 30}};

    EACH (c, cases) {
        int bits = rw_fixed_bits(c->terms);

        assert_int_equal(bits, c->bits);
        assert_true((double)c->terms * rw_fixed_scale(bits) <= 0x1p62);
    }
}

/* The nearest integer, for terms of either sign, against the function of the C library. */
TEST(terms_are_rounded_to_the_nearest)
{
    uint64_t stream = rw_rng_stream(1, RW_STAGE_INITIAL, 0, 0);

    for (uint64_t i = 0; i < 100000; i++) {
        double term = 2 * rw_rng_unit(rw_rng_at(stream, 2 * i)) - 1;
        double scaled = term * rw_fixed_scale((int)(rw_rng_at(stream, 2 * i + 1) % 51));

        assert_true((double)(int64_t)rw_fixed(scaled) == rint(scaled));
    }
    assert_int_equal(rw_fixed(0), 0);
    assert_true((int64_t)rw_fixed(-0x1p50) == -(INT64_C(1) << 50));
    assert_true(rw_fixed_value(rw_fixed(-0.75 * rw_fixed_scale(50)), 50) == -0.75);
}

/* Terms between 1 and the least that a visit can be; limbs of any order are the same, and their sum
 * is that of a long double to its precision. */
TEST(limbs_keep_the_least_terms)
{
    uint64_t forward[RW_LIMBS] = {0}, backward[RW_LIMBS] = {0}, halves[2][RW_LIMBS] = {{0}};
    uint64_t stream = rw_rng_stream(2, RW_STAGE_INITIAL, 0, 0);
    static double terms[TERMS];
    long double sum = 0, size = 0;

    for (uint64_t i = 0; i < TERMS; i++)
        terms[i] = ldexp(2 * rw_rng_unit(rw_rng_at(stream, 2 * i)) - 1,
                         -(int)(rw_rng_at(stream, 2 * i + 1) % 120));
    for (size_t i = 0; i < TERMS; i++) {
        sum += terms[i];
        size += fabs(terms[i]);
        rw_limbs_add(forward, terms[i]);
        rw_limbs_add(backward, terms[TERMS - 1 - i]);
        rw_limbs_add(halves[i % 3 == 0], terms[i]);
    }
    for (int l = 0; l < RW_LIMBS; l++)
        halves[0][l] += halves[1][l];
    assert_memory_equal(forward, backward, sizeof forward);
    assert_memory_equal(forward, halves[0], sizeof forward);
    assert_true(fabs(rw_limbs_value(forward) - (double)sum) <= (double)size * DBL_EPSILON);
}

TEST(tiny_terms_are_not_lost)
{
    double least = (double)FLT_TRUE_MIN / 1e4;
    uint64_t limbs[RW_LIMBS] = {0};

    rw_limbs_add(limbs, least);
    assert_true(fabs(rw_limbs_value(limbs) / least - 1) < 1e-3);
    rw_limbs_add(limbs, 1);
    rw_limbs_add(limbs, -1);
    assert_true(fabs(rw_limbs_value(limbs) / least - 1) < 1e-3);
}
