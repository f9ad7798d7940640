/* SPDX-License-Identifier: MIT */
/* Keeps the best of many items in a heap with the worst one on top. `worse(a, b)` takes pointers to
 * two items and says whether a comes after b; it must order any two different items. Defines
 *
 *   NAME_sink(heap, count, item)         replaces the top item
 *   NAME_offer(heap, &count, most, item) adds an item; a heap of `most` items replaces its top if
 *                                        that is worse */
#ifndef RW_BASE_HEAP_H
#define RW_BASE_HEAP_H

#include <stdbool.h>
#include <stdint.h>

#define RW_HEAP(name, type, worse)                                                                 \
    static void name##_sink(type *heap, uint32_t count, type item)                                 \
    {                                                                                              \
        uint32_t hole = 0;                                                                         \
                                                                                                   \
        for (uint32_t child; (child = 2 * hole + 1) < count; hole = child) {                       \
            if (child + 1 < count && worse(&heap[child + 1], &heap[child]))                        \
                child++;                                                                           \
            if (!worse(&heap[child], &item))                                                       \
                break;                                                                             \
            heap[hole] = heap[child];                                                              \
        }                                                                                          \
        heap[hole] = item;                                                                         \
    }                                                                                              \
                                                                                                   \
    static inline void name##_offer(type *heap, uint32_t *count, uint32_t most, type item)         \
    {                                                                                              \
        uint32_t hole = *count;                                                                    \
                                                                                                   \
        if (hole == most) {                                                                        \
            if (worse(&heap[0], &item))                                                            \
                name##_sink(heap, most, item);                                                     \
            return;                                                                                \
        }                                                                                          \
        for (++*count; hole && worse(&item, &heap[(hole - 1) / 2]); hole = (hole - 1) / 2)         \
            heap[hole] = heap[(hole - 1) / 2];                                                     \
        heap[hole] = item;                                                                         \
    }

#endif
