/* SPDX-License-Identifier: MIT */
/* A text cut into parts at line ends, so that threads can read the parts at once and still say
 * which line an error is on. Every part ends in a line feed: a reader needs no other bound. */
#ifndef RW_GRAPH_LINES_H
#define RW_GRAPH_LINES_H

#include "riwalk.h"

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

#endif
