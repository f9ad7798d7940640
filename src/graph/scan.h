/* SPDX-License-Identifier: MIT */
/* Reads text line by line and word by word, for Matrix Market and METIS. */
#ifndef RW_GRAPH_SCAN_H
#define RW_GRAPH_SCAN_H

#include "base/input.h"
#include "base/progress.h"
#include "base/text.h"

typedef struct rw_scan {
    const rw_input *input;
    riwalk_error *error; /* filled by failures */
    const char *at;      /* the next line */
    const char *end;
    const char *line; /* the rest of the current line, without its LF or CR LF */
    const char *line_end;
    uint64_t number;      /* number of the current line, from 1 */
    const char *reported; /* progress is reported up to here */
} rw_scan;

/* Starts before the first line; skips a UTF-8 byte order mark. */
rw_scan rw_scan_begin(const rw_input *input, riwalk_error *error);

/* Goes to the next line; false at the end. The last line needs no line end. */
bool rw_scan_line(rw_scan *scan);

/* Takes the next word of the current line, up to a blank; false if there is none. */
bool rw_scan_word(rw_scan *scan, rw_span *word);

/* Takes the next word; false unless it is an unsigned number. */
bool rw_scan_count(rw_scan *scan, uint64_t *value);

/* FORMAT with a sentence about the current line. */
#define rw_scan_fail(scan, ...)                                                                    \
    rw_fail_at((scan)->error, RIWALK_STATUS_FORMAT, (scan)->input->name, (scan)->number,           \
               __VA_ARGS__)

/* Parses a word as a weight; fails unless it is positive and finite. */
riwalk_status rw_scan_weight(const rw_scan *scan, rw_span word, double *weight);

/* Reports the bytes read as progress, once in many lines. */
riwalk_status rw_scan_report(rw_scan *scan, rw_progress *progress);

/* Whether a text has control characters other than tabs. */
static inline bool rw_has_controls(rw_span text)
{
    for (size_t i = 0; i < text.length; i++)
        if (((unsigned char)text.text[i] < ' ' && text.text[i] != '\t') || text.text[i] == 127)
            return true;
    return false;
}

/* A word for a message, shortened if necessary; valid in the block around it. */
#define RW_SHOWN_CHARS 48
#define rw_shown(word) rw_show(word, (char[RW_SHOWN_CHARS]){0})
const char *rw_show(rw_span word, char buffer[RW_SHOWN_CHARS]);

#endif
