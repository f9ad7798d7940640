/* SPDX-License-Identifier: MIT */
/* Lines, fields and numbers of the text formats. Numbers do not depend on the locale. */
#ifndef RW_GRAPH_TEXT_H
#define RW_GRAPH_TEXT_H

#include "base/input.h"

typedef struct rw_lines {
    const char *at; /* the next line */
    const char *end;
    const char *line; /* what is left of the current line; its end (LF, CR LF) is cut off */
    const char *line_end;
    uint64_t number; /* of the current line, from 1 */
} rw_lines;

/* Before the first line; a UTF-8 byte order mark is passed over. */
rw_lines rw_lines_begin(const rw_input *input);

/* Goes to the next line; false at the end. The last line needs no line end. */
bool rw_lines_next(rw_lines *lines);

/* A piece of a line without blanks. */
typedef struct rw_field {
    const char *text;
    size_t length;
} rw_field;

/* Takes the next field of the current line; false when there is none. */
bool rw_lines_field(rw_lines *lines, rw_field *field);

/* An unsigned decimal number; false for anything else, and beyond 64 bits. */
bool rw_parse_count(const char *text, size_t length, uint64_t *value);

/* Takes the next field if it is an unsigned number. */
bool rw_lines_count(rw_lines *lines, uint64_t *value);

/* A decimal number such as "2", "-0.5", "1e-3", "inf" or "nan", to the nearest float; false for
 * anything else. */
bool rw_parse_weight(const char *text, size_t length, float *weight);

/* The shortest decimal that reads back as the same float; returns its length. The weight must be
 * finite and positive. No final NUL. */
#define RW_WEIGHT_CHARS 24
size_t rw_format_weight(float weight, char buffer[RW_WEIGHT_CHARS]);

/* A field for a message: cut to a sensible length, bytes that do not print shown as '?'. */
#define RW_SHOWN_CHARS 48
const char *rw_show(rw_field field, char buffer[RW_SHOWN_CHARS]);

#endif
