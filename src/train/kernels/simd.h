/* SPDX-License-Identifier: MIT */
/* Training in registers. Up to eight targets of a pair go together: the dot product of each with
 * the input row grows in a register of its own, all are reduced at once, one sigmoid serves all,
 * and a second pass over the rows moves them and sums the gradient.
 *
 * The file of an instruction set defines these, includes this one and fills its table:
 *
 *   lanes, LANES         a register of floats: 4 or 8
 *   wide, WIDE_LANES     the register that dot products grow in; may be the same
 *   SHORT_CHAINS         1: more operations, but fewer that depend on each other
 *   FUSED_REPEATS        1: repeated_steps rounds once
 *   multiply_add(a, b, c), wide_multiply_add(a, b, c)     a b + c, rounded once
 *   spread_lane(parts, t)                                 lane t of eight, in all lanes
 *   reduce(sums, totals), wide_reduce(sums, totals)       the totals of eight registers, as lanes
 *   keep_lanes(a, mask)  a where the mask is set, else 0
 *   any_lane(mask)       whether any lane is set
 *   dot(a, b, length)    the dot product of two vectors of any length
 *   APART_FIRST          1: dot() computes the first dot products of a batch
 *   LEAD                 floats by which dot products run ahead of moves
 *   TRAIN_128(batch)     trains a batch of the usual width and rows of 128 floats
 */
#ifndef RW_TRAIN_KERNELS_SIMD_H
#define RW_TRAIN_KERNELS_SIMD_H

#include "train/kernels/common.h"

#define CHUNK RW_TARGETS_READ
#define USUAL 6 /* targets of a pair with five negatives */
#define PARTS (CHUNK / LANES)

/* Keeps the compiler from loading a vector again for each use. */
#define LOAD_ONCE(vector) __asm__("" : "+" REGISTER(vector))

typedef lanes loose_lanes __attribute__((aligned(4), may_alias));
typedef wide loose_wide __attribute__((aligned(4), may_alias));
typedef int32_t words __attribute__((vector_size(4 * LANES)));
typedef words loose_words __attribute__((aligned(4), may_alias));

/* A number for each of eight targets. */
typedef struct eight {
    lanes part[PARTS];
} eight;

INLINE lanes get(const float *from)
{
    return *(const loose_lanes *)from;
}

INLINE void put(float *to, lanes value)
{
    *(loose_lanes *)to = value;
}

INLINE wide get_wide(const float *from)
{
    return *(const loose_wide *)from;
}

INLINE void put_wide(float *to, wide value)
{
    *(loose_wide *)to = value;
}

/* x in all lanes. */
INLINE lanes spread(float x)
{
    return x - (lanes){0};
}

INLINE words get_words(const void *from, int part)
{
    return *(const loose_words *)((const uint32_t *)from + part * LANES);
}

/* The numbers of a part's lanes. */
INLINE words numbers(int part)
{
    static const int32_t all[CHUNK] = {0, 1, 2, 3, 4, 5, 6, 7};

    return get_words(all, part);
}

/* (label - sigmoid) * rate in the first `count` lanes; 0 in the others, and for dot products out of
 * range. The label is 1 in the first lane if `first`, else 0. */
INLINE eight steps(eight dots, bool first, int count, float rate)
{
    eight g;

    for (int h = 0; h < PARTS; h++) {
        lanes x = dots.part[h], t = x * x, label = {h == 0 && first}, q, step;
        lanes p = multiply_add(t, spread(RW_SIGMOID_P2), spread(RW_SIGMOID_P1));
        words used = (x < RW_MAX_DOT) & (x > -RW_MAX_DOT) & (numbers(h) < count);

        p = multiply_add(t, p, spread(RW_SIGMOID_P0));
        q = multiply_add(t, spread(RW_SIGMOID_Q3), spread(RW_SIGMOID_Q2));
        if (SHORT_CHAINS) {
            q = multiply_add(t * t, q, multiply_add(t, spread(RW_SIGMOID_Q1), spread(1)));
            step = multiply_add(-(x * p / q), spread(rate), (label - 0.5f) * rate);
        } else {
            q = multiply_add(t, multiply_add(t, q, spread(RW_SIGMOID_Q1)), spread(1));
            step = (label - (0.5f + x * p / q)) * rate;
        }
        g.part[h] = keep_lanes(step, used);
    }
    return g;
}

/* The second occurrence of a target sees the change by the first: its dot product grows by that
 * step times the squared length of the input row. */
