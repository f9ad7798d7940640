/* SPDX-License-Identifier: MIT */
/* What is hard to see from outside: the text of the progress line, and distances between words. */
#include "progress.h"
#include "suggest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include <cmocka.h>

static void check_line(const char *expected, uint64_t done, uint64_t total, double seconds)
{
    riwalk_progress progress = {"sorting", "arcs", done, total, seconds};
    char text[160];

    cli_progress_text(&progress, text, sizeof text);
    assert_string_equal(text, expected);
}

static void progress_lines(void **state)
{
    (void)state;
    check_line("sorting: 25 %, 1.20 M arcs, 600 k arcs/s, 6 s left", 1200000, 4800000, 2);
    check_line("sorting: 1 %, 10 arcs, 5 arcs/s, 3:18 min left", 10, 1000, 2);
    check_line("sorting: 0 %, 1 arcs, 1 arcs/s, 2:46 h left", 1, 10000, 1);
    check_line("sorting: 100 %, 1.00 k arcs, 500 arcs/s, 0 s left", 1000, 1000, 2);
}

/* No total: no share and no time left. Nothing done yet: no rate to tell the time from. */
static void progress_lines_without_facts(void **state)
{
    (void)state;
    check_line("sorting: 12.3 k arcs, 6.17 k arcs/s", 12345, 0, 2);
    check_line("sorting: 2.00 k arcs, 1.00 k arcs/s", 2000, 1000, 2);
    check_line("sorting: 0 %, 0 arcs, 0 arcs/s", 0, 1000, 2);
    check_line("sorting: 0 %, 0 arcs, 0 arcs/s", 0, 1000, 0);
}

static void check_number(const char *expected, double number)
{
    char text[32];

    cli_short_number(number, text, sizeof text);
    assert_string_equal(text, expected);
}

/* Three digits, also where rounding gains one. */
static void short_numbers(void **state)
{
    (void)state;
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

static void edit_distances(void **state)
{
    (void)state;
    assert_int_equal(cli_edit_distance("", ""), 0);
    assert_int_equal(cli_edit_distance("info", "info"), 0);
    assert_int_equal(cli_edit_distance("", "abc"), 3);
    assert_int_equal(cli_edit_distance("abc", ""), 3);
    assert_int_equal(cli_edit_distance("inof", "info"), 1);
    assert_int_equal(cli_edit_distance("kitten", "sitting"), 3);
    assert_int_equal(cli_edit_distance("directed", "drected"), 1);
    assert_int_equal(cli_edit_distance("ab", "xyab"), 2);
}

static const char *suggestion(const char *word, const char *candidate)
{
    cli_suggestion near = cli_suggest_for(word);

    cli_suggest_offer(&near, candidate, candidate);
    return near.answer;
}

static void suggestions(void **state)
{
    cli_suggestion near = cli_suggest_for("weigths");
    char longer[200];

    (void)state;
    cli_suggest_offer(&near, "heights", "heights");
    cli_suggest_offer(&near, "weights", "weights");
    cli_suggest_offer(&near, "eights", "eights");
    assert_string_equal(near.answer, "weights");
    assert_non_null(suggestion("edge", "edges-per-node"));
    assert_null(suggestion("fish", "bash"));
    assert_null(suggestion("", "to"));
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = 0;
    assert_null(suggestion(longer, "info"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(progress_lines), cmocka_unit_test(progress_lines_without_facts),
        cmocka_unit_test(short_numbers),  cmocka_unit_test(edit_distances),
        cmocka_unit_test(suggestions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
