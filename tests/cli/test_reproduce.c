/* SPDX-License-Identifier: MIT */
/* How riwalk reproduce comes from cells to figures: which setting a figure is of, and the exponent.
 */
#include "reproduce.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const repro_dataset usa[] = {{.name = "USA"}, {0}};
static const repro_column columns[] = {{"10 %", "micro_f1", 0}, {"20 %", "micro_f1", 1}};
static const double ratios[] = {0.1, 0.2};
static const repro_experiment within = {
    .name = "within",
    .task = REPRO_CLASSIFY,
    .datasets = usa,
    .ratios = ratios,
    .ratio_count = 2,
    .columns = columns,
    .column_count = 2,
    .score = "micro_f1",
    .trivial = "majority_",
    .trivial_name = "majority",
};
static const char *const grid[] = {"", "--radius 2", NULL};
static const repro_method sp = {"riwalk-sp", "", grid};

/* Records have 2 ratios x 2 repeats. */
static json_t *record(double a, double b, double c, double d, double va, double vb, double vc,
                      double vd)
{
    json_t *made =
        json_pack("{s:[ffff], s:[ffff], s:[ffff]}", "micro_f1", a, b, c, d, "validation_micro_f1",
                  va, vb, vc, vd, "majority_micro_f1", 25.0, 25.0, 30.0, 30.0);

    assert_non_null(made);
    return made;
}

static double mean(const repro_results *results, const char *method, repro_choice choice,
                   unsigned column)
{
    const repro_row *row = repro_find_row(results, &within, usa, method, choice, 0, column);

    return row ? row->ours.mean : NAN;
}

/* Split 1 of the first ratio validates better at the second setting, though its test score there
 * is worse; a choice that peeked would differ. */
static void tuning_looks_at_validation_only(void **state)
{
    json_t *records[] = {
        record(50, 60, 70, 80, 1, 2, 3, 4),
        record(90, 10, 75, 85, 0, 9, 3, 4), /* ties in the last two: the default stays */
    };
    repro_group group = {.experiment = &within,
                         .dataset = usa,
                         .method = &sp,
                         .settings = grid,
                         .setting_count = 2,
                         .embeddings = 1,
                         .tuned = true,
                         .records = records};
    repro_results results = {0};
    const repro_row *best;

    (void)state;
    assert_true(repro_add_rows(&results, &group, 1));
    assert_float_equal(mean(&results, "riwalk-sp", REPRO_DEFAULT, 0), 55, 1e-9);
    assert_float_equal(mean(&results, "riwalk-sp", REPRO_DEFAULT, 1), 75, 1e-9);
    assert_float_equal(mean(&results, "riwalk-sp", REPRO_TUNED, 0), (50 + 10) / 2.0, 1e-9);
    assert_float_equal(mean(&results, "riwalk-sp", REPRO_TUNED, 1), 75, 1e-9);
    /* Over both ratios: 55 + 75 against 50 + 80, the first of equals. */
    best = repro_find_row(&results, &within, usa, "riwalk-sp", REPRO_BEST, 0, 1);
    assert_non_null(best);
    assert_string_equal(best->setting, "");
    assert_float_equal(mean(&results, "majority", REPRO_TRIVIAL, 1), 30, 1e-9);
    repro_results_free(&results);

    json_array_set_new(json_object_get(records[1], "micro_f1"), 3, json_real(86));
    assert_true(repro_add_rows(&results, &group, 1));
    best = repro_find_row(&results, &within, usa, "riwalk-sp", REPRO_BEST, 0, 0);
    assert_string_equal(best->setting, "--radius 2");
    assert_float_equal(best->ours.mean, 50, 1e-9);
    assert_float_equal(best->paper, 58.62, 1e-9);
    repro_results_free(&results);
    json_decref(records[0]);
    json_decref(records[1]);
}

/* A method of which a cell failed has no figure rather than one over fewer embeddings. */
static void missing_cells_give_no_figure(void **state)
{
    json_t *records[] = {record(50, 60, 70, 80, 1, 1, 1, 1), NULL};
    repro_group group = {.experiment = &within,
                         .dataset = usa,
                         .method = &sp,
                         .settings = grid,
                         .setting_count = 1,
                         .embeddings = 2,
                         .records = records};
    repro_results results = {0};

    (void)state;
    assert_true(repro_add_rows(&results, &group, 1));
    assert_null(repro_find_row(&results, &within, usa, "riwalk-sp", REPRO_DEFAULT, 0, 0));
    repro_results_free(&results);
    json_decref(records[0]);
}

static const repro_dataset sizes[] = {
    {"1", .nodes = 1000}, {"2", .nodes = 10000}, {"3", .nodes = 30000}, {"4", .nodes = 100000}, {0},
};
static const repro_column seconds[] = {{"s", "walk_seconds", 0}};
static const repro_experiment scale = {
    .name = "scale",
    .task = REPRO_SCALE,
    .datasets = sizes,
    .columns = seconds,
    .column_count = 1,
};

/* 3e-6 n^1.25 from 10,000 on; what is below must not count. */
static void exponent_is_fitted_from_ten_thousand(void **state)
{
    repro_results results = {0};
    double a, b;

    (void)state;
    for (int d = 0; d < 4; d++) {
        json_t *one =
            json_pack("{s:[f]}", "walk_seconds", d ? 3e-6 * pow(sizes[d].nodes, 1.25) : 1000.0);
        repro_group group = {.experiment = &scale,
                             .dataset = &sizes[d],
                             .method = &sp,
                             .settings = grid,
                             .setting_count = 1,
                             .embeddings = 1,
                             .records = &one};

        assert_true(repro_add_rows(&results, &group, 1));
        json_decref(one);
        assert_int_equal(repro_fit(&results, &scale, "riwalk-sp", 0, &a, &b), d >= 2);
    }
    assert_float_equal(b, 1.25, 1e-9);
    assert_float_equal(a * 1e6, 3, 1e-6);
    repro_results_free(&results);
}

static void problems_are_told_once(void **state)
{
    repro_results results = {0};

    (void)state;
    assert_true(repro_add_problem(&results, "no %s", "a.txt"));
    assert_true(repro_add_problem(&results, "no %s", "b.txt"));
    assert_true(repro_add_problem(&results, "no %s", "a.txt"));
    assert_int_equal(results.problem_count, 2);
    repro_results_free(&results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tuning_looks_at_validation_only),
        cmocka_unit_test(missing_cells_give_no_figure),
        cmocka_unit_test(exponent_is_fitted_from_ten_thousand),
        cmocka_unit_test(problems_are_told_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
