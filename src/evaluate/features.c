/* SPDX-License-Identifier: MIT */
/* Vectors as rows of features, and sums over them. */
#include "evaluate/logistic.h"
#include "evaluate/points.h"
#include "vectors/vectors.h"

#include <math.h>
#include <string.h>

#define LINE 16      /* floats of a cache line */
#define BLOCK 256    /* features of a block of moments, at most */
#define ROWS_EACH 64 /* rows in it for each feature of a block, at most */

/* ---- Rows ---- */

#define DOT(name, type)                                                                            \
    double name(const type *a, const double *b, uint32_t count)                                    \
    {                                                                                              \
        double sums[RW_LANES] = {0}, sum = 0;                                                      \
        uint32_t i = 0;                                                                            \
                                                                                                   \
        for (; i + RW_LANES <= count; i += RW_LANES)                                               \
            for (uint32_t lane = 0; lane < RW_LANES; lane++)                                       \
                sums[lane] += (double)a[i + lane] * b[i + lane];                                   \
        for (; i < count; i++)                                                                     \
            sum += (double)a[i] * b[i];                                                            \
        for (uint32_t lane = 0; lane < RW_LANES; lane++)                                           \
            sum += sums[lane];                                                                     \
        return sum;                                                                                \
    }

DOT(rw_lanes_dot, double)
DOT(rw_row_dot, float)

void rw_panel_add(const rw_panel *p, double *sum, uint32_t width)
{
    const float *a = p->rows[0], *b = p->rows[1], *c = p->rows[2], *d = p->rows[3];
    double wa = p->weights[0], wb = p->weights[1], wc = p->weights[2], wd = p->weights[3];

    for (uint32_t j = 0; j < width; j++)
        sum[j] += (wa * (double)a[j] + wb * (double)b[j]) + (wc * (double)c[j] + wd * (double)d[j]);
}

rw_panel rw_panel_make(const rw_features *x, const uint32_t *rows, uint32_t count, size_t first,
                       uint32_t step)
{
    rw_panel p = {{NULL}, {0}};

    for (uint32_t k = 0; k < RW_PANEL; k++) {
        size_t at = first + (size_t)k * step, soon = at + RW_PANEL * (size_t)step;

        at = at < count ? at : first;
        p.rows[k] = x->rows + (rows ? rows[at] : at) * x->width;
        if (soon < count)
            for (uint32_t j = 0; j < x->width; j += LINE)
                __builtin_prefetch(x->rows + (rows ? rows[soon] : soon) * x->width + j);
    }
    return p;
}

/* Adds weight * x x^T of each row to the lower triangles of the blocks. */
static void add_squares(const rw_features *x, const rw_panel *p, double *matrix)
{
    for (uint32_t i = 0; i < x->width; i++) {
        uint32_t last = i % x->block;
        rw_panel part;

        for (uint32_t k = 0; k < RW_PANEL; k++) {
            part.rows[k] = p->rows[k] + (i - last);
            part.weights[k] = p->weights[k] * (double)p->rows[k][i];
        }
        rw_panel_add(&part, matrix + (size_t)i * x->block, last + 1);
    }
}

void rw_sum_squares(const rw_features *x, const uint32_t *rows, const double *weights,
                    uint32_t count, double *matrix)
{
    uint32_t step = count / (ROWS_EACH * x->block) + 1, sampled = (count - 1) / step + 1;

    memset(matrix, 0, (size_t)x->width * x->block * sizeof *matrix);
    for (size_t i = 0; i < count; i += RW_PANEL * (size_t)step) {
        rw_panel p = rw_panel_make(x, rows, count, i, step);

        for (size_t k = 0; k < RW_PANEL && i + k * step < count; k++)
            p.weights[k] = weights ? weights[i + k * step] * count / sampled : 1.0 / sampled;
        add_squares(x, &p, matrix);
    }
}

/* ---- Features ---- */

riwalk_status rw_features_new(const riwalk_vectors *vectors, const uint32_t *rows, uint32_t count,
                              riwalk_normalization scale, rw_features **features,
                              riwalk_error *error)
{
    uint32_t width = vectors->dimensions + 1, blocks = vectors->dimensions / BLOCK + 1;
    rw_features *x;
    riwalk_status status;

    RW_HAVE(x = rw_alloc_zeroed(1, sizeof *x, error));
    x->count = count;
    x->width = width;
    x->block = vectors->dimensions / blocks + 1;
    x->rows = rw_take(&x->pool, count, width * sizeof *x->rows, error);
    x->moments = rw_take(&x->pool, width, x->block * sizeof *x->moments, error);
    if ((status = rw_pool_status(&x->pool)) ||
        (status = rw_scale_rows(vectors, rows, count, scale, x->rows, width, error))) {
        rw_features_free(x);
        return status;
    }
    for (size_t i = 0; i < count; i++)
        x->rows[i * width + width - 1] = 1;
    rw_sum_squares(x, NULL, NULL, count, x->moments);
    *features = x;
    return RIWALK_STATUS_OK;
}

void rw_features_stretch(rw_features *x, uint32_t columns, double length)
{
    double squares = 0, factor;

    for (size_t i = 0; i < x->count; i++)
        for (uint32_t j = 0; j < columns; j++)
            squares += pow((double)x->rows[i * x->width + j], 2);
    factor = squares > 0 ? length / sqrt(squares / x->count) : 1;
    for (size_t i = 0; i < x->count; i++)
        for (uint32_t j = 0; j < columns; j++)
            x->rows[i * x->width + j] = (float)(factor * (double)x->rows[i * x->width + j]);
    rw_sum_squares(x, NULL, NULL, x->count, x->moments);
}

void rw_features_free(rw_features *features)
{
    if (!features)
        return;
    rw_pool_free(&features->pool);
    rw_free(features);
}

double rw_features_decide(const rw_features *features, uint32_t row, const double *weights)
{
    return rw_row_dot(features->rows + (size_t)row * features->width, weights, features->width);
}
