/* SPDX-License-Identifier: MIT */
/*
 * The only file that knows liblinear. What must be known of it (2.30):
 *  - Solver L2R_LR draws no random numbers, unlike the dual ones, which call rand(). Its only
 * global state is the function that prints, which is set once, to one that does not. So fits run in
 *    parallel, and are the same every time.
 *  - Its names have no prefix: programs of this field have a function train() of their own. So it
 *    is not linked, and its functions are asked for by name in the library itself.
 *  - Memory that it cannot get ends the process. It needs little: a few numbers for each row.
 */
#include "evaluate/logistic.h"

#include "base/error.h"
#include "base/load.h"
#include "base/memory.h"
#include "evaluate/scale.h"
#include "evaluate/start.h"
#include "vectors/vectors.h"

#include <limits.h>
#include <linear.h>

struct rw_features {
    uint32_t count;
    uint32_t dimensions;
    struct feature_node *nodes;
    struct feature_node **rows; /* [count], into nodes; a row ends with index -1 */
    rw_dense dense;             /* the same once more, where starts are looked for; else no rows */
};

struct rw_fitter {
    struct model *(*train)(const struct problem *, const struct parameter *);
    void (*free_model)(struct model **);
    struct feature_node **x;
    double *y;
    bool *positive;
    rw_start *start; /* made with the first fit that needs it */
    double *first;   /* the weights that it finds */
    uint32_t max_rows;
};

/* ---- Features ---- */

/* Writes one row and returns what is behind it. */
static struct feature_node *fill_row(struct feature_node *at, const double *values,
                                     uint32_t dimensions)
{
    for (uint32_t d = 0; d < dimensions; d++)
        if (values[d] != 0)
            *at++ = (struct feature_node){(int)d + 1, values[d]};
    *at++ = (struct feature_node){(int)dimensions + 1, 1};
    *at++ = (struct feature_node){-1, 0};
    return at;
}

static riwalk_status make_dense(rw_features *f, riwalk_error *error)
{
    riwalk_status status;

    if (f->count < RW_START_LEAST_ROWS || f->dimensions >= RW_START_MOST_WIDTH)
        return RIWALK_STATUS_OK;
    if ((status = rw_dense_init(&f->dense, f->count, f->dimensions + 1, error)))
        return status;
    for (uint32_t i = 0; i < f->count; i++) {
        float *row = f->dense.rows + (size_t)i * f->dense.stride;

        for (const struct feature_node *node = f->rows[i]; node->index > 0; node++)
            row[node->index - 1] = (float)node->value;
    }
    return rw_dense_measure(&f->dense, error);
}

static riwalk_status make_features(const riwalk_vectors *vectors, const uint32_t *rows,
                                   const rw_scaler *scaler, double *values, rw_features *f,
                                   riwalk_error *error)
{
    size_t each = (size_t)f->dimensions + 2;
    struct feature_node *at;

    if (f->count > INT_MAX)
        return rw_fail(error, RIWALK_STATUS_LIMIT, "liblinear takes at most %d nodes", INT_MAX);
    if (!(f->rows = rw_alloc(f->count, sizeof(struct feature_node *), error)) ||
        !(f->nodes = rw_alloc(f->count, each * sizeof(struct feature_node), error)))
        return RIWALK_STATUS_MEMORY;
    at = f->nodes;
    for (uint32_t i = 0; i < f->count; i++) {
        f->rows[i] = at;
        rw_scaler_apply(scaler, rw_vectors_row(vectors, rows ? rows[i] : i), values);
        at = fill_row(at, values, f->dimensions);
    }
    return make_dense(f, error);
}

riwalk_status rw_features_new(const riwalk_vectors *vectors, const uint32_t *rows, uint32_t count,
                              riwalk_scale scale, rw_features **features, riwalk_error *error)
{
    rw_features *f = rw_alloc_zeroed(1, sizeof *f, error);
    double *values = f ? rw_alloc(vectors->dimensions, sizeof *values, error) : NULL;
    riwalk_status status = RIWALK_STATUS_MEMORY;
    rw_scaler scaler;

    if (values && !(status = rw_scaler_init(&scaler, vectors, scale, error))) {
        f->count = count;
        f->dimensions = vectors->dimensions;
        status = make_features(vectors, rows, &scaler, values, f, error);
        rw_scaler_free(&scaler);
    }
    rw_free(values);
    if (status)
        rw_features_free(f);
    else
        *features = f;
    return status;
}

void rw_features_free(rw_features *features)
{
    if (!features)
        return;
    rw_dense_free(&features->dense);
    rw_free(features->nodes);
    rw_free(features->rows);
    rw_free(features);
}

uint32_t rw_features_weights(const rw_features *features)
{
    return features->dimensions + 1;
}

double rw_features_decide(const rw_features *features, uint32_t row, const double *weights)
{
    double sum = 0;

    for (const struct feature_node *node = features->rows[row]; node->index > 0; node++)
        sum += weights[node->index - 1] * node->value;
    return sum;
}

