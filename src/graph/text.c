/* SPDX-License-Identifier: MIT */
/* Lines, fields and numbers of the text formats. */
#include "graph/text.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

rw_lines rw_lines_begin(const rw_input *input)
{
    const char *start = input->data ? input->data : "";
    bool marked = input->size >= 3 && !memcmp(start, "\xef\xbb\xbf", 3);

    return (rw_lines){.at = start + (marked ? 3 : 0), .end = start + input->size};
}

bool rw_lines_next(rw_lines *lines)
{
    const char *stop;

    if (lines->at == lines->end)
        return false;
    stop = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
    lines->line = lines->at;
    lines->line_end = stop ? stop : lines->end;
    lines->at = stop ? stop + 1 : lines->end;
    if (lines->line_end > lines->line && lines->line_end[-1] == '\r')
        lines->line_end--;
    lines->number++;
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

bool rw_lines_field(rw_lines *lines, rw_field *field)
{
    const char *at = lines->line, *end = lines->line_end;

    while (at < end && is_blank(*at))
        at++;
    field->text = at;
    while (at < end && !is_blank(*at))
        at++;
    field->length = (size_t)(at - field->text);
    lines->line = at;
    return field->length;
}

bool rw_parse_count(const char *text, size_t length, uint64_t *value)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < length; i++) {
        unsigned digit = (unsigned)(unsigned char)text[i] - '0';

        if (digit > 9 || sum > (UINT64_MAX - digit) / 10)
            return false;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return length;
}

bool rw_lines_count(rw_lines *lines, uint64_t *value)
{
    rw_field field;

    return rw_lines_field(lines, &field) && rw_parse_count(field.text, field.length, value);
}

/* The general case, through the C library under its "C" locale. */
static bool parse_any_weight(const char *text, size_t length, float *weight)
{
    char copy[400], *end;
    locale_t c_locale;

    if (!length || length >= sizeof copy || text[0] <= ' ' || memchr(text, 0, length))
        return false;
    memcpy(copy, text, length);
    copy[length] = 0;
    if (copy[strspn(copy, "0123456789+-.eEinfatyINFATY")])
        return false; /* the library would also take hexadecimal numbers */
    if (!(c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0)))
        return false;
    *weight = strtof_l(copy, &end, c_locale);
    freelocale(c_locale);
    return end == copy + length;
}

/* Plain numbers of up to 15 digits: both the digits and the power of ten are exact in a double, so
 * the quotient is the nearest one. Rounding it again to a float could differ from rounding once
 * only for digits that lie within 2^-53 of the middle between two floats; such ones, recognised by
 * the double's low bits, take the general way, as everything else does. */
bool rw_parse_weight(const char *text, size_t length, float *weight)
{
    static const double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    size_t point = length;
    uint64_t digits = 0, bits;
    double value;

    if (!length || length > 16 || (length == 1 && text[0] == '.'))
        return parse_any_weight(text, length, weight);
    for (size_t i = 0; i < length; i++) {
        unsigned digit = (unsigned)(unsigned char)text[i] - '0';

        if (digit <= 9)
            digits = digits * 10 + digit;
        else if (text[i] == '.' && point == length)
            point = i;
        else
            return parse_any_weight(text, length, weight);
    }
    if (digits >= UINT64_C(1000000000000000))
        return parse_any_weight(text, length, weight);
    value = (double)digits / powers[point < length ? length - point - 1 : 0];
    memcpy(&bits, &value, sizeof bits);
    if ((bits & 0x1fffffff) == 0x10000000)
        return parse_any_weight(text, length, weight);
    *weight = (float)value;
    return true;
}

/* Writes `count` digits that stand for d.ddd x 10^exponent. */
static size_t place_digits(const char *digits, int count, int exponent, char *to)
{
    char *at = to;

    if (exponent < -5 || exponent > 15) {
        *at++ = digits[0];
        if (count > 1)
            *at++ = '.';
        for (int i = 1; i < count; i++)
            *at++ = digits[i];
        return (size_t)(at - to) + (size_t)sprintf(at, "e%d", exponent);
    }
    if (exponent < 0) {
        *at++ = '0';
        *at++ = '.';
        for (int zeros = -exponent - 1; zeros > 0; zeros--)
            *at++ = '0';
    }
    for (int i = 0; i < count || i <= exponent; i++) {
        if (i == exponent + 1 && i > 0)
            *at++ = '.';
        *at++ = i < count ? digits[i] : '0';
    }
    return (size_t)(at - to);
}

size_t rw_format_weight(float weight, char buffer[RW_WEIGHT_CHARS])
{
    size_t length = 0;

    /* Nine significant digits always tell floats apart. */
    for (int count = 1; count <= 9; count++) {
        char text[40], digits[10];
        const char *e;
        float back;

        snprintf(text, sizeof text, "%.*e", count - 1, (double)weight);
        e = strrchr(text, 'e');
        digits[0] = text[0];
        memcpy(digits + 1, e - (count - 1), (size_t)count - 1); /* after the locale's point */
        length = place_digits(digits, count, atoi(e + 1), buffer);
        if (rw_parse_weight(buffer, length, &back) && back == weight)
            break;
    }
    return length;
}

const char *rw_show(rw_field field, char buffer[RW_SHOWN_CHARS])
{
    bool cut = field.length > RW_SHOWN_CHARS - 4;
    size_t length = cut ? RW_SHOWN_CHARS - 4 : field.length;

    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)field.text[i];

        buffer[i] = c < ' ' || c == 127 ? '?' : (char)c;
    }
    memcpy(buffer + length, cut ? "..." : "", cut ? 4 : 1);
    return buffer;
}
