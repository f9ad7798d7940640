/* SPDX-License-Identifier: MIT */
/* Newton's method on  f(w) = |w|^2 / 2C + sum over rows i of cost_i log(1 + exp(-y_i w.x_i)).
 *
 * The Hessian is H = 1/C + X^T D X with D_i = cost_i s_i (1 - s_i), where s_i is the probability of
 * i's own side. Conjugate gradients find the step d with H d = -gradient; an iteration reads all
 * rows once. X d is kept with d, so the line search reads no rows.
 *
 * The preconditioner is a Cholesky factor of H, or of its diagonal blocks if there are many
 * features. It begins with the second moments of all features and the mean of D, which all fits
 * share. A fit that takes long makes one from its own rows and D. Sums are doubles, in an order
 * that depends only on the input. */
#include "evaluate/fit.h"

#include "vectors/vectors.h"

#include <math.h>
#include <string.h>

#define LINE 16      /* floats in a cache line */
#define BLOCK 256    /* most features in a block of moments */
#define ROWS_EACH 64 /* most rows sampled per feature of a block */

#define PRECISION 0.1   /* of steps: relative residual in the preconditioner's norm */
#define MOST_STEPS 1000 /* a bound; fits end earlier for any C */
#define MOST_PASSES 200
#define ROUNDING 1e-14 /* relative rounding error of f */
#define MOST_HALVINGS 50

/* ---- Rows ---- */

/* Rows that are added to a sum together, which saves loads and stores of the sum. */
#define PANEL 4
typedef struct panel {
    const float *rows[PANEL];
    double weights[PANEL];
} panel;

static void add_panel(const panel *p, double *sum, uint32_t width)
{
    const float *a = p->rows[0], *b = p->rows[1], *c = p->rows[2], *d = p->rows[3];
    double wa = p->weights[0], wb = p->weights[1], wc = p->weights[2], wd = p->weights[3];

    for (uint32_t j = 0; j < width; j++)
        sum[j] += (wa * (double)a[j] + wb * (double)b[j]) + (wc * (double)c[j] + wd * (double)d[j]);
}

/* Makes a panel of rows[first], rows[first + step], ... (NULL: first, ...) with weights 0; row
 * `first` replaces those from `count` on. Prefetches the next panel. */
static panel make_panel(const rw_features *x, const uint32_t *rows, uint32_t count, size_t first,
                        uint32_t step)
{
    panel p = {{NULL}, {0}};

    for (uint32_t k = 0; k < PANEL; k++) {
        size_t at = first + (size_t)k * step, soon = at + PANEL * (size_t)step;

        at = at < count ? at : first;
        p.rows[k] = x->rows + (rows ? rows[at] : at) * x->width;
        if (soon < count)
            for (uint32_t j = 0; j < x->width; j += LINE)
                __builtin_prefetch(x->rows + (rows ? rows[soon] : soon) * x->width + j);
    }
    return p;
}

/* Adds weight * x x^T for each row to the lower triangles of the blocks. */
static void add_squares(const rw_features *x, const panel *p, double *matrix)
{
    for (uint32_t i = 0; i < x->width; i++) {
        uint32_t last = i % x->block;
        panel part;

        for (uint32_t k = 0; k < PANEL; k++) {
            part.rows[k] = p->rows[k] + (i - last);
            part.weights[k] = p->weights[k] * (double)p->rows[k][i];
        }
        add_panel(&part, matrix + (size_t)i * x->block, last + 1);
    }
}

/* Estimates the sum over `count` rows (NULL: the first ones) of weight * x x^T (NULL: 1 / count)
 * from an even sample, in the lower triangles of the blocks. */
