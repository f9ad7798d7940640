/* SPDX-License-Identifier: MIT */
/* JSON out, and back in. What is read of graphs and refused is in test_markup.c and tests/mangled.
 */
#include "base/json.h"
#include "base/text.h"
#include "unit/test.h"

#include <limits.h>

/* Where text goes: full at `most`. */
typedef struct page {
    char *text;
    size_t length, most;
} page;

static riwalk_status append(void *to, const void *text, size_t length, riwalk_error *error)
{
    page *p = to;

    if (length > p->most - p->length) {
        error->code = RIWALK_STATUS_MEMORY;
        return RIWALK_STATUS_MEMORY;
    }
    memcpy(p->text + p->length, text, length);
    p->length += length;
    p->text[p->length] = 0;
    return RIWALK_STATUS_OK;
}

static char room[4096];

static rw_json_writer write_to(page *p)
{
    *p = (page){room, 0, sizeof room - 1};
    *room = 0;
    return (rw_json_writer){.sink = append, .to = p, .digits = 9, .lines = UINT_MAX};
}

/* ---- Out ---- */

static void put_sample(rw_json_writer *json)
{
    rw_json_open(json, NULL, '{');
    rw_json_whole(json, "whole", UINT64_MAX);
    rw_json_bool(json, "yes", true);
    rw_json_bool(json, "no", false);
    rw_json_string(json, "none", NULL);
    rw_json_open(json, "empty", '[');
    rw_json_close(json, ']');
    rw_json_open(json, "list", '[');
    rw_json_open(json, NULL, '{');
    rw_json_close(json, '}');
    rw_json_open(json, NULL, '{');
    rw_json_string(json, "a", "b");
    rw_json_spelled(json, "c", "-1", 2);
    rw_json_close(json, '}');
    rw_json_close(json, ']');
    rw_json_close(json, '}');
}

TEST(values_have_lines_as_deep_as_is_wanted)
{
    page p;
    rw_json_writer json = write_to(&p);

    put_sample(&json);
    assert_string_equal(room, "{\n"
                              "  \"whole\": 18446744073709551615,\n"
                              "  \"yes\": true,\n"
                              "  \"no\": false,\n"
                              "  \"none\": null,\n"
                              "  \"empty\": [],\n"
                              "  \"list\": [\n"
                              "    {},\n"
                              "    {\n"
                              "      \"a\": \"b\",\n"
                              "      \"c\": -1\n"
                              "    }\n"
                              "  ]\n"
                              "}");
    json = write_to(&p);
    json.lines = 2;
    put_sample(&json);
    assert_non_null(strstr(room, "\"list\": [\n    {},\n    {\"a\": \"b\", \"c\": -1}\n  ]\n}"));
    json = write_to(&p);
    json.lines = 0;
    put_sample(&json);
    assert_string_equal(room, "{\"whole\": 18446744073709551615, \"yes\": true, \"no\": false, "
                              "\"none\": null, \"empty\": [], \"list\": [{}, {\"a\": \"b\", "
                              "\"c\": -1}]}");
}

static const char odd[] =
    "</script>&\"\\/\b\f\n\r\t\x01\x1F\x7F\xC3\xA9\xFF\xED\xA0\x80\xF0\x9F\x98"
    "\x80\xE2\x82";

TEST(text_is_escaped)
{
    page p;
    rw_json_writer json = write_to(&p);

    rw_json_text(&json, NULL, odd, sizeof odd - 1);
    assert_string_equal(room,
                        "\"</script>&\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001F\x7F\xC3\xA9\xEF\xBF"
                        "\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xF0\x9F\x98\x80\xEF\xBF\xBD"
                        "\xEF\xBF\xBD\"");
}

TEST(text_cannot_leave_its_element)
{
    page p;
    rw_json_writer json = write_to(&p);

    json.page = true;
    json.digits = 0;
    rw_json_open(&json, NULL, '{');
    rw_json_text(&json, "k<", odd, sizeof odd - 1);
    rw_json_text(&json, "cut", odd, 3);
    rw_json_open(&json, "list", '[');
    rw_json_whole(&json, NULL, 12);
    rw_json_real(&json, NULL, 0.5);
    rw_json_real(&json, NULL, NAN);
    rw_json_close(&json, ']');
    rw_json_close(&json, '}');
    assert_string_equal(
        room,
        "{\"k\\u003c\":\"\\u003c/script\\u003e\\u0026\\u0022\\u005c/\\u0008\\u000c\\u000a\\u000d"
        "\\u0009\\u0001\\u001f\x7F\xC3\xA9\\ufffd\\ufffd\\ufffd\\ufffd\xF0\x9F\x98\x80\\ufffd"
        "\\ufffd\",\n\"cut\":\"\\u003c/s\",\n\"list\":[12,\n0.5,\nnull]}");
}