static __attribute__((noinline)) eight repeated_steps(eight dots, bool first, int count, float rate,
                                                      const uint32_t *targets, const float *x,
                                                      size_t stride)
{
    lanes square = spread(dot(x, x, stride));
    eight g = steps(dots, first, count, rate);

    for (int u = 0; u + 1 < count; u++) {
        lanes step = spread_lane(g.part, u);
        bool changed = false;

        for (int h = 0; h < PARTS; h++) {
            words same = get_words(targets, h) == (int32_t)targets[u];
            words again = same & (numbers(h) > u) & (numbers(h) < count);
            lanes grown = keep_lanes(step, again);

            changed |= any_lane(again);
            if (FUSED_REPEATS)
                dots.part[h] = multiply_add(grown, square, dots.part[h]);
            else
                dots.part[h] += grown * square;
        }
        if (changed)
            g = steps(dots, first, count, rate);
    }
    return g;
}

INLINE eight find_steps(const rw_batch *batch, size_t pair, int from, int count, eight dots,
                        const size_t stride)
{
    if (batch->repeats[pair])
        return repeated_steps(dots, !from, count, batch->rate,
                              batch->targets + pair * batch->width + from,
                              batch->input + batch->inputs[pair] * stride, stride);
    return steps(dots, !from, count, batch->rate);
}

/* The rows of a pair. */
typedef struct pair_rows {
    float *x;           /* input */
    float *rows[USUAL]; /* targets */
} pair_rows;

INLINE pair_rows rows_of(const rw_batch *batch, size_t pair, const size_t stride)
{
    pair_rows r = {.x = batch->input + batch->inputs[pair] * stride};

    for (int t = 0; t < USUAL; t++)
        r.rows[t] = batch->output + batch->targets[pair * USUAL + t] * stride;
    return r;
}

/* Adds a piece to a pair's dot products; the last sum is that of its input row with the one before.
 */
INLINE void add_dots(const pair_rows *r, const float *before, wide *sums, const size_t i)
{
    wide v = get_wide(r->x + i);

    for (int t = 0; t < USUAL; t++)
        sums[t] = wide_multiply_add(v, get_wide(r->rows[t] + i), sums[t]);
    sums[CHUNK - 1] = wide_multiply_add(v, get_wide(before + i), sums[CHUNK - 1]);
}

/* The dot products of rows that were just stored, without the last sum. Its registers have the size
 * that move_piece stores, so that stores are forwarded before they reach the cache. */
INLINE eight dots_of_stored(const rw_batch *batch, size_t pair, const size_t stride)
{
    pair_rows r = rows_of(batch, pair, stride);
    lanes sums[CHUNK] = {{0}};
    eight dots;

    for (size_t i = 0; i < stride; i += LANES) {
        lanes v = get(r.x + i);

        for (int t = 0; t < USUAL; t++)
            sums[t] = multiply_add(v, get(r.rows[t] + i), sums[t]);
    }
    reduce(sums, dots.part);
    return dots; /* cppcheck-suppress uninitvar */
}

INLINE eight dots_apart(const rw_batch *batch, size_t pair, int from, int count)
{
    const float *x = batch->input + batch->inputs[pair] * batch->stride;
    const uint32_t *targets = batch->targets + pair * batch->width + from;
    float d[CHUNK] = {0};
    eight dots;

    for (int t = 0; t < count; t++)
        d[t] = dot(x, batch->output + targets[t] * batch->stride, batch->stride);
    for (int h = 0; h < PARTS; h++)
        dots.part[h] = get(d + h * LANES);
    return dots;
}

/* Moves a piece of a pair's target rows by their steps and of its input row by the gradient. Not in
 * wide registers: a 64-byte store takes two cycles on Zen 4, so they are slower. */
INLINE void move_piece(const pair_rows *r, const lanes *step, const size_t piece)
{
    for (size_t i = piece; i < piece + WIDE_LANES; i += LANES) {
        lanes v = get(r->x + i), moved = v;

        for (int t = 0; t < USUAL; t++) {
            lanes y = get(r->rows[t] + i);

            LOAD_ONCE(y);
            moved = multiply_add(step[t], y, moved);
            put(r->rows[t] + i, multiply_add(step[t], v, y));
        }
        put(r->x + i, moved);
    }
}

/* Moves the rows of a pair by its steps g, and returns the next pair's dot products. Between the
 * two would be a long chain of dependent operations (sums across lanes, the sigmoid). So dot
 * products run up to LEAD floats ahead of the moves, and catch_up must correct them. */
INLINE eight move_and_dots(const rw_batch *batch, size_t pair, size_t next, eight g,
                           const size_t stride)
{
    const size_t lead = stride < LEAD ? stride : LEAD;
    pair_rows n = rows_of(batch, next, stride), r;
    const float *x = batch->input + batch->inputs[pair] * stride;
    wide sums[CHUNK] = {{0}};
    lanes step[USUAL];
    eight dots;

    for (size_t i = 0; i < lead; i += WIDE_LANES)
        add_dots(&n, x, sums, i);
    r = rows_of(batch, pair, stride);
    for (int t = 0; t < USUAL; t++)
        step[t] = spread_lane(g.part, t);
    for (size_t i = lead; i < stride; i += WIDE_LANES) {
        add_dots(&n, r.x, sums, i);
        move_piece(&r, step, i - lead);
    }
    for (size_t i = stride - lead; i < stride; i += WIDE_LANES)
        move_piece(&r, step, i);
    wide_reduce(sums, dots.part);
    return dots; /* cppcheck-suppress uninitvar */
}

