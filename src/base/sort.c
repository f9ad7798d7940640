/* SPDX-License-Identifier: MIT */
/* Insertion sort for short arrays, byte-wise radix sort for long ones. A byte that is equal in all
 * values needs no pass. One macro defines the functions for all types. */
#include "base/sort.h"

#include <string.h>

#define SHORT 48

/* clang-format off */
#define ITSELF(value) (value)
#define KEY_OF(value) ((value).key)

#define DEFINE_SORT(NAME, TYPE, NUMBER, KEY)                                                      \
    static void NAME##_short(TYPE *values, size_t count)                                          \
    {                                                                                             \
        for (size_t i = 1; i < count; i++) {                                                      \
            TYPE value = values[i];                                                               \
            size_t at = i;                                                                        \
                                                                                                  \
            for (; at > 0 && KEY(values[at - 1]) > KEY(value); at--)                              \
                values[at] = values[at - 1];                                                      \
            values[at] = value;                                                                   \
        }                                                                                         \
    }                                                                                             \
                                                                                                  \
    void NAME(TYPE *values, TYPE *scratch, size_t count)                                          \
    {                                                                                             \
        NUMBER differ = 0;                                                                        \
        TYPE *from = values, *to = scratch;                                                       \
                                                                                                  \
        if (count <= SHORT) {                                                                     \
            NAME##_short(values, count);                                                          \
            return;                                                                               \
        }                                                                                         \
        for (size_t i = 1; i < count; i++)                                                        \
            differ |= KEY(values[i]) ^ KEY(values[0]);                                            \
        for (unsigned shift = 0; shift < 8 * sizeof(NUMBER); shift += 8) {                        \
            size_t starts[256] = {0}, sum = 0;                                                    \
                                                                                                  \
            if (!(differ >> shift & 0xff))                                                        \
                continue;                                                                         \
            for (size_t i = 0; i < count; i++)                                                    \
                starts[KEY(from[i]) >> shift & 0xff]++;                                           \
            for (size_t b = 0; b < 256; b++) {                                                    \
                size_t here = starts[b];                                                          \
                                                                                                  \
                starts[b] = sum;                                                                  \
                sum += here;                                                                      \
            }                                                                                     \
            for (size_t i = 0; i < count; i++)                                                    \
                to[starts[KEY(from[i]) >> shift & 0xff]++] = from[i];                             \
            TYPE *swap = from;                                                                    \
            from = to;                                                                            \
            to = swap;                                                                            \
        }                                                                                         \
        if (from != values)                                                                       \
            memcpy(values, from, count * sizeof(TYPE));                                           \
    }
/* clang-format on */

DEFINE_SORT(rw_sort_u32, uint32_t, uint32_t, ITSELF)
DEFINE_SORT(rw_sort_u64, uint64_t, uint64_t, ITSELF)
DEFINE_SORT(rw_sort_keyed, rw_keyed, uint64_t, KEY_OF)
