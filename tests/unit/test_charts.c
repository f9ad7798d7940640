/* SPDX-License-Identifier: MIT */
/* Charts: ticks are round and inside the axis, files are of their format, the same every time, and
 * absent when something is wrong. */
#include "plot/axis.h"
#include "plot/canvas.h"
#include "plot/legend.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "failing.h"

static char folder[] = "/tmp/riwalk-charts-XXXXXX";

static const char *in_folder(const char *name)
{
    static char path[128];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* The file of a name, which is removed; the caller frees it. */
static char *take_file(const char *name, size_t *size)
{
    FILE *file = fopen(in_folder(name), "rb");
    char *bytes = malloc(1 << 20);

    assert_non_null(file);
    assert_non_null(bytes);
    *size = fread(bytes, 1, (1 << 20) - 1, file);
    bytes[*size] = '\0';
    fclose(file);
    unlink(in_folder(name));
    return bytes;
}

/* The kinds of files that can be drawn: all, or SVG alone. */
#ifdef RIWALK_CAIRO
#define FORMATS 3
#else
#define FORMATS 1
#endif

static const double sizes[] = {100, 1000, 10000, 100000}, seconds[] = {0.01, 0.12, 1.3, 14},
                    halves[] = {0.02, 0.01, 0, 2};
static const riwalk_chart_line lines[] = {{"measured", 4, sizes, seconds, halves, 0, false},
                                          {"fitted & <\xff>", 4, sizes, seconds, NULL, 9, true}};
static const char *const groups[] = {"Europe", "USA"};
static const double hits[] = {10, NAN};
static const riwalk_chart_bars bars[] = {{"a", hits, halves, 0}, {NULL, hits, NULL, 1}};

static void ticks_are_round_and_inside(void **state)
{
    double ticks[RW_AXIS_TICKS];

    (void)state;
    for (double low = -1000; low < 1000; low += 37.3)
        for (double length = 1e-3; length < 1e6; length *= 3.1) {
            rw_axis axis = {.low = low, .high = low + length, .from = 0, .to = 100};
            size_t count = rw_axis_ticks(&axis, 6, ticks);

            assert_in_range(count, 2, 7);
            for (size_t i = 0; i < count; i++)
                assert_true(ticks[i] > low - length * 1e-6 && ticks[i] < low + length * (1 + 1e-6));
            for (size_t i = 1; i < count; i++) {
                double step = ticks[i] - ticks[i - 1];
                double leading = step / pow(10, floor(log10(step) + 1e-6));

                assert_true(fabs(leading - 1) < 1e-4 || fabs(leading - 2) < 1e-4 ||
                            fabs(leading - 5) < 1e-4);
            }
        }
}

static void logarithmic_ticks_are_powers(void **state)
{
    rw_axis axis = {.log = true, .low = 0.5, .high = 2e6, .from = 10, .to = 20};
    double ticks[RW_AXIS_TICKS];

    (void)state;
    assert_int_equal(rw_axis_ticks(&axis, 8, ticks), 7);
    for (int i = 0; i < 7; i++)
        assert_true(fabs(ticks[i] / pow(10, i) - 1) < 1e-12);
    assert_true(fabs(rw_axis_place(&axis, 1000) - 15) < 1e-9);
    axis.high = 0.8; /* less than a decade */
    assert_true(rw_axis_ticks(&axis, 8, ticks) > 2);
}

static void ticks_are_written_for_people(void **state)
{
    static const struct {
        double tick;
        const char *text;
    } known[] = {{0, "0"},
                 {0.30000000000000004, "0.3"},
                 {1000, "1000"},
                 {-0.5, "-0.5"},
                 {1000000, "1,000,000"},
                 {10000, "10,000"},
                 {-20000, "-20,000"},
                 {1e12, "1e12"},
                 {62.5, "62.5"}};
    char text[RW_AXIS_TEXT];

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        rw_axis_text(known[i].tick, text);
        assert_string_equal(text, known[i].text);
    }
}

