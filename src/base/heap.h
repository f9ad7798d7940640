/* SPDX-License-Identifier: MIT */
/* The best of many items, in a heap whose worst one comes first. `worse(a, b)`, of pointers to two
 * items, says whether a comes after b; of no two different items both may. Defines
 *
 *   NAME_sink(heap, count, item)         an item in place of the first one
 *   NAME_offer(heap, &count, most, item) one more item, or one in place of the first, if that is
 *                                        worse, where there are `most` already
 */
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
