/* SPDX-License-Identifier: MIT */
/* Reads and writes JSON in linear time. Nothing here allocates or prints, so the command uses these
 * files, too. */
#ifndef RW_BASE_JSON_H
#define RW_BASE_JSON_H

#include "riwalk.h"

/* ---- In ----
 *
 * One value after the other: a reader enters the objects and arrays that it knows and skips all
 * others. Strict except for NaN and Infinity, which Python writes. Nesting deeper than
 * RW_JSON_DEPTH and strings that are read and longer than RW_JSON_VALUE_BYTES are errors.
 *
 * After an error, status, sentence and place stay, and all functions return false. */

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

/* A scalar as the input spells it, without quotes. */
typedef struct rw_json_value {
    rw_json_kind kind;
    bool escaped; /* a string with escapes, for rw_json_decode */
    const char *text;
    size_t length;
} rw_json_value;

typedef struct rw_json {
    bool strict; /* set by the caller: check skipped strings, too, and refuse NaN and Infinity */
    riwalk_status status;
    char problem[400];
    const char *begin, *at, *end;
    const char *value; /* start of the last value, or where reading failed */
    unsigned depth;
    bool first; /* an object or array was just entered */
} rw_json;

/* Starts reading. The text must outlive the reader. */
void rw_json_begin(rw_json *json, const char *text, size_t length);

/* Enters the next value, which must be an object or array. */
bool rw_json_enter(rw_json *json, rw_json_kind kind);

/* Goes to the next key of the object, or item of the array, last entered; false at its end, which
 * leaves it. The value before must have been taken or skipped. */
bool rw_json_key(rw_json *json, rw_json_value *key);
bool rw_json_item(rw_json *json);

/* Enters the next value, an object, and goes to the value of a key; of equal keys, the last. */
bool rw_json_find(rw_json *json, const char *key);

/* Takes a value that is neither object nor array. */
bool rw_json_take(rw_json *json, rw_json_value *value);

/* Skips any value. */
bool rw_json_skip(rw_json *json);

/* Whether only blanks follow. */
bool rw_json_end(rw_json *json);

/* Whether a value is a string equal to this text. */
bool rw_json_is(const rw_json_value *value, const char *text);

/* Decodes a string, or copies another value as it is spelled, with a NUL, cut to the capacity.
 * Returns the whole length, at most value->length. */
size_t rw_json_decode(const rw_json_value *value, char *to, size_t capacity);

/* Fails with a sentence about the last value; returns false. */
bool rw_json_fail(rw_json *json, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The line of the error, from 1. O(bytes before it). */
uint64_t rw_json_line(const rw_json *json);

/* ---- Out ----
 *
 * A value with a key goes into an object, a value with key NULL into an array. After a failure,
 * `status` is set and all further output is dropped. */

typedef riwalk_status rw_json_sink(void *to, const void *text, size_t length, riwalk_error *error);

typedef struct rw_json_writer {
    rw_json_sink *sink;
    void *to;
    riwalk_error *error; /* filled by the sink */
    unsigned digits;     /* digits of reals; 0: enough to read back exactly */
    unsigned lines;      /* values nested at most this deep get lines of their own */
    bool page;           /* for a <script> element: escapes what could end it */
    riwalk_status status;
    unsigned depth;
    bool comma; /* a comma must precede the next value */
} rw_json_writer;

/* Writes '{' or '[', and its closing bracket. */
void rw_json_open(rw_json_writer *json, const char *key, char bracket);
void rw_json_close(rw_json_writer *json, char bracket);

/* Writes any bytes as text; bytes that are not UTF-8 become U+FFFD. */
void rw_json_text(rw_json_writer *json, const char *key, const char *text, size_t length);

/* The same for a string; NULL becomes null. */
void rw_json_string(rw_json_writer *json, const char *key, const char *string);

void rw_json_whole(rw_json_writer *json, const char *key, uint64_t number);
void rw_json_bool(rw_json_writer *json, const char *key, bool value);

/* NaN and infinity, which JSON lacks, become null. */
void rw_json_real(rw_json_writer *json, const char *key, double number);

/* Writes bytes in base64. */
void rw_json_bytes(rw_json_writer *json, const char *key, const void *data, size_t size);

/* Writes a value verbatim. */
void rw_json_spelled(rw_json_writer *json, const char *key, const char *text, size_t length);

/* Writes several values by a format: "{ node %s degree %u near [ %g %g ] }". A plain word is the
 * key of the next value; %u and PRIu64 are integers (text beyond 2^53, where readers may round),
 * PRIx64 checksums, %g reals, %d booleans, %s strings (NULL gives null). */
void rw_jsonf(rw_json_writer *json, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes text verbatim, outside of values. */
void rw_json_put(rw_json_writer *json, const void *text, size_t length);

#endif
