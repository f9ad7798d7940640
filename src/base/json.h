/* SPDX-License-Identifier: MIT */
/*
 * JSON, one value after the other: a reader goes into objects and arrays that it knows and skips
 * what it does not. Strict but for NaN and Infinity, which Python writes. Values nested deeper than
 * RW_JSON_DEPTH and strings longer than RW_JSON_VALUE_BYTES, where they are wanted, are refused.
 *
 * A failure ends the reading: the status stays, the error says the line, and all functions return
 * false.
 */
#ifndef RW_BASE_JSON_H
#define RW_BASE_JSON_H

#include "base/arena.h"
#include "base/input.h"

#define RW_JSON_DEPTH 200
#define RW_JSON_VALUE_BYTES ((size_t)1 << 20)

typedef enum rw_json_kind {
    RW_JSON_STRING,
    RW_JSON_NUMBER, /* its text is as the file spells it; NaN and Infinity too */
    RW_JSON_TRUE,
    RW_JSON_FALSE,
    RW_JSON_NULL,
    RW_JSON_OBJECT,
    RW_JSON_ARRAY,
} rw_json_kind;

/* A value that is neither object nor array; of strings decoded. It lives as long as the input and
 * the reader. */
typedef struct rw_json_value {
    rw_json_kind kind;
    const char *text;
    size_t length;
} rw_json_value;

typedef struct rw_json {
    const rw_input *input;
    riwalk_error *error;
    riwalk_status status;
    const char *at, *end;
    const char *value; /* where the last value begins */
    unsigned depth;
    bool first; /* the object or array has just been entered */
    rw_arena decoded;
} rw_json;

/* Before the first value. The input must outlive the reading. */
void rw_json_begin(rw_json *json, const rw_input *input, riwalk_error *error);

/* What the next value is, by its first character. */
bool rw_json_peek(rw_json *json, rw_json_kind *kind);

/* Goes into the next value, which must be an object or array. */
bool rw_json_enter(rw_json *json, rw_json_kind kind);

/* Goes to the next key of the object, or to the next value of the array, that was entered; false at
 * its end, which is left then. What a key or value stands for must have been taken or skipped. */
bool rw_json_key(rw_json *json, rw_json_value *key);
bool rw_json_item(rw_json *json);

/* Takes a value that is no object and no array. */
bool rw_json_take(rw_json *json, rw_json_value *value);

/* Passes over any value. */
bool rw_json_skip(rw_json *json);

/* Whether nothing but blanks follows. */
bool rw_json_end(rw_json *json);

/* Whether a string is this text. */
bool rw_json_is(const rw_json_value *value, const char *text);

/* Ends the reading with a sentence about the last value; returns false. */
bool rw_json_fail(rw_json *json, const char *format, ...) __attribute__((format(printf, 2, 3)));

void rw_json_free(rw_json *json);

#endif
