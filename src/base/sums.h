/* SPDX-License-Identifier: MIT */
/* Sums of real numbers that do not depend on the order of their terms: terms become integers, whose
 * addition modulo 2^64 is exact and commutative. Threads, processes and ranges of the input can add
 * up their terms in any order and get the same bits.
 *
 * Fixed point, for many sums of terms of at most 1: each term is rounded once, to as many fraction
 * bits as the number of terms allows. One word per sum.
 *
 * Limbs, for few sums with possibly tiny terms: nothing above 2^-186 is rounded, which is below the
 * smallest float divided by any number of visits. RW_LIMBS words per sum. */
#ifndef RW_BASE_SUMS_H
#define RW_BASE_SUMS_H

#include "base/code.h"

#include <stdint.h>
#include <string.h>

/* ---- Fixed point ---- */

/* More bits add nothing, as a double near 1 has 53. This also keeps scaled terms below 2^51, so
 * that adding 3 * 2^51 rounds them to an integer. */
#define RW_FIXED_MOST_BITS 50

/* Fraction bits for sums of up to `terms` terms (at least 1) in [-1, 1]: a sum has 62 bits. */
static inline int rw_fixed_bits(uint64_t terms)
{
    int log = terms > 1 ? 64 - __builtin_clzll(terms - 1) : 0;

    return 62 - log < RW_FIXED_MOST_BITS ? 62 - log : RW_FIXED_MOST_BITS;
}

/* The factor for terms before rounding: a power of two, so exact. */
RW_CODE double rw_fixed_scale(int bits)
{
    uint64_t exponent = (uint64_t)(1023 + bits) << 52;
    double scale;

    memcpy(&scale, &exponent, sizeof scale);
    return scale;
}

/* Rounds a scaled term, at most 2^51, to the nearest integer, ties to even. Adding 3 * 2^51 to a
 * double leaves its integer in the low bits, which vectorises everywhere. */
RW_CODE uint64_t rw_fixed(double scaled)
{
    double shifted = scaled + 0x1.8p52, zero = 0x1.8p52;
    uint64_t bits, zero_bits;

    memcpy(&bits, &shifted, sizeof bits);
    memcpy(&zero_bits, &zero, sizeof zero_bits);
    return bits - zero_bits;
}

static inline double rw_fixed_value(uint64_t sum, int bits)
{
    return (double)(int64_t)sum * rw_fixed_scale(-bits);
}

/* ---- Sums in order ---- */

/* The scalar product of two vectors, summed in order. */
static inline double rw_dot(const double *a, const double *b, uint32_t count)
{
    double sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* ---- Limbs ---- */

#define RW_LIMBS 6 /* of 31 bits: sums of fewer than 2^32 terms cannot overflow */

/* Takes the next limb from a term in [-1, 1]; leaves the remainder in it. */
RW_CODE uint64_t rw_limbs_next(double *term)
{
    double scaled = *term * 0x1p31;
    int64_t whole = (int64_t)scaled;

    *term = scaled - (double)whole;
    return (uint64_t)whole;
}

/* Adds a term to a sum. */
static inline void rw_limbs_add(uint64_t limbs[RW_LIMBS], double term)
{
    for (int i = 0; i < RW_LIMBS && term != 0; i++)
        limbs[i] += rw_limbs_next(&term);
}

/* The sum as a double, from the lowest limb up. */
static inline double rw_limbs_value(const uint64_t limbs[RW_LIMBS])
{
    double sum = 0;

    for (int i = RW_LIMBS - 1; i >= 0; i--)
        sum = (sum + (double)(int64_t)limbs[i]) * 0x1p-31;
    return sum;
}

#endif
