/* SPDX-License-Identifier: MIT */
/* Binary search in ascending arrays. */
#ifndef RW_BASE_SEARCH_H
#define RW_BASE_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

/* The first index in low .. high - 1 whose value is at least `key`; `high` if there is none. */
#define RW_SEARCH(name, type)                                                                      \
    static inline uint64_t name(const type *values, uint64_t low, uint64_t high, type key)         \
    {                                                                                              \
        while (low < high) {                                                                       \
            uint64_t middle = low + (high - low) / 2;                                              \
                                                                                                   \
            if (values[middle] < key)                                                              \
                low = middle + 1;                                                                  \
            else                                                                                   \
                high = middle;                                                                     \
        }                                                                                          \
        return low;                                                                                \
    }

RW_SEARCH(rw_search_u32, uint32_t)
RW_SEARCH(rw_search_u64, uint64_t)
RW_SEARCH(rw_search_i64, int64_t)

/* The same in 0 .. count - 1; returns whether the value there is the key. */
static inline bool rw_search_is(const uint64_t *values, uint32_t count, uint64_t key,
                                uint32_t *place)
{
    *place = (uint32_t)rw_search_u64(values, 0, count, key);
    return *place < count && values[*place] == key;
}

#endif
