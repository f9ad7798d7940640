/* SPDX-License-Identifier: MIT */
/* Numbers as decimal text, both ways, exact and independent of the process's locale. */
#ifndef RW_BASE_DECIMAL_H
#define RW_BASE_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for any float or integer, without a final NUL. */
#define RW_DECIMAL_CHARS 24

/* The nearest float of a decimal ("0.5", "-1e-3"); false when text is not one (nan and inf are
 * not). Values beyond the range of floats become infinite, or zero. */
bool rw_parse_float(const char *text, size_t length, float *value);

/* The shortest decimal that reads back as the same float, of several the nearest; finite floats
 * only. Returns its length. */
size_t rw_format_float(float value, char *text);

/* The same for doubles, with RW_DOUBLE_CHARS. */
#define RW_DOUBLE_CHARS 32
bool rw_parse_double(const char *text, size_t length, double *value);
size_t rw_format_double(double value, char *text);

/* The shortest decimal, as a float's is spelled where it reads back as the same double. */
size_t rw_format_weight(double value, char *text);

/* With up to 17 digits, as printf's %g has it. */
size_t rw_format_rounded(double value, int digits, char *text);

/* Makes 1e-07 of such a text 1e-7, and 1e+20 1e20, as floats are spelled; returns its length. */
size_t rw_shorten_exponent(char *text, size_t length);

size_t rw_format_integer(int64_t value, char *text);

#endif