static void sum_squares(const rw_features *x, const uint32_t *rows, const double *weights,
                        uint32_t count, double *matrix)
{
    uint32_t step = count / (ROWS_EACH * x->block) + 1, sampled = (count - 1) / step + 1;

    memset(matrix, 0, (size_t)x->width * x->block * sizeof *matrix);
    for (size_t i = 0; i < count; i += PANEL * (size_t)step) {
        panel p = make_panel(x, rows, count, i, step);

        for (size_t k = 0; k < PANEL && i + k * step < count; k++)
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
    sum_squares(x, NULL, NULL, count, x->moments);
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
    sum_squares(x, NULL, NULL, x->count, x->moments);
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

/* ---- Fits ---- */

struct rw_fitter {
    const rw_features *x;
    double *scores, *step_scores, *direction_scores, *curvature; /* [rows]: X w, X d, X p, D */
    double *gradient, *step, *direction, *residual, *preconditioned, *product; /* [width] */
    double *factor;  /* [width][block]: the preconditioner, laid out like the moments */
    uint32_t passes; /* over the rows since the factor was made */
    const uint32_t *rows;
    const bool *positive;
    uint32_t count;
    double ridge, cost[2]; /* 1/C; [positive] */
};

/* ---- The objective ---- */

/* Computes the gradient and curvature at w; returns the sum of the curvature. */
static double differentiate(rw_fitter *f, const double *w)
{
    double sum = 0;

    for (uint32_t j = 0; j < f->x->width; j++)
        f->gradient[j] = f->ridge * w[j];
    for (size_t i = 0; i < f->count; i += PANEL) {
        panel p = make_panel(f->x, f->rows, f->count, i, 1);

        for (size_t k = i; k < i + PANEL && k < f->count; k++) {
            double score = f->positive[k] ? f->scores[k] : -f->scores[k];
            double cost = f->cost[f->positive[k]];
            double odds = exp(-fabs(score)), less = odds / (1 + odds);
            double wrong = cost * (score > 0 ? less : 1 - less);

            f->curvature[k] = cost * less / (1 + odds);
            sum += f->curvature[k];
            p.weights[k - i] = f->positive[k] ? -wrong : wrong;
        }
        add_panel(&p, f->gradient, f->x->width);
    }
    return sum;
}

/* f at w + share * step. */
static double evaluate(const rw_fitter *f, const double *w, double share)
{
    double sum = 0;

    for (uint32_t j = 0; j < f->x->width; j++) {
        double at = w[j] + share * f->step[j];

        sum += f->ridge * at * at / 2;
    }
    for (uint32_t i = 0; i < f->count; i++) {
        double score = f->scores[i] + share * f->step_scores[i];
        double lost = f->positive[i] ? -score : score;

        sum += f->cost[f->positive[i]] * (fmax(lost, 0) + log1p(exp(-fabs(lost))));
    }
    return sum;
}

/* product = H direction, direction_scores = X direction. */
static void multiply_hessian(rw_fitter *f)
{
    uint32_t width = f->x->width;

    for (uint32_t j = 0; j < width; j++)
        f->product[j] = f->ridge * f->direction[j];
    for (size_t i = 0; i < f->count; i += PANEL) {
        panel p = make_panel(f->x, f->rows, f->count, i, 1);

        for (size_t k = i; k < i + PANEL && k < f->count; k++) {
            f->direction_scores[k] = rw_row_dot(p.rows[k - i], f->direction, width);
            p.weights[k - i] = f->curvature[k] * f->direction_scores[k];
        }
        add_panel(&p, f->product, width);
    }
    f->passes++;
}

/* ---- The preconditioner ---- */

/* Turns X^T D X in `factor` into the Cholesky factor of H. If features depend on each other,
 * rounding can make a pivot negative: a small positive value is kept. */
static void decompose(rw_fitter *f)
{
    uint32_t block = f->x->block;

    for (uint32_t i = 0; i < f->x->width; i++) {
        uint32_t last = i % block;
        double *row = f->factor + (size_t)i * block, whole = row[last] + f->ridge;

        for (uint32_t j = 0; j < last; j++) {
            const double *other = f->factor + (size_t)(i - last + j) * block;

            row[j] = (row[j] - rw_lanes_dot(row, other, j)) / other[j];
        }
        row[last] = sqrt(fmax(whole - rw_lanes_dot(row, row, last), 1e-12 * whole));
    }
    f->passes = 0;
}

/* preconditioned = inverse of the preconditioner times residual. */
static void precondition(rw_fitter *f)
{
    uint32_t block = f->x->block;
    double *result = f->preconditioned;

    for (uint32_t i = 0; i < f->x->width; i++) {
        const double *row = f->factor + (size_t)i * block;
        uint32_t last = i % block;

        result[i] = (f->residual[i] - rw_lanes_dot(row, result + i - last, last)) / row[last];
    }
    for (uint32_t i = f->x->width; i-- > 0;) {
        const double *row = f->factor + (size_t)i * block;
        uint32_t last = i % block;

        result[i] /= row[last];
        for (uint32_t j = 0; j < last; j++)
            result[i - last + j] -= result[i] * row[j];
    }
}

/* ---- Newton's method ---- */

/* Finds the step, with H step = -gradient up to PRECISION, and step_scores = X step. A step cut at
 * MOST_PASSES is still a descent direction. */
static riwalk_status find_step(rw_fitter *f, rw_progress *progress, riwalk_error *error)
{
    uint32_t width = f->x->width;
    double size, first;

    memset(f->step, 0, width * sizeof *f->step);
    memset(f->step_scores, 0, f->count * sizeof *f->step_scores);
    for (uint32_t j = 0; j < width; j++)
        f->residual[j] = -f->gradient[j];
    precondition(f);
    memcpy(f->direction, f->preconditioned, width * sizeof *f->direction);
    first = size = rw_lanes_dot(f->residual, f->preconditioned, width);
    for (int pass = 0; pass < MOST_PASSES && size > PRECISION * PRECISION * first; pass++) {
        double share, old = size;

        RW_MUST(rw_progress_add(progress, 0, error));
        multiply_hessian(f);
        share = size / rw_lanes_dot(f->direction, f->product, width);
        for (uint32_t j = 0; j < width; j++) {
            f->step[j] += share * f->direction[j];
            f->residual[j] -= share * f->product[j];
        }
        for (uint32_t i = 0; i < f->count; i++)
            f->step_scores[i] += share * f->direction_scores[i];
        precondition(f);
        size = rw_lanes_dot(f->residual, f->preconditioned, width);
        for (uint32_t j = 0; j < width; j++)
            f->direction[j] = f->preconditioned[j] + size / old * f->direction[j];
    }
    return RIWALK_STATUS_OK;
}

/* Takes the step, or a half, a quarter, ... of it, so that f falls as far as rounding shows it;
 * false if it does not. */
static bool search_line(rw_fitter *f, double *w, double *value)
{
    double slope = rw_lanes_dot(f->gradient, f->step, f->x->width), share = 1;

    for (int halved = 0; halved < MOST_HALVINGS; halved++, share /= 2) {
        double at = evaluate(f, w, share);

        if (!(at <= *value * (1 + ROUNDING) + 1e-4 * share * slope))
            continue;
        *value = at;
        for (uint32_t j = 0; j < f->x->width; j++)
            w[j] += share * f->step[j];
        for (uint32_t i = 0; i < f->count; i++)
            f->scores[i] += share * f->step_scores[i];
        return true;
    }
    return false;
}

/* The standard deviation or, if not `centred`, the root mean square. */
static double deviation(const double *values, uint32_t count, bool centred)
{
    double sum = 0, squares = 0, centre;

    for (uint32_t i = 0; i < count && centred; i++)
        sum += values[i];
    centre = sum / count;
    for (uint32_t i = 0; i < count; i++)
        squares += (values[i] - centre) * (values[i] - centre);
    return sqrt(squares / count);
}

/* Prepares a fit from w = 0; returns the sum of the curvature there. */
static double begin(rw_fitter *f, const uint32_t *rows, const bool *positive, uint32_t count,
                    const riwalk_classify_options *options, double *w)
{
    uint32_t positives = 0;

    f->rows = rows;
    f->positive = positive;
    f->count = count;
    f->ridge = 1 / options->C;
    f->cost[0] = f->cost[1] = 1;
    for (uint32_t i = 0; i < count; i++)
        positives += positive[i];
    if (options->balanced) {
        f->cost[0] = count / (2.0 * (count - positives));
        f->cost[1] = count / (2.0 * positives);
    }
    memset(w, 0, f->x->width * sizeof *w);
    memset(f->step, 0, f->x->width * sizeof *f->step);
    memset(f->scores, 0, count * sizeof *f->scores);
    memset(f->step_scores, 0, count * sizeof *f->step_scores);
    return differentiate(f, w);
}

/* Near the minimum the error after a step is at most PRECISION times the step, so a step within the
 * tolerance is the last. So is a step that neither lowers f nor is shorter than the one before: the
 * rest is rounding. */
riwalk_status rw_fitter_fit(rw_fitter *f, const uint32_t *rows, const bool *positive,
                            uint32_t count, const riwalk_classify_options *options,
                            rw_progress *progress, double *w, riwalk_error *error)
{
    double curvature = begin(f, rows, positive, count, options, w);
    double value = evaluate(f, w, 0), moved = INFINITY;
    riwalk_status status = RIWALK_STATUS_OK;

    for (size_t i = 0; i < (size_t)f->x->width * f->x->block; i++)
        f->factor[i] = curvature * f->x->moments[i]; /* the same start for all fits */
    decompose(f);
    for (int step = 0; step < MOST_STEPS && !(status = find_step(f, progress, error)); step++) {
        double old_value = value, old_moved = moved;

        moved = deviation(f->step_scores, count, false);
        if (!search_line(f, w, &value) ||
            moved <= options->tolerance * deviation(f->scores, count, true) ||
            !(value < old_value || moved < old_moved))
            break;
        differentiate(f, w);
        if (f->passes <= 8 + f->x->block / 8)
            continue;
        /* A preconditioner from the fit's own rows costs at most block / 8 passes. */
        sum_squares(f->x, rows, f->curvature, count, f->factor);
        decompose(f);
    }
    return status;
}

/* ---- The memory of a thread ---- */

rw_fitter *rw_fitter_new(const rw_features *features, uint32_t max_rows, rw_pool *pool,
                         riwalk_error *error)
{
    rw_fitter *f = rw_take_zeroed(pool, 1, sizeof *f, error);
    uint32_t width = features->width;

    if (!f)
        return NULL;
    double **of_rows[] = {&f->scores, &f->step_scores, &f->direction_scores, &f->curvature};
    double **of_columns[] = {&f->gradient, &f->step,           &f->direction,
                             &f->residual, &f->preconditioned, &f->product};

    f->x = features;
    for (size_t i = 0; i < sizeof of_rows / sizeof *of_rows; i++)
        *of_rows[i] = rw_take(pool, max_rows, sizeof(double), error);
    for (size_t i = 0; i < sizeof of_columns / sizeof *of_columns; i++)
        *of_columns[i] = rw_take(pool, width, sizeof(double), error);
    f->factor = rw_take(pool, width, features->block * sizeof *f->factor, error);
    return f;
}
