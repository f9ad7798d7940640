/* SPDX-License-Identifier: MIT */
/* Pieces of text from outside, and what of them is UTF-8. */
#ifndef RW_BASE_TEXT_H
#define RW_BASE_TEXT_H

#include "riwalk.h"

/* A piece of a text, without a NUL at its end. */
typedef struct rw_text {
    const char *text; /* NULL: there is none */
    size_t length;
} rw_text;

/* Whether it is this word; the second in any case of letters, and one of some words. */
bool rw_text_is(rw_text text, const char *word);
bool rw_text_among(rw_text text, const char *const *words, size_t count);

/* The length of the UTF-8 sequence that a text begins with, which ends in NUL; 0 where it is none.
 */
size_t rw_utf8_length(const char *text);

/* The same, and the character that the sequence stands for. */
size_t rw_utf8_code(const char *begin, unsigned *code);

/* Whether all of a text, which need not end in NUL and may hold any bytes, is UTF-8. */
bool rw_is_utf8(const char *text, size_t length);

/* Writes a character that may stand in XML (no control character but tab and line ends) in UTF-8;
 * returns its length, at most 4, or 0 where it is none. */
size_t rw_utf8_put(unsigned long code, char *to);

#endif
