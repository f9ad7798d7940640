/* SPDX-License-Identifier: MIT */
/* Fits of logistic regression are where the objective is least. That scikit-learn's are there too:
 * tests/python/test_classify.py. */
#include "evaluate/fit.h"
#include "unit/test.h"
#include "vectors/vectors.h"

#define ROWS 3000
#define MOST_DIMENSIONS 300

/* Vectors, four of five of which are trained on, and which of these are positive. */
typedef struct data {
    riwalk_vectors *vectors;
    rw_features *features;
    uint32_t rows[ROWS], count;
    bool positive[ROWS];
} data;

static double uniform(uint64_t stream, uint64_t step)
{
    return (double)(int64_t)rw_rng_at(stream, step) * 0x1p-63;
}

/* Columns of very different sizes, two the same, one nearly so, and one of zeros; `share` of the
 * rows positive, by the last column and, but for 0, chance. */
static void make_data(data *d, uint32_t count, uint32_t dimensions, uint64_t seed, double share,
                      double chance, double size)
{
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, 0, 0), step = 0;
    uint32_t vectors = count + count / 4;

    ok(rw_vectors_new(vectors, dimensions, &d->vectors, &failure));
    for (uint32_t i = 0; i < vectors; i++) {
        float *row = rw_vectors_row(d->vectors, i);

        for (uint32_t j = 0; j < dimensions; j++)
            row[j] = (float)(size * uniform(stream, step++) * exp(3.0 * j / dimensions - 2));
        row[1] = (float)((double)row[0] + size * 0.01 * uniform(stream, step++));
        row[2] = 0;
        row[3] = row[0];
    }
    d->count = count;
    for (uint32_t i = 0; i < count; i++) {
        d->rows[i] = i + i / 4;
        d->positive[i] = (double)rw_vectors_row(d->vectors, d->rows[i])[dimensions - 1] / size +
                             chance * uniform(stream, step++) * 2 >
                         2 * (1 - 2 * share);
    }
    if (chance > 0) {
        d->positive[0] = true;
        d->positive[1] = false;
    }
    ok(rw_features_new(d->vectors, NULL, vectors, RIWALK_NORMALIZATION_NONE, &d->features,
                       &failure));
}

static void free_data(data *d)
{
    rw_features_free(d->features);
    riwalk_vectors_free(d->vectors);
}

static riwalk_status fit_with(const data *d, const riwalk_classify_options *options,
                              rw_progress *progress, double *w, riwalk_error *error)
{
    rw_pool pool = {0};
    rw_fitter *fitter = rw_fitter_new(d->features, d->count, &pool, error);
    riwalk_status status = rw_pool_status(&pool);

    if (!status)
        status = rw_fitter_fit(fitter, d->rows, d->positive, d->count, options, progress, w, error);
    rw_pool_free(&pool);
    return status;
}

static void fit(const data *d, const riwalk_classify_options *options, double *w)
{
    rw_progress progress;
    riwalk_error error;

    rw_progress_begin(&progress, &options->run, "fitting", "fits", 1);
    assert_int_equal(fit_with(d, options, &progress, w, &error), 0);
}

/* ---- The oracle ---- */

/* The length of the objective's slope, which is zero where it is least, and there alone. */
static double slope(const data *d, const riwalk_classify_options *options, const double *w)
{
    uint32_t width = d->features->width, positives = 0;
    double slopes[MOST_DIMENSIONS + 1], squares = 0;

    memcpy(slopes, w, width * sizeof *w);
    for (uint32_t i = 0; i < d->count; i++)
        positives += d->positive[i];
    for (uint32_t i = 0; i < d->count; i++) {
        const float *row = rw_vectors_row(d->vectors, d->rows[i]);
        double side = d->positive[i] ? 1 : -1,
               own = d->positive[i] ? positives : d->count - positives;
        double cost = options->C * (options->balanced ? d->count / (2 * own) : 1);
        double g = cost / (1 + exp(side * rw_features_decide(d->features, d->rows[i], w)));

        for (uint32_t j = 0; j < width; j++)
            slopes[j] -= g * side * (j + 1 < width ? (double)row[j] : 1);
    }
    for (uint32_t j = 0; j < width; j++)
        squares += slopes[j] * slopes[j];
    return sqrt(squares);
}

/* The root mean square of the differences between the decision values of two fits. */
static double apart(const data *d, const double *a, const double *b)
{
    double squares = 0;

    for (uint32_t i = 0; i < d->count; i++) {
        double difference = rw_features_decide(d->features, d->rows[i], a) -
                            rw_features_decide(d->features, d->rows[i], b);

        squares += difference * difference;
    }
    return sqrt(squares / d->count);
}

