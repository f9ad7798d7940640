/* SPDX-License-Identifier: MIT */
/* Writes JSON, value by value. */
#include "base/decimal.h"
#include "base/json.h"
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void rw_json_put(rw_json_writer *json, const void *text, size_t length)
{
    if (!json->status && length)
        json->status = json->sink(json->to, text, length, json->error);
}

/* ---- Text ---- */

/* The length of the first character of a text if it needs no escape, else 0. On a page, characters
 * that could end or begin an element need one. */
static size_t plain_length(const rw_json_writer *json, const char *text, size_t left)
{
    char c = *text;

    if (c & 0x80)
        return rw_utf8_length(text, left);
    return c >= ' ' && c != '"' && c != '\\' && !(json->page && (c == '<' || c == '>' || c == '&'));
}

/* Writes the escape of an ASCII character, or U+FFFD for a byte that is not UTF-8. */
static void put_escape(rw_json_writer *json, char c)
{
    static const char marks[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    const char *mark = c && !json->page ? strchr(marks, c) : NULL;
    char code[8];

    if (c & 0x80)
        strcpy(code, json->page ? "\\ufffd" : "\xEF\xBF\xBD");
    else if (mark)
        snprintf(code, sizeof code, "\\%c", letters[mark - marks]);
    else
        snprintf(code, sizeof code, json->page ? "\\u%04x" : "\\u%04X", c);
    rw_json_put(json, code, strlen(code));
}

static void put_text(rw_json_writer *json, const char *text, size_t length)
{
    const char *begin = text, *end = text + length; /* from `begin` on, nothing is written yet */

    rw_json_put(json, "\"", 1);
    while (text < end) {
        size_t plain = plain_length(json, text, (size_t)(end - text));

        if (!plain) {
            rw_json_put(json, begin, (size_t)(text - begin));
            put_escape(json, *text);
            begin = text + 1;
        }
        text += plain ? plain : 1;
    }
    rw_json_put(json, begin, (size_t)(end - begin));
    rw_json_put(json, "\"", 1);
}

/* ---- Between values ---- */

static void put_break(rw_json_writer *json)
{
    rw_json_put(json, "\n", 1);
    for (unsigned i = 0; i < json->depth; i++)
        rw_json_put(json, "  ", 2);
}

/* Writes what precedes a value: comma, line break and key. */
static void lead(rw_json_writer *json, const char *key)
{
    bool breaks = !json->page && json->depth && json->depth <= json->lines;

    if (json->comma)
        rw_json_put(json, json->page ? ",\n" : ", ", json->page || !breaks ? 2 : 1);
    if (breaks)
        put_break(json);
    json->comma = true;
    if (!key)
        return;
    put_text(json, key, strlen(key));
    rw_json_put(json, ": ", json->page ? 1 : 2);
}

void rw_json_open(rw_json_writer *json, const char *key, char bracket)
{
    lead(json, key);
    rw_json_put(json, &bracket, 1);
    json->comma = false;
    json->depth++;
}

void rw_json_close(rw_json_writer *json, char bracket)
{
    bool breaks = !json->page && json->comma && json->depth <= json->lines;

    json->depth--;
    if (breaks)
        put_break(json);
    rw_json_put(json, &bracket, 1);
    json->comma = true;
}

/* ---- Values ---- */

void rw_json_spelled(rw_json_writer *json, const char *key, const char *text, size_t length)
{
    lead(json, key);
    rw_json_put(json, text, length);
}

void rw_json_text(rw_json_writer *json, const char *key, const char *text, size_t length)
{
    lead(json, key);
    put_text(json, text, length);
}

void rw_json_string(rw_json_writer *json, const char *key, const char *string)
{
    if (string)
        rw_json_text(json, key, string, strlen(string));
    else
        rw_json_spelled(json, key, "null", 4);
}

void rw_json_whole(rw_json_writer *json, const char *key, uint64_t number)
{
    char text[RW_DECIMAL_CHARS];

    rw_json_spelled(json, key, text, (size_t)snprintf(text, sizeof text, "%" PRIu64, number));
}

void rw_json_bool(rw_json_writer *json, const char *key, bool value)
{
    rw_json_spelled(json, key, value ? "true" : "false", value ? 4 : 5);
}

/* With a number of digits, writes "1.0" instead of "1", "1e-5" instead of "1e-05". */
void rw_json_real(rw_json_writer *json, const char *key, double number)
{
    char text[RW_DOUBLE_CHARS + 2];
    size_t length;

    if (!isfinite(number)) {
        rw_json_string(json, key, NULL);
        return;
    }
    lead(json, key);
    length = json->digits ? rw_format_rounded(number, (int)json->digits, text)
                          : rw_format_double(number, text);
    if (json->digits)
        length = rw_shorten_exponent(text, length);
    rw_json_put(json, text, length);
    if (json->digits && !memchr(text, '.', length) && !memchr(text, 'e', length))
        rw_json_put(json, ".0", 2);
}

void rw_json_bytes(rw_json_writer *json, const char *key, const void *data, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *bytes = data;

    rw_json_spelled(json, key, "\"", 1);
    for (size_t i = 0; i < size; i += 3) {
        unsigned left = size - i < 3 ? (unsigned)(size - i) : 3;
        unsigned bits = (unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                        (left > 2 ? bytes[i + 2] : 0);
        char four[4] = {digits[bits >> 18], digits[bits >> 12 & 63],
                        left > 1 ? digits[bits >> 6 & 63] : '=',
                        left > 2 ? digits[bits & 63] : '='};

        rw_json_put(json, four, 4);
    }
    rw_json_put(json, "\"", 1);
}

/* ---- Several values ---- */

/* Writes a checksum, or a number as text if it is beyond 2^53, where readers of JSON may round. */
static void put_long(rw_json_writer *json, const char *key, uint64_t number, bool checksum)
{
    char text[24];

    snprintf(text, sizeof text, checksum ? "%016" PRIx64 : "%" PRIu64, number);
    if (checksum || number >> 53)
        rw_json_string(json, key, text);
    else
        rw_json_whole(json, key, number);
}

void rw_jsonf(rw_json_writer *json, const char *format, ...)
{
    char word[64], key[64] = "";
    va_list values;

    va_start(values, format);
    for (int length; sscanf(format, " %63s%n", word, &length) == 1; format += length) {
        const char *name = *key ? key : NULL;

        if (strchr("{[", *word))
            rw_json_open(json, name, *word);
        else if (strchr("}]", *word))
            rw_json_close(json, *word);
        else if (!strcmp(word, "%u"))
            rw_json_whole(json, name, va_arg(values, unsigned));
        else if (!strcmp(word, "%" PRIu64))
            put_long(json, name, va_arg(values, uint64_t), false);
        else if (!strcmp(word, "%" PRIx64))
            put_long(json, name, va_arg(values, uint64_t), true);
        else if (!strcmp(word, "%g"))
            rw_json_real(json, name, va_arg(values, double));
        else if (!strcmp(word, "%d"))
            rw_json_bool(json, name, va_arg(values, int));
        else if (!strcmp(word, "%s"))
            rw_json_string(json, name, va_arg(values, const char *));
        else {
            strcpy(key, word);
            continue;
        }
        *key = 0;
    }
    va_end(values);
}
