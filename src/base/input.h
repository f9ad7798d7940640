/* SPDX-License-Identifier: MIT */
/* A whole input as bytes: a mapped file, standard input, or a decompressed gzip or zstd stream. */
#ifndef RW_BASE_INPUT_H
#define RW_BASE_INPUT_H

#include "riwalk.h"

typedef struct rw_input {
    const char *name; /* for messages; the caller's string */
    const char *data;
    size_t size;
    void *mapping; /* what to unmap; NULL when the bytes are in `owned`, or the caller's */
    size_t mapping_size;
    void *owned;
} rw_input;

/* Opens `path` ("-": standard input) and decompresses it if its first bytes say so. */
riwalk_status rw_input_open(const char *path, rw_input *input, riwalk_error *error);

/* The same over a caller's buffer, which must outlive the input. */
riwalk_status rw_input_memory(const void *data, size_t size, const char *name, rw_input *input,
                              riwalk_error *error);

void rw_input_close(rw_input *input);

#endif
