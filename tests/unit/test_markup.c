/* SPDX-License-Identifier: MIT */
/* GraphML, GEXF and node-link JSON from strangers. Whole files come back in test_formats.c, others
 * are in tests/graphs and tests/mangled; roles, places and colours: tests/cli/convert-looks. */
#include "base/text.h"
#include "graph/graph.h"
#include "unit/test.h"

/* Every beginning of a file is refused, up to where only blanks and what XML allows are cut off. */
TEST(every_cut_is_refused)
{
    static const char *const files[][2] = {{"graphml-1", "</graphml>"},
                                           {"graphml-2", "</graphml>"},
                                           {"graphml-3", "</g:graphml>"},
                                           {"graphml-4", "</graphml>"},
                                           {"gexf-1", "</gexf>"},
                                           {"gexf-2", "</gexf>"},
                                           {"json-1", "]}"},
                                           {"json-2", "]}"}};

    EACH (file, files) {
        char path[256];
        riwalk_read_options options =
            WITH(riwalk_read_options, it.format = *(*file)[0] == 'j'     ? RIWALK_FORMAT_NODE_LINK
                                                  : (*file)[0][1] == 'e' ? RIWALK_FORMAT_GEXF
                                                                         : RIWALK_FORMAT_GRAPHML);

        snprintf(path, sizeof path, TESTS "/graphs/same-%s", (*file)[0]);
        scoped char *text = read_file(path, NULL);
        const char *end = text;
        for (const char *at = text; (at = strstr(at, (*file)[1])); at++)
            end = at + strlen((*file)[1]);
        for (size_t cut = 8; cut < (size_t)(end - text); cut++) {
            riwalk_graph *graph = NULL;

            check_failure(FORMAT, "", failure.line > 0,
                          riwalk_graph_read_from(riwalk_from_memory(text, cut, "cut"), &options,
                                                 &graph, &failure));
        }
    }
}

TEST(texts_are_utf_8_or_not)
{
    char text[4];

    assert_true(rw_is_utf8("a\xc3\xa9\xf0\x9f\x98\x80", 7));
    assert_false(rw_is_utf8("a\xc3", 2)); /* cut */
    assert_false(rw_is_utf8("\xf0\x9f\x98\x80", 3));
    assert_false(rw_is_utf8("\xe9t\xe9", 3));       /* Latin-1 */
    assert_false(rw_is_utf8("\xed\xa0\x80", 3));    /* a surrogate */
    assert_false(rw_is_utf8("\xc0\x80 abcdef", 9)); /* too long for its character */
    assert_int_equal(rw_utf8_put(0x1F600, text), 4);
    assert_memory_equal(text, "\xf0\x9f\x98\x80", 4);
    assert_int_equal(rw_utf8_put(0x20AC, text), 3);
    assert_memory_equal(text, "\xe2\x82\xac", 3);
    assert_int_equal(rw_utf8_put(0xE9, text), 2);
    assert_int_equal(rw_utf8_put('a', text), 1);
    assert_int_equal(rw_utf8_put(0, text) + rw_utf8_put(0xD800, text) + rw_utf8_put(0x110000, text),
                     0);
}
