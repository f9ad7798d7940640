/* SPDX-License-Identifier: MIT */
/* Pieces of text from outside, and what of them is UTF-8. */
#ifndef RW_BASE_TEXT_H
#define RW_BASE_TEXT_H

#include "riwalk.h"

/* A piece of a text, without a NUL at its end. */
typedef struct rw_span {
    const char *text; /* NULL: there is none */
    size_t length;
} rw_span;

/* One of several that follow each other. */
static inline rw_span rw_span_at(const char *text, const uint64_t *starts, uint64_t place)
{
    return (rw_span){text + starts[place], (size_t)(starts[place + 1] - starts[place])};
}

/* Of a text, what a message shows: for %.*s. */
#define RW_CUT(span, most) (span).length < (most) ? (int)(span).length : (most), (span).text

/* The order of bytes, in which the beginning of another comes first: below 0, 0 or above. */
int rw_span_order(rw_span a, rw_span b);

/* Whether two are there and the same; whether it is this word, or one of some in any case of
 * letters. */
bool rw_span_same(rw_span a, rw_span b);
bool rw_span_is(rw_span text, const char *word);
bool rw_span_among(rw_span text, const char *const *words, size_t count);

/* The first place of a word among some bytes; NULL: none. */
const char *rw_text_find(const char *at, size_t size, const char *word);

/* The line of a place in a text, from 1; for messages. O(bytes before it). */
uint64_t rw_text_line(const char *begin, const char *at);

/* Whether a path has an ending such as ".gz", in capitals or not. */
bool rw_ends_with(const char *path, const char *ending);

/* Adds to a text that ends in NUL; what does not fit into its capacity is cut. */
void rw_append(char *text, size_t capacity, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The length of the byte order mark that a text begins with, or 0. */
size_t rw_utf8_mark(const char *text, size_t length);

/* The length of the UTF-8 sequence that a text begins with, which ends in NUL; 0 where it is none.
 */
size_t rw_utf8_length(const char *text);

/* The same, and the character that the sequence stands for. */
size_t rw_utf8_code(const char *begin, unsigned *code);

/* Whether all of a text, which need not end in NUL and may hold any bytes, is UTF-8. */
bool rw_is_utf8(const char *text, size_t length);

/* Writes a character in UTF-8; returns its length, at most 4, or 0 where it is none, or NUL. */
size_t rw_utf8_put(unsigned long code, char *to);

#endif
