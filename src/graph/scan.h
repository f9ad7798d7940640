/* SPDX-License-Identifier: MIT */
/* Going through a text line by line and word by word: for Matrix Market and METIS. */
#ifndef RW_GRAPH_SCAN_H
#define RW_GRAPH_SCAN_H

#include "base/input.h"
#include "base/text.h"

typedef struct rw_scan {
    const char *at; /* the next line */
    const char *end;
    const char *line; /* what is left of the current line; its end (LF, CR LF) is cut off */
    const char *line_end;
    uint64_t number; /* of the current line, from 1 */
} rw_scan;

/* Before the first line; a UTF-8 byte order mark is passed over. */
rw_scan rw_scan_begin(const rw_input *input);

/* Goes to the next line; false at the end. The last line needs no line end. */
bool rw_scan_line(rw_scan *scan);

/* Takes the next word, a piece of the current line without blanks; false when there is none. */
bool rw_scan_word(rw_scan *scan, rw_text *word);

/* An unsigned decimal number; false for anything else, and beyond 64 bits. */
bool rw_parse_count(const char *text, size_t length, uint64_t *value);

/* Takes the next word if it is an unsigned number. */
bool rw_scan_count(rw_scan *scan, uint64_t *value);

/* A word for a message, cut to a sensible length. */
#define RW_SHOWN_CHARS 48
const char *rw_show(rw_text word, char buffer[RW_SHOWN_CHARS]);

#endif
