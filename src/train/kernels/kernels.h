/* SPDX-License-Identifier: MIT */
/* The arithmetic of training, one version per instruction set, chosen at run time. Kernels never
 * allocate and never fail. Versions differ only by rounding. */
#ifndef RW_TRAIN_KERNELS_H
#define RW_TRAIN_KERNELS_H

#include "base/cpu.h"
#include "train/noise.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Rows are padded with zeros to a multiple of this many floats, a 64-byte line. */
#define RW_ROW_FLOATS 16

/* Kernels may read this many targets of a pair, even if it has fewer. */
#define RW_TARGETS_READ 8

/* The most dimensions, and so the longest row. */
#define RW_MAX_STRIDE 4096

static inline size_t rw_row_stride(size_t dimensions)
{
    return (dimensions + RW_ROW_FLOATS - 1) / RW_ROW_FLOATS * RW_ROW_FLOATS;
}

/* A target whose dot product is beyond this is skipped: its gradient is almost zero. */
#define RW_MAX_DOT 6.0f

/* Up to RW_MAX_DOT the sigmoid is 1/2 + x P(x^2) / Q(x^2), with an error below 2e-8. */
#define RW_SIGMOID_P0 0.2499999701976776f
#define RW_SIGMOID_P1 0.007459424436092377f
#define RW_SIGMOID_P2 2.8940645279362798e-05f
#define RW_SIGMOID_Q1 0.11317083239555359f
#define RW_SIGMOID_Q2 0.0012134164571762085f
#define RW_SIGMOID_Q3 1.2641409057323472e-06f

/* Which rows of a batch to prefetch: all, if a cache cannot hold them; for writing if other threads
 * write them too. */
typedef enum rw_fetches {
    RW_FETCH_NOTHING,
    RW_FETCH_READ,
    RW_FETCH_WRITE
} rw_fetches;

/* Pairs to train one after the other. Pair p moves input row inputs[p] towards output row targets[p
 * * width], and away from the counts[p] - 1 rows that follow. */
typedef struct rw_batch {
    size_t pairs;
    size_t width;  /* room for the targets of a pair */
    size_t stride; /* floats from row to row; a multiple of RW_ROW_FLOATS */
    rw_fetches fetch;
    float rate;        /* alpha */
    float *input;      /* context rows */
    float *output;     /* centre rows; never the same array as input */
    uint32_t *inputs;  /* [pairs] */
    uint32_t *targets; /* [pairs * width + RW_TARGETS_READ]; unused entries repeat a pair's first
                          target */
    uint8_t *counts;   /* [pairs], 1 .. width */
    uint8_t *repeats;  /* [pairs]: nonzero if a target occurs twice */
    /* For drawing targets: */
    uint32_t *centres;  /* [pairs]: the first target */
    uint64_t *counters; /* [pairs]: the generator's counter at a pair's first draw */
} rw_batch;

/* Sparse rows, and a group of dense vectors, stored column after column. */
#define RW_PRODUCT_GROUP 16

typedef struct rw_products {
    uint32_t row_count;
    const size_t *starts;   /* [row_count + 1] */
    const uint32_t *places; /* columns of entries */
    const double *values;
    const double *from; /* [columns * RW_PRODUCT_GROUP] */
    const float *small; /* used instead of `from`, if not NULL */
    uint64_t *to;       /* [columns * RW_PRODUCT_GROUP]: sums in fixed point (base/sums.h) */
    double scale;       /* scale of fixed point */
} rw_products;

typedef struct rw_kernels {
    /* Draws the batch's targets, counts and repeats. A draw gives two negatives, from its upper and
     * its lower half; negatives equal to the centre are dropped. Equal in all versions. */
    void (*draw)(const rw_batch *batch, const rw_noise *noise);
    /* Trains the batch. For each target y of a pair in order, g = (label - sigmoid(x . y)) * rate,
     * then y += g x; at the end x += the sum of g y, with y before its change. */
    void (*train)(const rw_batch *batch);
    /* The dot product of two vectors of any length and alignment. */
    float (*dot)(const float *a, const float *b, size_t length);
    /* Moves one target: gradient += g y, then y += g x. Three distinct rows of `stride` floats. */
    void (*move)(const float *x, float *y, float *gradient, float g, size_t stride);
    /* Adds A'A times the vectors, where A are the rows. Equal in all versions. */
    void (*add_products)(const rw_products *products);
    /* For two groups of vectors [columns * RW_PRODUCT_GROUP], adds the products of each vector of
     * `a` with each of `b` to sums [RW_PRODUCT_GROUP * RW_PRODUCT_GROUP], column by column. Equal
     * in all versions, like `map`. */
    void (*add_gram)(const double *a, const double *b, size_t columns, double *sums);
    /* Multiplies rows of `length` numbers by a matrix [length * RW_PRODUCT_GROUP]; row_count is a
     * multiple of four. */
    void (*map)(const double *rows, size_t row_count, size_t length, const double *matrix,
                double *mapped);
} rw_kernels;

extern const rw_kernels rw_kernels_scalar, rw_kernels_avx2, rw_kernels_avx512, rw_kernels_neon;

/* The kernels of an instruction set that this machine has, and of rw_cpu_isa(). */
const rw_kernels *rw_kernels_of(rw_isa isa);
const rw_kernels *rw_kernels_get(void);

#endif
