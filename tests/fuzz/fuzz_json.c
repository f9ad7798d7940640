/* SPDX-License-Identifier: MIT */
/* JSON out and back in. The first byte chooses how it is written. The rest is taken as a number
 * and as text, which must come back, and as JSON: what is read of it, once written, is read and
 * written as the same.
 */
#include "base/json.h"
#include "base/text.h"
#include "fuzz.h"

#include <math.h>
#include <string.h>

typedef struct page {
    char *text;
    size_t length, capacity;
} page;

static riwalk_status append(void *to, const void *text, size_t length, riwalk_error *error)
{
    page *p = to;

    (void)error;
    if (length > p->capacity - p->length) {
        p->capacity = 2 * p->capacity + length;
        REQUIRE((p->text = realloc(p->text, p->capacity)));
    }
    memcpy(p->text + p->length, text, length);
    p->length += length;
    return RIWALK_STATUS_OK;
}

static rw_json_writer write_as(uint8_t how, page *p)
{
    return (rw_json_writer){.sink = append,
                            .to = p,
                            .page = how & 1,
                            .lines = how >> 1 & 7,
                            .digits = how & 128 ? 17 : how >> 4};
}

/* ---- Text ---- */

/* What a text is like with U+FFFD for all that is not UTF-8. */
static size_t mend(const char *text, size_t length, char *to)
{
    size_t used = 0;

    for (size_t i = 0; i < length;) {
        size_t bytes = 4;

        while (bytes && (bytes > length - i || !rw_is_utf8(text + i, bytes)))
            bytes--;
        /* Of several characters the first alone. */
        for (size_t first = 1; first < bytes; first++)
            if (rw_is_utf8(text + i, first))
                bytes = first;
        memcpy(to + used, bytes ? text + i : "\xEF\xBF\xBD", bytes ? bytes : 3);
        used += bytes ? bytes : 3;
        i += bytes ? bytes : 1;
    }
    return used;
}

static void check_text(uint8_t how, const char *text, size_t length)
{
    char *mended = malloc(3 * length + 1), *decoded = malloc(6 * length + 1);
    page p = {0};
    rw_json_writer out = write_as(how, &p);
    rw_json_value value;
    rw_json in;

    REQUIRE(mended && decoded && !memchr(text, 0, length));
    rw_json_text(&out, NULL, text, length);
    rw_json_begin(&in, p.text, p.length);
    REQUIRE(rw_json_take(&in, &value) && rw_json_end(&in));
    length = mend(text, length, mended);
    REQUIRE(rw_json_decode(&value, decoded, 6 * length + 1) == length);
    REQUIRE(!memcmp(decoded, mended, length));
    REQUIRE(rw_json_is(&value, decoded));
    free(mended);
    free(decoded);
    free(p.text);
}

/* ---- Numbers and bytes ---- */

static void check_numbers(uint8_t how, const uint8_t *data, size_t size)
{
    page p = {0};
    rw_json_writer out = write_as(how, &p);
    rw_json_value value;
    uint64_t whole = 0;
    double real;
    rw_json in;

    memcpy(&whole, data, size < 8 ? size : 8);
    memcpy(&real, &whole, sizeof real);
    rw_json_open(&out, NULL, '[');
    rw_json_whole(&out, NULL, whole);
    rw_json_bool(&out, NULL, whole & 1);
    rw_json_real(&out, NULL, real);
    rw_json_bytes(&out, NULL, data, size);
    rw_json_string(&out, NULL, NULL);
    rw_json_close(&out, ']');
    append(&p, "", 1, NULL); /* numbers end before it */
    rw_json_begin(&in, p.text, p.length - 1);
    REQUIRE(rw_json_enter(&in, RW_JSON_ARRAY) && rw_json_item(&in) && rw_json_take(&in, &value));
    REQUIRE(strtoull(value.text, NULL, 10) == whole);
    REQUIRE(rw_json_item(&in) && rw_json_take(&in, &value));
    REQUIRE(value.kind == (whole & 1 ? RW_JSON_TRUE : RW_JSON_FALSE));
    REQUIRE(rw_json_item(&in) && rw_json_take(&in, &value));
    REQUIRE(value.kind == (isfinite(real) ? RW_JSON_NUMBER : RW_JSON_NULL));
    REQUIRE(!isfinite(real) || (out.digits && out.digits < 17) || strtod(value.text, NULL) == real);
    REQUIRE(rw_json_item(&in) && rw_json_take(&in, &value));
    REQUIRE(value.length == (size + 2) / 3 * 4);
    REQUIRE(rw_json_item(&in) && rw_json_skip(&in) && !rw_json_item(&in) && rw_json_end(&in));
    free(p.text);
}

/* ---- Values ---- */

static void copy_scalar(rw_json *in, const char *key, rw_json_writer *out)
{
    rw_json_value value;
    char *text;
    size_t length;

    if (!rw_json_take(in, &value))
        return;
    if (value.kind != RW_JSON_STRING) {
        rw_json_spelled(out, key, value.text, value.length);
        return;
    }
    REQUIRE((text = malloc(value.length + 1)));
    length = rw_json_decode(&value, text, value.length + 1);
    REQUIRE(length <= value.length && strlen(text) == length);
    rw_json_text(out, key, text, length);
    free(text);
}

static void copy_value(rw_json *in, const char *key, rw_json_writer *out)
{
    const char *at = in->at;

    while (at < in->end && strchr(" \t\r\n", *at) && *at)
        at++;
    if (at < in->end && *at == '{' && rw_json_enter(in, RW_JSON_OBJECT)) {
        rw_json_value inner;

        rw_json_open(out, key, '{');
        while (rw_json_key(in, &inner)) {
            char *name = malloc(inner.length + 1);

            REQUIRE(name);
            rw_json_decode(&inner, name, inner.length + 1);
            copy_value(in, name, out);
            free(name);
        }
        rw_json_close(out, '}');
    } else if (at < in->end && *at == '[' && rw_json_enter(in, RW_JSON_ARRAY)) {
        rw_json_open(out, key, '[');
        while (rw_json_item(in))
            copy_value(in, NULL, out);
        rw_json_close(out, ']');
    } else {
        copy_scalar(in, key, out);
    }
}

/* Whether the text was JSON. */
static bool copy_text(uint8_t how, const char *text, size_t length, page *p)
{
    rw_json_writer out = write_as(how, p);
    rw_json in;

    rw_json_begin(&in, text, length);
    in.strict = true;
    copy_value(&in, NULL, &out);
    rw_json_end(&in);
    REQUIRE(!in.status == !*in.problem);
    REQUIRE(!in.status || rw_json_line(&in) > 0);
    return !in.status;
}

static void run(const uint8_t *data, size_t size, uint8_t choice)
{
    const char *text = (const char *)data;
    page once = {0}, twice = {0};
    rw_json whole;
    bool fine;

    if (size >= RW_JSON_VALUE_BYTES / 6)
        return;
    check_numbers(choice, data, size);
    if (!memchr(text, 0, size))
        check_text(choice, text, size);
    rw_json_begin(&whole, text, size);
    whole.strict = true;
    fine = rw_json_skip(&whole) && rw_json_end(&whole);
    REQUIRE(fine == copy_text(choice, text, size, &once));
    if (fine) {
        REQUIRE(copy_text(choice, once.text, once.length, &twice));
        REQUIRE(once.length == twice.length && !memcmp(once.text, twice.text, once.length));
    }
    free(once.text);
    free(twice.text);
}

const fuzz_target fuzz_this = {.run = run, .choice = true, .packed = true};