/* The same if both pairs have the same input row: dot products must wait for the moves. Not
 * inlined, because a second copy of the loop made train_usual 8 % slower. */
static __attribute__((noinline)) eight move_then_dots(const rw_batch *batch, size_t pair,
                                                      size_t next, eight g)
{
    pair_rows r = rows_of(batch, pair, batch->stride);
    lanes step[USUAL];

    for (int t = 0; t < USUAL; t++)
        step[t] = spread_lane(g.part, t);
    for (size_t i = 0; i < batch->stride; i += WIDE_LANES)
        move_piece(&r, step, i);
    return dots_of_stored(batch, next, batch->stride);
}

/* Corrects dot products that were computed before the previous pair moved its rows: if both pairs
 * share a target, its row has moved by a step times the previous input row. */
INLINE eight catch_up(eight dots, const uint32_t *targets, const uint32_t *previous, eight g)
{
    lanes product = spread_lane(dots.part, CHUNK - 1);

    for (int h = 0; h < PARTS; h++) {
        words mine = get_words(targets, h);
        lanes sums[2] = {{0}};

        for (int t = 0; t < USUAL; t++) {
            lanes step = keep_lanes(spread_lane(g.part, t), mine == (int32_t)previous[t]);

            if (SHORT_CHAINS)
                sums[t % 2] += step;
            else
                dots.part[h] = multiply_add(product, step, dots.part[h]);
        }
        if (SHORT_CHAINS)
            dots.part[h] = multiply_add(product, sums[0] + sums[1], dots.part[h]);
    }
    return dots;
}

/* Trains pairs with the usual number of targets. The next pair's dot products are computed before
 * this pair's rows move, unless both have the same input row. */
INLINE void train_usual(const rw_batch *batch, const size_t stride)
{
    const uint32_t *targets = batch->targets;
    eight dots = APART_FIRST ? dots_apart(batch, 0, 0, USUAL) : dots_of_stored(batch, 0, stride), g;

    for (size_t p = 0; p < batch->pairs; p++, targets += USUAL) {
        size_t next = p + 1 < batch->pairs ? p + 1 : p;

        rw_fetch_rows(batch, p, stride, USUAL);
        g = find_steps(batch, p, 0, batch->counts[p], dots, stride);
        if (batch->inputs[next] == batch->inputs[p])
            dots = move_then_dots(batch, p, next, g);
        else
            dots = catch_up(move_and_dots(batch, p, next, g, stride), targets + USUAL, targets, g);
    }
}

static void move(const float *x, float *y, float *gradient, float g, size_t stride)
{
    wide step = g - (wide){0};

    for (size_t i = 0; i < stride; i += WIDE_LANES) {
        wide v = get_wide(y + i);

        put_wide(gradient + i, wide_multiply_add(step, v, get_wide(gradient + i)));
        put_wide(y + i, wide_multiply_add(step, get_wide(x + i), v));
    }
}

/* Trains a pair with any number of targets, eight at a time; the gradient is summed in memory. */
static void train_any(const rw_batch *batch, size_t pair, float *gradient)
{
    const size_t stride = batch->stride;
    float *x = batch->input + batch->inputs[pair] * stride;
    const uint32_t *targets = batch->targets + pair * batch->width;
    int count = batch->counts[pair];

    for (size_t i = 0; i < stride; i += WIDE_LANES)
        put_wide(gradient + i, (wide){0});
    for (int from = 0; from < count; from += CHUNK) {
        int here = count - from < CHUNK ? count - from : CHUNK;
        eight g = find_steps(batch, pair, from, here, dots_apart(batch, pair, from, here), stride);

        for (int t = 0; t < here; t++)
            move(x, batch->output + targets[from + t] * stride, gradient, ((float *)&g)[t], stride);
    }
    for (size_t i = 0; i < stride; i += WIDE_LANES)
        put_wide(x + i, get_wide(x + i) + get_wide(gradient + i));
}

static void train(const rw_batch *batch)
{
    float gradient[RW_MAX_STRIDE] __attribute__((aligned(64)));

    if (batch->width == USUAL && batch->stride == 128 && batch->pairs)
        TRAIN_128(batch);
    else if (batch->width == USUAL && batch->pairs)
        train_usual(batch, batch->stride);
    else
        for (size_t p = 0; p < batch->pairs; p++) {
            rw_fetch_rows(batch, p, batch->stride, batch->width);
            train_any(batch, p, gradient);
        }
}

#endif
