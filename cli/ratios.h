/* SPDX-License-Identifier: MIT */
/* Lists of ratios on the command line. */
#ifndef CLI_RATIOS_H
#define CLI_RATIOS_H

#include <stdint.h>

#define CLI_MAX_RATIOS 1000

/* Parses "FIRST:LAST:STEP" or "X,X,X" into room for CLI_MAX_RATIOS. Returns NULL, or what the text
 * does wrong, to be put behind it: "has a FIRST above its LAST". */
const char *cli_parse_ratios(const char *text, double *ratios, uint32_t *count);

#endif
