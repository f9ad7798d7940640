/* SPDX-License-Identifier: MIT */
/* Values of options: texts into numbers, choices and strings, within their limits. */
#ifndef CLI_VALUES_H
#define CLI_VALUES_H

#include "command.h"

#include <stdint.h>

/* Stores a value where the option says; NULL for the kinds that take none. Returns the exit status;
 * a value that is none of the option is reported. `label` is what the user typed for the option:
 * "--nodes", "-o", "KIND". */
int cli_set_value(const cli_option *option, const char *label, const char *value);

/* The choice of a name or of another spelling; NULL when there is none, or no choices at all. */
const cli_choice *cli_find_choice(const cli_choice *choice, const char *value);

/* Whether a list of words split by spaces holds a text; NULL is an empty list. */
bool cli_is_listed(const char *text, size_t length, const char *list);

/* ---- Lists of numbers ---- */

#define CLI_MAX_NUMBERS 1000

/* Parses "FIRST:LAST:STEP" or "X,X,X" into room for CLI_MAX_NUMBERS. Returns NULL, or what the text
 * does wrong, to be put behind it: "has a FIRST above its LAST". */
const char *cli_parse_numbers(const char *text, double *numbers, uint32_t *count);

#endif
