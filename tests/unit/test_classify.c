/* SPDX-License-Identifier: MIT */
/* Classification and transfer: known answers, the same at any number of threads, bad input. That
 * the scores are scikit-learn's is for tests/python. */
#include "evaluate/fit.h"
#include "evaluate/points.h"
#include "unit/test.h"
#include "vectors/vectors.h"

#define COUNT 300
#define DIMENSIONS 6
#define CLASSES 3

typedef struct data {
    riwalk_vectors *vectors;
    riwalk_node_labels *labels;
} data;

/* Nodes "0" .. "299" of classes "c0" .. "c2", in turn: clouds around corners, `noise` wide. With
 * `several`, every tenth node also has the next class. */
static data make_data(double noise, bool several)
{
    static const char *const classes[] = {"c0", "c1", "c2"};
    static const char *labels[2 * COUNT];
    static float values[COUNT * DIMENSIONS];
    uint64_t stream = rw_rng_stream(8, RW_STAGE_GENERATE, 0, 0);
    riwalk_vectors *vectors;

    for (uint32_t i = 0; i < COUNT * DIMENSIONS; i++)
        values[i] = (float)((i % DIMENSIONS == i / DIMENSIONS % CLASSES) +
                            noise * (rw_rng_unit(rw_rng_at(stream, i)) - 0.5));
    for (uint32_t i = 0; i < COUNT; i++) {
        labels[i] = classes[i % CLASSES];
        labels[COUNT + i] = several && i % 10 == 0 ? classes[(i + 1) % CLASSES] : NULL;
    }
    vectors = vectors_of(COUNT, DIMENSIONS, values);
    return (data){vectors, labels_of(vectors, 2 * COUNT, labels)};
}

static void free_data(data *d)
{
    riwalk_node_labels_free(d->labels);
    riwalk_vectors_free(d->vectors);
}
#define scoped_data __attribute__((cleanup(free_data))) data

TEST(clouds_apart_are_told_apart)
{
    const double ratios[] = {0.1, 0.9};
    riwalk_classify_options options = DEFAULTS(riwalk_classify_options);
    riwalk_classify_scores scores[20];
    scoped_data d = make_data(0.2, false);
    uint32_t classes[COUNT];
    scoped void *first = NULL;

    for (options.run.threads = 1; options.run.threads < 5; options.run.threads++) {
        ok(riwalk_classify(d.vectors, d.labels, ratios, 2, &options, scores, &failure));
        assert_unchanged(&first, scores, sizeof scores);
    }
    for (int i = 0; i < 20; i++) {
        assert_int_equal(scores[i].train, i < 10 ? 30 : 270);
        assert_int_equal(scores[i].test, i < 10 ? 270 : 30);
        assert_int_equal(scores[i].missing, 0);
        assert_true(scores[i].micro_f1 == 1);
        assert_true(scores[i].macro_f1 == 1);
        assert_true(scores[i].majority_micro_f1 < 0.6);
    }
    ok(riwalk_classify_predict(d.vectors, d.labels, NULL, classes, &failure));
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(classes[i], i % CLASSES);
}

/* Half of the columns have long noise, which short vectors beside the last column hide; the labels
 * of the test part are never looked at, and threads change nothing. */
