/* SPDX-License-Identifier: MIT */
/*
 * Kernels for AVX-512. A pair's targets are taken up to eight at a time: their dot products with
 * the input row grow in one register each and are reduced together, one sigmoid serves all, and a
 * second pass over the rows moves them while summing the gradient.
 */
#include "train/kernels/avx512.h"

#define LEAD (2 * LANES)

/* Adds a piece to the dot products of a pair's target rows with its input row x, and, in the last
 * sum, of x with the input row of the pair before. */
INLINE void add_dots(const float *x, const float *before, float *const *rows, __m512 *sums,
                     const size_t i, const int width)
{
    __m512 v = _mm512_loadu_ps(x + i);

    for (int t = 0; t < width; t++)
        sums[t] = _mm512_fmadd_ps(v, _mm512_loadu_ps(rows[t] + i), sums[t]);
    sums[CHUNK - 1] = _mm512_fmadd_ps(v, _mm512_loadu_ps(before + i), sums[CHUNK - 1]);
}

/* The same for rows that have just been stored in half registers: they can be read on as such
 * before they have reached the cache, but not as whole ones. */
INLINE void add_fresh_dots(const float *x, float *const *rows, __m512 *sums, const size_t piece,
                           const int width)
{
    for (size_t i = piece; i < piece + LANES; i += HALF) {
        __m256 v = _mm256_loadu_ps(x + i);

        for (int t = 0; t < width; t++)
            sums[t] = _mm512_zextps256_ps512(
                _mm256_fmadd_ps(v, _mm256_loadu_ps(rows[t] + i), _mm512_castps512_ps256(sums[t])));
    }
}

/* Moves a piece of a pair's target rows by their steps and of the input row by its gradient. In
 * half registers: a 64-byte store takes two cycles on Zen 4, where whole ones are slower. */
INLINE void move_piece(float *x, float *const *rows, const __m256 *step, const size_t piece,
                       const int width)
{
    for (size_t i = piece; i < piece + LANES; i += HALF) {
        __m256 v = _mm256_loadu_ps(x + i), moved = v;

        for (int t = 0; t < width; t++) {
            __m256 y = _mm256_loadu_ps(rows[t] + i);

            LOAD_ONCE(y);
            moved = _mm256_fmadd_ps(step[t], y, moved);
            _mm256_storeu_ps(rows[t] + i, _mm256_fmadd_ps(step[t], v, y));
        }
        _mm256_storeu_ps(x + i, moved);
    }
}

/* Moves the rows of a pair by its steps g and returns the next pair's dot products. In between
 * there is a long chain of dependent operations (sums across lanes, the sigmoid), so the dot
 * products run ahead of the moves, up to `lead` floats, and must be set right by catch_up. */
INLINE __m256 move_and_dots(const rw_batch *batch, size_t pair, size_t next, __m256 g,
                            const size_t stride, const int width)
{
    const size_t lead = stride < LEAD ? stride : LEAD;
    const uint32_t *targets = batch->targets + pair * width;
    float *x = batch->input + batch->inputs[pair] * stride;
    const uint32_t *next_targets = batch->targets + next * width;
    const float *next_x = batch->input + batch->inputs[next] * stride;
    float *rows[CHUNK], *next_rows[CHUNK];
    __m512 sums[CHUNK];
    __m256 step[CHUNK];

    for (int t = 0; t < CHUNK; t++)
        sums[t] = _mm512_setzero_ps();
    for (int t = 0; t < width; t++)
        next_rows[t] = batch->output + next_targets[t] * stride;
    for (size_t i = 0; i < lead; i += LANES)
        add_dots(next_x, x, next_rows, sums, i, width);
    for (int t = 0; t < width; t++) {
        rows[t] = batch->output + targets[t] * stride;
        step[t] = _mm256_permutexvar_ps(_mm256_set1_epi32(t), g);
    }
    for (size_t i = lead; i < stride; i += LANES) {
        add_dots(next_x, x, next_rows, sums, i, width);
        move_piece(x, rows, step, i - lead, width);
    }
    for (size_t i = stride - lead; i < stride; i += LANES)
        move_piece(x, rows, step, i, width);
    return reduce(sums);
}

/* The same where both pairs have the same input row, so that the dot products have to wait for the
 * moves. Apart, because a second copy of the loop in the first made that 8 % slower. */
