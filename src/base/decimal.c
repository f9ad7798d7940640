/* SPDX-License-Identifier: MIT */
/* Converts floats to their shortest decimals and back.
 *
 * Writing follows R. Giulietti's Schubfach method: the interval of reals that round to the float is
 * scaled by a power of ten, in 64-bit integers, such that it holds one or two short decimals.
 * Reading is exact for up to 15 digits and small powers of ten: one rounding to double and one to
 * float are correct unless the double lies halfway between two floats. All else goes to strtof. */
#include "base/decimal.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Powers of ten from 10^-31 to 10^45 as 64-bit integers with the highest bit set, rounded down,
 * plus one. */
#define FIRST_POWER (-31)
static const uint64_t powers[] = {
    0x81CEB32C4B43FCF5, 0xA2425FF75E14FC32, 0xCAD2F7F5359A3B3F, 0xFD87B5F28300CA0E,
    0x9E74D1B791E07E49, 0xC612062576589DDB, 0xF79687AED3EEC552, 0x9ABE14CD44753B53,
    0xC16D9A0095928A28, 0xF1C90080BAF72CB2, 0x971DA05074DA7BEF, 0xBCE5086492111AEB,
    0xEC1E4A7DB69561A6, 0x9392EE8E921D5D08, 0xB877AA3236A4B44A, 0xE69594BEC44DE15C,
    0x901D7CF73AB0ACDA, 0xB424DC35095CD810, 0xE12E13424BB40E14, 0x8CBCCC096F5088CC,
    0xAFEBFF0BCB24AAFF, 0xDBE6FECEBDEDD5BF, 0x89705F4136B4A598, 0xABCC77118461CEFD,
    0xD6BF94D5E57A42BD, 0x8637BD05AF6C69B6, 0xA7C5AC471B478424, 0xD1B71758E219652C,
    0x83126E978D4FDF3C, 0xA3D70A3D70A3D70B, 0xCCCCCCCCCCCCCCCD, 0x8000000000000001,
    0xA000000000000001, 0xC800000000000001, 0xFA00000000000001, 0x9C40000000000001,
    0xC350000000000001, 0xF424000000000001, 0x9896800000000001, 0xBEBC200000000001,
    0xEE6B280000000001, 0x9502F90000000001, 0xBA43B74000000001, 0xE8D4A51000000001,
    0x9184E72A00000001, 0xB5E620F480000001, 0xE35FA931A0000001, 0x8E1BC9BF04000001,
    0xB1A2BC2EC5000001, 0xDE0B6B3A76400001, 0x8AC7230489E80001, 0xAD78EBC5AC620001,
    0xD8D726B7177A8001, 0x878678326EAC9001, 0xA968163F0A57B401, 0xD3C21BCECCEDA101,
    0x84595161401484A1, 0xA56FA5B99019A5C9, 0xCECB8F27F4200F3B, 0x813F3978F8940985,
    0xA18F07D736B90BE6, 0xC9F2C9CD04674EDF, 0xFC6F7C4045812297, 0x9DC5ADA82B70B59E,
    0xC5371912364CE306, 0xF684DF56C3E01BC7, 0x9A130B963A6C115D, 0xC097CE7BC90715B4,
    0xF0BDC21ABB48DB21, 0x96769950B50D88F5, 0xBC143FA4E250EB32, 0xEB194F8E1AE525FE,
    0x92EFD1B8D0CF37BF, 0xB7ABC627050305AE, 0xE596B7B0C643C71A, 0x8F7E32CE7BEA5C70,
    0xB35DBF821AE4F38C,
};

typedef struct decimal {
    uint32_t digits;
    int exponent;
} decimal;

/* The high half of power * factor. Its lowest bit is set if a nonzero part was cut off. */
static uint32_t scale(uint64_t power, uint32_t factor)
{
    uint64_t low = (power & UINT32_MAX) * factor;
    uint64_t high = (power >> 32) * factor + (low >> 32);

    return (uint32_t)(high >> 32) | ((uint32_t)high > 1);
}

/* The shortest decimal of c * 2^q. `narrow`: the float below is only half as far away as the one
 * above. */
static decimal shortest(uint32_t c, int q, bool narrow)
{
    int k = (q * 1262611 - (narrow ? 524031 : 0)) >> 22; /* floor(log10) of 2^q, or of 3/4 of it */
    int h = q + (-k * 1741647 >> 19) + 1;                /* floor(log2(10^-k)) */
    uint64_t power = powers[-k - FIRST_POWER];
    uint32_t open = c & 1;
    uint32_t lower = scale(power, (4 * c - 2 + narrow) << h) + open;
    uint32_t middle = scale(power, (4 * c) << h);
    uint32_t upper = scale(power, (4 * c + 2) << h) - open;
    uint32_t s = middle / 4;
    bool below, above;

    if (s >= 10) {
        uint32_t tens = s / 10;

        below = lower <= 40 * tens;
        above = 40 * tens + 40 <= upper;
        if (below != above)
            return (decimal){tens + above, k + 1};
    }
    below = lower <= 4 * s;
    above = 4 * s + 4 <= upper;
    if (below != above)
        return (decimal){s + above, k};
    above = middle > 4 * s + 2 || (middle == 4 * s + 2 && (s & 1));
    return (decimal){s + above, k};
}

