/* SPDX-License-Identifier: MIT */
/*
 * Non-negative factors of a matrix with the least sum of squared errors, by block coordinate
 * descent (HALS: one column of G, then one row of F at a time, each to its optimum). It starts from
 * the positive parts of singular vectors (NNDSVD: Boutsidis and Gallopoulos 2008), so there is no
 * chance in it. Shapes: V [n][f], G [n][r], F [r][f].
 */
#include "base/eigen.h"
#include "base/memory.h"
#include "methods/rolx/rolx.h"

#include <math.h>
#include <string.h>

#define MOST_SWEEPS 500
#define LEAST_GAIN 1e-6   /* of a sweep that is not the last, beside the squares of all values */
#define SOLVE_SWEEPS 1000 /* of a node's memberships */
#define SOLVE_CHANGE 1e-10

/* ---- Where to start ---- */

static void gram(const double *values, uint32_t rows, uint32_t f, double *product)
{
    memset(product, 0, (size_t)f * f * sizeof *product);
    for (uint32_t i = 0; i < rows; i++) {
        const double *row = values + (size_t)i * f;

        for (uint32_t a = 0; a < f; a++)
            for (uint32_t b = 0; b <= a; b++)
                product[(size_t)a * f + b] += row[a] * row[b];
    }
}

riwalk_status rw_starts_find(const double *values, uint32_t rows, uint32_t features, uint32_t count,
                             int threads, rw_starts *starts, riwalk_error *error)
{
    double *product = rw_alloc((size_t)features * features, sizeof *product, error);
    riwalk_status status = RIWALK_STATUS_MEMORY;

    *starts = (rw_starts){.count = count};
    if (product && (starts->lengths = rw_alloc(count, sizeof(double), error)) &&
        (starts->vectors = rw_alloc((size_t)count * features, sizeof(double), error))) {
        gram(values, rows, features, product);
        status = rw_eigen(features, product, count, starts->lengths, starts->vectors, threads, NULL,
                          error);
    }
    for (uint32_t c = 0; c < count && !status; c++)
        starts->lengths[c] = starts->lengths[c] > 0 ? sqrt(starts->lengths[c]) : 0;
    rw_free(product);
    if (status)
        rw_starts_free(starts);
    return status;
}

void rw_starts_free(rw_starts *starts)
{
    rw_free(starts->lengths);
    rw_free(starts->vectors);
    *starts = (rw_starts){0};
}

