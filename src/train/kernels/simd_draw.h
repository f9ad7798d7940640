/* SPDX-License-Identifier: MIT */
/* Draws the targets of several pairs of the usual width at once, for instruction sets with gathers.
 * The file of an instruction set defines these in addition to those of simd.h:
 *
 *   DRAWN, longs, ints            pairs at once, and registers of DRAWN 64- and 32-bit numbers
 *   multiply_halves(a, b)         the products of the lower halves of longs
 *   gather_longs(from, at), gather_ints(from, at)
 *   mask_bits(mask)               one bit for each of the ints
 */
#ifndef RW_TRAIN_KERNELS_SIMD_DRAW_H
#define RW_TRAIN_KERNELS_SIMD_DRAW_H

typedef uint64_t draws __attribute__((vector_size(8 * DRAWN)));
typedef int64_t signed_draws __attribute__((vector_size(8 * DRAWN)));
typedef uint32_t drawn_ids __attribute__((vector_size(4 * DRAWN)));

INLINE draws mix(draws z)
{
    z = (z ^ z >> 30) * RW_RNG_MIX_1;
    z = (z ^ z >> 27) * RW_RNG_MIX_2;
    return z ^ z >> 31;
}

/* rw_noise_draw of the lower halves of the lanes, without mapping entries to items. */
INLINE drawn_ids draw_noise(const rw_noise *noise, draws bits)
{
    draws product = (draws)multiply_halves((longs)bits, (longs)(noise->count + (draws){0}));
    draws entry = product >> 32, found = (draws)gather_longs(noise->entries, (longs)entry);
    draws stays =
        (draws)((signed_draws)(product & UINT32_MAX) < (signed_draws)(found & UINT32_MAX));

    return __builtin_convertvector((entry & stays) | (found >> 32 & ~stays), drawn_ids);
}

static void draw_several(const rw_batch *batch, const rw_noise *noise, size_t pair)
{
    uint32_t *targets = batch->targets + pair * USUAL;
    drawn_ids t[USUAL], dropped = {0}, repeat = {0};
    unsigned drops, repeats;
    draws counter;

    memcpy(&counter, batch->counters + pair, sizeof counter);
    memcpy(&t[0], batch->centres + pair, sizeof t[0]);
    for (int n = 1; n < USUAL; n += 2, counter += RW_RNG_GAMMA) {
        draws bits = mix(counter);

        t[n] = draw_noise(noise, bits >> 32);
        if (n + 1 < USUAL)
            t[n + 1] = draw_noise(noise, bits);
    }
    for (int n = 1; n < USUAL && noise->items; n++)
        t[n] = (drawn_ids)gather_ints(noise->items, (ints)t[n]);
    for (int n = 1; n < USUAL; n++) {
        dropped |= (drawn_ids)(t[n] == t[0]);
        for (int m = 1; m < n; m++)
            repeat |= (drawn_ids)(t[m] == t[n]);
    }
    for (int i = 0; i < DRAWN; i++)
        for (int n = 0; n < USUAL; n++)
            targets[i * USUAL + n] = t[n][i];
    drops = mask_bits((ints)dropped);
    repeats = mask_bits((ints)repeat);
    for (int i = 0; i < DRAWN; i++) {
        batch->counts[pair + (size_t)i] = USUAL;
        batch->repeats[pair + (size_t)i] = (uint8_t)(repeats >> i & 1);
    }
    for (; drops; drops &= drops - 1) {
        int i = __builtin_ctz(drops);

        batch->counts[pair + (size_t)i] = rw_drop_centre(targets + i * USUAL, USUAL);
    }
}

static void draw(const rw_batch *batch, const rw_noise *noise)
{
    size_t p = 0;

    for (; batch->width == USUAL && p + DRAWN <= batch->pairs; p += DRAWN)
        draw_several(batch, noise, p);
    rw_draw_pairs(batch, noise, p);
}

#endif
