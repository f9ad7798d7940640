/* SPDX-License-Identifier: MIT */
/* Fields of a line of text: what edge lists, lists of nodes and files of labels are made of. Every
 * line ends in a line feed, which needs no other bound. */
#ifndef RW_GRAPH_FIELDS_H
#define RW_GRAPH_FIELDS_H

#include "base/text.h"

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
