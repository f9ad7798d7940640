/* SPDX-License-Identifier: MIT */
/* The usual batch (rows of 128 floats, five negatives) for AVX-512. All pairs of a centre have the
 * same positive target, whose row stays in registers.
 *
 * Its copy in memory is outdated meanwhile, but no pair reads that: negatives are never the centre,
 * and unused targets have a step of zero. As in simd.h, the next pair's dot products are computed
 * before this pair's rows move. Those of its negatives are corrected by catch_up if the pairs share
 * some, and computed again if it has the same input row, or the old centre as a negative. */
#ifndef RW_TRAIN_KERNELS_AVX512_CENTRE_H
#define RW_TRAIN_KERNELS_AVX512_CENTRE_H

#define CENTRE_STRIDE 128
#define PIECES (CENTRE_STRIDE / WIDE_LANES)
#define PIECES_AHEAD (LEAD / WIDE_LANES)

/* A pair and the next one. */
typedef struct pass {
    float *x, *next_x;
    float *rows[USUAL], *next_rows[USUAL];
    wide step[USUAL], sums[CHUNK]; /* sums: dot products of the next pair */
} pass;

INLINE void load_centre(wide *centre, const float *row)
{
#pragma GCC unroll 8
    for (int i = 0; i < PIECES; i++)
        centre[i] = get_wide(row + i * WIDE_LANES);
}

INLINE void store_centre(const wide *centre, float *row)
{
#pragma GCC unroll 8
    for (int i = 0; i < PIECES; i++)
        put_wide(row + i * WIDE_LANES, centre[i]);
}

INLINE wide centre_dot(const wide *centre, const float *x)
{
    wide sums[2] = {{0}};

#pragma GCC unroll 8
    for (int i = 0; i < PIECES; i++)
        sums[i % 2] = wide_multiply_add(centre[i], get_wide(x + i * WIDE_LANES), sums[i % 2]);
    return _mm512_add_ps(sums[0], sums[1]);
}

/* Adds a piece to the next pair's dot products with its negatives. */
INLINE void add_negatives(pass *s, const int i)
{
    wide v = get_wide(s->next_x + i * WIDE_LANES);

#pragma GCC unroll 8
    for (int t = 1; t < USUAL; t++)
        s->sums[t] = wide_multiply_add(v, get_wide(s->next_rows[t] + i * WIDE_LANES), s->sums[t]);
}

/* Moves a piece of all rows of the pair, that of the centre in its register, and continues the next
 * pair's dot products; the centre's uses the moved row. */
INLINE void move_all(pass *s, wide *centre, const int i)
{
    wide v, moved;

    if (i + PIECES_AHEAD < PIECES)
        add_negatives(s, i + PIECES_AHEAD);
    v = get_wide(s->x + i * WIDE_LANES);
    moved = wide_multiply_add(s->step[0], centre[i], v);
    centre[i] = wide_multiply_add(s->step[0], v, centre[i]);
    s->sums[0] = wide_multiply_add(get_wide(s->next_x + i * WIDE_LANES), centre[i], s->sums[0]);
    LOAD_ONCE(s->sums[0]);
#pragma GCC unroll 8
    for (int t = 1; t < USUAL; t++) {
        wide y = get_wide(s->rows[t] + i * WIDE_LANES);

        LOAD_ONCE(y);
        moved = wide_multiply_add(s->step[t], y, moved);
        put_wide(s->rows[t] + i * WIDE_LANES, wide_multiply_add(s->step[t], v, y));
    }
    put_wide(s->x + i * WIDE_LANES, moved);
}

/* Whether two pairs share a negative. */
INLINE unsigned share_negatives(const uint32_t *targets, const uint32_t *next)
{
    const __mmask8 negatives = (1u << USUAL) - 2;
    __m256i theirs = _mm256_maskz_loadu_epi32(negatives, next);
    __mmask8 same = 0;

    for (int t = 1; t < USUAL; t++)
        same |= _mm256_mask_cmpeq_epi32_mask(negatives, theirs, _mm256_set1_epi32((int)targets[t]));
    return same;
}

/* The dot product of both input rows, for catch_up. */
INLINE wide product_of_inputs(const pass *s)
{
    wide product = (wide){0};

    for (int i = 0; i < PIECES; i++)
        product = wide_multiply_add(get_wide(s->x + i * WIDE_LANES),
                                    get_wide(s->next_x + i * WIDE_LANES), product);
    return product;
}