TEST(reals_are_spelled_as_json_has_them)
{
    static const struct {
        double value;
        unsigned digits;
        const char *text;
    } cases[] = {
        {1, 9, "1.0"},
        {-0.0, 9, "-0.0"},
        {0.1, 9, "0.1"},
        {0.1, 17, "0.10000000000000001"},
        {0.1, 0, "0.1"},
        {1e-5, 9, "1e-5"},
        {1.5e-10, 9, "1.5e-10"},
        {1e20, 9, "1e20"},
        {1e300, 15, "1e300"},
        {1e9, 9, "1e9"},
        {123456789, 9, "123456789.0"},
        {2.0 / 3, 9, "0.666666667"},
        {INFINITY, 9, "null"},
        {-INFINITY, 0, "null"},
        {NAN, 9, "null"},
        {-2.5e-7, 17, "-2.4999999999999999e-7"},
        {-1.7976931348623157e308, 17, "-1.7976931348623157e308"},
    };

    EACH (c, cases) {
        page p;
        rw_json_writer json = write_to(&p);

        json.digits = c->digits;
        rw_json_real(&json, NULL, c->value);
        assert_string_equal(room, c->text);
    }
}

TEST(bytes_are_base64)
{
    /* RFC 4648, section 10. */
    static const char *const expected[] = {
        "\"\"", "\"Zg==\"", "\"Zm8=\"", "\"Zm9v\"", "\"Zm9vYg==\"", "\"Zm9vYmE=\"", "\"Zm9vYmFy\"",
    };

    for (size_t length = 0; length < 7; length++) {
        page p;
        rw_json_writer json = write_to(&p);

        rw_json_bytes(&json, NULL, "foobar", length);
        assert_string_equal(room, expected[length]);
    }
}

/* What comes after a failure is dropped: a page is a beginning of the whole. */
TEST(failures_stay)
{
    static char whole[sizeof room];
    riwalk_error error = {0};
    page p;
    rw_json_writer json = write_to(&p);

    put_sample(&json);
    strcpy(whole, room);
    for (size_t most = 0; most < strlen(whole); most++) {
        json = write_to(&p);
        json.error = &error;
        p.most = most;
        error.code = RIWALK_STATUS_OK;
        put_sample(&json);
        assert_int_equal(json.status, RIWALK_STATUS_MEMORY);
        assert_int_equal(error.code, RIWALK_STATUS_MEMORY);
        assert_memory_equal(room, whole, p.length);
    }
}

/* ---- And back in ---- */

static rw_json read_text(const char *text)
{
    rw_json json;

    rw_json_begin(&json, text, strlen(text));
    return json;
}

TEST(text_comes_back)
{
    char text[256], small[8];
    rw_json_value value;
    size_t length;
    page p;
    rw_json_writer out = write_to(&p);
    rw_json in;

    rw_json_text(&out, NULL, odd, sizeof odd - 1);
    in = read_text(room);
    assert_true(rw_json_take(&in, &value) && rw_json_end(&in));
    length = rw_json_decode(&value, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_memory_equal(text, odd, 23); /* as far as it is UTF-8 */
    assert_string_equal(text + 23,
                        "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xF0\x9F\x98\x80"
                        "\xEF\xBF\xBD\xEF\xBF\xBD");
    assert_true(rw_json_is(&value, text));
    text[3] ^= 1;
    assert_false(rw_json_is(&value, text));
    assert_int_equal(rw_json_decode(&value, small, sizeof small), length);
    assert_string_equal(small, "</scrip");
}

TEST(keys_are_found)
{
    rw_json json = read_text("{\"a\": [1, {\"b\": 2}], \"\\u0062\": {\"c\": 3}, \"a\": 4}");
    rw_json_value value;

    assert_true(rw_json_find(&json, "a") && rw_json_take(&json, &value));
    assert_memory_equal(value.text, "4", 1);
    json = read_text("{\"a\": [1, {\"b\": 2}], \"\\u0062\": {\"c\": 3}, \"a\": 4}");
    assert_true(rw_json_find(&json, "b") && rw_json_find(&json, "c"));
    assert_true(rw_json_take(&json, &value));
    assert_memory_equal(value.text, "3", 1);
    json = read_text("{\"a\": 1}");
    assert_false(rw_json_find(&json, "b"));
    assert_int_equal(json.status, RIWALK_STATUS_OK);
    json = read_text("[]");
    assert_false(rw_json_find(&json, "b"));
}

TEST(strict_readers_look_at_all)
{
    static const char *const wrong[] = {"[\"\\x\"]", "[\"\xFF\"]", "[NaN]", "[-Infinity]",
                                        "[\"\\ud800\"]"};

    for (size_t i = 0; i < ELEMENTS(wrong); i++) {
        rw_json json = read_text(wrong[i]);

        assert_true(rw_json_skip(&json) && rw_json_end(&json));
        json = read_text(wrong[i]);
        json.strict = true;
        assert_false(rw_json_skip(&json));
        assert_int_equal(json.status, RIWALK_STATUS_FORMAT);
        assert_true(*json.problem);
    }
}

TEST(failures_have_a_line)
{
    rw_json json = read_text("{\n\"a\": 1,\n\"b\" 2}");

    assert_false(rw_json_skip(&json));
    assert_int_equal(rw_json_line(&json), 3);
    assert_string_equal(json.problem, "expected ':' after a key");
    rw_json_fail(&json, "something else");
    assert_string_equal(json.problem, "expected ':' after a key");
}
