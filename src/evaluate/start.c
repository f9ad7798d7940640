/* SPDX-License-Identifier: MIT */
/*
 * Newton's method on  f(w) = |w|^2 / 2 + sum over rows i of c_i log(1 + exp(-y_i w.x_i)).
 *
 * The Hessian is H = I + X^T D X with D_i = c_i s_i (1 - s_i), where s_i is the probability that is
 * given to i's own side. Steps d with H d = -gradient come by conjugate gradients, each of which
 * goes through the rows once. The preconditioner puts the mean of D in the place of all D_i, and
 * the second moments of all rows in that of the fit's, so one eigendecomposition serves all fits. X
 * d is kept beside d, so the search along d needs no pass.
 */
#include "evaluate/start.h"

#include "base/eigen.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

#define LANES 4
#define PARTS 4 /* independent sums, each of LANES */
#define BLOCK (LANES * PARTS)
#define AHEAD 4  /* rows between the request for one and its use */
#define CHUNK 64 /* rows whose sum is made in floats */

#define MOST_STEPS 40
#define MOST_DIRECTIONS 80
#define MOST_HALVINGS 30

/* Rows for each column of the second moments: with 16, fits take a fifth longer. */
#define MOMENT_ROWS 64

typedef float lanes __attribute__((vector_size(4 * LANES), may_alias));

/* ---- Rows ---- */

