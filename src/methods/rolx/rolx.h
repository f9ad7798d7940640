/* SPDX-License-Identifier: MIT */
/* RolX (docs/methods.md): roles as the factors of V, the bins of recursive features. */
#ifndef RW_METHODS_ROLX_H
#define RW_METHODS_ROLX_H

#include "methods/embedding.h"
#include "methods/refex/refex.h"

/* Roles that are tried at most where their number is left to us. */
#define RW_MOST_ROLES 16

/* A matrix of features, some of its rows, and its factors. */
typedef struct rw_factors {
    uint32_t rows;
    uint32_t features;
    uint32_t roles;
    const double *values; /* V: [rows * features] */
    double *memberships;  /* G: [rows * roles] */
    double *typical;      /* F: [roles * features]; every row has length 1, or is zero */
    rw_pool pool;         /* to be freed in any case */
} rw_factors;

/* Directions to start from: the leading eigenvectors of V^T V, [count * features], and the square
 * roots of their values. */
typedef struct rw_starts {
    uint32_t count;
    double *lengths;
    double *vectors;
    rw_pool pool; /* to be freed in any case */
} rw_starts;

riwalk_status rw_starts_find(const double *values, uint32_t rows, uint32_t features, uint32_t count,
                             int threads, rw_starts *starts, riwalk_error *error);

/* Makes factors of so many roles, at most as many as there are starts and features. `progress` is
 * asked whether to go on. */
riwalk_status rw_factors_find(const double *values, uint32_t rows, uint32_t features,
                              uint32_t roles, const rw_starts *starts, rw_factors *factors,
                              rw_progress *progress, riwalk_error *error);

/* F F^T: [roles * roles]. */
void rw_factors_products(const rw_factors *factors, double *products);

/* The memberships that are best for one row of features and given F: the least squares of those
 * that are not negative. `products` are F F^T, [roles * roles]; `own` is F times the row. */
void rw_membership_solve(uint32_t roles, const double *products, const double *own,
                         double *membership);

/* The bits that it takes to write down factors and what V is beside them, for a matrix that has
 * `times` as many rows. Factors are rounded for it. */
riwalk_status rw_factors_length(const rw_factors *factors, double times, double *bits,
                                riwalk_error *error);

/* ---- What both methods do with features (refex.c) ---- */

/* The options of a run, for the search of so many features. */
riwalk_options rw_features_options(const rw_embedding *embedding, uint32_t most);

/* The bytes of a run: the least, and what it usually is. */
uint64_t rw_features_least(const rw_embedding *embedding);
uint64_t rw_features_usual(const rw_embedding *embedding);

/* From some features, at least so many where there are, which it gives. */
riwalk_status rw_features_estimate(const rw_embedding *embedding, uint32_t least,
                                   riwalk_estimate *estimate, riwalk_features **features,
                                   riwalk_error *error);

#endif
