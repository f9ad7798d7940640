/* SPDX-License-Identifier: MIT */
/* Products of sparse rows with a group of vectors, in the compiler's vectors, as wide as the
 * instruction set of the including file. Lanes never mix and no operations are fused, so all
 * versions give the same bits. */
#ifndef RW_TRAIN_KERNELS_PRODUCTS_H
#define RW_TRAIN_KERNELS_PRODUCTS_H

#include "train/kernels/kernels.h"

#include <string.h>

typedef double rw_eight __attribute__((vector_size(64)));
typedef float rw_eight_floats __attribute__((vector_size(32)));
typedef uint64_t rw_eight_bits __attribute__((vector_size(64)));

#define PRODUCT_PARTS (RW_PRODUCT_GROUP / 8)

static inline __attribute__((always_inline)) void add_products_from(const rw_products *p,
                                                                    const bool small)
{
    const rw_eight zero = {0x1.8p52, 0x1.8p52, 0x1.8p52, 0x1.8p52,
                           0x1.8p52, 0x1.8p52, 0x1.8p52, 0x1.8p52}; /* see rw_fixed */

    for (uint32_t r = 0; r < p->row_count; r++) {
        rw_eight along[PRODUCT_PARTS] = {{0}};

        for (size_t i = p->starts[r]; i < p->starts[r + 1]; i++)
            for (int part = 0; part < PRODUCT_PARTS; part++) {
                size_t at = (size_t)p->places[i] * RW_PRODUCT_GROUP + 8 * part;
                rw_eight_floats floats;
                rw_eight from;

                if (small) { /* many columns: the sums are far away too */
                    __builtin_prefetch(p->to + at, 1, 2);
                    memcpy(&floats, p->small + at, sizeof floats);
                    from = __builtin_convertvector(floats, rw_eight);
                } else
                    memcpy(&from, p->from + at, sizeof from);
                along[part] += p->values[i] * from;
            }
        for (int part = 0; part < PRODUCT_PARTS; part++)
            along[part] *= p->scale;
        for (size_t i = p->starts[r]; i < p->starts[r + 1]; i++)
            for (int part = 0; part < PRODUCT_PARTS; part++) {
                uint64_t *at = p->to + (size_t)p->places[i] * RW_PRODUCT_GROUP + 8 * part;
                rw_eight shifted = p->values[i] * along[part] + zero;
                rw_eight_bits sums;

                memcpy(&sums, at, sizeof sums);
                sums += (rw_eight_bits)shifted - (rw_eight_bits)zero;
                memcpy(at, &sums, sizeof sums);
            }
    }
}

static void add_products(const rw_products *p)
{
    if (p->small)
        add_products_from(p, true);
    else
        add_products_from(p, false);
}

/* Four rows at a time, with independent chains of sums. */
static void add_gram(const double *a, const double *b, size_t columns, double *sums)
{
    for (int first = 0; first < RW_PRODUCT_GROUP; first += 4) {
        rw_eight own[4][PRODUCT_PARTS];

        memcpy(own, sums + first * RW_PRODUCT_GROUP, sizeof own);
        for (size_t c = 0; c < columns; c++)
            for (int part = 0; part < PRODUCT_PARTS; part++) {
                rw_eight other;

                memcpy(&other, b + c * RW_PRODUCT_GROUP + 8 * part, sizeof other);
                for (int i = 0; i < 4; i++)
                    own[i][part] += a[c * RW_PRODUCT_GROUP + first + i] * other;
            }
        memcpy(sums + first * RW_PRODUCT_GROUP, own, sizeof own);
    }
}

static void map(const double *rows, size_t row_count, size_t length, const double *matrix,
                double *mapped)
{
    for (size_t r = 0; r < row_count; r += 4) {
        rw_eight own[4][PRODUCT_PARTS] = {{{0}}};

        for (size_t v = 0; v < length; v++)
            for (int part = 0; part < PRODUCT_PARTS; part++) {
                rw_eight other;

                memcpy(&other, matrix + v * RW_PRODUCT_GROUP + 8 * part, sizeof other);
                for (size_t i = 0; i < 4; i++)
                    own[i][part] += rows[(r + i) * length + v] * other;
            }
        memcpy(mapped + r * RW_PRODUCT_GROUP, own, sizeof own);
    }
}

#endif
