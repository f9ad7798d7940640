/* SPDX-License-Identifier: MIT */
/* Logistic regression with an L2 penalty, by Newton's method. The intercept is the weight of one
 * more feature that is always 1, and is penalised like the others. */
#ifndef RW_EVALUATE_LOGISTIC_H
#define RW_EVALUATE_LOGISTIC_H

#include "base/memory.h"
#include "evaluate/points.h"

/* Vectors, scaled, as all fits read them: 4 bytes for each value. */
typedef struct rw_features {
    uint32_t count;
    uint32_t width;  /* dimensions and the 1, which is last: the number of weights of a fit */
    uint32_t block;  /* features of a block; the last block may have fewer */
    float *rows;     /* [count][width] */
    double *moments; /* [width][block], the lower triangle of each block: mean of x x^T */
    rw_pool pool;
} rw_features;

/* rows[i] is the row of the vectors that feature row i is made of; NULL: all rows as they are. */
riwalk_status rw_features_new(const riwalk_vectors *vectors, const uint32_t *rows, uint32_t count,
                              riwalk_normalization scale, rw_features **features,
                              riwalk_error *error);
void rw_features_free(rw_features *features);

/* Multiplies the first columns so that they have a length: the root mean square over rows. Columns
 * of zeros stay. */
void rw_features_stretch(rw_features *features, uint32_t columns, double length);

/* The decision value of a feature row: above 0 means positive. */
double rw_features_decide(const rw_features *features, uint32_t row, const double *weights);

/* What one fit after the other of the same features needs; each thread has its own. */
typedef struct rw_fitter rw_fitter;

/* From a pool, whose status says whether there was memory. */
rw_fitter *rw_fitter_new(const rw_features *features, uint32_t max_rows, rw_pool *pool,
                         riwalk_error *error);

/* Fits the feature rows rows[0 .. count-1]: the positive ones against the others, of which there is
 * at least one each. Fills the weights. The last Newton step changes the decision values of these
 * rows by less than options->tolerance of their standard deviation (root mean square). Fails only
 * where it is cancelled; it counts nothing as done. */
riwalk_status rw_fitter_fit(rw_fitter *fitter, const uint32_t *rows, const bool *positive,
                            uint32_t count, const riwalk_classify_options *options,
                            rw_progress *progress, double *weights, riwalk_error *error);

#endif
