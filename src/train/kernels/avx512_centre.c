/* SPDX-License-Identifier: MIT */
/*
 * The usual batch, rows of 128 floats and five negatives, for AVX-512: the positive target of all
 * pairs of a centre is the same row, which stays in registers over them.
 *
 * In memory it is out of date meanwhile, which none of these pairs sees: negatives are never the
 * centre, and unused room has a step of zero. As in avx512.c the dot products of the next pair are
 * taken ahead of the moves of this one. Those of its negatives are set right by catch_up where both
 * pairs share some, and taken again where it has the same input row or a negative that was the
 * centre until now.
 */
#include "train/kernels/avx512.h"

#define PIECES (RW_CENTRE_STRIDE / LANES)
#define LEAD 2 /* pieces that dot products are ahead of moves */

/* A pair and the one after it. */
typedef struct pass {
    float *x, *next_x;
    float *rows[USUAL], *next_rows[USUAL];
    __m512 step[USUAL], sums[CHUNK]; /* sums: of the next pair's dot products */
} pass;

INLINE void load_centre(__m512 *centre, const float *row)
{
#pragma GCC unroll 8
    for (int i = 0; i < PIECES; i++)
        centre[i] = _mm512_loadu_ps(row + i * LANES);
}

INLINE void store_centre(const __m512 *centre, float *row)
{
#pragma GCC unroll 8
    for (int i = 0; i < PIECES; i++)
        _mm512_storeu_ps(row + i * LANES, centre[i]);
}

INLINE __m512 centre_dot(const __m512 *centre, const float *x)
{
    __m512 sums[2] = {_mm512_setzero_ps(), _mm512_setzero_ps()};

#pragma GCC unroll 8
    for (int i = 0; i < PIECES; i++)
        sums[i % 2] = _mm512_fmadd_ps(centre[i], _mm512_loadu_ps(x + i * LANES), sums[i % 2]);
    return _mm512_add_ps(sums[0], sums[1]);
}

/* Adds a piece to the dot products of the next pair's negatives. */
INLINE void add_dots(pass *s, const int i)
{
    __m512 v = _mm512_loadu_ps(s->next_x + i * LANES);

#pragma GCC unroll 8
    for (int t = 1; t < USUAL; t++)
        s->sums[t] = _mm512_fmadd_ps(v, _mm512_loadu_ps(s->next_rows[t] + i * LANES), s->sums[t]);
}

/* Moves a piece of all rows of the pair, the centre's in its register, and goes on with the dot
 * products of the next pair, that of the centre as it is after the move. */
