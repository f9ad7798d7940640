/* SPDX-License-Identifier: MIT */
/* RolX (docs/methods.md): roles are the factors of V, the bins of recursive features. */
#ifndef RW_METHODS_ROLX_H
#define RW_METHODS_ROLX_H

#include "methods/embedding.h"
#include "methods/refex/refex.h"

/* The most roles to try if their number is not given. */
#define RW_MOST_ROLES 16

/* Some rows of a matrix of features, and their factors. */
typedef struct rw_factors {
    uint32_t rows;
    uint32_t features;
    uint32_t roles;
    const double *values; /* V: [rows * features] */
    double *memberships;  /* G: [rows * roles] */
    double *typical;      /* F: [roles * features]; rows have length 1 or are zero */
} rw_factors;

/* Starting directions: the leading eigenvectors of V^T V, [count * features], and the square roots
 * of their eigenvalues. The caller's pool owns them, as it does factors. */
typedef struct rw_starts {
    uint32_t count;
    double *lengths;
    double *vectors;
} rw_starts;

riwalk_status rw_starts_find(const double *values, uint32_t rows, uint32_t features, uint32_t count,
                             int threads, rw_pool *pool, rw_starts *starts, riwalk_error *error);

/* Finds factors with `roles` roles, at most as many as starts and features. `progress` can cancel
 * it. */
riwalk_status rw_factors_find(const double *values, uint32_t rows, uint32_t features,
                              uint32_t roles, const rw_starts *starts, rw_pool *pool,
                              rw_factors *factors, rw_progress *progress, riwalk_error *error);

/* Computes F F^T: [roles * roles]. */
void rw_factors_products(const rw_factors *factors, double *products);

/* The best memberships for one row of features and given F: non-negative least squares. `products`
 * is F F^T, [roles * roles]; `own` is F times the row. */
void rw_membership_solve(uint32_t roles, const double *products, const double *own,
                         double *membership);

/* The bits to describe V by rounded factors and the remaining errors, for a matrix with `times` as
 * many rows. */
riwalk_status rw_factors_length(const rw_factors *factors, double times, double *bits,
                                riwalk_error *error);

/* ---- Shared by both methods of features (refex.c) ---- */

/* Finds at most `most` features and fills in the report; or estimates that by at least `least`
 * features, if there are so many. */
riwalk_status rw_features_make(rw_embedding *embedding, uint32_t most, uint32_t least,
                               riwalk_features **features, riwalk_error *error);

#endif