static void text_is_made_valid(void **state)
{
    static const struct {
        const char *given, *clean;
    } known[] = {{"plain", "plain"},
                 {"", ""},
                 {"1234567890x", "1234567890x"},
                 {"1234567890xy", "12345\xE2\x80\xA6"
                                  "890xy"},
                 {"J\xC3\xB3zsef", "J\xC3\xB3zsef"},
                 {"cut \xC3", "cut ?"},
                 {"\xFF\xC0\x80", "???"},
                 {"\xED\xA0\x80", "???"},
                 {"\xF0\x9F\x98\x80", "\xF0\x9F\x98\x80"},
                 {"\xC2\x85.\xEF\xBF\xBF.\xF0\x9F\xBF\xBE", "?.?.?"}, /* controls, no characters */
                 {"\xE2\x80\xAEtxt.exe", "?txt.exe"},                 /* right to left */
                 {"a\tb\n", "a?b?"}};
    char clean[RW_TEXT_BYTES];

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        rw_text_clean(known[i].given, 11, clean);
        assert_string_equal(clean, known[i].clean);
    }
}

static void legends_count_as_people_do(void **state)
{
    static const char *const sorted[] = {"-10", "-2", "0",          "2",          "10",
                                         "a",   "b",  "cluster 01", "cluster 10", "cluster 10 b"};
    enum {
        COUNT = sizeof sorted / sizeof *sorted
    };
    rw_legend_entry entries[COUNT];

    (void)state;
    for (uint32_t turn = 0; turn < COUNT; turn++) {
        for (uint32_t i = 0; i < COUNT; i++)
            entries[i] = (rw_legend_entry){sorted[(i * 3 + turn) % COUNT], i, RW_LEGEND_MARK};
        rw_legend_sort(entries, COUNT);
        for (uint32_t i = 0; i < COUNT; i++)
            assert_string_equal(entries[i].name, sorted[i]);
    }
}

static riwalk_status draw(const char *name, riwalk_error *error)
{
    riwalk_chart_options options;

    riwalk_chart_options_init(&options);
    options.title = "A title";
    options.x_title = "nodes";
    options.y_title = "seconds";
    if (strstr(name, "bars"))
        return riwalk_plot_bars(groups, 2, bars, 2, in_folder(name), &options, error);
    options.log_x = options.log_y = true;
    return riwalk_plot_lines(lines, 2, in_folder(name), &options, error);
}

static void files_are_of_their_format_and_repeatable(void **state)
{
    static const char *const names[] = {"lines.svg", "bars.svg",  "lines.png",
                                        "bars.PNG",  "lines.pdf", "bars.pdf"};
    static const char *const begins[] = {"<?xml", "\x89PNG\r\n\x1a\n", "%PDF-"};

    (void)state;
    for (int i = 0; i < 2 * FORMATS; i++) {
        size_t size, again_size;
        char *bytes, *again;

        assert_int_equal(draw(names[i], NULL), 0);
        bytes = take_file(names[i], &size);
        assert_memory_equal(bytes, begins[i / 2], strlen(begins[i / 2]));
        assert_int_equal(draw(names[i], NULL), 0);
        again = take_file(names[i], &again_size);
        assert_int_equal(size, again_size);
        assert_memory_equal(bytes, again, size);
        free(bytes);
        free(again);
    }
}

static void expect(riwalk_status status, const riwalk_error *error, const char *message)
{
    assert_int_equal(status, RIWALK_STATUS_ARGUMENT);
    assert_string_equal(error->message, message);
}

static size_t size_of_bars(uint32_t color)
{
    riwalk_chart_bars series = {"a", hits, NULL, color};
    size_t size;

    assert_int_equal(riwalk_plot_bars(groups, 2, &series, 1, in_folder("bars.svg"), NULL, NULL),
                     RIWALK_STATUS_OK);
    free(take_file("bars.svg", &size));
    return size;
}

/* Colours repeat after RW_COLORS series, with stripes, which are many lines more. */
static void bars_of_one_colour_differ(void **state)
{
    (void)state;
    assert_int_equal(size_of_bars(0), size_of_bars(2 * RW_COLORS));
    assert_true(size_of_bars(RW_COLORS) > size_of_bars(0) + 1000);
}

