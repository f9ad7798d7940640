/* SPDX-License-Identifier: MIT */
/* Times as text: numbers, dates, and lengths of windows. */
#ifndef RW_COMPARE_TIMES_H
#define RW_COMPARE_TIMES_H

#include "base/text.h"

/* Seconds since 1970 of a date as ISO 8601 has it, or a number as it is; false where it is neither.
 * `date` becomes whether it is a date. */
bool rw_parse_time(rw_span text, double *time, bool *date);

/* "7d", "12h", "30m", "90s", "2w" in seconds, or a number; false where it is neither or not above
 * 0. `unit` becomes whether it has one. */
bool rw_parse_window(const char *text, double *length, bool *unit);

/* A time as text: a date where it is one, else a number. */
#define RW_TIME_CHARS 40
void rw_format_time(double time, bool date, char text[RW_TIME_CHARS]);

#endif
