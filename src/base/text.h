/* SPDX-License-Identifier: MIT */
/* Spans of text from outside, and UTF-8. */
#ifndef RW_BASE_TEXT_H
#define RW_BASE_TEXT_H

#include "riwalk.h"

#include <string.h>

/* A part of a text, without a NUL at its end. */
typedef struct rw_span {
    const char *text; /* NULL: no text */
    size_t length;
} rw_span;

/* One of several consecutive spans. */
static inline rw_span rw_span_at(const char *text, const uint64_t *starts, uint64_t place)
{
    return (rw_span){text + starts[place], (size_t)(starts[place + 1] - starts[place])};
}

/* At most the first `most` bytes of a span, as arguments of %.*s in messages. */
#define RW_CUT(span, most) (span).length < (most) ? (int)(span).length : (most), (span).text

/* Compares bytes; a prefix comes first. Below 0, 0 or above. */
int rw_span_order(rw_span a, rw_span b);

/* Whether both exist and are equal; whether a span is this word; whether it is one of some words,
 * in upper or lower case. */
bool rw_span_same(rw_span a, rw_span b);
bool rw_span_is(rw_span text, const char *word);
bool rw_span_among(rw_span text, const char *const *words, size_t count);

/* Cuts the next word off the rest, up to a separator; false after the last word. */
bool rw_span_cut(rw_span *rest, char separator, rw_span *word);

/* Parses a whole number: only digits, at most 2^64 - 1. */
bool rw_parse_count(rw_span text, uint64_t *value);

/* The first occurrence of a word among some bytes; NULL: none. */
const char *rw_text_find(const char *at, size_t size, const char *word);

/* The line of a position in a text, from 1, for messages. O(bytes before it). */
uint64_t rw_text_line(const char *begin, const char *at);

/* Whether a path has an ending such as ".gz", in upper or lower case. */
bool rw_ends_with(const char *path, const char *ending);

/* Whether a path has one of some extensions (".csv .tsv"), also before .gz and .zst. */
bool rw_has_extension(const char *path, const char *extensions);

/* The length of a path without .gz or .zst. */
size_t rw_plain_length(const char *path);

/* The name of a file without folder, compression and extension: what its graph is called when
 * several are embedded. */
rw_span rw_path_stem(const char *path);

/* Text that is cut to its buffer, but counts its whole length. */
typedef struct rw_text {
    char *buffer;
    size_t capacity;
    size_t length;
} rw_text;

/* Appends formatted text; the same to a NUL-terminated string in an array. */
void rw_text_add(rw_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define rw_append(array, capacity, ...)                                                            \
    rw_text_add(&(rw_text){array, capacity, strlen(array)}, __VA_ARGS__)

/* Whether a name would not survive unquoted in a line that is split at blanks or delimiters. */
bool rw_needs_quotes(rw_span name);

/* The length of the byte order mark at the start of a text, or 0. */
size_t rw_utf8_mark(const char *text, size_t length);

/* The length of the UTF-8 sequence at the start of a text, of which `left` bytes may be read (4 if
 * it ends with a NUL); 0: invalid. */
size_t rw_utf8_length(const char *text, size_t left);

/* The same; also returns the character. */
size_t rw_utf8_code(const char *text, size_t left, unsigned *code);

/* Whether a text, which may hold any bytes, is UTF-8. */
bool rw_is_utf8(const char *text, size_t length);

/* Writes a character in UTF-8. Returns its length, at most 4; 0 for NUL and invalid characters. */
size_t rw_utf8_put(unsigned long code, char *to);

#endif
