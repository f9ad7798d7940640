/* SPDX-License-Identifier: MIT */
/* Products of sparse rows with a group of vectors, in vectors of the compiler's own: as wide as the
 * instruction set of the file that includes this. Lanes do not meet and nothing is contracted, so
 * all versions give the same bits. */
#ifndef RW_TRAIN_KERNELS_PRODUCTS_H
#define RW_TRAIN_KERNELS_PRODUCTS_H

#include "train/kernels/kernels.h"

#include <string.h>

typedef double rw_eight __attribute__((vector_size(64)));
typedef uint64_t rw_eight_bits __attribute__((vector_size(64)));

#define PRODUCT_PARTS (RW_PRODUCT_GROUP / 8)

static void add_products(const rw_products *p)
{
    const rw_eight zero = {0x1.8p52, 0x1.8p52, 0x1.8p52, 0x1.8p52,
                           0x1.8p52, 0x1.8p52, 0x1.8p52, 0x1.8p52}; /* see rw_fixed */

    for (uint32_t r = 0; r < p->row_count; r++) {
        rw_eight along[PRODUCT_PARTS] = {{0}};

        for (size_t i = p->starts[r]; i < p->starts[r + 1]; i++)
            for (int part = 0; part < PRODUCT_PARTS; part++) {
                rw_eight from;

                memcpy(&from, p->from + (size_t)p->places[i] * RW_PRODUCT_GROUP + 8 * part,
                       sizeof from);
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

#endif
