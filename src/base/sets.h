/* SPDX-License-Identifier: MIT */
/* Disjoint sets of numbers (union-find). Each number has a parent; the lowest number of a set is
 * its root and represents it. */
#ifndef RW_BASE_SETS_H
#define RW_BASE_SETS_H

#include <stdbool.h>
#include <stdint.h>

/* Makes every number a set of its own. */
static inline void rw_sets_begin(uint32_t *parents, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        parents[i] = i;
}

/* The root of a number's set, with path halving. */
static inline uint32_t rw_sets_find(uint32_t *parents, uint32_t i)
{
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

/* Joins two sets; false if they were one already. */
static inline bool rw_sets_join(uint32_t *parents, uint32_t a, uint32_t b)
{
    a = rw_sets_find(parents, a);
    b = rw_sets_find(parents, b);
    parents[a < b ? b : a] = a < b ? a : b;
    return a != b;
}

#endif
