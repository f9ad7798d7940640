/* SPDX-License-Identifier: MIT */
/* What is hard to see from outside: the text of the progress line, and distances between words. */
#include "progress.h"
#include "suggest.h"
#include "unit/test.h"

static void check_line(const char *expected, uint64_t done, uint64_t total, double seconds,
                       double share, double left)
{
    riwalk_progress progress = {"sorting", "arcs", done, total, seconds};
    char text[160];

    cli_progress_text(&progress, (cli_outlook){share, left}, text, sizeof text);
    assert_string_equal(text, expected);
}

TEST(progress_lines)
{
    check_line("12 %, 6 s left (sorting: 25 %, 600 k arcs/s)", 1200000, 4800000, 2, 0.129, 6);
    check_line("0 %, 3:18 min left (sorting: 1 %, 5 arcs/s)", 10, 1000, 2, 0.009, 198);
    check_line("0 %, 2:46 h left (sorting: 0 %, 1 arcs/s)", 1, 10000, 1, 0, 9999);
    check_line("99 %, 0 s left (sorting: 100 %, 500 arcs/s)", 1000, 1000, 2, 0.999, 0.1);
}

/* Nothing is known of the run: what the stage has done. */
TEST(progress_lines_without_facts)
{
    check_line("sorting: 12.3 k arcs, 6.17 k arcs/s", 12345, 0, 2, 0, -1);
    check_line("sorting: 0 arcs, 0 arcs/s", 0, 1000, 0, 0, -1);
}

static void check_outlook(const char *stage, uint64_t done, uint64_t total, double seconds,
                          double elapsed, double share, double left)
{
    riwalk_progress progress = {stage, "arcs", done, total, seconds};
    cli_outlook outlook = cli_progress_outlook(&progress, elapsed);

    assert_float_equal(outlook.left, left, 1e-9);
    assert_float_equal(outlook.share, share, 1e-9);
}

/* A run that reads, walks twice, and writes. */
TEST(the_whole_run_is_estimated)
{
    check_outlook("resting", 5, 10, 1, 0, 0, 1);
    cli_progress_expect("reading", 1);
    cli_progress_expect("sorting", 5); /* never comes */
    cli_progress_expect("walking", 2);
    cli_progress_expect("walking", 2);
    cli_progress_expect("writing", 1);
    check_outlook("reading", 0, 8, 0, 0, 0, -1);
    /* A quarter in 1 s, so 4 s in all; 10 more units of weight at 4 s each. */
    check_outlook("reading", 2, 8, 1, 1, 1 / 44.0, 43);
    check_outlook("reading", 8, 8, 2, 2, 2 / 22.0, 20);
    /* 2 s for the first unit, 4 s for the next two; 3 units are to come at 2 s each. */
    check_outlook("walking", 5, 10, 2, 4, 4 / 12.0, 8);
    /* The second walking is slow: no share falls, but the time left tells. */
    check_outlook("walking", 1, 10, 1, 7, 7 / 18.8, 11.8);
    check_outlook("walking", 1, 10, 2, 8, 7 / 18.8, 22.8);
    /* Nothing follows from a total that is not known, nor from a stage that no one expected. */
    check_outlook("writing", 5, 0, 1, 20, 0, -1);
    check_outlook("resting", 5, 10, 1, 20, 0, -1);
}

static void check_number(const char *expected, double number)
{
    char text[32];

    cli_short_number(number, text, sizeof text);
    assert_string_equal(text, expected);
}

/* Three digits, also where rounding gains one. */
TEST(short_numbers)
{
    check_number("0", 0);
    check_number("999", 999.4);
    check_number("1.00 k", 999.5);
    check_number("9.99 k", 9994);
    check_number("10.0 k", 9995);
    check_number("99.9 k", 99940);
    check_number("100 k", 99950);
    check_number("1.00 M", 999500);
    check_number("18.4 M", 18446744);
    check_number("1000 T", 999.6e12);
}

TEST(edit_distances)
{
    assert_int_equal(cli_edit_distance("", ""), 0);
    assert_int_equal(cli_edit_distance("info", "info"), 0);
    assert_int_equal(cli_edit_distance("", "abc"), 3);
    assert_int_equal(cli_edit_distance("abc", ""), 3);
    assert_int_equal(cli_edit_distance("inof", "info"), 1);
    assert_int_equal(cli_edit_distance("kitten", "sitting"), 3);
    assert_int_equal(cli_edit_distance("directed", "drected"), 1);
    assert_int_equal(cli_edit_distance("ab", "xyab"), 2);
}