static void what_cannot_be_drawn_is_refused(void **state)
{
    const double none[] = {NAN, NAN}, zero[] = {0, 1}, endless[] = {INFINITY, 1};
    riwalk_chart_line line = {"l", 2, sizes, none, NULL, 0, false};
    riwalk_chart_options options;
    riwalk_error error;

    (void)state;
    riwalk_chart_options_init(&options);
    expect(riwalk_plot_lines(&line, 1, in_folder("x.svg"), NULL, &error), &error,
           "the chart has no value to show");
    expect(riwalk_plot_lines(NULL, 0, in_folder("x.svg"), NULL, &error), &error,
           "the chart has no value to show");
    line.y = endless;
    expect(riwalk_plot_lines(&line, 1, in_folder("x.svg"), NULL, &error), &error,
           "a value of the chart is not finite");
    line.y = zero;
    options.log_y = true;
    expect(riwalk_plot_lines(&line, 1, in_folder("x.svg"), &options, &error), &error,
           "a value of the chart is 0: a logarithmic axis has positive ones only");
    options.log_y = false;
    options.y_low = 5;
    expect(riwalk_plot_lines(&line, 1, in_folder("x.svg"), &options, &error), &error,
           "the y axis cannot go from 5 to 1.05");
    options.y_low = NAN;
    options.width = 99;
    expect(riwalk_plot_lines(&line, 1, in_folder("x.svg"), &options, &error), &error,
           "a picture of 99 x 420 pixels was requested: each must be 100 to 10000");
    expect(
        riwalk_plot_lines(&line, 1, "x.gif", NULL, &error), &error,
        "cannot tell the picture format of x.gif: use a name that ends in .svg, .png or .pdf, or "
        "set the format");
    assert_int_equal(riwalk_plot_lines(&line, 1, in_folder("no/x.svg"), NULL, &error),
                     RIWALK_STATUS_IO);
    assert_int_not_equal(access(in_folder("x.svg"), F_OK), 0);
}

static void values_outside_of_the_axes_are_cut_off(void **state)
{
    const double far[] = {1, 1e300, 2, -1e300}, wide[] = {-1.7e308, 1.7e308, 0, 0};
    riwalk_chart_line line = {"l", 4, sizes, far, NULL, 0, false};
    riwalk_chart_options options;
    riwalk_error error;
    size_t size;
    char *bytes;

    (void)state;
    riwalk_chart_options_init(&options);
    options.y_low = 0;
    options.y_high = 3;
    assert_int_equal(riwalk_plot_lines(&line, 1, in_folder("far.svg"), &options, NULL), 0);
    bytes = take_file("far.svg", &size);
    assert_null(strstr(bytes, "nan"));
    free(bytes);
    line.x = wide;
    expect(riwalk_plot_lines(&line, 1, in_folder("x.svg"), &options, &error), &error,
           "the x axis cannot go from -inf to inf");
}

static void one_value_makes_a_chart(void **state)
{
    const riwalk_chart_line line = {NULL, 1, sizes, seconds, NULL, 0, false};
    riwalk_chart_options options;
    size_t size;

    (void)state;
    riwalk_chart_options_init(&options);
    for (int log = 0; log < 2; log++) {
        options.log_x = options.log_y = log;
        options.width = options.height = 100;
        assert_int_equal(riwalk_plot_lines(&line, 1, in_folder("one.svg"), &options, NULL), 0);
        free(take_file("one.svg", &size));
        assert_true(size > 1000);
    }
}

static void every_failing_allocation_is_an_error(void **state)
{
    static const char *const names[] = {"lines.svg", "lines.png", "bars.pdf"};

    (void)state;
    for (int i = 0; i < FORMATS; i++)
        check_allocations_of(0, !access(in_folder(names[i]), F_OK),
                             assert_int_equal(unlink(in_folder(names[i])), 0),
                             draw(names[i], &failure));
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

/* Fails when a test left something behind. */
static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_are_round_and_inside),
        cmocka_unit_test(logarithmic_ticks_are_powers),
        cmocka_unit_test(ticks_are_written_for_people),
        cmocka_unit_test(text_is_made_valid),
        cmocka_unit_test(legends_count_as_people_do),
        cmocka_unit_test(files_are_of_their_format_and_repeatable),
        cmocka_unit_test(bars_of_one_colour_differ),
        cmocka_unit_test(what_cannot_be_drawn_is_refused),
        cmocka_unit_test(values_outside_of_the_axes_are_cut_off),
        cmocka_unit_test(one_value_makes_a_chart),
        cmocka_unit_test(every_failing_allocation_is_an_error),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
