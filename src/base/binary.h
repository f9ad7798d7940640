/* SPDX-License-Identifier: MIT */
/* What our binary files have in common: how their headers begin, how they are read, and arrays that
 * are filled up with zeros to a multiple of 8 bytes. */
#ifndef RW_BASE_BINARY_H
#define RW_BASE_BINARY_H

#include "base/input.h"

#if !defined(__BYTE_ORDER__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "binary files are copied as they are: this needs a little-endian machine"
#endif

#define RW_BINARY_MAGIC 8

/* A header begins with the magic bytes, the version, another number, and the size of the file. */
typedef struct rw_binary {
    const char *noun;     /* "model" */
    const char *stranger; /* the sentence on a file of another kind */
    const char *advice;   /* on a damaged one: "; make it again" */
    const char *magic;    /* a text transfer that changes line ends destroys it */
    uint32_t version;
    size_t header_bytes;
    bool (*intact)(const char *file, size_t size); /* whether its checksum is right */
} rw_binary;

/* A file that is read, array after array, where the bytes are. */
typedef struct rw_binary_reader {
    const rw_binary *kind;
    rw_input input;
    void *aligned;  /* the same bytes, where those of the input do not begin at a multiple of 8 */
    const char *at; /* what is not yet taken */
    riwalk_error *error;
} rw_binary_reader;

/* Reads a file; FORMAT where it is of another kind or version, or damaged. To be closed in any
 * case. */
riwalk_status rw_binary_open(rw_binary_reader *reader, const rw_binary *kind, riwalk_source source,
                             int threads, riwalk_error *error);
void rw_binary_close(rw_binary_reader *reader);

/* The next array and the zeros that follow it; NULL where the file ends before, or these are none.
 */
const void *rw_binary_take(rw_binary_reader *reader, uint64_t count, size_t size);
bool rw_binary_at_end(const rw_binary_reader *reader);

/* FORMAT, for content that has no meaning; and for options that were refused with an error, whose
 * sentence it has. */
riwalk_status rw_binary_nonsense(const rw_binary_reader *reader);
riwalk_status rw_binary_refused(const rw_binary_reader *reader, const riwalk_error *refusal);

/* The size of an array with the zeros that follow. */
static inline uint64_t rw_padded(uint64_t bytes)
{
    return (bytes + 7) & ~UINT64_C(7);
}

#endif
