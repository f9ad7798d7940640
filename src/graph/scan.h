/* SPDX-License-Identifier: MIT */
/* Going through a text line by line and word by word: for Matrix Market and METIS. */
#ifndef RW_GRAPH_SCAN_H
#define RW_GRAPH_SCAN_H

#include "base/input.h"
#include "base/progress.h"
#include "base/text.h"

typedef struct rw_scan {
    const rw_input *input;
    riwalk_error *error; /* that failures fill */
    const char *at;      /* the next line */
    const char *end;
    const char *line; /* what is left of the current line; its end (LF, CR LF) is cut off */
    const char *line_end;
    uint64_t number;      /* of the current line, from 1 */
    const char *reported; /* up to where progress was reported */
} rw_scan;

/* Before the first line; a UTF-8 byte order mark is passed over. */
rw_scan rw_scan_begin(const rw_input *input, riwalk_error *error);

/* Goes to the next line; false at the end. The last line needs no line end. */
bool rw_scan_line(rw_scan *scan);

/* Takes the next word, a piece of the current line without blanks; false when there is none. */
bool rw_scan_word(rw_scan *scan, rw_span *word);

/* Takes the next word if it is an unsigned number. */
bool rw_scan_count(rw_scan *scan, uint64_t *value);

/* FORMAT, with a sentence about the current line. */
#define rw_scan_fail(scan, ...)                                                                    \
    rw_fail_at((scan)->error, RIWALK_STATUS_FORMAT, (scan)->input->name, (scan)->number,           \
               __VA_ARGS__)

/* A word as a weight; fails unless it is positive and finite. */
riwalk_status rw_scan_weight(const rw_scan *scan, rw_span word, double *weight);

/* Reports the progress of what was read since the last call. */
riwalk_status rw_scan_report(rw_scan *scan, rw_progress *progress);

/* Whether a text has control characters other than tabs. */
static inline bool rw_has_controls(rw_span text)
{
    for (size_t i = 0; i < text.length; i++)
        if (((unsigned char)text.text[i] < ' ' && text.text[i] != '\t') || text.text[i] == 127)
            return true;
    return false;
}

/* A word for a message, cut to a sensible length. */
#define RW_SHOWN_CHARS 48
const char *rw_show(rw_span word, char buffer[RW_SHOWN_CHARS]);

#endif
