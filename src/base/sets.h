/* SPDX-License-Identifier: MIT */
/* Disjoint sets of numbers (union-find): each number has a parent, and a set's lowest number, its
 * own parent, stands for it. */
#ifndef RW_BASE_SETS_H
#define RW_BASE_SETS_H

#include <stdbool.h>
#include <stdint.h>

/* Every number is a set. */
static inline void rw_sets_begin(uint32_t *parents, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        parents[i] = i;
}

/* The lowest number of a set, with path halving. */
static inline uint32_t rw_sets_find(uint32_t *parents, uint32_t i)
{
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

/* Whether two sets became one. */
static inline bool rw_sets_join(uint32_t *parents, uint32_t a, uint32_t b)
{
    a = rw_sets_find(parents, a);
    b = rw_sets_find(parents, b);
    parents[a < b ? b : a] = a < b ? a : b;
    return a != b;
}

#endif
