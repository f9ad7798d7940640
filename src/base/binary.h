/* SPDX-License-Identifier: MIT */
/* What our binary files have in common: how their headers begin, and arrays that are filled up with
 * zeros to a multiple of 8 bytes. */
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
} rw_binary;

/* FORMAT where the file is of another kind or version, or has another size. */
riwalk_status rw_binary_check(const rw_binary *kind, const rw_input *input, riwalk_error *error);

/* FORMAT, for a checksum that is wrong, and for content that has no meaning. */
riwalk_status rw_binary_damaged(const rw_binary *kind, const rw_input *input, riwalk_error *error);
riwalk_status rw_binary_nonsense(const rw_binary *kind, const rw_input *input, riwalk_error *error);

/* The size of an array with the zeros that follow, and whether they are zeros. */
static inline uint64_t rw_padded(uint64_t bytes)
{
    return (bytes + 7) & ~UINT64_C(7);
}

bool rw_padding_is_zero(const char *array, uint64_t bytes);

#endif
