/* SPDX-License-Identifier: MIT */
/* What SP and WL compute: classes of degrees and counts, and tuples of them packed into 64 bits.
 * GPUs use this too (base/code.h). */
#ifndef RW_ROLES_CODES_H
#define RW_ROLES_CODES_H

#include "base/code.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- Classes: h(x) = floor(log_B(x + 1)), the identity, or by share of nodes ---- */

#define RW_CLASSES_MOST 256 /* enough for 32 bits at the least base */

typedef struct rw_classes {
    bool identity;
    bool binary;                      /* base 2: the position of the highest bit */
    unsigned count;                   /* number of starts */
    uint64_t starts[RW_CLASSES_MOST]; /* [c]: the least x + 1 of class c; starts[0] = 1 */
} rw_classes;

/* For x other than 0. */
RW_CODE uint32_t rw_leading_zeros(uint64_t x)
{
#ifdef __CUDA_ARCH__
    return (uint32_t)__clzll((long long)x);
#else
    return (uint32_t)__builtin_clzll(x);
#endif
}

RW_CODE uint32_t rw_class_of(const rw_classes *classes, uint32_t x)
{
    unsigned low = 0, high = classes->count; /* starts[low] <= x + 1 < starts[high] */

    if (classes->identity)
        return x;
    if (classes->binary)
        return 63 - rw_leading_zeros((uint64_t)x + 1);
    while (high - low > 1) {
        unsigned middle = low + (high - low) / 2;

        if (classes->starts[middle] <= (uint64_t)x + 1)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* ---- Classes of strengths: 0 for none, else by the share of nodes with at least as much ---- */

typedef struct rw_strengths {
    unsigned count;
    double above[RW_CLASSES_MOST]; /* [k]: strengths above this have class k + 1 or higher;
                                      ascending from 0 */
} rw_strengths;

RW_CODE uint32_t rw_class_of_strength(const rw_strengths *strengths, double x)
{
    unsigned low = 0, high = strengths->count; /* the class is in low .. high */

    while (low < high) {
        unsigned middle = low + (high - low) / 2;

        if (x > strengths->above[middle])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- Packing: the first field has the highest bits, so numbers sort like tuples ---- */

typedef struct rw_role_bits {
    bool anchor;       /* tuples begin with the anchor's part */
    unsigned classes;  /* per class */
    unsigned distance; /* per distance */
    unsigned types;    /* per type; 0: roles have no types */
} rw_role_bits;

/* The most counts of a node: out and in if directed, else one. */
#define RW_MOST_SIDES 2

/* The values of a tuple. The classes of both sides are one number. */
typedef struct rw_tuple {
    unsigned side_bits; /* bits of such a number */
    uint32_t distance;
    uint32_t type;      /* of the context; 0 without types */
    uint64_t anchor;    /* rw_pack_anchor */
    uint64_t context;   /* SP */
    uint64_t layers[3]; /* WL: closer, same, further */
} rw_tuple;

/* Packs one class, or those of both sides. */
RW_CODE uint64_t rw_pack_sides(const rw_role_bits *bits, unsigned sides, const uint32_t *classes)
{
    return sides > 1 ? (uint64_t)classes[0] << bits->classes | classes[1] : classes[0];
}

/* (type and classes of the anchor) */
RW_CODE uint64_t rw_pack_anchor(const rw_role_bits *bits, unsigned side_bits, uint32_t type,
                                uint64_t classes)
{
    return bits->anchor ? (uint64_t)type << side_bits | classes : 0;
}

/* (the anchor's part, classes of the context, distance, type of the context) */
RW_CODE uint64_t rw_pack_sp(const rw_role_bits *bits, const rw_tuple *tuple)
{
    uint64_t role = tuple->anchor << tuple->side_bits | tuple->context;

    role = role << bits->distance | tuple->distance;
    return role << bits->types | tuple->type;
}

/* (the anchor's part, distance, classes of the numbers of the context's neighbours one layer
 * closer, in the same layer, one layer further, type of the context) */
RW_CODE uint64_t rw_pack_wl(const rw_role_bits *bits, const rw_tuple *tuple)
{
    uint64_t role = tuple->anchor << bits->distance | tuple->distance;

    role = role << tuple->side_bits | tuple->layers[0];
    role = role << tuple->side_bits | tuple->layers[1];
    role = role << tuple->side_bits | tuple->layers[2];
    return role << bits->types | tuple->type;
}

#endif
