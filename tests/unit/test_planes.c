/* SPDX-License-Identifier: MIT */
/* Counting in bit planes, by each instruction set of the machine, against one bit at a time. */
#include "base/rng.h"
#include "engine/cpu/planes.h"
#include "unit/test.h"

#include <stdlib.h>

#define BLOCKS 5
#define WORDS (BLOCKS * RW_BLOCK_WORDS)
#define BITS (BLOCKS * RW_BLOCK_BITS)

static uint64_t set[WORDS], first[WORDS], second[WORDS], pair[2 * WORDS];
static uint32_t list[BITS];

/* Planes of which about one bit in `sparse` is set. */
static void fill(uint64_t *plane, uint64_t seed, uint64_t sparse)
{
    for (uint32_t i = 0; i < WORDS; i++)
        plane[i] = 0;
    for (uint32_t i = 0; i < BITS; i++)
        if (rw_rng_at(seed, i) % sparse == 0)
            rw_plane_add(plane, i);
}

static uint32_t list_set(void)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < BITS; i++)
        if (rw_plane_has(set, i))
            list[count++] = i;
    return count;
}

static uint64_t count_slowly(uint32_t end)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < end; i++)
        if (rw_plane_has(set, i))
            sum += rw_plane_has(first, i) | (uint64_t)rw_plane_has(second, i) << 32;
    return sum;
}

TEST(counts_are_those_of_single_bits)
{
    for (uint64_t seed = 0; seed < 40; seed++) {
        uint32_t count;

        fill(set, 3 * seed, 1 + seed % 20);
        fill(first, 3 * seed + 1, 1 + seed % 3);
        fill(second, 3 * seed + 2, 1 + seed % 7);
        rw_planes_pair(first, second, WORDS, pair);
        count = list_set();
        for (int isa = 0; isa <= (int)rw_cpu_best(); isa++) {
            const rw_plane_counters *counters = rw_plane_counters_for((rw_isa)isa);

            for (uint32_t blocks = 0; blocks <= BLOCKS; blocks++)
                assert_int_equal(counters->words(set, blocks * RW_BLOCK_WORDS, first, second),
                                 count_slowly(blocks * RW_BLOCK_BITS));
            assert_int_equal(counters->list(list, count, pair), count_slowly(BITS));
            for (uint32_t some = 0; some < 12 && some < count; some++)
                assert_int_equal(counters->list(list, some, pair), count_slowly(list[some]));
        }
    }
}

TEST(blocks_meet_where_a_bit_is_common)
{
    for (uint32_t i = 0; i < RW_BLOCK_BITS; i++) {
        uint64_t a[RW_BLOCK_WORDS] = {0}, b[RW_BLOCK_WORDS] = {0};

        rw_plane_add(a, i);
        rw_plane_add(b, (i + 1) % RW_BLOCK_BITS);
        assert_false(rw_blocks_meet(a, b));
        rw_plane_add(b, i);
        assert_true(rw_blocks_meet(a, b));
    }
}
