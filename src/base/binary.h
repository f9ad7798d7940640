/* SPDX-License-Identifier: MIT */
/* What our binary files share: the start of the header, the checks of a reader, and arrays padded
 * with zeros to a multiple of 8 bytes. */
#ifndef RW_BASE_BINARY_H
#define RW_BASE_BINARY_H

#include "base/input.h"

#if !defined(__BYTE_ORDER__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "binary files are copied as they are: this needs a little-endian machine"
#endif

#define RW_BINARY_MAGIC 8

/* A header starts with the magic bytes, the version, another number, and the size of the file. */
typedef struct rw_binary {
    const char *noun;     /* "model" */
    const char *stranger; /* the error for a file of another kind */
    const char *advice;   /* added to the error for a damaged file: "; make it again" */
    const char *magic;    /* includes bytes that text transfers change */
    uint32_t version;
    size_t header_bytes;
    bool (*intact)(const char *file, size_t size); /* verifies the checksum */
} rw_binary;

/* Reads a file, array after array, without copying the arrays. */
typedef struct rw_binary_reader {
    const rw_binary *kind;
    rw_input input;
    void *aligned;  /* a copy of the bytes if the input does not start at a multiple of 8 */
    const char *at; /* the first byte not yet taken */
    riwalk_error *error;
} rw_binary_reader;

/* Opens a file; FORMAT if it is of another kind or version, or damaged. Close it in any case. */
riwalk_status rw_binary_open(rw_binary_reader *reader, const rw_binary *kind, riwalk_source source,
                             int threads, riwalk_error *error);
void rw_binary_close(rw_binary_reader *reader);

/* Takes the next array and its padding; NULL if the file ends too early or the padding is not
 * zero. */
const void *rw_binary_take(rw_binary_reader *reader, uint64_t count, size_t size);
bool rw_binary_at_end(const rw_binary_reader *reader);

/* Fail with FORMAT: for meaningless content, and for options that were refused with `refusal`,
 * whose sentence is reported. */
riwalk_status rw_binary_nonsense(const rw_binary_reader *reader);
riwalk_status rw_binary_refused(const rw_binary_reader *reader, const riwalk_error *refusal);

/* The size of an array with its padding. */
static inline uint64_t rw_padded(uint64_t bytes)
{
    return (bytes + 7) & ~UINT64_C(7);
}

#endif