TEST(training_labels_choose_the_length_of_vectors_on_any_threads)
{
    static const char *labels[COUNT];
    static float values[COUNT * DIMENSIONS];
    uint64_t stream = rw_rng_stream(9, RW_STAGE_GENERATE, 0, 0);
    const double ratio = 0.5;
    riwalk_classify_options options = DEFAULTS(riwalk_classify_options);
    riwalk_classify_scores plain[10] = {0}, tuned[10] = {0}, again[10] = {0};
    riwalk_classify_choice choice = {.size = sizeof choice};
    double first = 0, second = 0, decided[COUNT * 2];
    uint32_t rows[COUNT];

    for (uint32_t i = 0; i < COUNT; i++) {
        labels[i] = i % 2 ? "b" : "a";
        for (uint32_t d = 0; d < DIMENSIONS; d++) {
            double noise = rw_rng_unit(rw_rng_at(stream, i * DIMENSIONS + d)) - 0.5;

            values[i * DIMENSIONS + d] =
                (float)(d == DIMENSIONS - 1 ? noise : 0.003 * ((i % 2 ? 1 : -1) + 2 * noise));
        }
    }
    scoped_vectors *vectors = vectors_of(COUNT, DIMENSIONS, values);
    scoped_node_labels *own = labels_of(vectors, COUNT, labels);
    ok(riwalk_classify(vectors, own, &ratio, 1, &options, plain, &failure));
    options.folds = 4;
    options.measures = 1;
    ok(riwalk_classify(vectors, own, &ratio, 1, &options, tuned, &failure));
    options.run.threads = 3;
    ok(riwalk_classify(vectors, own, &ratio, 1, &options, again, &failure));
    assert_memory_equal(tuned, again, sizeof tuned);
    for (int r = 0; r < 10; r++) {
        first += plain[r].micro_f1 / 10;
        second += tuned[r].micro_f1 / 10;
    }
    assert_true(first < 0.8);
    assert_true(second > 0.95);
    ok(riwalk_classify_decide(vectors, own, &options, decided, &choice, &failure));
    assert_true(choice.length >= 3 && choice.score > 0.95);
    for (uint32_t i = 0; i < COUNT; i++)
        assert_true((decided[2 * i] > 0) == (decided[2 * i + 1] < 0));
    /* Other labels in the test part of the first repeat: the same choice. */
    ok(riwalk_classify_split(own, options.seed, 0, rows, &failure));
    for (uint32_t i = COUNT / 2; i < COUNT; i++)
        labels[rows[i]] = rows[i] % 2 ? "a" : "b";
    scoped_node_labels *same = labels_of(vectors, COUNT, labels);
    options.repeats = 1;
    ok(riwalk_classify(vectors, same, &ratio, 1, &options, again, &failure));
    assert_true(fabs(tuned[0].micro_f1 + again[0].micro_f1 - 1) < 1e-12);
    options.folds = 1;
    check_fails(ARGUMENT, "1 folds: expected 2 to 100",
                riwalk_classify(vectors, own, &ratio, 1, &options, again, &failure));
}

TEST(training_parts_are_neither_empty_nor_all)
{
    assert_int_equal(riwalk_classify_train_size(10, 0.7), 7);
    assert_int_equal(riwalk_classify_train_size(10, 0.79), 7);
    assert_int_equal(riwalk_classify_train_size(1190, 0.1), 119);
    assert_int_equal(riwalk_classify_train_size(10, 0.001), 1);
    assert_int_equal(riwalk_classify_train_size(10, 0.9999999999), 9);
    assert_int_equal(riwalk_classify_train_size(2, 0.5), 1);
}

/* One node in its class: where it is for testing, its class is missing and it is not found. */
TEST(a_class_without_training_nodes_is_never_predicted)
{
    static const char *const classes[] = {"x", "x", "x", "y", "y", "rare"};
    const float values[] = {0, 0.1f, 0.2f, 5, 5.1f, 9};
    const double ratios[] = {0.5};
    riwalk_classify_scores scores[40];
    riwalk_classify_options options = WITH(riwalk_classify_options, it.repeats = 40);
    scoped_vectors *vectors = vectors_of(6, 1, values);
    scoped_node_labels *labels = labels_of(vectors, 6, classes);
    int lacking = 0;

    ok(riwalk_classify(vectors, labels, ratios, 1, &options, scores, &failure));
    EACH (s, scores) {
        assert_true(s->micro_f1 >= 0 && s->micro_f1 <= 1);
        lacking += s->missing > 0;
        assert_true(!s->missing || s->micro_f1 < 1 || s->test < 3);
    }
    assert_true(lacking > 10);
}

