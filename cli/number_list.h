/* SPDX-License-Identifier: MIT */
/* Lists of numbers on the command line. */
#ifndef CLI_NUMBER_LIST_H
#define CLI_NUMBER_LIST_H

#include <stdint.h>

#define CLI_MAX_NUMBERS 1000

/* Parses "FIRST:LAST:STEP" or "X,X,X" into room for CLI_MAX_NUMBERS. Returns NULL, or what the text
 * does wrong, to be put behind it: "has a FIRST above its LAST". */
const char *cli_parse_numbers(const char *text, double *numbers, uint32_t *count);

#endif