/* The standard deviation of the decision values of a fit. */
static double spread(const data *d, const double *w)
{
    double sum = 0, squares = 0;

    for (uint32_t i = 0; i < d->count; i++) {
        double value = rw_features_decide(d->features, d->rows[i], w);

        sum += value;
        squares += value * value;
    }
    return sqrt(squares / d->count - sum / d->count * (sum / d->count));
}

/* Down to a tolerance that rounding allows. The least fit is known by its slope: that is at least
 * as long as the way to the minimum, by which decision values differ a few times. */
static void check_fit(const data *d, riwalk_classify_options *options, double least)
{
    double w[MOST_DIMENSIONS + 1], expected[MOST_DIMENSIONS + 1];

    options->tolerance = 1e-12;
    fit(d, options, expected);
    if (!(slope(d, options, expected) < 1e-3 * least * spread(d, expected)))
        fail_msg("%u rows, C %g, balanced %d: a slope of %g", d->count, options->C,
                 options->balanced, slope(d, options, expected));
    for (options->tolerance = 1e-2; options->tolerance >= least; options->tolerance /= 10) {
        fit(d, options, w);
        if (!(apart(d, w, expected) <= options->tolerance * spread(d, expected)))
            fail_msg("%u rows, C %g, balanced %d, tolerance %g: %g from the least", d->count,
                     options->C, options->balanced, options->tolerance, apart(d, w, expected));
    }
}

/* ---- Tests ---- */

TEST(fits_are_the_least)
{
    static const double shares[] = {0.5, 0.1, 0}, costs[] = {0.01, 1, 100};
    static const struct {
        uint32_t count, dimensions;
        double share, chance, size, C, least;
        bool balanced;
    } others[] = {
        {100, MOST_DIMENSIONS, 0.3, 1, 1, 1,
         1e-6}, /* more than a block of the preconditioner has */
        {401, MOST_DIMENSIONS, 0.3, 1, 1, 1, 1e-6},
        {500, 19, 0.3, 1, 1e-3, 1, 1e-4, true}, /* values are nearly the same */
        {2000, 19, 0.5, 0, 1, 1e4, 1e-5},       /* a plane parts the rows */
    };
    static data d;

    for (unsigned i = 0; i < 18; i++) {
        riwalk_classify_options options =
            WITH(riwalk_classify_options, it.C = costs[i / 3 % 3], it.balanced = i >= 9);

        make_data(&d, i % 2 ? 2000 : 15, 19, i, shares[i % 3], 1, 1);
        check_fit(&d, &options, 1e-6);
        free_data(&d);
    }
    EACH (o, others) {
        riwalk_classify_options options =
            WITH(riwalk_classify_options, it.C = o->C, it.balanced = o->balanced);

        make_data(&d, o->count, o->dimensions, 1, o->share, o->chance, o->size);
        check_fit(&d, &options, o->least);
        free_data(&d);
    }
}

/* All rows are on their side, or, where values or their weight are next to nothing, at 0. */
TEST(values_of_any_size_are_fitted)
{
    static const double sizes[] = {1e-35, 1, 1e35}, costs[] = {1e-320, 1e-300, 1, 1e300};
    riwalk_classify_options options = DEFAULTS(riwalk_classify_options);
    static data d;

    for (unsigned i = 0; i < 12; i++) {
        uint32_t right = 0;
        double w[20];

        make_data(&d, 100, 19, 1, 0.5, 0, sizes[i / 4]);
        options.C = costs[i % 4];

        fit(&d, &options, w);
        for (uint32_t k = 0; k < d.count; k++) {
            double value = rw_features_decide(d.features, d.rows[k], w);

            assert_true(isfinite(value));
            right += d.positive[k] == (value > 0);
        }
        if (sizes[i / 4] >= 1 && options.C >= 1)
            assert_true(right >= 97);
        free_data(&d);
    }
}

TEST(a_fit_leaves_nothing_for_the_next)
{
    riwalk_classify_options options = DEFAULTS(riwalk_classify_options);
    double first[20], again[20];
    rw_pool pool = {0};
    rw_fitter *fitter;
    rw_progress progress;
    static data d;

    rw_progress_begin(&progress, &options.run, "fitting", "fits", 1);
    make_data(&d, 2000, 19, 1, 0.5, 1, 1);
    fitter = rw_fitter_new(d.features, d.count, &pool, NULL);
    ok(rw_pool_status(&pool));
    ok(rw_fitter_fit(fitter, d.rows, d.positive, d.count, &options, &progress, first, &failure));
    options.balanced = true;
    options.C = 100;
    ok(rw_fitter_fit(fitter, d.rows, d.positive, 50, &options, &progress, again, &failure));
    assert_memory_not_equal(first, again, sizeof first);
    riwalk_classify_options_init(&options);
    ok(rw_fitter_fit(fitter, d.rows, d.positive, d.count, &options, &progress, again, &failure));
    assert_memory_equal(first, again, sizeof first);
    rw_pool_free(&pool);
    free_data(&d);
}
