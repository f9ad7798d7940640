/* SPDX-License-Identifier: MIT */
/* Sorts integers ascending, in place, O(n) for large n; `scratch` has room for n values. */
#ifndef RW_BASE_SORT_H
#define RW_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

void rw_sort_u32(uint32_t *values, uint32_t *scratch, size_t count);
void rw_sort_u64(uint64_t *values, uint64_t *scratch, size_t count);

/* Sorts by key; stable. */
typedef struct rw_keyed {
    uint64_t key;
    double value;
} rw_keyed;

void rw_sort_keyed(rw_keyed *values, rw_keyed *scratch, size_t count);

#endif
