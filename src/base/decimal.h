/* SPDX-License-Identifier: MIT */
/* Numbers as decimal text, both ways. Exact, and independent of the locale. */
#ifndef RW_BASE_DECIMAL_H
#define RW_BASE_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for any float or integer, without a NUL. */
#define RW_DECIMAL_CHARS 24

/* Parses the float nearest to a decimal ("0.5", "-1e-3"); false if the text is none (nan and inf
 * are not). Values beyond the range of floats become infinite or zero. */
bool rw_parse_float(const char *text, size_t length, float *value);

/* Writes the shortest decimal that reads back as the same float, of several the nearest. Finite
 * floats only. Returns its length. */
size_t rw_format_float(float value, char *text);

/* The same for doubles; needs RW_DOUBLE_CHARS. */
#define RW_DOUBLE_CHARS 32
bool rw_parse_double(const char *text, size_t length, double *value);
size_t rw_format_double(double value, char *text);

/* Writes the shortest decimal of a double, in the form of a float where that is exact. */
size_t rw_format_weight(double value, char *text);

/* Writes up to 17 digits, as printf's %g does. */
size_t rw_format_rounded(double value, int digits, char *text);

/* Shortens exponents to the form of floats (1e-07 to 1e-7, 1e+20 to 1e20); returns the length. */
size_t rw_shorten_exponent(char *text, size_t length);

size_t rw_format_integer(int64_t value, char *text);

#endif