/* ---- Fits ---- */

static void print_nothing(const char *text)
{
    (void)text;
}

static riwalk_status load(rw_fitter *f, riwalk_error *error)
{
    void (*set_print)(void (*)(const char *));
    riwalk_status status;

    if ((status = rw_load(RIWALK_LIBLINEAR, "train", &f->train, error)) ||
        (status = rw_load(RIWALK_LIBLINEAR, "free_and_destroy_model", &f->free_model, error)) ||
        (status = rw_load(RIWALK_LIBLINEAR, "set_print_string_function", &set_print, error)))
        return status;
    set_print(print_nothing);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_fitter_new(uint32_t max_rows, rw_fitter **fitter, riwalk_error *error)
{
    rw_fitter *f = rw_alloc_zeroed(1, sizeof *f, error);
    riwalk_status status;

    if (!f)
        return RIWALK_STATUS_MEMORY;
    if ((status = load(f, error))) {
        rw_fitter_free(f);
        return status;
    }
    if (!(f->x = rw_alloc(max_rows, sizeof(struct feature_node *), error)) ||
        !(f->y = rw_alloc(max_rows, sizeof *f->y, error)) ||
        !(f->positive = rw_alloc(max_rows, sizeof *f->positive, error))) {
        rw_fitter_free(f);
        return RIWALK_STATUS_MEMORY;
    }
    f->max_rows = max_rows;
    *fitter = f;
    return RIWALK_STATUS_OK;
}

void rw_fitter_free(rw_fitter *fitter)
{
    if (!fitter)
        return;
    rw_start_free(fitter->start);
    rw_free(fitter->first);
    rw_free(fitter->x);
    rw_free(fitter->y);
    rw_free(fitter->positive);
    rw_free(fitter);
}

bool *rw_fitter_positive(rw_fitter *fitter)
{
    return fitter->positive;
}

/* Weights for liblinear to start from; NULL, as before, where it is quick by itself. */
static riwalk_status find_start(rw_fitter *fitter, const rw_features *features,
                                const uint32_t *rows, const bool *positive,
                                const struct problem *problem, struct parameter *parameter,
                                riwalk_error *error)
{
    rw_start_fit fit = {
        .dense = &features->dense,
        .rows = rows,
        .positive = positive,
        .count = (uint32_t)problem->l,
        .cost = {parameter->C * parameter->weight[1], parameter->C * parameter->weight[0]},
    };
    uint32_t positives = 0, fewer;
    riwalk_status status;

    if (!features->dense.rows || fit.count < RW_START_LEAST_ROWS)
        return RIWALK_STATUS_OK;
    if (!fitter->first &&
        !(fitter->first = rw_alloc(features->dense.width, sizeof *fitter->first, error)))
        return RIWALK_STATUS_MEMORY;
    if (!fitter->start &&
        (status = rw_start_new(fitter->max_rows, features->dense.width, &fitter->start, error)))
        return status;
    for (uint32_t i = 0; i < fit.count; i++)
        positives += positive[i];
    fewer = positives < fit.count - positives ? positives : fit.count - positives;
    fit.tolerance = parameter->eps * fewer / fit.count; /* as liblinear has it */
    rw_start_find(fitter->start, &fit, fitter->first);
    parameter->init_sol = fitter->first;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_fitter_fit(rw_fitter *fitter, const rw_features *features, const uint32_t *rows,
                            uint32_t count, const bool *positive,
                            const riwalk_classify_options *options, double *weights,
                            riwalk_error *error)
{
    int weight_labels[2] = {1, -1};
    double class_weights[2] = {1, 1};
    struct problem problem = {
        .l = (int)count,
        .n = (int)rw_features_weights(features),
        .y = fitter->y,
        .x = fitter->x,
        .bias = 1, /* the last feature is the one that is always 1 */
    };
    struct parameter parameter = {
        .solver_type = L2R_LR,
        .eps = options->tolerance,
        .C = options->C,
        .nr_weight = 2,
        .weight_label = weight_labels,
        .weight = class_weights,
    };
    struct model *model;
    riwalk_status status;
    uint32_t positives = 0;
    double sign;

    for (uint32_t i = 0; i < count; i++) {
        fitter->x[i] = features->rows[rows[i]];
        fitter->y[i] = positive[i] ? 1 : -1;
        positives += positive[i];
    }
    if (options->balanced) {
        class_weights[0] = (double)count / (2.0 * positives);
        class_weights[1] = (double)count / (2.0 * (count - positives));
    }
    if ((status = find_start(fitter, features, rows, positive, &problem, &parameter, error)))
        return status;
    model = fitter->train(&problem, &parameter);
    if (!model || model->nr_class != 2)
        return rw_fail(error, RIWALK_STATUS_LIMIT, "liblinear made no model of two classes");
    sign = model->label[0] == 1 ? 1 : -1;
    for (int i = 0; i < problem.n; i++)
        weights[i] = sign * model->w[i];
    fitter->free_model(&model);
    return RIWALK_STATUS_OK;
}
