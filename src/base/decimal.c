/* SPDX-License-Identifier: MIT */
/* Converts numbers to their shortest decimals and back.
 *
 * Both ways have a quick path in doubles. Up to 15 digits and powers of ten up to 10^22 are exact,
 * so multiplying or dividing them rounds once; a second rounding, to float, is right unless the
 * double lies halfway between two floats. All else goes to the C library. */
#include "base/decimal.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct decimal {
    uint64_t digits; /* 0: none */
    int exponent;
} decimal;

/* value * 10^power, rounded once, for powers from -22 to 22. */
static double scale(double value, int power)
{
    static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

    return power < 0 ? value / tens[-power] : value * tens[power];
}

/* The decimal with the fewest digits that reads back as the value: an integer times the largest
 * power of ten up to 10^-power; of several the nearest. None if it has more than 15 digits. */
static inline decimal shortest(double value, int power, bool single)
{
    double scaled;
    int log, attempts = single && frexp(value, &log) == 0.5 ? 2 : 1;

    for (; (scaled = scale(value, power)) < 1e15; power++) {
        int64_t below = (int64_t)scaled;
        double rest = scaled - (double)below;
        bool up = rest > 0.5 || (rest == 0.5 && (below & 1));

        for (int attempt = 0; attempt < attempts; attempt++, up = !up) {
            double back = scale((double)(below + up), -power);

            if ((single ? (double)(float)back : back) == value)
                return (decimal){(uint64_t)(below + up), -power};
        }
    }
    return (decimal){0};
}

