/* SPDX-License-Identifier: MIT */
/*
 * Kernels for AVX2 with FMA. As in avx512.c, a pair's targets are taken up to eight at a time, with
 * one sigmoid for all of them.
 */
#include "train/kernels/draw.h"
#include "train/kernels/fetch.h"

#include <immintrin.h>

#define LANES 8
#define CHUNK 8
#define USUAL 6 /* targets of a pair, with five negatives */

#define INLINE static inline __attribute__((always_inline))

INLINE float sum_lanes(__m256 v)
{
    __m128 s = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));

    s = _mm_add_ps(s, _mm_movehl_ps(s, s));
    return _mm_cvtss_f32(_mm_add_ss(s, _mm_movehdup_ps(s)));
}

static float dot(const float *a, const float *b, size_t length)
{
    __m256 sum = _mm256_setzero_ps(), more = _mm256_setzero_ps();
    size_t whole = length / (2 * LANES) * (2 * LANES);
    float rest = 0;

    for (size_t i = 0; i < whole; i += 2 * LANES) {
        sum = _mm256_fmadd_ps(_mm256_loadu_ps(a + i), _mm256_loadu_ps(b + i), sum);
        more =
            _mm256_fmadd_ps(_mm256_loadu_ps(a + i + LANES), _mm256_loadu_ps(b + i + LANES), more);
    }
    for (size_t i = whole; i < length; i++)
        rest += a[i] * b[i];
    return sum_lanes(_mm256_add_ps(sum, more)) + rest;
}

static void move(const float *x, float *y, float *gradient, float g, size_t stride)
{
    __m256 step = _mm256_set1_ps(g);

    for (size_t i = 0; i < stride; i += LANES) {
        __m256 v = _mm256_loadu_ps(y + i);

        _mm256_storeu_ps(gradient + i, _mm256_fmadd_ps(step, v, _mm256_loadu_ps(gradient + i)));
        _mm256_storeu_ps(y + i, _mm256_fmadd_ps(step, _mm256_loadu_ps(x + i), v));
    }
}

INLINE __m256 sigmoid(__m256 x)
{
    __m256 t = _mm256_mul_ps(x, x);
    __m256 p = _mm256_fmadd_ps(t, _mm256_set1_ps(RW_SIGMOID_P2), _mm256_set1_ps(RW_SIGMOID_P1));
    __m256 q = _mm256_fmadd_ps(t, _mm256_set1_ps(RW_SIGMOID_Q3), _mm256_set1_ps(RW_SIGMOID_Q2));

    p = _mm256_fmadd_ps(t, p, _mm256_set1_ps(RW_SIGMOID_P0));
    q = _mm256_fmadd_ps(t, q, _mm256_set1_ps(RW_SIGMOID_Q1));
    q = _mm256_fmadd_ps(t, q, _mm256_set1_ps(1));
    return _mm256_add_ps(_mm256_set1_ps(0.5f), _mm256_div_ps(_mm256_mul_ps(x, p), q));
}

/* The sums of eight registers, in the lanes of one. */
INLINE __m256 reduce(const __m256 *s)
{
    __m256 low = _mm256_hadd_ps(_mm256_hadd_ps(s[0], s[1]), _mm256_hadd_ps(s[2], s[3]));
    __m256 high = _mm256_hadd_ps(_mm256_hadd_ps(s[4], s[5]), _mm256_hadd_ps(s[6], s[7]));

    return _mm256_add_ps(_mm256_permute2f128_ps(low, high, 0x20),
                         _mm256_permute2f128_ps(low, high, 0x31));
}

/* (label - sigmoid) * rate in the first `count` lanes, 0 in the others and where a dot product is
 * out of range. */
INLINE __m256 steps(__m256 dots, __m256 label, int count, float rate)
{
    __m256 size = _mm256_andnot_ps(_mm256_set1_ps(-0.0f), dots);
    __m256 near = _mm256_cmp_ps(size, _mm256_set1_ps(RW_MAX_DOT), _CMP_LT_OQ);
    __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256 used = _mm256_castsi256_ps(_mm256_cmpgt_epi32(_mm256_set1_epi32(count), lanes));
    __m256 g = _mm256_mul_ps(_mm256_sub_ps(label, sigmoid(dots)), _mm256_set1_ps(rate));

    return _mm256_and_ps(g, _mm256_and_ps(near, used));
}

