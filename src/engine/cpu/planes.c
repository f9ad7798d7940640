/* SPDX-License-Identifier: MIT */
/* Counting in planes. Newer instruction sets count the bits of a word or block in one instruction,
 * and look up several numbers of a list at once. */
#include "engine/cpu/planes.h"

#define ONE_EACH (UINT64_C(1) << 32 | 1)

#define LIST_AHEAD 128 /* lists are prefetched this many numbers ahead */

static inline uint64_t look_up(const uint64_t *pair, uint32_t i)
{
    return pair[i / 32] >> i % 32 & ONE_EACH;
}

static uint64_t count_list(const uint32_t *list, size_t count, const uint64_t *pair)
{
    uint64_t sum = 0;
    size_t i = 0;

    for (; i + 8 <= count; i += 8) {
        __builtin_prefetch(list + i + LIST_AHEAD);
        sum += look_up(pair, list[i]) + look_up(pair, list[i + 1]);
        sum += look_up(pair, list[i + 2]) + look_up(pair, list[i + 3]);
        sum += look_up(pair, list[i + 4]) + look_up(pair, list[i + 5]);
        sum += look_up(pair, list[i + 6]) + look_up(pair, list[i + 7]);
    }
    for (; i < count; i++)
        sum += look_up(pair, list[i]);
    return sum;
}

static inline uint64_t count_bits(uint64_t word)
{
#ifdef __x86_64__ /* plain C would call a function for each word */
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return word * UINT64_C(0x0101010101010101) >> 56;
#else
    return (uint64_t)__builtin_popcountll(word);
#endif
}

static uint64_t count_words(const uint64_t *set, size_t words, const uint64_t *first,
                            const uint64_t *second)
{
    uint64_t a = 0, b = 0;

    for (size_t i = 0; i < words; i++) {
        a += count_bits(set[i] & first[i]);
        b += count_bits(set[i] & second[i]);
    }
    return a | b << 32;
}

static void add_words(uint64_t *plane, const uint64_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        plane[i] |= words[i];
}

static const rw_plane_counters plain = {count_words, count_list, add_words};

#if defined(__x86_64__) && !defined(RIWALK_SCALAR)

#include <immintrin.h>

__attribute__((target("avx2"))) static uint64_t gather_list(const uint32_t *list, size_t count,
                                                            const uint64_t *pair)
{
    __m256i sums = _mm256_setzero_si256(), ones = _mm256_set1_epi64x((long long)ONE_EACH);
    __m256i low = _mm256_set1_epi64x(31);
    uint64_t parts[4];
    size_t i = 0;

    for (; i + 4 <= count; i += 4) {
        __m128i numbers = _mm_loadu_si128((const __m128i *)(list + i));
        __m256i read =
            _mm256_i32gather_epi64((const long long *)pair, _mm_srli_epi32(numbers, 5), 8);
        __m256i shift = _mm256_and_si256(_mm256_cvtepu32_epi64(numbers), low);

        __builtin_prefetch(list + i + LIST_AHEAD);
        sums = _mm256_add_epi64(sums, _mm256_and_si256(_mm256_srlv_epi64(read, shift), ones));
    }
    _mm256_storeu_si256((__m256i *)parts, sums);
    for (; i < count; i++)
        parts[0] += look_up(pair, list[i]);
    return parts[0] + parts[1] + parts[2] + parts[3];
}

__attribute__((target("popcnt"))) static uint64_t
popcount_words(const uint64_t *set, size_t words, const uint64_t *first, const uint64_t *second)
{
    uint64_t a = 0, b = 0;

    for (size_t i = 0; i < words; i++) {
        a += (uint64_t)__builtin_popcountll(set[i] & first[i]);
        b += (uint64_t)__builtin_popcountll(set[i] & second[i]);
    }
    return a | b << 32;
}

__attribute__((target("avx512f,avx512vpopcntdq"))) static uint64_t
popcount_blocks(const uint64_t *set, size_t words, const uint64_t *first, const uint64_t *second)
{
    __m512i a = _mm512_setzero_si512(), b = a;

    for (size_t i = 0; i < words; i += RW_BLOCK_WORDS) {
        __m512i block = _mm512_loadu_si512(set + i);

        a = _mm512_add_epi64(
            a, _mm512_popcnt_epi64(_mm512_and_si512(block, _mm512_loadu_si512(first + i))));
        b = _mm512_add_epi64(
            b, _mm512_popcnt_epi64(_mm512_and_si512(block, _mm512_loadu_si512(second + i))));
    }
    return (uint64_t)_mm512_reduce_add_epi64(_mm512_add_epi64(a, _mm512_slli_epi64(b, 32)));
}

/* Single loads are faster than a gather of eight. */
__attribute__((target("avx512f"))) static uint64_t look_up_eight(const uint32_t *list, size_t count,
                                                                 const uint64_t *pair)
{
    __m512i sums = _mm512_setzero_si512(), ones = _mm512_set1_epi64((long long)ONE_EACH);
    __m512i low = _mm512_set1_epi64(31);
    uint64_t sum = 0;
    size_t i = 0;

    for (; i + 8 <= count; i += 8) {
        const uint32_t *n = list + i;
        __m512i shift = _mm512_cvtepu32_epi64(_mm256_loadu_si256((const __m256i *)n));
        __m512i read = _mm512_set_epi64((long long)pair[n[7] / 32], (long long)pair[n[6] / 32],
                                        (long long)pair[n[5] / 32], (long long)pair[n[4] / 32],
                                        (long long)pair[n[3] / 32], (long long)pair[n[2] / 32],
                                        (long long)pair[n[1] / 32], (long long)pair[n[0] / 32]);

        __builtin_prefetch(n + LIST_AHEAD);
        read = _mm512_srlv_epi64(read, _mm512_and_si512(shift, low));
        sums = _mm512_add_epi64(sums, _mm512_and_si512(read, ones));
    }
    for (; i < count; i++)
        sum += look_up(pair, list[i]);
    return sum + (uint64_t)_mm512_reduce_add_epi64(sums);
}

__attribute__((target("avx2"))) static void add_quarters(uint64_t *plane, const uint64_t *words,
                                                         size_t count)
{
    for (size_t i = 0; i < count; i += 4) {
        __m256i had = _mm256_loadu_si256((const __m256i *)(plane + i));
        __m256i added = _mm256_loadu_si256((const __m256i *)(words + i));

        _mm256_storeu_si256((__m256i *)(plane + i), _mm256_or_si256(had, added));
    }
}

static const rw_plane_counters avx2 = {popcount_words, gather_list, add_quarters};
static const rw_plane_counters avx512 = {popcount_blocks, look_up_eight, add_quarters};

#endif

const rw_plane_counters *rw_plane_counters_for(rw_isa isa)
{
#if defined(__x86_64__) && !defined(RIWALK_SCALAR)
    if (isa >= RW_ISA_AVX512 && rw_cpu_counts_bits())
        return &avx512;
    if (isa >= RW_ISA_AVX2)
        return &avx2;
#endif
    return &plain;
}