static __attribute__((noinline)) __m256 move_then_dots(const rw_batch *batch, size_t pair,
                                                       size_t next, __m256 g)
{
    const size_t stride = batch->stride;
    float *x = batch->input + batch->inputs[pair] * stride;
    float *rows[CHUNK], *next_rows[CHUNK];
    __m512 sums[CHUNK];
    __m256 step[CHUNK];

    for (int t = 0; t < CHUNK; t++)
        sums[t] = _mm512_setzero_ps();
    for (int t = 0; t < USUAL; t++) {
        rows[t] = batch->output + batch->targets[pair * USUAL + t] * stride;
        next_rows[t] = batch->output + batch->targets[next * USUAL + t] * stride;
        step[t] = _mm256_permutexvar_ps(_mm256_set1_epi32(t), g);
    }
    for (size_t i = 0; i < stride; i += LANES)
        move_piece(x, rows, step, i, USUAL);
    for (size_t i = 0; i < stride; i += LANES)
        add_fresh_dots(x, next_rows, sums, i, USUAL);
    return reduce(sums);
}

/* The usual number of targets, below eight. */
INLINE void train_usual(const rw_batch *batch, const size_t stride, const int width)
{
    const __m256 label = _mm256_set_ps(0, 0, 0, 0, 0, 0, 0, 1);
    const uint32_t *targets = batch->targets;
    float d[CHUNK] = {0};
    __m256 dots, g;

    for (int t = 0; t < width; t++)
        d[t] = dot(batch->input + batch->inputs[0] * stride, batch->output + targets[t] * stride,
                   stride);
    dots = _mm256_loadu_ps(d);
    for (size_t p = 0; p < batch->pairs; p++, targets += width) {
        size_t next = p + 1 < batch->pairs ? p + 1 : p;

        rw_fetch_rows(batch, p, stride, USUAL);
        if (batch->repeats[p])
            g = repeated_steps(dots, label, batch->counts[p], batch->rate, targets,
                               batch->input + batch->inputs[p] * stride, stride);
        else
            g = steps(dots, label, batch->counts[p], batch->rate);
        if (batch->inputs[next] == batch->inputs[p])
            dots = move_then_dots(batch, p, next, g);
        else
            dots = catch_up(move_and_dots(batch, p, next, g, stride, width), targets + width,
                            targets, g, width);
    }
}

static void move(const float *x, float *y, float *gradient, float g, size_t stride)
{
    __m512 step = _mm512_set1_ps(g);

    for (size_t i = 0; i < stride; i += LANES) {
        __m512 v = _mm512_loadu_ps(y + i);

        _mm512_storeu_ps(gradient + i, _mm512_fmadd_ps(step, v, _mm512_loadu_ps(gradient + i)));
        _mm512_storeu_ps(y + i, _mm512_fmadd_ps(step, _mm512_loadu_ps(x + i), v));
    }
}

/* Any row length and any number of targets: the same, with the input row read from memory and its
 * gradient summed there. */
static void train_any(const rw_batch *batch, size_t pair, float *gradient)
{
    const size_t stride = batch->stride;
    float *input = batch->input + batch->inputs[pair] * stride;
    const uint32_t *targets = batch->targets + pair * batch->width;
    int count = batch->counts[pair];

    for (size_t i = 0; i < stride; i += LANES)
        _mm512_storeu_ps(gradient + i, _mm512_setzero_ps());
    for (int first = 0; first < count; first += CHUNK) {
        int here = count - first < CHUNK ? count - first : CHUNK;
        __m256 label = _mm256_set_ps(0, 0, 0, 0, 0, 0, 0, first == 0), all;
        float d[CHUNK] = {0}, g[CHUNK];

        for (int t = 0; t < here; t++)
            d[t] = dot(input, batch->output + targets[first + t] * stride, stride);
        all = _mm256_loadu_ps(d);
        all = batch->repeats[pair]
                  ? repeated_steps(all, label, here, batch->rate, targets + first, input, stride)
                  : steps(all, label, here, batch->rate);
        _mm256_storeu_ps(g, all);
        for (int t = 0; t < here; t++) {
            float *row = batch->output + targets[first + t] * stride;

            move(input, row, gradient, g[t], stride);
        }
    }
    for (size_t i = 0; i < stride; i += LANES)
        _mm512_storeu_ps(input + i,
                         _mm512_add_ps(_mm512_loadu_ps(input + i), _mm512_loadu_ps(gradient + i)));
}

static void train(const rw_batch *batch)
{
    float gradient[RW_MAX_STRIDE] __attribute__((aligned(64)));

    if (batch->width == USUAL && batch->stride == RW_CENTRE_STRIDE && batch->pairs)
        rw_avx512_train_centres(batch);
    else if (batch->width == USUAL && batch->pairs)
        train_usual(batch, batch->stride, USUAL);
    else
        for (size_t p = 0; p < batch->pairs; p++) {
            rw_fetch_rows(batch, p, batch->stride, batch->width);
            train_any(batch, p, gradient);
        }
}

