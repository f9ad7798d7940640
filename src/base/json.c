/* SPDX-License-Identifier: MIT */
/* Reads JSON, one value after the other. */
#include "base/json.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Failures ---- */

static bool fail_at(rw_json *json, const char *at, const char *sentence)
{
    if (!json->status)
        json->value = at;
    return rw_json_fail(json, "%s", sentence);
}

bool rw_json_fail(rw_json *json, const char *format, ...)
{
    va_list arguments;

    if (json->status)
        return false;
    json->status = RIWALK_STATUS_FORMAT;
    va_start(arguments, format);
    vsnprintf(json->problem, sizeof json->problem, format, arguments);
    va_end(arguments);
    return false;
}

uint64_t rw_json_line(const rw_json *json)
{
    return rw_text_line(json->begin, json->value);
}

/* ---- Characters ---- */

static void skip_space(rw_json *json)
{
    while (json->at < json->end &&
           (*json->at == ' ' || *json->at == '\t' || *json->at == '\n' || *json->at == '\r'))
        json->at++;
}

/* Skips blanks, and then `mark` if it comes next; returns whether it did. */
static bool take_mark(rw_json *json, char mark)
{
    skip_space(json);
    if (json->at == json->end || *json->at != mark)
        return false;
    json->at++;
    return true;
}

/* Goes to the start of a value; fails at the end of the text. */
static bool begin_value(rw_json *json)
{
    if (json->status)
        return false;
    skip_space(json);
    json->value = json->at;
    return json->at < json->end ||
           fail_at(json, json->at, "the file ends too early: is it truncated?");
}

/* ---- Strings ---- */

/* The four digits of \uXXXX; negative if they are not hexadecimal. */
static long take_unit(const char *at, const char *end)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    long unit = 0;

    if (end - at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        const char *digit = at[i] ? strchr(digits, at[i]) : NULL;

        if (!digit)
            return -1;
        unit = unit * 16 + (digit - digits) % 16;
    }
    return unit;
}

/* Decodes an escape or copies one byte of a string. Returns the number of bytes; 0 if the escape is
 * invalid or a NUL. */