static decimal to_decimal(float value)
{
    uint32_t bits, fraction;
    int exponent;
    decimal d;

    memcpy(&bits, &value, sizeof bits);
    fraction = bits & 0x7FFFFF;
    exponent = (int)(bits >> 23 & 0xFF);
    d = exponent ? shortest(fraction | 0x800000, exponent - 150, !fraction && exponent > 1)
                 : shortest(fraction, -149, false);
    while (d.digits % 10 == 0) {
        d.digits /= 10;
        d.exponent++;
    }
    return d;
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

/* Writes d.ddde-dd. */
static size_t put_scientific(const char *digits, size_t count, int exponent, char *text)
{
    size_t used = 0;

    text[used++] = digits[0];
    if (count > 1) {
        text[used++] = '.';
        memcpy(text + used, digits + 1, count - 1);
        used += count - 1;
    }
    text[used++] = 'e';
    return used + rw_format_integer(exponent, text + used);
}

size_t rw_format_float(float value, char *text)
{
    char digits[20]; /* room for put_digits */
    size_t used = 0, count;
    decimal d;
    int point; /* how many digits stand before the decimal point */

    if (value < 0) {
        text[used++] = '-';
        value = -value;
    }
    if (value == 0) {
        text[used++] = '0';
        return used;
    }
    d = to_decimal(value);
    count = put_digits(d.digits, digits);
    point = (int)count + d.exponent;
    if (point < -4 || point > 9)
        return used + put_scientific(digits, count, point - 1, text + used);
    if (point <= 0) {
        text[used++] = '0';
        text[used++] = '.';
        for (int i = point; i < 0; i++)
            text[used++] = '0';
        memcpy(text + used, digits, count);
        return used + count;
    }
    for (size_t i = 0; i < count || i < (size_t)point; i++) {
        if (i == (size_t)point)
            text[used++] = '.';
        text[used++] = i < count ? digits[i] : '0';
    }
    return used;
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

/* Formats with the least number of digits, from `digits` to `most`, that reads back exactly, or
 * with `most`. */
static size_t format_digits(double value, int digits, int most, char *text)
{
    char room[RW_DOUBLE_CHARS + 8], point[8], *found;
    size_t wide_point = decimal_point(point), length;

    do
        length = (size_t)snprintf(room, sizeof room, "%.*g", digits, value);
    while (strtod(room, NULL) != value && digits++ < most);
    if ((found = strstr(room, point))) {
        *found = '.';
        memmove(found + 1, found + wide_point, strlen(found + wide_point) + 1);
        length -= wide_point - 1;
    }
    memcpy(text, room, length);
    return length;
}

size_t rw_format_double(double value, char *text)
{
    return format_digits(value, 15, 17, text);
}

size_t rw_format_rounded(double value, int digits, char *text)
{
    return format_digits(value, digits, digits, text);
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

/* Parses up to 15 digits with a small power of ten. Both are exact as doubles, so a single rounding
 * gives the result. False if the number needs more work. */
static bool parse_quickly(const char *text, size_t length, double *value)
{
    static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    bool negative = length && text[0] == '-';
    uint64_t digits;
    int exponent;

    if (!take_apart(text + negative, text + length, &digits, &exponent) || exponent < -22 ||
        exponent > 22)
        return false;
    *value = exponent < 0 ? (double)digits / tens[-exponent] : (double)digits * tens[exponent];
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

/* Formats a value with at most six decimals, such as a price; 0 if it has more. */
static size_t format_plainly(double value, char *text)
{
    double scale = 1;
    size_t used;

    for (int decimals = 0; decimals <= 6 && value * scale < 1e15; decimals++, scale *= 10) {
        uint64_t whole = (uint64_t)(value * scale + 0.5);

        if ((double)whole / scale != value)
            continue;
        used = put_digits(whole / (uint64_t)scale, text);
        if (decimals) {
            text[used++] = '.';
            for (uint64_t place = (uint64_t)scale / 10; place; place /= 10)
                text[used++] = (char)('0' + whole / place % 10);
        }
        return used;
    }
    return 0;
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

    if ((double)(float)value == value && isfinite((float)value)) {
        length = rw_format_float((float)value, text);
        if (rw_parse_double(text, length, &back) && back == value)
            return length;
    }
    length = value > 1e-3 ? format_plainly(value, text) : 0;
    return length ? length : rw_shorten_exponent(text, rw_format_double(value, text));
}
