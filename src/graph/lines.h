/* SPDX-License-Identifier: MIT */
/* Lines of text and their fields, for edge lists, lists of nodes and files of labels. Text is
 * divided into parts at line ends: threads read parts at the same time and still know the line of
 * an error. Every part ends in a line feed, so readers need no other bound. */
#ifndef RW_GRAPH_LINES_H
#define RW_GRAPH_LINES_H

#include "base/input.h"
#include "base/text.h"

typedef struct rw_part_of_text {
    const char *begin;
    const char *end;     /* end[-1] is '\n' */
    uint64_t first_line; /* number of its first line in the whole file, from 1 */
    uint64_t lines;
    uint64_t entries; /* found in it; set by readers */
} rw_part_of_text;

typedef struct rw_lines {
    const char *name; /* of the text, for messages */
    size_t part_count;
    rw_part_of_text *parts;
    uint64_t line_count; /* lines of all parts */
    char *last;          /* a copy of the last line if it has no line feed */
} rw_lines;

/* Divides text into parts; its first line has the number `first_line`. Skips a byte order mark
 * before line 1. O(size), in parallel. */
riwalk_status rw_lines_cut(const rw_input *text, uint64_t first_line, int threads, rw_lines *lines,
                           riwalk_error *error);

void rw_lines_free(rw_lines *lines);

/* Receives a readable line that is not a comment. */
typedef riwalk_status (*rw_line_taker)(void *context, const char *at, uint64_t line,
                                       riwalk_error *error);

/* Passes all lines of an input except comments to a function, in order. Fields point into the input
 * and `lines`, which is to be freed in any case. */
riwalk_status rw_lines_take(const rw_input *input, rw_lines *lines, rw_line_taker take,
                            void *context, riwalk_error *error);

/* ---- Fields ---- */

static inline bool rw_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* Whether the line at `at` is blank or a comment. */
bool rw_is_comment(const char *at);

/* Why a line, not a comment, that ends with the line feed at `end` is unreadable whatever its
 * fields are: a sentence, or NULL. */
const char *rw_line_problem(const char *at, const char *end);

/* Guesses the delimiter of a file from its first line that is not a comment: tab, semicolon, comma,
 * bar, or ' ' for any blanks. */
char rw_field_delimiter(const char *line);

typedef enum rw_field_result {
    RW_FIELD_FOUND,
    RW_FIELD_NONE,     /* the line ends */
    RW_FIELD_EMPTY,    /* nothing between two delimiters */
    RW_FIELD_UNCLOSED, /* the closing quote is missing */
    RW_FIELD_BROKEN,   /* text after a closing quote */
    RW_FIELD_ESCAPED,  /* a doubled quote inside quotes: not supported */
} rw_field_result;

/* Takes the next field of a line and moves `*at` past its delimiter. A field in double quotes may
 * contain anything but quotes and line feeds. */
rw_field_result rw_field_next(const char **at, char delimiter, rw_span *field);

#endif