INLINE void move_piece(pass *s, __m512 *centre, const int i)
{
    __m512 v, moved;

    if (i + LEAD < PIECES)
        add_dots(s, i + LEAD);
    v = _mm512_loadu_ps(s->x + i * LANES);
    moved = _mm512_fmadd_ps(s->step[0], centre[i], v);
    centre[i] = _mm512_fmadd_ps(s->step[0], v, centre[i]);
    s->sums[0] = _mm512_fmadd_ps(_mm512_loadu_ps(s->next_x + i * LANES), centre[i], s->sums[0]);
    LOAD_ONCE(s->sums[0]);
#pragma GCC unroll 8
    for (int t = 1; t < USUAL; t++) {
        __m512 y = _mm512_loadu_ps(s->rows[t] + i * LANES);

        LOAD_ONCE(y);
        moved = _mm512_fmadd_ps(s->step[t], y, moved);
        _mm512_storeu_ps(s->rows[t] + i * LANES, _mm512_fmadd_ps(s->step[t], v, y));
    }
    _mm512_storeu_ps(s->x + i * LANES, moved);
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

/* The product of both pairs' input rows, which catch_up needs. */
INLINE __m512 product_of_inputs(const pass *s)
{
    __m512 product = _mm512_setzero_ps();

    for (int i = 0; i < PIECES; i++)
        product = _mm512_fmadd_ps(_mm512_loadu_ps(s->x + i * LANES),
                                  _mm512_loadu_ps(s->next_x + i * LANES), product);
    return product;
}

INLINE void begin_pass(pass *s, const rw_batch *batch, size_t pair, size_t next)
{
    const uint32_t *targets = batch->targets + pair * USUAL;
    const uint32_t *next_targets = batch->targets + next * USUAL;

    s->x = batch->input + batch->inputs[pair] * RW_CENTRE_STRIDE;
    s->next_x = batch->input + batch->inputs[next] * RW_CENTRE_STRIDE;
#pragma GCC unroll 8
    for (int t = 0; t < CHUNK; t++)
        s->sums[t] = _mm512_setzero_ps();
#pragma GCC unroll 8
    for (int t = 0; t < USUAL; t++) {
        s->rows[t] = batch->output + targets[t] * RW_CENTRE_STRIDE;
        s->next_rows[t] = batch->output + next_targets[t] * RW_CENTRE_STRIDE;
    }
#pragma GCC unroll 8
    for (int i = 0; i < LEAD; i++)
        add_dots(s, i);
}

/* All dot products of the next pair once more, as its rows are now. */
INLINE __m256 dots_again(pass *s, const __m512 *centre)
{
#pragma GCC unroll 8
    for (int t = 0; t < CHUNK; t++)
        s->sums[t] = _mm512_setzero_ps();
#pragma GCC unroll 8
    for (int i = 0; i < PIECES; i++)
        add_dots(s, i);
    s->sums[0] = centre_dot(centre, s->next_x);
    return reduce(s->sums);
}

/* Where the next pair has another centre: puts this one back and takes that one up. Returns whether
 * the old centre is a negative now. */
INLINE unsigned change_centre(pass *s, __m512 *centre, const uint32_t *targets,
                              const uint32_t *next)
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
INLINE __m256 train_pair(const rw_batch *batch, size_t pair, size_t next, __m256 dots,
                         __m512 *centre)
{
    const __m256 label = _mm256_set_ps(0, 0, 0, 0, 0, 0, 0, 1);
    const uint32_t *targets = batch->targets + pair * USUAL;
    const uint32_t *next_targets = batch->targets + next * USUAL;
    unsigned shared = share_negatives(targets, next_targets), stale;
    __m512 product = _mm512_setzero_ps();
    __m256 g;
    pass s;

    begin_pass(&s, batch, pair, next);
    if (__builtin_expect(shared, 0))
        product = product_of_inputs(&s);
    if (__builtin_expect(batch->repeats[pair], 0))
        g = repeated_steps(dots, label, batch->counts[pair], batch->rate, targets, s.x,
                           RW_CENTRE_STRIDE);
    else
        g = steps(dots, label, batch->counts[pair], batch->rate);
#pragma GCC unroll 8
    for (int t = 0; t < USUAL; t++)
        s.step[t] = _mm512_permutexvar_ps(_mm512_set1_epi32(t), _mm512_castps256_ps512(g));
#pragma GCC unroll 8
    for (int i = 0; i < PIECES; i++)
        move_piece(&s, centre, i);
#pragma GCC unroll 8
    for (int t = 1; t < USUAL; t++)
        LOAD_ONCE(s.sums[t]);
    stale = change_centre(&s, centre, targets, next_targets);
    if (__builtin_expect(stale || s.x == s.next_x, 0))
        return dots_again(&s, centre);
    if (__builtin_expect(!shared, 1))
        return reduce(s.sums);
    s.sums[CHUNK - 1] = product;
    dots = reduce(s.sums);
    return _mm256_mask_blend_ps(1, catch_up(dots, next_targets, targets, g, USUAL), dots);
}

void rw_avx512_train_centres(const rw_batch *batch)
{
    const uint32_t *targets = batch->targets;
    const float *x = batch->input + batch->inputs[0] * RW_CENTRE_STRIDE;
    float d[CHUNK] = {0};
    __m512 centre[PIECES];
    __m256 dots;

    load_centre(centre, batch->output + targets[0] * RW_CENTRE_STRIDE);
    for (int t = 0; t < USUAL; t++)
        d[t] = dot(x, batch->output + targets[t] * RW_CENTRE_STRIDE, RW_CENTRE_STRIDE);
    dots = _mm256_loadu_ps(d);
    for (size_t p = 0; p < batch->pairs; p++) {
        rw_fetch_rows(batch, p, RW_CENTRE_STRIDE, USUAL);
        dots = train_pair(batch, p, p + 1 < batch->pairs ? p + 1 : p, dots, centre);
    }
    store_centre(centre, batch->output + targets[(batch->pairs - 1) * USUAL] * RW_CENTRE_STRIDE);
}
