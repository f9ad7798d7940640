/* SPDX-License-Identifier: MIT */
/* JSON in and out, in time linear in the text. Nothing here allocates or prints, so the command is
 * built with these files too. */
#ifndef RW_BASE_JSON_H
#define RW_BASE_JSON_H

#include "riwalk.h"

/* ---- In ----
 *
 * One value after the other: a reader goes into objects and arrays that it knows and skips what it
 * does not. Strict but for NaN and Infinity, which Python writes. Values nested deeper than
 * RW_JSON_DEPTH and strings longer than RW_JSON_VALUE_BYTES, where they are wanted, are refused.
 *
 * A failure ends the reading: status, sentence and place stay, and all functions return false. */

#define RW_JSON_DEPTH 200
#define RW_JSON_VALUE_BYTES ((size_t)1 << 20)

typedef enum rw_json_kind {
    RW_JSON_STRING,
    RW_JSON_NUMBER, /* NaN and Infinity too */
    RW_JSON_TRUE,
    RW_JSON_FALSE,
    RW_JSON_NULL,
    RW_JSON_OBJECT,
    RW_JSON_ARRAY,
} rw_json_kind;

/* A value that is neither object nor array, as the input spells it, without quotes. */
typedef struct rw_json_value {
    rw_json_kind kind;
    bool escaped; /* a string with escapes: rw_json_decode says what it stands for */
    const char *text;
    size_t length;
} rw_json_value;

typedef struct rw_json {
    bool strict; /* to be set: skipped strings are checked as well, NaN and Infinity are refused */
    riwalk_status status;
    char problem[400];
    const char *begin, *at, *end;
    const char *value; /* where the last value begins */
    const char *wrong; /* where the reading failed */
    unsigned depth;
    bool first; /* the object or array has just been entered */
} rw_json;

/* Before the first value. The text must outlive the reading. */
void rw_json_begin(rw_json *json, const char *text, size_t length);

/* Goes into the next value, which must be an object or array. */
bool rw_json_enter(rw_json *json, rw_json_kind kind);

/* Goes to the next key of the object, or to the next value of the array, that was entered; false at
 * its end, which is left then. What a key or value stands for must have been taken or skipped. */
bool rw_json_key(rw_json *json, rw_json_value *key);
bool rw_json_item(rw_json *json);

/* Goes into the next value, an object, and to what a key of it stands for, of several the last. */
bool rw_json_find(rw_json *json, const char *key);

/* Takes a value that is no object and no array. */
bool rw_json_take(rw_json *json, rw_json_value *value);

/* Passes over any value. */
bool rw_json_skip(rw_json *json);

/* Whether nothing but blanks follows. */
bool rw_json_end(rw_json *json);

/* Whether a string is this text. */
bool rw_json_is(const rw_json_value *value, const char *text);

/* What a string stands for, or another value as it is spelled; ends in NUL, and is cut where the
 * room is too small. Returns the whole length, which is at most that of the value. */
size_t rw_json_decode(const rw_json_value *value, char *to, size_t capacity);

/* Ends the reading with a sentence about the last value; returns false. */
bool rw_json_fail(rw_json *json, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The line of the failure, from 1. O(bytes before it). */
uint64_t rw_json_line(const rw_json *json);

/* ---- Out ----
 *
 * Every value is one of an object where it has a key, and one of an array where the key is NULL. A
 * failure stays: what is written after it is dropped, and `status` says so. */

typedef riwalk_status rw_json_sink(void *to, const void *text, size_t length, riwalk_error *error);

typedef struct rw_json_writer {
    rw_json_sink *sink;
    void *to;
    riwalk_error *error; /* that the sink fills */
    unsigned digits;     /* of reals; 0: as many as distinguish them from all others */
    unsigned lines;      /* what is nested up to so deep has a line for each of its values */
    bool page;           /* for a <script> element, where text is data whatever it holds */
    riwalk_status status;
    unsigned depth;
    bool comma; /* before the next value */
} rw_json_writer;

/* '{' or '[', and the bracket that ends it. */
void rw_json_open(rw_json_writer *json, const char *key, char bracket);
void rw_json_close(rw_json_writer *json, char bracket);

/* Text of any bytes; each that is not of a character in UTF-8 becomes U+FFFD. */
void rw_json_text(rw_json_writer *json, const char *key, const char *text, size_t length);

/* The same of a string; NULL becomes null. */
void rw_json_string(rw_json_writer *json, const char *key, const char *string);

void rw_json_whole(rw_json_writer *json, const char *key, uint64_t number);
void rw_json_bool(rw_json_writer *json, const char *key, bool value);

/* NaN and infinity, which JSON does not have, become null. */
void rw_json_real(rw_json_writer *json, const char *key, double number);

/* Bytes in base64. */
void rw_json_bytes(rw_json_writer *json, const char *key, const void *data, size_t size);

/* A value as it is to be spelled. */
void rw_json_spelled(rw_json_writer *json, const char *key, const char *text, size_t length);

/* Several of them as a format shows them: "{ node %s degree %u near [ %g %g ] }". A word is the key
 * of what follows it: %u or PRIu64 for whole numbers (text beyond 2^53, which readers might round),
 * PRIx64 for checksums, %g for reals, %d for true and false, %s for text, of which NULL is null. */
void rw_jsonf(rw_json_writer *json, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Text as it is, which is no value. */
void rw_json_put(rw_json_writer *json, const void *text, size_t length);

#endif
