/* SPDX-License-Identifier: MIT */
/* The progress line on standard error. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "riwalk.h"

/* The callback for every library call that takes time: draws the line when it is wanted, and
 * cancels the call when a signal is pending. */
riwalk_progress_function cli_progress_show;

/* Shows a line of one's own, where progress is wanted at all, at once. */
void cli_progress_say(const char *text);

/* Removes the line, if there is one. Async-signal-safe. */
void cli_progress_erase(void);

/* The text of the line: stage, share, count, rate, time left; as much of it as is known. */
void cli_progress_text(const riwalk_progress *progress, char *text, size_t size);

/* "12 s", "3:05 min", "1:20 h". */
void cli_short_time(double seconds, char *text, size_t size);

/* Seconds of a clock that only goes forward. */
double cli_seconds(void);

/* A number with three digits and a unit prefix: "950", "1.20 M", "34.5 k". */
void cli_short_number(double number, char *text, size_t size);

#endif
