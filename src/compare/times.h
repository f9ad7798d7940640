/* SPDX-License-Identifier: MIT */
/* Times as text: numbers, dates, and lengths of windows. */
#ifndef RW_COMPARE_TIMES_H
#define RW_COMPARE_TIMES_H

#include "base/text.h"

/* Parses an ISO 8601 date (seconds since 1970) or a number; false if it is neither. *date: which
 * one it is. */
bool rw_parse_time(rw_span text, double *time, bool *date);

/* Parses "7d", "12h", "30m", "90s", "2w" (seconds) or a number; false if it is neither or not above
 * 0. *unit: whether it has a unit. */
bool rw_parse_window(const char *text, double *length, bool *unit);

/* Writes a time: a date if `date` is set, else a number. */
#define RW_TIME_CHARS 40
void rw_format_time(double time, bool date, char text[RW_TIME_CHARS]);

#endif
