/* SPDX-License-Identifier: MIT */
/* Logistic regression with an L2 penalty, by Newton's method. The intercept is the weight of an
 * additional feature that is always 1; it is penalised like the others. */
#ifndef RW_EVALUATE_LOGISTIC_H
#define RW_EVALUATE_LOGISTIC_H

#include "base/memory.h"
#include "evaluate/points.h"

/* Scaled vectors, as all fits read them: 4 bytes per value. */
typedef struct rw_features {
    uint32_t count;
    uint32_t width;  /* dimensions and the final 1: the number of weights of a fit */
    uint32_t block;  /* features in a block; the last may have fewer */
    float *rows;     /* [count][width] */
    double *moments; /* [width][block]: means of x x^T, lower triangle of each block */
    rw_pool pool;
} rw_features;

/* Feature row i comes from row rows[i] of the vectors; NULL: from row i. */
riwalk_status rw_features_new(const riwalk_vectors *vectors, const uint32_t *rows, uint32_t count,
                              riwalk_normalization scale, rw_features **features,
                              riwalk_error *error);
void rw_features_free(rw_features *features);

/* Scales the first `columns` columns so that their root mean square length over rows is `length`;
 * zeros stay zero. */
void rw_features_stretch(rw_features *features, uint32_t columns, double length);

/* The decision value of a feature row: positive if above 0. */
double rw_features_decide(const rw_features *features, uint32_t row, const double *weights);

/* The memory of successive fits over the same features, one per thread. */
typedef struct rw_fitter rw_fitter;

/* Takes its memory from a pool, whose status tells whether there was enough. */
rw_fitter *rw_fitter_new(const rw_features *features, uint32_t max_rows, rw_pool *pool,
                         riwalk_error *error);

/* Fits the feature rows rows[0 .. count-1]: positive ones against the others, at least one of each.
 * Fills in the weights. The last Newton step changes the decision values of these rows by less than
 * options->tolerance of their standard deviation (root mean square). Fails only if cancelled;
 * reports no progress of its own. */
riwalk_status rw_fitter_fit(rw_fitter *fitter, const uint32_t *rows, const bool *positive,
                            uint32_t count, const riwalk_classify_options *options,
                            rw_progress *progress, double *weights, riwalk_error *error);

#endif
