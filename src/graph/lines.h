/* SPDX-License-Identifier: MIT */
/* Lines of text and their fields: what edge lists, lists of nodes and files of labels are made of.
 * A text is cut into parts at line ends, so that threads can read the parts at once and still say
 * which line an error is on. Every part ends in a line feed: a reader needs no other bound. */
#ifndef RW_GRAPH_LINES_H
#define RW_GRAPH_LINES_H

#include "base/text.h"

typedef struct rw_part_of_text {
    const char *begin;
    const char *end;     /* end[-1] is '\n' */
    uint64_t first_line; /* number of its first line, counted from 1 over the whole file */
    uint64_t lines;
} rw_part_of_text;

typedef struct rw_lines {
    size_t part_count;
    rw_part_of_text *parts;
    uint64_t line_count; /* of all parts */
    char *last;          /* a copy of the last line, when it has no line feed of its own */
} rw_lines;

/* Cuts the text from `data` on, which begins line `first_line`. O(size), in parallel. */
riwalk_status rw_lines_cut(const char *data, size_t size, uint64_t first_line, int threads,
                           rw_lines *lines, riwalk_error *error);

void rw_lines_free(rw_lines *lines);

/* Takes a line that can be read and is no comment. */
typedef riwalk_status (*rw_line_taker)(void *context, const char *at, uint64_t line,
                                       riwalk_error *error);

/* Gives lines to a taker, one after the other, without comments; `name` is the file's. */
riwalk_status rw_lines_each(const rw_lines *lines, const char *name, rw_line_taker take,
                            void *context, riwalk_error *error);

/* ---- Fields ---- */

static inline bool rw_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* Whether the line at `at` has nothing to say. */
bool rw_is_comment(const char *at);

/* What makes a line, which is no comment and goes to the line feed at `end`, unreadable whatever
 * its fields are: a sentence, or NULL. */
const char *rw_line_problem(const char *at, const char *end);

/* What splits the fields of a file, by its first line that is no comment: tabs, semicolons, commas,
 * bars, or ' ' for any blanks. */
char rw_field_delimiter(const char *line);

typedef enum rw_field_result {
    RW_FIELD_FOUND,
    RW_FIELD_NONE,     /* the line is over */
    RW_FIELD_EMPTY,    /* two delimiters with nothing between them */
    RW_FIELD_UNCLOSED, /* a quote without its end */
    RW_FIELD_BROKEN,   /* text behind the closing quote */
    RW_FIELD_ESCAPED,  /* a doubled quote inside quotes: not supported */
} rw_field_result;

/* Takes the next field of a line. `*at` moves behind the field and its delimiter. A field in double
 * quotes may hold anything but quotes and line feeds. */
rw_field_result rw_field_next(const char **at, char delimiter, rw_span *field);

#endif