/* A target that occurs a second time must see the change that its first occurrence made: its dot
 * product grows by that step times the input row's square. All in registers: numbers that go to
 * memory one by one and come back as a vector would have to wait for each other there. */
static __attribute__((noinline)) __m256 repeated_steps(__m256 dots, __m256 label, int count,
                                                       float rate, const uint32_t *targets,
                                                       const float *x, size_t stride)
{
    const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i used = _mm256_cmpgt_epi32(_mm256_set1_epi32(count), lanes);
    __m256i mine = _mm256_maskload_epi32((const int *)targets, used);
    __m256 square = _mm256_set1_ps(dot(x, x, stride)), g = steps(dots, label, count, rate);

    for (int u = 0; u + 1 < count; u++) {
        __m256i lane = _mm256_set1_epi32(u);
        __m256i same = _mm256_cmpeq_epi32(mine, _mm256_permutevar8x32_epi32(mine, lane));
        __m256i later = _mm256_and_si256(used, _mm256_cmpgt_epi32(lanes, lane));
        __m256 again = _mm256_castsi256_ps(_mm256_and_si256(same, later));

        if (_mm256_movemask_ps(again)) {
            __m256 step = _mm256_and_ps(again, _mm256_permutevar8x32_ps(g, lane));

            dots = _mm256_fmadd_ps(step, square, dots);
            g = steps(dots, label, count, rate);
        }
    }
    return g;
}

/* The dot products of a pair's targets with its input row x, and, in the last lane, of x with the
 * input row of the pair before. */
INLINE __m256 dots_of(const float *x, const float *before, const float *output,
                      const uint32_t *targets, const size_t stride, const int width)
{
    const float *rows[CHUNK];
    __m256 sums[CHUNK];

    for (int t = 0; t < CHUNK; t++)
        sums[t] = _mm256_setzero_ps();
    for (int t = 0; t < width; t++)
        rows[t] = output + targets[t] * stride;
    for (size_t i = 0; i < stride; i += LANES) {
        __m256 v = _mm256_loadu_ps(x + i);

        for (int t = 0; t < width; t++)
            sums[t] = _mm256_fmadd_ps(v, _mm256_loadu_ps(rows[t] + i), sums[t]);
        sums[CHUNK - 1] = _mm256_fmadd_ps(v, _mm256_loadu_ps(before + i), sums[CHUNK - 1]);
    }
    return reduce(sums);
}

/* Moves a pair's target rows by their steps g and the input row by its gradient. */
INLINE void move_rows(float *x, float *output, const uint32_t *targets, const float *g,
                      const size_t stride, const int width)
{
    float *rows[CHUNK];
    __m256 step[CHUNK];

    for (int t = 0; t < width; t++) {
        rows[t] = output + targets[t] * stride;
        step[t] = _mm256_set1_ps(g[t]);
    }
    for (size_t i = 0; i < stride; i += LANES) {
        __m256 v = _mm256_loadu_ps(x + i), moved = v;

        for (int t = 0; t < width; t++) {
            __m256 y = _mm256_loadu_ps(rows[t] + i);

            moved = _mm256_fmadd_ps(step[t], y, moved);
            _mm256_storeu_ps(rows[t] + i, _mm256_fmadd_ps(step[t], v, y));
        }
        _mm256_storeu_ps(x + i, moved);
    }
}

/* Dot products that were taken before the previous pair moved its rows, set right: where a target
 * is also one of the previous pair's, its row has grown by a step times the previous input row. */
INLINE __m256 catch_up(__m256 dots, const uint32_t *targets, const uint32_t *previous,
                       const float *g, const int width)
{
    __m256 product = _mm256_permutevar8x32_ps(dots, _mm256_set1_epi32(CHUNK - 1));
    __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i used = _mm256_cmpgt_epi32(_mm256_set1_epi32(width), lanes);
    __m256i mine = _mm256_maskload_epi32((const int *)targets, used);

    for (int t = 0; t < width; t++) {
        __m256i same = _mm256_cmpeq_epi32(mine, _mm256_set1_epi32((int)previous[t]));
        __m256 step = _mm256_and_ps(_mm256_castsi256_ps(same), _mm256_set1_ps(g[t]));

        dots = _mm256_fmadd_ps(product, step, dots);
    }
    return dots;
}

/* Moves the rows of a pair and takes the dot products of the next, which has the same input row.
 * Apart, so that the loop without it is a small one. */