INLINE __m512i mix(__m512i z)
{
    z = _mm512_xor_si512(z, _mm512_srli_epi64(z, 30));
    z = _mm512_mullo_epi64(z, _mm512_set1_epi64((int64_t)RW_RNG_MIX_1));
    z = _mm512_xor_si512(z, _mm512_srli_epi64(z, 27));
    z = _mm512_mullo_epi64(z, _mm512_set1_epi64((int64_t)RW_RNG_MIX_2));
    return _mm512_xor_si512(z, _mm512_srli_epi64(z, 31));
}

/* rw_noise_draw of the lower halves of eight lanes. */
INLINE __m256i draw_noise(const rw_noise *noise, __m512i bits)
{
    const __m512i low = _mm512_set1_epi64(UINT32_MAX);
    __m512i product = _mm512_mul_epu32(bits, _mm512_set1_epi64(noise->count));
    __m512i entry = _mm512_srli_epi64(product, 32);
    __m512i found = _mm512_i64gather_epi64(entry, (const void *)noise->entries, 8);
    __mmask8 away =
        _mm512_cmpge_epu64_mask(_mm512_and_si512(product, low), _mm512_and_si512(found, low));

    return _mm512_cvtepi64_epi32(_mm512_mask_srli_epi64(entry, away, found, 32));
}

/* Writes eight pairs' six targets, t[n] being number n of each. Word w of the result is number w %
 * 6 of pair w / 6; the first four numbers come from one permutation, the last two from another. */
INLINE void store_targets(uint32_t *targets, const __m256i *t)
{
    static const uint32_t from[3][16] = {
        {0, 8, 16, 24, 0, 8, 1, 9, 17, 25, 1, 9, 2, 10, 18, 26},
        {2, 10, 3, 11, 19, 27, 3, 11, 4, 12, 20, 28, 4, 12, 5, 13},
        {21, 29, 5, 13, 6, 14, 22, 30, 6, 14, 7, 15, 23, 31, 7, 15},
    };
    static const __mmask16 late[3] = {0x0C30, 0x30C3, 0xC30C};
    __m512i two[3];

    for (int i = 0; i < 3; i++)
        two[i] = _mm512_inserti64x4(_mm512_castsi256_si512(t[2 * i]), t[2 * i + 1], 1);
    for (int i = 0; i < 3; i++) {
        __m512i index = _mm512_loadu_si512(from[i]);
        __m512i words = _mm512_permutex2var_epi32(two[0], index, two[1]);

        words = _mm512_mask_permutexvar_epi32(words, late[i], index, two[2]);
        _mm512_storeu_si512(targets + 16 * i, words);
    }
}

/* The targets of eight pairs of the usual width, 6. */
static void draw_eight(const rw_batch *batch, const rw_noise *noise, size_t pair)
{
    const __m512i gamma = _mm512_set1_epi64((int64_t)RW_RNG_GAMMA);
    __m512i counter = _mm512_loadu_si512(batch->counters + pair);
    uint32_t *targets = batch->targets + pair * 6;
    __mmask8 dropped = 0, repeat = 0;
    __m256i t[6];

    t[0] = _mm256_loadu_si256((const void *)(batch->centres + pair));
    for (int n = 1; n < 6; n += 2, counter = _mm512_add_epi64(counter, gamma)) {
        __m512i bits = mix(counter);

        t[n] = draw_noise(noise, _mm512_srli_epi64(bits, 32));
        if (n + 1 < 6)
            t[n + 1] = draw_noise(noise, bits);
    }
    for (int n = 1; n < 6 && noise->items; n++)
        t[n] = _mm256_i32gather_epi32((const int *)noise->items, t[n], 4);
    for (int n = 1; n < 6; n++) {
        dropped |= _mm256_cmpeq_epi32_mask(t[n], t[0]);
        for (int m = 1; m < n; m++)
            repeat |= _mm256_cmpeq_epi32_mask(t[m], t[n]);
    }
    store_targets(targets, t);
    _mm_storel_epi64((__m128i *)(batch->counts + pair), _mm_set1_epi8(6));
    _mm_storel_epi64((__m128i *)(batch->repeats + pair), _mm_maskz_set1_epi8((__mmask16)repeat, 1));
    for (unsigned left = dropped; left; left &= left - 1) {
        int i = __builtin_ctz(left);

        batch->counts[pair + (size_t)i] = rw_drop_centre(targets + i * 6, 6);
    }
}

static void draw(const rw_batch *batch, const rw_noise *noise)
{
    size_t p = 0;

    for (; batch->width == 6 && p + 8 <= batch->pairs; p += 8)
        draw_eight(batch, noise, p);
    rw_draw_pairs(batch, noise, p);
}

const rw_kernels rw_kernels_avx512 = {RW_ISA_AVX512, draw, train, dot, move};