static double dot(const double *a, const double *b, uint32_t count)
{
    double sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* The length of the positive part of sign * x. */
static double part_length(const double *x, size_t step, uint32_t count, double sign)
{
    double sum = 0;

    for (uint32_t i = 0; i < count; i++)
        if (sign * x[i * step] > 0)
            sum += x[i * step] * x[i * step];
    return sqrt(sum);
}

static void take_part(double *x, size_t step, uint32_t count, double sign, double factor)
{
    for (uint32_t i = 0; i < count; i++)
        x[i * step] = sign * x[i * step] > 0 ? sign * x[i * step] * factor : 0;
}

/* Role k from singular vectors u and v: the positive parts of both or the negative parts of both,
 * whichever are longer. Of the first pair, neither has two signs. */
static void start_role(const rw_factors *x, const rw_starts *starts, uint32_t k)
{
    double *f = x->typical + (size_t)k * x->features, *g = x->memberships + k;
    double sigma = starts->lengths[k], left, right, weight, sign = 1;

    memcpy(f, starts->vectors + (size_t)k * x->features, x->features * sizeof *f);
    for (uint32_t i = 0; i < x->rows; i++)
        g[(size_t)i * x->roles] =
            sigma > 0 ? dot(x->values + (size_t)i * x->features, f, x->features) / sigma : 0;
    left = part_length(g, x->roles, x->rows, 1);
    right = part_length(f, 1, x->features, 1);
    if (part_length(g, x->roles, x->rows, -1) * part_length(f, 1, x->features, -1) > left * right) {
        sign = -1;
        left = part_length(g, x->roles, x->rows, -1);
        right = part_length(f, 1, x->features, -1);
    }
    weight = sqrt(sigma * left * right);
    take_part(g, x->roles, x->rows, sign, left > 0 ? weight / left : 0);
    take_part(f, 1, x->features, sign, right > 0 ? weight / right : 0);
}

/* ---- Descent ---- */

/* One sweep over memberships; every node for itself. */
static void move_membership(uint32_t roles, const double *products, const double *own,
                            double *membership)
{
    for (uint32_t k = 0; k < roles; k++) {
        double square = products[k * roles + k], value;

        if (!(square > 0))
            continue;
        value = membership[k] +
                (own[k] - dot(products + (size_t)k * roles, membership, roles)) / square;
        membership[k] = value > 0 ? value : 0;
    }
}

void rw_membership_solve(uint32_t roles, const double *products, const double *own,
                         double *membership)
{
    double before[RIWALK_MAX_ROLES];

    for (uint32_t k = 0; k < roles; k++)
        membership[k] = 0;
    for (int sweep = 0; sweep < SOLVE_SWEEPS; sweep++) {
        double change = 0, size = 0;

        memcpy(before, membership, roles * sizeof *before);
        move_membership(roles, products, own, membership);
        for (uint32_t k = 0; k < roles; k++) {
            change = fmax(change, fabs(membership[k] - before[k]));
            size = fmax(size, membership[k]);
        }
        if (change <= SOLVE_CHANGE * size)
            break;
    }
}

static void move_memberships(rw_factors *x, double *products, double *own)
{
    for (uint32_t k = 0; k < x->roles; k++)
        for (uint32_t l = 0; l < x->roles; l++)
            products[k * x->roles + l] = dot(x->typical + (size_t)k * x->features,
                                             x->typical + (size_t)l * x->features, x->features);
    for (uint32_t i = 0; i < x->rows; i++) {
        for (uint32_t k = 0; k < x->roles; k++)
            own[k] = dot(x->typical + (size_t)k * x->features, x->values + (size_t)i * x->features,
                         x->features);
        move_membership(x->roles, products, own, x->memberships + (size_t)i * x->roles);
    }
}

/* G^T G and G^T V. */
static void project(const rw_factors *x, double *products, double *own)
{
    memset(products, 0, (size_t)x->roles * x->roles * sizeof *products);
    memset(own, 0, (size_t)x->roles * x->features * sizeof *own);
    for (uint32_t i = 0; i < x->rows; i++) {
        const double *g = x->memberships + (size_t)i * x->roles;
        const double *v = x->values + (size_t)i * x->features;

        for (uint32_t k = 0; k < x->roles; k++) {
            if (g[k] == 0)
                continue;
            for (uint32_t l = 0; l < x->roles; l++)
                products[k * x->roles + l] += g[k] * g[l];
            for (uint32_t j = 0; j < x->features; j++)
                own[(size_t)k * x->features + j] += g[k] * v[j];
        }
    }
}

/* Returns the squared error beside the sum of squares of V. */
static double move_typical(rw_factors *x, double *products, double *own)
{
    double error = 0;

    project(x, products, own);
    for (uint32_t k = 0; k < x->roles; k++) {
        double square = products[k * x->roles + k];
        double *f = x->typical + (size_t)k * x->features;

        for (uint32_t j = 0; j < x->features && square > 0; j++) {
            double value = own[(size_t)k * x->features + j];

            for (uint32_t l = 0; l < x->roles; l++)
                value -= products[k * x->roles + l] * x->typical[(size_t)l * x->features + j];
            f[j] = fmax(f[j] + value / square, 0);
        }
    }
    for (uint32_t k = 0; k < x->roles; k++) {
        const double *f = x->typical + (size_t)k * x->features;

        error -= 2 * dot(f, own + (size_t)k * x->features, x->features);
        for (uint32_t l = 0; l < x->roles; l++)
            error += products[k * x->roles + l] *
                     dot(f, x->typical + (size_t)l * x->features, x->features);
    }
    return error;
}

/* Brings the rows of F to length 1. */
static void scale_roles(rw_factors *x)
{
    for (uint32_t k = 0; k < x->roles; k++) {
        double *f = x->typical + (size_t)k * x->features, length = sqrt(dot(f, f, x->features));

        if (!(length > 0))
            continue;
        for (uint32_t j = 0; j < x->features; j++)
            f[j] /= length;
        for (uint32_t i = 0; i < x->rows; i++)
            x->memberships[(size_t)i * x->roles + k] *= length;
    }
}

riwalk_status rw_factors_find(const double *values, uint32_t rows, uint32_t features,
                              uint32_t roles, const rw_starts *starts, rw_factors *x,
                              rw_progress *progress, riwalk_error *error)
{
    double *products = rw_alloc((size_t)roles * roles, sizeof *products, error);
    double *own = rw_alloc((size_t)roles * features, sizeof *own, error);
    double all = dot(values, values, rows * features), before = INFINITY, now = 0;
    riwalk_status status = RIWALK_STATUS_OK;

    *x = (rw_factors){.rows = rows, .features = features, .roles = roles, .values = values};
    if (!products || !own ||
        !(x->memberships = rw_alloc((size_t)rows * roles, sizeof(double), error)) ||
        !(x->typical = rw_alloc((size_t)roles * features, sizeof(double), error))) {
        rw_free(products);
        rw_free(own);
        rw_factors_free(x);
        return RIWALK_STATUS_MEMORY;
    }
    for (uint32_t k = 0; k < roles; k++)
        start_role(x, starts, k);
    for (int sweep = 0; sweep < MOST_SWEEPS && before - now > LEAST_GAIN * all && !status;
         sweep++) {
        before = sweep ? now : INFINITY;
        move_memberships(x, products, own);
        now = move_typical(x, products, own);
        status = rw_progress_add(progress, 0, error);
    }
    scale_roles(x);
    rw_free(products);
    rw_free(own);
    return status;
}

void rw_factors_free(rw_factors *x)
{
    rw_free(x->memberships);
    rw_free(x->typical);
    *x = (rw_factors){0};
}
