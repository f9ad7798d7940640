/* SPDX-License-Identifier: MIT */
/* What pictures say: text is valid UTF-8, and legends are in the order of people. */
#include "plot/canvas.h"
#include "plot/plot.h"
#include "unit/test.h"

TEST(text_is_made_valid)
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

    EACH (k, known) {
        rw_text_clean(k->given, 11, clean);
        assert_string_equal(clean, k->clean);
    }
}

TEST(legends_count_as_people_do)
{
    static const char *const sorted[] = {"-10", "-2", "0",          "2",          "10",
                                         "a",   "b",  "cluster 01", "cluster 10", "cluster 10 b"};
    enum {
        COUNT = ELEMENTS(sorted)
    };
    rw_legend_entry entries[COUNT];

    for (uint32_t turn = 0; turn < COUNT; turn++) {
        for (uint32_t i = 0; i < COUNT; i++)
            entries[i] = (rw_legend_entry){sorted[(i * 3 + turn) % COUNT], i};
        rw_legend_sort(entries, COUNT);
        for (uint32_t i = 0; i < COUNT; i++)
            assert_string_equal(entries[i].name, sorted[i]);
    }
}
