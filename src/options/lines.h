/* SPDX-License-Identifier: MIT */
/* Options as text: a line "riwalk VERSION", then a line "name value" for each option that results
 * depend on. What parts hold of their options, and what processes compare. */
#ifndef RW_OPTIONS_LINES_H
#define RW_OPTIONS_LINES_H

#include "riwalk.h"

/* Longer texts are not from us. */
#define RW_LINES_MOST (UINT32_C(1) << 16)

/* Writes resolved options. */
void rw_lines_write(const riwalk_options *options, char text[RW_LINES_MOST + 1]);

/* Sets options, which are initialised, from such a text. ARGUMENT, with a sentence, where it makes
 * no sense. */
riwalk_status rw_lines_read(const char *text, riwalk_options *options, riwalk_error *error);

/* The version in the first line: its length, 0 where there is none. */
size_t rw_lines_version(const char *text, const char **version);

/* The first line in which two texts differ, of both: false where there is none. */
typedef struct rw_lines_pair {
    const char *first, *second;
    int first_length, second_length; /* cut to what fits a sentence */
} rw_lines_pair;

bool rw_lines_differ(const char *first, const char *second, rw_lines_pair *pair);

#endif