static float dot(const float *row, const float *vector, uint32_t stride)
{
    const lanes *a = (const lanes *)row, *b = (const lanes *)vector;
    lanes sums[PARTS] = {0}, sum;

    for (uint32_t i = 0; i < stride / LANES; i += PARTS)
        for (uint32_t p = 0; p < PARTS; p++)
            sums[p] += a[i + p] * b[i + p];
    sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

static void add(float factor, const float *row, float *vector, uint32_t stride)
{
    const lanes *a = (const lanes *)row;
    lanes *b = (lanes *)vector;

    for (uint32_t i = 0; i < stride / LANES; i++)
        b[i] += factor * a[i];
}

/* Row i of a fit, and a request for one that is needed soon. */
static const float *row_of(const rw_start_fit *fit, uint32_t i)
{
    const rw_dense *x = fit->dense;

    if (i + AHEAD < fit->count) {
        const float *soon = x->rows + (size_t)fit->rows[i + AHEAD] * x->stride;

        for (uint32_t j = 0; j < x->stride; j += BLOCK)
            __builtin_prefetch(soon + j);
    }
    return x->rows + (size_t)fit->rows[i] * x->stride;
}

riwalk_status rw_dense_init(rw_dense *dense, uint32_t count, uint32_t width, riwalk_error *error)
{
    *dense = (rw_dense){.count = count, .width = width};
    dense->stride = (width + BLOCK - 1) / BLOCK * BLOCK;
    if ((dense->rows = rw_alloc_aligned(count, dense->stride * sizeof(float), error)) &&
        (dense->values = rw_alloc(width, sizeof(double), error)) &&
        (dense->vectors = rw_alloc(width, width * sizeof(double), error))) {
        memset(dense->rows, 0, (size_t)count * dense->stride * sizeof(float));
        return RIWALK_STATUS_OK;
    }
    rw_dense_free(dense);
    return RIWALK_STATUS_MEMORY;
}

void rw_dense_free(rw_dense *dense)
{
    rw_free(dense->rows);
    rw_free(dense->values);
    rw_free(dense->vectors);
    *dense = (rw_dense){0};
}

riwalk_status rw_dense_measure(rw_dense *dense, riwalk_error *error)
{
    uint32_t width = dense->width, step = dense->count / (MOMENT_ROWS * width) + 1, sampled = 0;
    double *moments = rw_alloc_zeroed(width, width * sizeof *moments, error);
    riwalk_status status;

    if (!moments)
        return RIWALK_STATUS_MEMORY;
    for (size_t row = 0; row < dense->count; row += step, sampled++) {
        const float *x = dense->rows + row * dense->stride;

        for (uint32_t i = 0; i < width; i++)
            for (uint32_t j = 0; j <= i; j++)
                moments[(size_t)i * width + j] += (double)x[i] * (double)x[j];
    }
    for (size_t i = 0; i < (size_t)width * width; i++)
        moments[i] /= sampled;
    status = rw_eigen(width, moments, width, dense->values, dense->vectors, 1, NULL, error);
    rw_free(moments);
    return status;
}

/* ---- The room of a thread ---- */

struct rw_start {
    float *vector, *chunk;                                   /* [stride], with zeros at the end */
    double *scores, *ahead, *along, *curve;                  /* [rows]: X w, X d, X p, D */
    double *gradient, *step, *direction, *rest, *turned, *h; /* [width] */
};

riwalk_status rw_start_new(uint32_t max_rows, uint32_t max_width, rw_start **start,
                           riwalk_error *error)
{
    size_t stride = ((size_t)max_width + BLOCK - 1) / BLOCK * BLOCK;
    rw_start *s = rw_alloc_zeroed(1, sizeof *s, error);

    if (!s)
        return RIWALK_STATUS_MEMORY;
    if (!(s->vector = rw_alloc_aligned(2 * stride, sizeof *s->vector, error)) ||
        !(s->scores = rw_alloc(max_rows, 4 * sizeof(double), error)) ||
        !(s->gradient = rw_alloc(max_width, 6 * sizeof(double), error))) {
        rw_start_free(s);
        return RIWALK_STATUS_MEMORY;
    }
    s->chunk = s->vector + stride;
    s->ahead = s->scores + max_rows;
    s->along = s->ahead + max_rows;
    s->curve = s->along + max_rows;
    s->step = s->gradient + max_width;
    s->direction = s->step + max_width;
    s->rest = s->direction + max_width;
    s->turned = s->rest + max_width;
    s->h = s->turned + max_width;
    *start = s;
    return RIWALK_STATUS_OK;
}

void rw_start_free(rw_start *start)
{
    if (!start)
        return;
    rw_free(start->vector);
    rw_free(start->scores);
    rw_free(start->gradient);
    rw_free(start);
}

static double product(const double *a, const double *b, uint32_t width)
{
    double sum = 0;

    for (uint32_t j = 0; j < width; j++)
        sum += a[j] * b[j];
    return sum;
}

static void set_vector(rw_start *s, const rw_dense *x, const double *from)
{
    memset(s->vector, 0, x->stride * sizeof *s->vector);
    for (uint32_t j = 0; j < x->width; j++)
        s->vector[j] = (float)from[j];
}

/* Adds the chunk of sums in floats to those in doubles. */
static void end_chunk(rw_start *s, const rw_dense *x, double *sums)
{
    for (uint32_t j = 0; j < x->width; j++)
        sums[j] += (double)s->chunk[j];
    memset(s->chunk, 0, x->stride * sizeof *s->chunk);
}

/* ---- The function ---- */

/* The gradient at w; s->scores are X w. Fills s->curve too, and returns its mean. */
static double differentiate(rw_start *s, const rw_start_fit *fit, const double *w)
{
    const rw_dense *x = fit->dense;
    double curves = 0;

    memcpy(s->gradient, w, x->width * sizeof *w);
    memset(s->chunk, 0, x->stride * sizeof *s->chunk);
    for (uint32_t i = 0; i < fit->count; i++) {
        double side = fit->positive[i] ? 1 : -1, cost = fit->cost[fit->positive[i]];
        double own = 1 / (1 + exp(-side * s->scores[i]));

        s->curve[i] = cost * own * (1 - own);
        curves += s->curve[i];
        add((float)(cost * (own - 1) * side), row_of(fit, i), s->chunk, x->stride);
        if (i % CHUNK == CHUNK - 1)
            end_chunk(s, x, s->gradient);
    }
    end_chunk(s, x, s->gradient);
    return curves / fit->count;
}

/* f at w + share * s->step; s->ahead is X s->step. */
static double evaluate(const rw_start *s, const rw_start_fit *fit, const double *w, double share)
{
    double sum = 0;

    for (uint32_t j = 0; j < fit->dense->width; j++) {
        double at = w[j] + share * s->step[j];

        sum += at * at / 2;
    }
    for (uint32_t i = 0; i < fit->count; i++) {
        double score = s->scores[i] + share * s->ahead[i];
        double lost = fit->positive[i] ? -score : score;

        sum += fit->cost[fit->positive[i]] * (fmax(lost, 0) + log1p(exp(-fabs(lost))));
    }
    return sum;
}

/* ---- Steps ---- */

/* s->h = H s->direction, and s->along = X s->direction. */
static void bend(rw_start *s, const rw_start_fit *fit)
{
    const rw_dense *x = fit->dense;

    set_vector(s, x, s->direction);
    memcpy(s->h, s->direction, x->width * sizeof *s->h);
    memset(s->chunk, 0, x->stride * sizeof *s->chunk);
    for (uint32_t i = 0; i < fit->count; i++) {
        const float *row = row_of(fit, i);
        float along = dot(row, s->vector, x->stride);

        s->along[i] = (double)along;
        add((float)s->curve[i] * along, row, s->chunk, x->stride);
        if (i % CHUNK == CHUNK - 1)
            end_chunk(s, x, s->h);
    }
    end_chunk(s, x, s->h);
}

/* s->turned = the preconditioner times s->rest: (1 + weight * moments)^-1. */
static void turn(rw_start *s, const rw_dense *x, double weight)
{
    memset(s->turned, 0, x->width * sizeof *s->turned);
    for (uint32_t e = 0; e < x->width; e++) {
        const double *vector = x->vectors + (size_t)e * x->width;
        double share = product(vector, s->rest, x->width) / (1 + weight * fmax(x->values[e], 0));

        for (uint32_t j = 0; j < x->width; j++)
            s->turned[j] += share * vector[j];
    }
}

/* s->step with |H step + gradient| <= least, nearly, and s->ahead = X step. */
static void solve(rw_start *s, const rw_start_fit *fit, double weight, double least)
{
    uint32_t width = fit->dense->width;
    double size;

    memset(s->step, 0, width * sizeof *s->step);
    memset(s->ahead, 0, fit->count * sizeof *s->ahead);
    for (uint32_t j = 0; j < width; j++)
        s->rest[j] = -s->gradient[j];
    turn(s, fit->dense, weight);
    memcpy(s->direction, s->turned, width * sizeof *s->direction);
    size = product(s->rest, s->turned, width);
    for (int made = 0; made < MOST_DIRECTIONS; made++) {
        double share, old;

        bend(s, fit);
        share = size / product(s->direction, s->h, width);
        for (uint32_t j = 0; j < width; j++) {
            s->step[j] += share * s->direction[j];
            s->rest[j] -= share * s->h[j];
        }
        for (uint32_t i = 0; i < fit->count; i++)
            s->ahead[i] += share * s->along[i];
        if (!(sqrt(product(s->rest, s->rest, width)) > least))
            return;
        turn(s, fit->dense, weight);
        old = size;
        size = product(s->rest, s->turned, width);
        for (uint32_t j = 0; j < width; j++)
            s->direction[j] = s->turned[j] + size / old * s->direction[j];
    }
}

/* Goes as far along the step as f falls; false where it does not. */
static bool advance(rw_start *s, const rw_start_fit *fit, double *w, double *value)
{
    double slope = product(s->gradient, s->step, fit->dense->width), share = 1;

    for (int halved = 0; halved < MOST_HALVINGS; halved++, share /= 2) {
        double at = evaluate(s, fit, w, share);

        if (!(at <= *value + 1e-4 * share * slope) || !(at < *value))
            continue;
        *value = at;
        for (uint32_t j = 0; j < fit->dense->width; j++)
            w[j] += share * s->step[j];
        for (uint32_t i = 0; i < fit->count; i++)
            s->scores[i] += share * s->ahead[i];
        return true;
    }
    return false;
}

void rw_start_find(rw_start *s, const rw_start_fit *fit, double *w)
{
    uint32_t width = fit->dense->width;
    double first = 0, value;

    memset(w, 0, width * sizeof *w);
    memset(s->step, 0, width * sizeof *s->step);
    memset(s->scores, 0, fit->count * sizeof *s->scores);
    memset(s->ahead, 0, fit->count * sizeof *s->ahead);
    value = evaluate(s, fit, w, 0);
    for (int step = 0; step < MOST_STEPS; step++) {
        double curve = differentiate(s, fit, w);
        double norm = sqrt(product(s->gradient, s->gradient, width)), target;

        if (!step)
            first = norm;
        target = fit->tolerance * first / 2; /* half: liblinear, in doubles, is to agree */
        if (!(norm > target))
            return;
        solve(s, fit, curve * fit->count, fmax(fmin(0.1, sqrt(norm / first)) * norm, target / 2));
        if (!advance(s, fit, w, &value))
            return;
    }
}
