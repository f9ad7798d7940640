/* SPDX-License-Identifier: MIT */
/* The progress line on standard error. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "riwalk.h"

/* The callback for every library call that takes time: draws the line if it is wanted, and cancels
 * the call if a signal is pending. */
riwalk_progress_function cli_progress_show;

/* How the library runs: the given threads, and this callback. */
riwalk_run cli_run(void);

/* Erases the line, if there is one. Async-signal-safe. */
void cli_progress_erase(void);

/* Announces a stage of the run after earlier ones, or several: "GRAPHS:0.2 fitting:1", where GRAPHS
 * stands for the stages of reading each graph. `weight` is its time relative to theirs. If a
 * command announces none, each stage counts as the whole run. */
void cli_progress_expect(const char *stage, double weight);
void cli_expect(const char *list);

/* How far the whole run is, from a stage's report and the seconds since the run began. */
typedef struct cli_outlook {
    double share; /* share of the run that is done; never falls */
    double left;  /* seconds; negative: unknown */
} cli_outlook;

cli_outlook cli_progress_outlook(const riwalk_progress *progress, double elapsed);

/* Writes the line: share and time left of the run, share and speed of the stage, if known. */
void cli_progress_text(const riwalk_progress *progress, cli_outlook outlook, char *text,
                       size_t size);

/* Seconds since the program began. */
double cli_elapsed(void);

/* "12 s", or "3.4 s"; "3:05 min", "1:20 h". */
void cli_short_time(double seconds, char *text, size_t size);
void cli_time_taken(double seconds, char *text, size_t size);

/* Three digits and a unit prefix: "950", "1.20 M", "34.5 k"; "950 B", "1.20 MB". */
void cli_short_number(double number, char *text, size_t size);
void cli_short_bytes(double bytes, char *text, size_t size);

#endif