static __attribute__((noinline)) __m256 move_then_dots(const rw_batch *batch, size_t pair,
                                                       size_t next, const float *g)
{
    float *x = batch->input + batch->inputs[pair] * batch->stride;

    move_rows(x, batch->output, batch->targets + pair * USUAL, g, batch->stride, USUAL);
    return dots_of(x, x, batch->output, batch->targets + next * USUAL, batch->stride, USUAL);
}

/* The usual number of targets, below eight. Between a pair's dot products and its moves there is
 * a long chain of dependent operations (sums across lanes, the sigmoid). The next pair's dot
 * products are taken meanwhile and set right afterwards; only where it has the same input row must
 * it wait. */
INLINE void train_usual(const rw_batch *batch, const size_t stride, const int width)
{
    const __m256 label = _mm256_setr_ps(1, 0, 0, 0, 0, 0, 0, 0);
    const uint32_t *targets = batch->targets;
    float *x = batch->input + batch->inputs[0] * stride;
    __m256 dots = dots_of(x, x, batch->output, targets, stride, width);

    for (size_t p = 0; p < batch->pairs; p++) {
        size_t next = p + 1 < batch->pairs ? p + 1 : p;
        float *next_x = batch->input + batch->inputs[next] * stride;
        const uint32_t *next_targets = batch->targets + next * width;
        float g[CHUNK];

        rw_fetch_rows(batch, p, stride, USUAL);
        if (batch->repeats[p])
            _mm256_storeu_ps(
                g, repeated_steps(dots, label, batch->counts[p], batch->rate, targets, x, stride));
        else
            _mm256_storeu_ps(g, steps(dots, label, batch->counts[p], batch->rate));
        if (next_x != x) {
            dots = dots_of(next_x, x, batch->output, next_targets, stride, width);
            move_rows(x, batch->output, targets, g, stride, width);
            dots = catch_up(dots, next_targets, targets, g, width);
        } else {
            dots = move_then_dots(batch, p, next, g);
        }
        x = next_x;
        targets = next_targets;
    }
}

/* Any number of targets, up to eight at a time; the gradient is summed in memory. */
static void train_any(const rw_batch *batch, size_t pair, float *gradient)
{
    const size_t stride = batch->stride;
    float *input = batch->input + batch->inputs[pair] * stride;
    const uint32_t *targets = batch->targets + pair * batch->width;
    int count = batch->counts[pair];

    for (size_t i = 0; i < stride; i += LANES)
        _mm256_storeu_ps(gradient + i, _mm256_setzero_ps());
    for (int first = 0; first < count; first += CHUNK) {
        int here = count - first < CHUNK ? count - first : CHUNK;
        __m256 label = _mm256_setr_ps(first == 0, 0, 0, 0, 0, 0, 0, 0), all;
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
        _mm256_storeu_ps(input + i,
                         _mm256_add_ps(_mm256_loadu_ps(input + i), _mm256_loadu_ps(gradient + i)));
}

static void train(const rw_batch *batch)
{
    float gradient[RW_MAX_STRIDE] __attribute__((aligned(64)));

    if (batch->width == USUAL && batch->stride == 128 && batch->pairs)
        train_usual(batch, 128, USUAL);
    else if (batch->width == USUAL && batch->pairs)
        train_usual(batch, batch->stride, USUAL);
    else
        for (size_t p = 0; p < batch->pairs; p++) {
            rw_fetch_rows(batch, p, batch->stride, batch->width);
            train_any(batch, p, gradient);
        }
}

/* The lower halves of the products of 64-bit lanes with a constant. */
INLINE __m256i multiply(__m256i a, uint64_t by)
{
    __m256i b = _mm256_set1_epi64x((int64_t)by), high = _mm256_set1_epi64x((int64_t)(by >> 32));
    __m256i cross =
        _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(a, 32), b), _mm256_mul_epu32(a, high));

    return _mm256_add_epi64(_mm256_mul_epu32(a, b), _mm256_slli_epi64(cross, 32));
}

INLINE __m256i mix(__m256i z)
{
    z = multiply(_mm256_xor_si256(z, _mm256_srli_epi64(z, 30)), RW_RNG_MIX_1);
    z = multiply(_mm256_xor_si256(z, _mm256_srli_epi64(z, 27)), RW_RNG_MIX_2);
    return _mm256_xor_si256(z, _mm256_srli_epi64(z, 31));
}

