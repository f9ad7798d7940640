/* SPDX-License-Identifier: MIT */
/* Sorts integers ascending, in place, O(n) for large n; `scratch` has room for n values. */
#ifndef RW_BASE_SORT_H
#define RW_BASE_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Below 0, 0 or above, for qsort. 2 * RW_ORDER(a, b) + RW_ORDER(c, d) sorts by a, then by c. */
#define RW_ORDER(a, b) (((a) > (b)) - ((a) < (b)))

void rw_sort_u32(uint32_t *values, uint32_t *scratch, size_t count);
void rw_sort_u64(uint64_t *values, uint64_t *scratch, size_t count);

/* Sorts and drops repeated values, in an array with room for twice as many; returns how many
 * stay. */
static inline size_t rw_sort_distinct(uint64_t *values, size_t count)
{
    size_t kept = 0;

    rw_sort_u64(values, values + count, count);
    for (size_t i = 0; i < count; i++)
        if (!kept || values[i] != values[kept - 1])
            values[kept++] = values[i];
    return kept;
}

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

/* A number with a value, such as a neighbour with its distance. */
typedef struct rw_scored {
    double value;
    uint32_t number;
} rw_scored;

/* By value, then by number: for qsort and for heaps. */
static inline int rw_scored_order(const void *a, const void *b)
{
    const rw_scored *x = a, *y = b;

    return 2 * RW_ORDER(x->value, y->value) + RW_ORDER(x->number, y->number);
}

static inline bool rw_scored_after(const rw_scored *a, const rw_scored *b)
{
    return a->value > b->value || (a->value == b->value && a->number > b->number);
}

#endif
