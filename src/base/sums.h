/* SPDX-License-Identifier: MIT */
/* Sums of real numbers that do not depend on the order of their terms: numbers become integers,
 * whose addition (modulo 2^64) is commutative and exact. Threads, processes and ranges of the input
 * can then add up what they have, in any order, to the same bits.
 *
 * Fixed point, for many sums of terms of at most 1: each term is rounded once, to as many fraction
 * bits as the number of terms allows. One word a sum.
 *
 * Limbs, for few sums whose terms may be tiny: nothing is rounded above 2^-186, which is below the
 * least float divided by any number of visits. RW_LIMBS words a sum. */
#ifndef RW_BASE_SUMS_H
#define RW_BASE_SUMS_H

#include "base/code.h"

#include <stdint.h>
#include <string.h>

/* ---- Fixed point ---- */

/* More bits than this add nothing: a double near 1 has 53. It also keeps scaled terms below 2^51,
 * where adding 3 * 2^51 rounds to an integer. */
#define RW_FIXED_MOST_BITS 50

/* The fraction bits for sums of up to `terms` terms (at least 1) in [-1, 1]: sums have 62 bits. */
static inline int rw_fixed_bits(uint64_t terms)
{
    int log = terms > 1 ? 64 - __builtin_clzll(terms - 1) : 0;

    return 62 - log < RW_FIXED_MOST_BITS ? 62 - log : RW_FIXED_MOST_BITS;
}

/* What terms are multiplied with before they are rounded. Exact: a power of two. */
RW_CODE double rw_fixed_scale(int bits)
{
    uint64_t exponent = (uint64_t)(1023 + bits) << 52;
    double scale;

    memcpy(&scale, &exponent, sizeof scale);
    return scale;
}

/* A scaled term, at most 2^51, as an integer: the nearest, ties to even. The sum of a double with
 * 3 * 2^51 has its integer in the last bits, which vectorises everywhere. */
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

/* ---- In order ---- */

/* A scalar product, summed in order. */
static inline double rw_dot(const double *a, const double *b, uint32_t count)
{
    double sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* ---- Limbs ---- */

#define RW_LIMBS 6 /* of 31 bits: fewer than 2^32 terms cannot overflow */

/* The next limb of a term in [-1, 1]; the term becomes what is left. */
RW_CODE uint64_t rw_limbs_next(double *term)
{
    double scaled = *term * 0x1p31;
    int64_t whole = (int64_t)scaled;

    *term = scaled - (double)whole;
    return (uint64_t)whole;
}

/* Adds a term. */
static inline void rw_limbs_add(uint64_t limbs[RW_LIMBS], double term)
{
    for (int i = 0; i < RW_LIMBS && term != 0; i++)
        limbs[i] += rw_limbs_next(&term);
}

/* The sum, from the least limb on. */
static inline double rw_limbs_value(const uint64_t limbs[RW_LIMBS])
{
    double sum = 0;

    for (int i = RW_LIMBS - 1; i >= 0; i--)
        sum = (sum + (double)(int64_t)limbs[i]) * 0x1p-31;
    return sum;
}

#endif
