/* SPDX-License-Identifier: MIT */
/*
 * Logistic regression with an L2 penalty: liblinear, behind one file. It is the trust-region Newton
 * method on the primal problem (liblinear's solver 0, and what scikit-learn's solver 'liblinear'
 * is by default), the intercept being the weight of one more feature that is always 1.
 */
#ifndef RW_EVALUATE_LOGISTIC_H
#define RW_EVALUATE_LOGISTIC_H

#include "riwalk.h"

/* Vectors in the form that liblinear reads; shared by all fits. 16 bytes for each value that is not
 * zero, and 4 for every one where starts are looked for (start.h). */
typedef struct rw_features rw_features;

/* rows[i] is the row of the vectors that feature row i is made of; NULL: all rows as they are. */
riwalk_status rw_features_new(const riwalk_vectors *vectors, const uint32_t *rows, uint32_t count,
                              riwalk_scale scale, rw_features **features, riwalk_error *error);
void rw_features_free(rw_features *features);

/* The number of weights of a fit: the dimensions and the intercept. */
uint32_t rw_features_weights(const rw_features *features);

/* What one fit after the other of the same features needs; each thread has its own. */
typedef struct rw_fitter rw_fitter;

riwalk_status rw_fitter_new(uint32_t max_rows, rw_fitter **fitter, riwalk_error *error);
void rw_fitter_free(rw_fitter *fitter);

/* Fits the feature rows rows[0 .. count-1], of which those with positive[i] are to be told from the
 * others; there is at least one of each. Fills the weights. */
riwalk_status rw_fitter_fit(rw_fitter *fitter, const rw_features *features, const uint32_t *rows,
                            uint32_t count, const bool *positive,
                            const riwalk_classify_options *options, double *weights,
                            riwalk_error *error);

/* The room to mark rows as positive in: max_rows. */
bool *rw_fitter_positive(rw_fitter *fitter);

/* The decision value of a feature row: above 0 means positive. */
double rw_features_decide(const rw_features *features, uint32_t row, const double *weights);

#endif
