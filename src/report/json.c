/* SPDX-License-Identifier: MIT */
/* JSON and base64, value by value. */
#include "report/json.h"

#include "base/decimal.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void rw_page_json_raw(rw_page_json *json, const void *text, size_t length)
{
    if (!json->status)
        json->status = rw_output_write(json->output, text, length, json->error);
}

/* A character of the text, from which `left` bytes remain. What could end the element or begin
 * another is written as its number. Returns the bytes that were read. */
static size_t put_character(rw_page_json *json, const char *text, size_t left)
{
    char next[5] = "", code[8];
    unsigned char first = (unsigned char)*text;
    size_t length;

    memcpy(next, text, left < 4 ? left : 4);
    length = rw_utf8_length(next);
    if (!length) {
        rw_page_json_raw(json, "\\ufffd", 6);
        return 1;
    }
    if (first < ' ' || strchr("\"\\<>&", first)) {
        snprintf(code, sizeof code, "\\u%04x", first);
        rw_page_json_raw(json, code, 6);
    } else {
        rw_page_json_raw(json, text, length);
    }
    return length;
}

static void put_text(rw_page_json *json, const char *text, size_t length)
{
    rw_page_json_raw(json, "\"", 1);
    while (length) {
        size_t read = put_character(json, text, length);

        text += read;
        length -= read;
    }
    rw_page_json_raw(json, "\"", 1);
}

/* What comes before a value. */
static void lead(rw_page_json *json, const char *key)
{
    if (json->comma)
        rw_page_json_raw(json, ",\n", 2);
    json->comma = true;
    if (!key)
        return;
    put_text(json, key, strlen(key));
    rw_page_json_raw(json, ":", 1);
}

void rw_page_json_begin(rw_page_json *json, const char *key, char bracket)
{
    lead(json, key);
    rw_page_json_raw(json, &bracket, 1);
    json->comma = false;
}

void rw_page_json_end(rw_page_json *json, char bracket)
{
    rw_page_json_raw(json, &bracket, 1);
    json->comma = true;
}

void rw_page_json_text(rw_page_json *json, const char *key, const char *text, size_t length)
{
    lead(json, key);
    put_text(json, text, length);
}

void rw_page_json_string(rw_page_json *json, const char *key, const char *string)
{
    lead(json, key);
    if (string)
        put_text(json, string, strlen(string));
    else
        rw_page_json_raw(json, "null", 4);
}

void rw_page_json_whole(rw_page_json *json, const char *key, uint64_t number)
{
    char text[RW_DECIMAL_CHARS];

    lead(json, key);
    rw_page_json_raw(json, text, rw_format_integer((int64_t)number, text));
}

void rw_page_json_real(rw_page_json *json, const char *key, double number)
{
    char text[RW_DOUBLE_CHARS];

    lead(json, key);
    if (isfinite(number))
        rw_page_json_raw(json, text, rw_format_double(number, text));
    else
        rw_page_json_raw(json, "null", 4);
}

void rw_page_json_bytes(rw_page_json *json, const char *key, const void *data, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *bytes = data;

    lead(json, key);
    rw_page_json_raw(json, "\"", 1);
    for (size_t i = 0; i < size; i += 3) {
        unsigned left = size - i < 3 ? (unsigned)(size - i) : 3;
        unsigned bits = (unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                        (left > 2 ? bytes[i + 2] : 0);
        char four[4] = {digits[bits >> 18], digits[bits >> 12 & 63], '=', '='};

        if (left > 1)
            four[2] = digits[bits >> 6 & 63];
        if (left > 2)
            four[3] = digits[bits & 63];
        rw_page_json_raw(json, four, 4);
    }
    rw_page_json_raw(json, "\"", 1);
}
