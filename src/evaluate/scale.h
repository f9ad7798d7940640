/* SPDX-License-Identifier: MIT */
/* Scaling of vectors before they are compared or fitted. */
#ifndef RW_EVALUATE_SCALE_H
#define RW_EVALUATE_SCALE_H

#include "riwalk_analysis.h"

typedef struct rw_scaler {
    riwalk_normalization scale;
    uint32_t dimensions;
    double *shift;  /* STANDARD: [dimensions], taken off each value */
    double *factor; /* STANDARD: [dimensions], then multiplied with */
} rw_scaler;

/* Measures the vectors where the scale needs it. On failure there is nothing to free. */
riwalk_status rw_scaler_init(rw_scaler *scaler, const riwalk_vectors *vectors,
                             riwalk_normalization scale, riwalk_error *error);
void rw_scaler_free(rw_scaler *scaler);

/* One vector, scaled. */
void rw_scaler_apply(const rw_scaler *scaler, const float *vector, double *values);

/* ARGUMENT for a number that is no riwalk_normalization. */
riwalk_status rw_scale_check(riwalk_normalization scale, riwalk_error *error);

#endif