/* What the command cannot ask; the rest: tests/cli/classify-bad-input. */
TEST(bad_input_gets_a_sentence)
{
    const double fine[] = {0.5}, bad[] = {NAN};
    scoped_vectors *vectors = vectors_of(2, 1, (const float[]){0, 1});
    scoped_node_labels *labels = labels_of(vectors, 2, (const char *const[]){"x", "x"});
    scoped_data d = make_data(1, false);
    riwalk_classify_scores scores[20];
    riwalk_transfer_scores transfer = {.size = sizeof transfer};

    check_status(ARGUMENT, riwalk_classify(d.vectors, d.labels, bad, 1, NULL, scores, &failure));
    check_status(ARGUMENT, riwalk_classify(d.vectors, d.labels, fine, 0, NULL, scores, &failure));
    check_status(ARGUMENT, riwalk_transfer(vectors, labels, labels, NULL, &transfer, &failure));
    check_says(ARGUMENT, "the labels belong to other vectors",
               riwalk_classify(vectors, d.labels, fine, 1, NULL, scores, &failure));
}

/* Of 1 to n, with the t of Student for 97.5 % and n - 1 degrees of freedom; the table has six
 * digits behind the point. */
TEST(intervals_are_those_of_students_t)
{
    static const struct {
        uint32_t count;
        double t;
    } known[] = {{2, 12.706205}, {3, 4.302653},  {4, 3.182446}, {10, 2.262157},
                 {21, 2.085963}, {22, 2.079614}, {60, 2.000995}};
    double values[60];
    riwalk_interval i;

    for (uint32_t n = 0; n < 60; n++)
        values[n] = n + 1;
    EACH (k, known) {
        double n = k->count, deviation = sqrt(n * (n + 1) / 12);

        i = riwalk_interval_of(values, k->count);
        assert_true(fabs(i.mean - (n + 1) / 2) < 1e-12);
        assert_true(fabs(i.deviation - deviation) < 1e-12 * n);
        assert_true(fabs(i.high - i.mean - k->t * deviation / sqrt(n)) < 1e-6 * n);
        assert_true(fabs(i.low + i.high - (n + 1)) < 1e-12 * n);
    }
    i = riwalk_interval_of(values, 1);
    assert_true(i.mean == 1 && isnan(i.deviation) && isnan(i.low));
    assert_true(isnan(riwalk_interval_of(values, 0).mean));
}

static int stop(const riwalk_progress *progress, void *called)
{
    *(bool *)called = true;
    return 1;
}

TEST(a_cancelled_call_leaves_nothing)
{
    const double ratios[] = {0.9};
    static riwalk_classify_scores scores[20000];
    scoped_data d = make_data(2, false);
    long before = rw_memory_blocks();
    bool called = false;
    riwalk_classify_options options = WITH(riwalk_classify_options, it.repeats = 20000,
                                           it.run.progress = stop, it.run.progress_data = &called);

    check_status(CANCELLED,
                 riwalk_classify(d.vectors, d.labels, ratios, 1, &options, scores, &failure));
    assert_true(called);
    assert_int_equal(rw_memory_blocks(), before);
}

/* 1/300 summed up 300 times is not 1, which must not become a deviation. */
TEST(a_dimension_that_never_varies_becomes_zero)
{
    scoped_data d = make_data(1, false);
    float values[COUNT * DIMENSIONS];

    for (uint32_t i = 0; i < COUNT; i++)
        d.vectors->values[i * DIMENSIONS] = 0.1F;
    ok(rw_scale_rows(d.vectors, NULL, COUNT, RIWALK_NORMALIZATION_STANDARD, values, DIMENSIONS,
                     &failure));
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_true(values[i * DIMENSIONS] == 0);
        assert_true(values[i * DIMENSIONS + 1] != 0);
    }
}