INLINE void begin_pass(pass *s, const rw_batch *batch, size_t pair, size_t next)
{
    const uint32_t *targets = batch->targets + pair * USUAL;
    const uint32_t *next_targets = batch->targets + next * USUAL;

    s->x = batch->input + batch->inputs[pair] * CENTRE_STRIDE;
    s->next_x = batch->input + batch->inputs[next] * CENTRE_STRIDE;
#pragma GCC unroll 8
    for (int t = 0; t < CHUNK; t++)
        s->sums[t] = (wide){0};
#pragma GCC unroll 8
    for (int t = 0; t < USUAL; t++) {
        s->rows[t] = batch->output + targets[t] * CENTRE_STRIDE;
        s->next_rows[t] = batch->output + next_targets[t] * CENTRE_STRIDE;
    }
#pragma GCC unroll 8
    for (int i = 0; i < PIECES_AHEAD; i++)
        add_negatives(s, i);
}

/* Computes all dot products of the next pair again, from the current rows. */
INLINE eight dots_again(pass *s, const wide *centre)
{
    eight dots;

#pragma GCC unroll 8
    for (int t = 0; t < CHUNK; t++)
        s->sums[t] = (wide){0};
#pragma GCC unroll 8
    for (int i = 0; i < PIECES; i++)
        add_negatives(s, i);
    s->sums[0] = centre_dot(centre, s->next_x);
    wide_reduce(s->sums, dots.part);
    return dots; /* cppcheck-suppress uninitvar */
}

/* If the next pair has another centre: stores this one and loads that one. Returns whether the old
 * centre is one of its negatives. */
INLINE unsigned change_centre(pass *s, wide *centre, const uint32_t *targets, const uint32_t *next)
{
    unsigned stale = 0;

    if (targets[0] == next[0])
        return 0;
    store_centre(centre, s->rows[0]);
    load_centre(centre, s->next_rows[0]);
    s->sums[0] = centre_dot(centre, s->next_x);
    for (int t = 1; t < USUAL; t++)
        stale |= next[t] == targets[0];
    return stale;
}

/* Trains a pair and returns the next one's dot products. */
INLINE eight train_pair(const rw_batch *batch, size_t pair, size_t next, eight dots, wide *centre)
{
    const uint32_t *targets = batch->targets + pair * USUAL;
    const uint32_t *next_targets = batch->targets + next * USUAL;
    unsigned shared = share_negatives(targets, next_targets), stale;
    wide product = {0};
    float of_centre;
    eight g;
    pass s;

    begin_pass(&s, batch, pair, next);
    if (__builtin_expect(shared, 0))
        product = product_of_inputs(&s);
    g = find_steps(batch, pair, 0, batch->counts[pair], dots, CENTRE_STRIDE);
#pragma GCC unroll 8
    for (int t = 0; t < USUAL; t++)
        s.step[t] = _mm512_permutexvar_ps(_mm512_set1_epi32(t), _mm512_castps256_ps512(g.part[0]));
#pragma GCC unroll 8
    for (int i = 0; i < PIECES; i++)
        move_all(&s, centre, i);
#pragma GCC unroll 8
    for (int t = 1; t < USUAL; t++)
        LOAD_ONCE(s.sums[t]);
    stale = change_centre(&s, centre, targets, next_targets);
    if (__builtin_expect(stale || s.x == s.next_x, 0))
        return dots_again(&s, centre);
    if (__builtin_expect(shared, 0))
        s.sums[CHUNK - 1] = product;
    wide_reduce(s.sums, dots.part);
    if (__builtin_expect(!shared, 1))
        return dots;
    of_centre = dots.part[0][0];
    dots = catch_up(dots, next_targets, targets, g);
    dots.part[0][0] = of_centre;
    return dots;
}

static void train_centres(const rw_batch *batch)
{
    const uint32_t *targets = batch->targets;
    eight dots = dots_apart(batch, 0, 0, USUAL);
    wide centre[PIECES];

    load_centre(centre, batch->output + targets[0] * CENTRE_STRIDE);
    for (size_t p = 0; p < batch->pairs; p++) {
        rw_fetch_rows(batch, p, CENTRE_STRIDE, USUAL);
        dots = train_pair(batch, p, p + 1 < batch->pairs ? p + 1 : p, dots, centre);
    }
    store_centre(centre, batch->output + targets[(batch->pairs - 1) * USUAL] * CENTRE_STRIDE);
}

#endif
