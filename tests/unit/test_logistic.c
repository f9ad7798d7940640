/* SPDX-License-Identifier: MIT */
/* Fits that get a start: they are where liblinear's own fits from nothing are, by its own rule. */
#include "base/memory.h"
#include "base/rng.h"
#include "evaluate/logistic.h"
#include "evaluate/start.h"
#include "vectors/vectors.h"

#include <linear.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ROWS 3000
#define DIMENSIONS 19
#define WIDTH (DIMENSIONS + 1)
#define TRAINED 2500

typedef struct data {
    riwalk_vectors *vectors;
    uint32_t rows[TRAINED];
    bool positive[TRAINED];
} data;

static double uniform(uint64_t stream, uint64_t step)
{
    return (double)(int64_t)rw_rng_at(stream, step) * 0x1p-63;
}

/* Columns of very different sizes, some of them nearly the same; `share` of the rows positive. */
static void make_data(data *d, uint64_t seed, double share)
{
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, 0, 0), step = 0;
    riwalk_error error;

    assert_int_equal(rw_vectors_new(ROWS, DIMENSIONS, &d->vectors, &error), 0);
    for (uint32_t i = 0; i < ROWS; i++) {
        float *row = rw_vectors_row(d->vectors, i);

        for (uint32_t j = 0; j < DIMENSIONS; j++)
            row[j] = (float)(uniform(stream, step++) * exp(3.0 * j / DIMENSIONS - 2));
        row[1] = (float)((double)row[0] + 0.01 * uniform(stream, step++));
        row[2] = 0;
    }
    for (uint32_t i = 0; i < TRAINED; i++) {
        d->rows[i] = i + i / 5;
        d->positive[i] = (double)rw_vectors_row(d->vectors, d->rows[i])[DIMENSIONS - 1] +
                             uniform(stream, step++) * 2 >
                         2 * (1 - 2 * share);
    }
    d->positive[0] = true;
    d->positive[1] = false;
}

static double value_of(const data *d, uint32_t i, uint32_t j)
{
    return j < DIMENSIONS ? (double)rw_vectors_row(d->vectors, d->rows[i])[j] : 1;
}

/* The length of the gradient, by the definition. */
static double gradient(const data *d, const double cost[2], const double *w)
{
    double sums[WIDTH], squares = 0;

    memcpy(sums, w, sizeof sums);
    for (uint32_t i = 0; i < TRAINED; i++) {
        double score = 0, side = d->positive[i] ? 1 : -1;

        for (uint32_t j = 0; j < WIDTH; j++)
            score += w[j] * value_of(d, i, j);
        for (uint32_t j = 0; j < WIDTH; j++)
            sums[j] -= cost[d->positive[i]] * side * value_of(d, i, j) / (1 + exp(side * score));
    }
    for (uint32_t j = 0; j < WIDTH; j++)
        squares += sums[j] * sums[j];
    return sqrt(squares);
}

static void fit(const data *d, const riwalk_classify_options *options, double *w)
{
    rw_features *features = NULL;
    rw_fitter *fitter = NULL;
    riwalk_error error;

    assert_int_equal(rw_features_new(d->vectors, NULL, ROWS, RIWALK_SCALE_NONE, &features, &error),
                     0);
    assert_int_equal(rw_fitter_new(TRAINED, &fitter, &error), 0);
    for (int i = 0; i < 2; i++) /* the second one is made in the same room */
        assert_int_equal(
            rw_fitter_fit(fitter, features, d->rows, TRAINED, d->positive, options, w, &error), 0);
    rw_fitter_free(fitter);
    rw_features_free(features);
}

/* liblinear, from weights of zero. */
static void fit_from_nothing(const data *d, const riwalk_classify_options *options,
                             const double cost[2], double *w)
{
    static struct feature_node nodes[TRAINED][WIDTH + 1], *x[TRAINED];
    static double y[TRAINED];
    int labels[2] = {1, -1};
    double weights[2] = {cost[1] / options->C, cost[0] / options->C};
    struct problem problem = {.l = TRAINED, .n = WIDTH, .y = y, .x = x, .bias = 1};
    struct parameter parameter = {.solver_type = L2R_LR,
                                  .eps = options->tolerance,
                                  .C = options->C,
                                  .nr_weight = 2,
                                  .weight_label = labels,
                                  .weight = weights};
    struct model *model;

    for (uint32_t i = 0; i < TRAINED; i++) {
        x[i] = nodes[i];
        y[i] = d->positive[i] ? 1 : -1;
        for (uint32_t j = 0; j < WIDTH; j++)
            nodes[i][j] = (struct feature_node){(int)j + 1, value_of(d, i, j)};
        nodes[i][WIDTH].index = -1;
    }
    model = train(&problem, &parameter);
    assert_non_null(model);
    for (uint32_t j = 0; j < WIDTH; j++)
        w[j] = model->label[0] * model->w[j];
    free_and_destroy_model(&model);
}