/* Writes the digits of an unsigned number; returns their count. */
static size_t put_digits(uint64_t value, char *text)
{
    char digits[20];
    size_t first = sizeof digits;

    do {
        digits[--first] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    memcpy(text, digits + first, sizeof digits - first);
    return sizeof digits - first;
}

size_t rw_format_integer(int64_t value, char *text)
{
    if (value >= 0)
        return put_digits((uint64_t)value, text);
    *text = '-';
    return 1 + put_digits(0 - (uint64_t)value, text + 1);
}

/* Writes a decimal as d.ddde-dd, or plainly if it has -4 to `most` digits before its point. */
static size_t put_decimal(decimal d, int most, char *text)
{
    char digits[20];
    size_t count = put_digits(d.digits, digits), used = 0;
    int point = (int)count + d.exponent;
    bool plain = point >= -4 && point <= most;

    while (digits[count - 1] == '0')
        count--;

    if (plain && point <= 0) {
        text[used++] = '0';
        text[used++] = '.';
        for (int i = point; i < 0; i++)
            text[used++] = '0';
        memcpy(text + used, digits, count);
        return used + count;
    }
    for (size_t i = 0, whole = plain ? (size_t)point : 1; i < count || i < whole; i++) {
        if (i == whole)
            text[used++] = '.';
        text[used++] = i < count ? digits[i] : '0';
    }
    if (plain)
        return used;
    text[used++] = 'e';
    return used + rw_format_integer(point - 1, text + used);
}

/* The decimal point of the process's locale; returns its length. */
static size_t decimal_point(char point[8])
{
    char half[12];
    int length = snprintf(half, sizeof half, "%.1f", 0.5) - 2;

    memcpy(point, half + 1, (size_t)length);
    point[length] = 0;
    return (size_t)length;
}

/* Parses any decimal, correctly rounded to a double or, if `single`, to a float. */
static bool parse_slowly(const char *text, size_t length, bool single, double *value)
{
    char copy[512], point[8], *dot, *end;
    size_t wide_point = decimal_point(point);

    for (size_t i = 0; i < length; i++)
        if (!text[i] || !strchr("0123456789+-.eE", text[i]))
            return false;
    if (!length || length + sizeof point >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = 0;
    if ((dot = strchr(copy, '.'))) {
        memmove(dot + wide_point, dot + 1, length - (size_t)(dot - copy));
        memcpy(dot, point, wide_point);
        length += wide_point - 1;
    }
    *value = single ? (double)strtof(copy, &end) : strtod(copy, &end);
    return end == copy + length;
}

/* Formats with the least number of digits, from `digits` to `most`, that reads back exactly as a
 * double or, if `single`, as a float; or with `most`. */
static size_t format_digits(double value, int digits, int most, bool single, char *text)
{
    char room[RW_DOUBLE_CHARS + 8], point[8], *found;
    size_t wide_point = decimal_point(point), length;

    do
        length = (size_t)snprintf(room, sizeof room, "%.*g", digits, value);
    while ((single ? (double)strtof(room, NULL) : strtod(room, NULL)) != value && digits++ < most);
    if ((found = strstr(room, point))) {
        *found = '.';
        memmove(found + 1, found + wide_point, strlen(found + wide_point) + 1);
        length -= wide_point - 1;
    }
    memcpy(text, room, length);
    return length;
}

/* Splits a decimal without sign into digits * 10^exponent. False if it has more than 15 digits,
 * none, or is not a plain decimal. */
static bool take_apart(const char *at, const char *end, uint64_t *digits, int *exponent)
{
    int count = 0, decimals = 0, power = 0, sign = 1;
    bool point = false;

    for (*digits = 0; at < end && count <= 15; at++) {
        if (*at == '.' && !point) {
            point = true;
        } else if (*at >= '0' && *at <= '9') {
            *digits = *digits * 10 + (uint64_t)(*at - '0');
            count++;
            decimals += point;
        } else {
            break;
        }
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        at++;
        if (at < end && (*at == '-' || *at == '+'))
            sign = *at++ == '-' ? -1 : 1;
        if (at == end || end - at > 3)
            return false;
        for (; at < end && *at >= '0' && *at <= '9'; at++)
            power = power * 10 + (*at - '0');
    }
    *exponent = sign * power - decimals;
    return at == end && count > 0 && count <= 15;
}

size_t rw_format_float(float value, char *text)
{
    double size = fabs((double)value);
    decimal d;
    int log;

    if (value == 0)
        return put_digits(0, text);
    if (value < 0)
        *text++ = '-';
    frexp(size, &log);
    /* Where the powers of ten are exact. Beyond, of all floats only 2^-96 gets a digit too many. */
    if (size > 1e-13 && size < 1e28)
        d = shortest(size, 6 - (log * 1233 >> 12), true);
    else
        take_apart(text, text + format_digits(size, 1, 9, true, text), &d.digits, &d.exponent);
    return (value < 0) + put_decimal(d, 9, text);
}

size_t rw_format_double(double value, char *text)
{
    bool quick = value > 1e-3 && value < 1e15;
    decimal d = {0};

    if (quick)
        d = shortest(value, 0, false);
    return d.digits ? put_decimal(d, 15, text)
                    : format_digits(value, quick ? 16 : 15, 17, false, text);
}

size_t rw_format_rounded(double value, int digits, char *text)
{
    return format_digits(value, digits, digits, false, text);
}

/* Parses up to 15 digits with a small power of ten. Both are exact as doubles, so a single rounding
 * gives the result. False if the number needs more work. */
static bool parse_quickly(const char *text, size_t length, double *value)
{
    bool negative = length && text[0] == '-';
    uint64_t digits;
    int exponent;

    if (!take_apart(text + negative, text + length, &digits, &exponent) || exponent < -22 ||
        exponent > 22)
        return false;
    *value = scale((double)digits, exponent);
    *value = negative ? -*value : *value;
    return true;
}

bool rw_parse_double(const char *text, size_t length, double *value)
{
    return parse_quickly(text, length, value) || parse_slowly(text, length, false, value);
}

bool rw_parse_float(const char *text, size_t length, float *value)
{
    double wide = 0, size;
    uint64_t bits;

    bool quick = parse_quickly(text, length, &wide);

    memcpy(&bits, &wide, sizeof bits);
    size = fabs(wide);
    if ((!quick || (bits & 0x1FFFFFFF) == 0x10000000 || (size > 0 && size < (double)FLT_MIN) ||
         size > (double)FLT_MAX) &&
        !parse_slowly(text, length, true, &wide))
        return false;
    *value = (float)wide;
    return true;
}

size_t rw_shorten_exponent(char *text, size_t length)
{
    char *at = memchr(text, 'e', length), *from;

    if (!at)
        return length;
    from = ++at;
    at += *at == '-';
    from += *from == '-' || *from == '+';
    while (*from == '0')
        from++;
    memmove(at, from, (size_t)(text + length - from));
    return length - (size_t)(from - at);
}

size_t rw_format_weight(double value, char *text)
{
    double back;
    size_t length;

    if ((double)(float)value == value) {
        length = rw_format_float((float)value, text);
        if (rw_parse_double(text, length, &back) && back == value)
            return length;
    }
    return rw_shorten_exponent(text, rw_format_double(value, text));
}
