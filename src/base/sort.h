/* SPDX-License-Identifier: MIT */
/* Sorts integers ascending, in place, O(n) for large n; `scratch` has room for n values. */
#ifndef RW_BASE_SORT_H
#define RW_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Below 0, 0 or above, for qsort. 2 * RW_ORDER(a, b) + RW_ORDER(c, d) sorts by a, then by c. */
#define RW_ORDER(a, b) (((a) > (b)) - ((a) < (b)))

void rw_sort_u32(uint32_t *values, uint32_t *scratch, size_t count);
void rw_sort_u64(uint64_t *values, uint64_t *scratch, size_t count);

/* A key that sorts like a float, then by number; the number is its lower half. */
static inline uint64_t rw_float_key(float value, uint32_t number)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    bits ^= bits >> 31 ? UINT32_MAX : UINT32_C(1) << 31;
    return (uint64_t)bits << 32 | number;
}

/* Sorts by key; stable. */
typedef struct rw_keyed {
    uint64_t key;
    double value;
} rw_keyed;

void rw_sort_keyed(rw_keyed *values, rw_keyed *scratch, size_t count);

#endif