/* f is strongly convex: two points are no further apart than the sum of their gradients. */
static void compare(const data *d, const riwalk_classify_options *options)
{
    double w[WIDTH], expected[WIDTH], zero[WIDTH] = {0}, cost[2] = {options->C, options->C};
    double most, apart = 0;
    uint32_t positives = 0, fewer;

    for (uint32_t i = 0; i < TRAINED; i++)
        positives += d->positive[i];
    fewer = positives < TRAINED / 2 ? positives : TRAINED - positives;
    if (options->balanced) {
        cost[1] *= TRAINED / (2.0 * positives);
        cost[0] *= TRAINED / (2.0 * (TRAINED - positives));
    }
    most = options->tolerance * fewer / TRAINED * gradient(d, cost, zero);
    fit(d, options, w);
    fit_from_nothing(d, options, cost, expected);
    for (uint32_t j = 0; j < WIDTH; j++)
        apart += (w[j] - expected[j]) * (w[j] - expected[j]);
    if (!(gradient(d, cost, w) <= most * (1 + 1e-6)))
        fail_msg("%u positives, C %g: the gradient is %g, not %g", positives, options->C,
                 gradient(d, cost, w), most);
    if (!(sqrt(apart) <= 2 * most * (1 + 1e-6)))
        fail_msg("%u positives, C %g: %g from liblinear's, not %g", positives, options->C,
                 sqrt(apart), 2 * most);
}

static void print_nothing(const char *text)
{
    (void)text;
}

static void fits_are_liblinears(void **state)
{
    static const double shares[] = {0.5, 0.1, 0}, costs[] = {0.01, 1, 100};
    riwalk_classify_options options;

    (void)state;
    set_print_string_function(print_nothing);
    riwalk_classify_options_init(&options);
    for (unsigned i = 0; i < 18; i++) {
        data d;

        make_data(&d, i, shares[i % 3]);
        options.C = costs[i / 3 % 3];
        options.balanced = i >= 9;
        compare(&d, &options);
        options.tolerance = i % 2 ? 1e-4 : 1e-6;
        riwalk_vectors_free(d.vectors);
    }
}

static void separable_rows_are_fitted(void **state)
{
    riwalk_classify_options options;
    data d;

    (void)state;
    set_print_string_function(print_nothing);
    riwalk_classify_options_init(&options);
    options.C = 1e4;
    make_data(&d, 1, 0.5);
    for (uint32_t i = 0; i < TRAINED; i++)
        d.positive[i] = rw_vectors_row(d.vectors, d.rows[i])[DIMENSIONS - 1] > 0;
    compare(&d, &options);
    riwalk_vectors_free(d.vectors);
}

static void every_failing_allocation_is_an_error(void **state)
{
    riwalk_status status = RIWALK_STATUS_MEMORY;
    riwalk_classify_options options;
    long before;
    data d;

    (void)state;
    riwalk_classify_options_init(&options);
    make_data(&d, 1, 0.5);
    before = rw_memory_blocks();
    for (long permitted = 0; status; permitted++) {
        rw_features *features = NULL;
        rw_fitter *fitter = NULL;
        riwalk_error error = {0};
        double w[WIDTH];

        rw_memory_permit(permitted);
        if (!(status =
                  rw_features_new(d.vectors, NULL, ROWS, RIWALK_SCALE_NONE, &features, &error)) &&
            !(status = rw_fitter_new(TRAINED, &fitter, &error)))
            status =
                rw_fitter_fit(fitter, features, d.rows, TRAINED, d.positive, &options, w, &error);
        rw_memory_permit(-1);
        if (status)
            assert_int_equal(status, RIWALK_STATUS_MEMORY);
        rw_fitter_free(fitter);
        rw_features_free(features);
        assert_int_equal(rw_memory_blocks(), before);
    }
    riwalk_vectors_free(d.vectors);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fits_are_liblinears),
        cmocka_unit_test(separable_rows_are_fitted),
        cmocka_unit_test(every_failing_allocation_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