/* rw_noise_draw of the lower halves of four lanes, but for the items. */
INLINE __m128i draw_noise(const rw_noise *noise, __m256i bits)
{
    const __m256i low = _mm256_set1_epi64x(UINT32_MAX);
    __m256i product = _mm256_mul_epu32(bits, _mm256_set1_epi64x(noise->count));
    __m256i entry = _mm256_srli_epi64(product, 32);
    __m256i found = _mm256_i64gather_epi64((const void *)noise->entries, entry, 8);
    __m256i stays =
        _mm256_cmpgt_epi64(_mm256_and_si256(found, low), _mm256_and_si256(product, low));
    __m256i drawn = _mm256_blendv_epi8(_mm256_srli_epi64(found, 32), entry, stays);

    return _mm256_castsi256_si128(
        _mm256_permutevar8x32_epi32(drawn, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6)));
}

/* Writes four pairs' six targets, t[n] being number n of each. */
INLINE void store_targets(uint32_t *targets, const __m128i *t)
{
    __m128i a = _mm_unpacklo_epi32(t[0], t[1]), b = _mm_unpackhi_epi32(t[0], t[1]);
    __m128i c = _mm_unpacklo_epi32(t[2], t[3]), d = _mm_unpackhi_epi32(t[2], t[3]);
    __m128i e = _mm_unpacklo_epi32(t[4], t[5]), f = _mm_unpackhi_epi32(t[4], t[5]);
    __m128i four[4] = {_mm_unpacklo_epi64(a, c), _mm_unpackhi_epi64(a, c), _mm_unpacklo_epi64(b, d),
                       _mm_unpackhi_epi64(b, d)};
    __m128i two[4] = {e, _mm_unpackhi_epi64(e, e), f, _mm_unpackhi_epi64(f, f)};

    for (int i = 0; i < 4; i++) {
        _mm_storeu_si128((__m128i *)(targets + i * 6), four[i]);
        _mm_storel_epi64((__m128i *)(targets + i * 6 + 4), two[i]);
    }
}

/* The targets of four pairs of the usual width, 6. */
static void draw_four(const rw_batch *batch, const rw_noise *noise, size_t pair)
{
    const __m256i gamma = _mm256_set1_epi64x((int64_t)RW_RNG_GAMMA);
    __m256i counter = _mm256_loadu_si256((const void *)(batch->counters + pair));
    uint32_t *targets = batch->targets + pair * 6;
    __m128i t[6], dropped = _mm_setzero_si128(), repeat = _mm_setzero_si128();
    int drops, repeats;

    t[0] = _mm_loadu_si128((const void *)(batch->centres + pair));
    for (int n = 1; n < 6; n += 2, counter = _mm256_add_epi64(counter, gamma)) {
        __m256i bits = mix(counter);

        t[n] = draw_noise(noise, _mm256_srli_epi64(bits, 32));
        if (n + 1 < 6)
            t[n + 1] = draw_noise(noise, bits);
    }
    for (int n = 1; n < 6 && noise->items; n++)
        t[n] = _mm_i32gather_epi32((const int *)noise->items, t[n], 4);
    for (int n = 1; n < 6; n++) {
        dropped = _mm_or_si128(dropped, _mm_cmpeq_epi32(t[n], t[0]));
        for (int m = 1; m < n; m++)
            repeat = _mm_or_si128(repeat, _mm_cmpeq_epi32(t[m], t[n]));
    }
    store_targets(targets, t);
    drops = _mm_movemask_ps(_mm_castsi128_ps(dropped));
    repeats = _mm_movemask_ps(_mm_castsi128_ps(repeat));
    for (int i = 0; i < 4; i++) {
        batch->counts[pair + (size_t)i] = 6;
        batch->repeats[pair + (size_t)i] = (uint8_t)(repeats >> i & 1);
    }
    for (int i = 0; drops >> i; i++)
        if (drops >> i & 1)
            batch->counts[pair + (size_t)i] = rw_drop_centre(targets + i * 6, 6);
}

static void draw(const rw_batch *batch, const rw_noise *noise)
{
    size_t p = 0;

    for (; batch->width == 6 && p + 4 <= batch->pairs; p += 4)
        draw_four(batch, noise, p);
    rw_draw_pairs(batch, noise, p);
}

const rw_kernels rw_kernels_avx2 = {RW_ISA_AVX2, draw, train, dot, move};
