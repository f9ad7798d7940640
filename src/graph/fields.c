/* SPDX-License-Identifier: MIT */
/* Fields of a line of text, and the numbers they spell. */
#include "graph/edge_list.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

bool rw_is_comment(const char *at)
{
    while (rw_is_blank(*at))
        at++;
    return *at == '\n' || *at == '#' || *at == '%' || (*at == '/' && at[1] == '/');
}

static const char *skip_blanks(const char *at, char delimiter)
{
    while (rw_is_blank(*at) && *at != delimiter)
        at++;
    return at;
}

static rw_field_result quoted_field(const char **at, rw_field *field)
{
    const char *begin = *at + 1;
    const char *end = begin;

    while (*end != '"' && *end != '\n')
        end++;
    if (*end == '\n')
        return RW_FIELD_UNCLOSED;
    if (end[1] == '"')
        return RW_FIELD_ESCAPED;
    *field = (rw_field){begin, (size_t)(end - begin)};
    *at = end + 1;
    return end > begin ? RW_FIELD_FOUND : RW_FIELD_EMPTY;
}

/* With blanks as delimiters a run of them counts as one. */
static rw_field_result blank_field(const char **at, rw_field *field)
{
    const char *begin = skip_blanks(*at, 0);
    const char *end = begin;

    *at = begin;
    if (*begin == '\n')
        return RW_FIELD_NONE;
    if (*begin == '"')
        return quoted_field(at, field);
    while (*end != '\n' && !rw_is_blank(*end))
        end++;
    *field = (rw_field){begin, (size_t)(end - begin)};
    *at = end;
    return RW_FIELD_FOUND;
}

rw_field_result rw_field_next(const char **at, char delimiter, rw_field *field)
{
    const char *begin, *end;
    rw_field_result result = RW_FIELD_FOUND;

    if (delimiter == ' ')
        return blank_field(at, field);
    begin = skip_blanks(*at, delimiter);
    *at = begin;
    if (*begin == '\n')
        return RW_FIELD_NONE;
    if (*begin == '"') {
        result = quoted_field(at, field);
        if (result != RW_FIELD_FOUND)
            return result;
        end = skip_blanks(*at, delimiter);
        while (*end != delimiter && *end != '\n')
            end++;
    } else {
        for (end = begin; *end != delimiter && *end != '\n';)
            end++;
        *field = (rw_field){begin, (size_t)(end - begin)};
        while (field->length && rw_is_blank(begin[field->length - 1]))
            field->length--;
        if (!field->length)
            result = RW_FIELD_EMPTY;
    }
    *at = *end == delimiter ? end + 1 : end;
    return result;
}

/* The general case: any decimal, correctly rounded, whatever the locale of the process is. */
static bool parse_slowly(const char *text, size_t length, float *value)
{
    char copy[128];
    locale_t plain;
    char *end;

    if (length >= sizeof copy || !(plain = newlocale(LC_ALL_MASK, "C", (locale_t)0)))
        return false;
    memcpy(copy, text, length);
    copy[length] = 0;
    *value = strtof_l(copy, &end, plain);
    freelocale(plain);
    return end == copy + length;
}

bool rw_parse_float(const char *text, size_t length, float *value)
{
    static const float powers[] = {1, 1e1F, 1e2F, 1e3F, 1e4F, 1e5F, 1e6F, 1e7F, 1e8F, 1e9F, 1e10F};
    uint32_t digits = 0;
    size_t decimals = 0, at = 0;
    bool point = false, simple = length > 0;

    for (; at < length && simple; at++) {
        if (text[at] == '.' && !point)
            point = true;
        else if (text[at] >= '0' && text[at] <= '9' && digits < (1U << 24) / 10) {
            digits = digits * 10 + (uint32_t)(text[at] - '0');
            decimals += point;
        } else
            simple = false;
    }
    /* Digits and power are exact as floats, so their quotient is the nearest float. */
    if (simple && decimals <= 10 && at > (size_t)point) {
        *value = (float)digits / powers[decimals];
        return true;
    }
    for (at = 0; at < length; at++)
        if (!strchr("0123456789+-.eE", text[at]) || !text[at])
            return false;
    return length > 0 && parse_slowly(text, length, value);
}