static size_t decode(const char **from, const char *end, char to[4])
{
    static const char marks[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char *at = *from, *mark;
    long unit, low;

    *to = *at++;
    if (*to != '\\') {
        *from = at;
        return 1;
    }
    if ((mark = at < end && *at ? strchr(marks, *at) : NULL)) {
        *to = values[mark - marks];
        *from = at + 1;
        return 1;
    }
    if (at == end || *at != 'u' || (unit = take_unit(at + 1, end)) < 0)
        return 0;
    at += 5;
    if (unit >= 0xD800 && unit < 0xDC00 && end - at >= 6 && at[0] == '\\' && at[1] == 'u' &&
        (low = take_unit(at + 2, end)) >= 0xDC00 && low < 0xE000) {
        unit = 0x10000 + (unit - 0xD800) * 0x400 + (low - 0xDC00);
        at += 6;
    }
    *from = at;
    return rw_utf8_put((unsigned long)unit, to);
}

static bool check_string(rw_json *json, const rw_json_value *value)
{
    const char *end = value->text + value->length;
    char bytes[4];

    if (value->length > RW_JSON_VALUE_BYTES)
        return fail_at(json, value->text, "a string is longer than 1 MiB");
    if (!rw_is_utf8(value->text, value->length))
        return fail_at(json, value->text, "the text is not UTF-8");
    for (const char *from = value->escaped ? value->text : end; from < end;) {
        const char *escape = from;

        if (!decode(&from, end, bytes))
            return fail_at(json, escape, "a string has an invalid escape");
    }
    return true;
}

/* `value` NULL: skips the string, and checks it only if the reader is strict. */
static bool take_string(rw_json *json, rw_json_value *value)
{
    const char *begin = json->at + 1, *at = begin;
    rw_json_value found = {.kind = RW_JSON_STRING, .text = begin};

    for (; at < json->end && *at != '"'; at++) {
        if ((unsigned char)*at < ' ')
            return fail_at(json, begin,
                           "a string holds a control character: is its closing quote missing?");
        if (*at == '\\' && json->end - at > 1) {
            found.escaped = true;
            at++;
        }
    }
    if (at == json->end)
        return fail_at(json, begin, "the closing quote of a string is missing");
    json->at = at + 1;
    found.length = (size_t)(at - begin);
    if (value)
        *value = found;
    return (!value && !json->strict) || check_string(json, &found);
}

bool rw_json_is(const rw_json_value *value, const char *text)
{
    const char *from = value->text, *end = from + value->length;
    size_t left = strlen(text);
    char bytes[4];

    if (value->kind != RW_JSON_STRING)
        return false;
    while (from < end) {
        size_t length = decode(&from, end, bytes);

        if (length > left || memcmp(bytes, text, length) != 0)
            return false;
        text += length;
        left -= length;
    }
    return !left;
}

size_t rw_json_decode(const rw_json_value *value, char *to, size_t capacity)
{
    const char *from = value->text, *end = from + value->length;
    size_t whole = 0, used = 0, length;
    char bytes[4];

    for (; from < end; whole += length) {
        length = decode(&from, end, bytes);
        if (used == whole && whole + length < capacity) {
            memcpy(to + used, bytes, length);
            used += length;
        }
    }
    if (capacity)
        to[used] = 0;
    return whole;
}

/* ---- Other scalars ---- */

/* The end of some digits; NULL if there are none. */
static const char *skip_digits(const char *at, const char *end)
{
    const char *begin = at;

    while (at < end && *at >= '0' && *at <= '9')
        at++;
    return at > begin ? at : NULL;
}

/* The end of the number that starts here; NULL if there is none. */
static const char *end_of_number(const char *at, const char *end)
{
    const char *whole;

    at += at < end && *at == '-';
    whole = at;
    if (!(at = skip_digits(at, end)) || (*whole == '0' && at - whole > 1))
        return NULL;
    if (at < end && *at == '.' && !(at = skip_digits(at + 1, end)))
        return NULL;
    if (at < end && (*at == 'e' || *at == 'E')) {
        at++;
        at += at < end && (*at == '+' || *at == '-');
        at = skip_digits(at, end);
    }
    return at;
}

static bool take_word(rw_json *json, rw_json_value *value)
{
    static const struct {
        const char *word;
        rw_json_kind kind;
    } words[] = {{"true", RW_JSON_TRUE},       {"false", RW_JSON_FALSE},
                 {"null", RW_JSON_NULL},       {"NaN", RW_JSON_NUMBER},
                 {"Infinity", RW_JSON_NUMBER}, {"-Infinity", RW_JSON_NUMBER}};
    const char *begin = json->at, *end = end_of_number(begin, json->end);
    rw_json_kind kind = RW_JSON_NUMBER;

    for (size_t i = 0; i < sizeof words / sizeof *words && !end; i++) {
        size_t length = strlen(words[i].word);

        if ((size_t)(json->end - begin) >= length && !memcmp(begin, words[i].word, length)) {
            end = begin + length;
            kind = words[i].kind;
        }
    }
    if (end && json->strict && strchr("NI", begin[*begin == '-']))
        return fail_at(json, begin, "NaN and Infinity are not JSON");
    if (!end)
        return fail_at(json, begin, "expected a value: a string, a number, an object, ...");
    if (end < json->end && !strchr(" \t\r\n,]}", *end))
        return fail_at(json, begin, "unexpected text after a number or word");
    json->at = end;
    if (value)
        *value = (rw_json_value){kind, false, begin, (size_t)(end - begin)};
    return true;
}

/* ---- Objects and arrays ---- */

bool rw_json_enter(rw_json *json, rw_json_kind kind)
{
    if (!begin_value(json))
        return false;
    if (*json->at != (kind == RW_JSON_OBJECT ? '{' : '['))
        return fail_at(json, json->at,
                       kind == RW_JSON_OBJECT ? "expected an object, {...}"
                                              : "expected a list, [...]");
    if (json->depth == RW_JSON_DEPTH)
        return fail_at(json, json->at, "values are nested more than 200 deep");
    json->at++;
    json->depth++;
    json->first = true;
    return true;
}

/* Goes to the next member, or past `end`, which closes the object or array. */
static bool next_member(rw_json *json, char end)
{
    bool first = json->first;

    json->first = false;
    if (json->status)
        return false;
    if (take_mark(json, end)) {
        json->depth--;
        return false;
    }
    if (!first && json->at < json->end && !take_mark(json, ','))
        return fail_at(json, json->at,
                       end == '}' ? "expected ',' or '}' in an object"
                                  : "expected ',' or ']' in a list");
    return begin_value(json);
}

bool rw_json_key(rw_json *json, rw_json_value *key)
{
    if (!next_member(json, '}'))
        return false;
    if (*json->at != '"')
        return fail_at(json, json->at, "expected a key in quotes");
    if (!take_string(json, key))
        return false;
    return take_mark(json, ':') || fail_at(json, json->at, "expected ':' after a key");
}

bool rw_json_item(rw_json *json)
{
    return next_member(json, ']');
}

bool rw_json_find(rw_json *json, const char *key)
{
    const char *found = NULL;
    rw_json_value each;

    if (!rw_json_enter(json, RW_JSON_OBJECT))
        return false;
    while (rw_json_key(json, &each)) {
        if (rw_json_is(&each, key))
            found = json->at;
        rw_json_skip(json);
    }
    if (!found || json->status)
        return false;
    json->at = found;
    json->depth++;
    return true;
}

bool rw_json_take(rw_json *json, rw_json_value *value)
{
    if (!begin_value(json))
        return false;
    if (*json->at == '{' || *json->at == '[')
        return fail_at(json, json->at, "expected a string or number, found an object or list");
    return *json->at == '"' ? take_string(json, value) : take_word(json, value);
}

/* Calls itself at most RW_JSON_DEPTH deep. */
bool rw_json_skip(rw_json *json)
{
    if (!begin_value(json))
        return false;
    if (*json->at == '{')
        for (rw_json_enter(json, RW_JSON_OBJECT); rw_json_key(json, NULL);)
            rw_json_skip(json);
    else if (*json->at == '[')
        for (rw_json_enter(json, RW_JSON_ARRAY); rw_json_item(json);)
            rw_json_skip(json);
    else if (*json->at == '"')
        take_string(json, NULL);
    else
        take_word(json, NULL);
    return !json->status;
}

/* ---- The reading ---- */

void rw_json_begin(rw_json *json, const char *text, size_t length)
{
    *json = (rw_json){.begin = text, .at = text, .end = text + length, .value = text};
    json->at += rw_utf8_mark(text, length);
}

bool rw_json_end(rw_json *json)
{
    if (json->status)
        return false;
    skip_space(json);
    return json->at == json->end ||
           fail_at(json, json->at, "unexpected text after the end of the document");
}
