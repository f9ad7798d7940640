/* SPDX-License-Identifier: MIT */
/* A whole input as bytes in memory: a file, standard input, or a decompressed gzip or zstd stream.
 * What happens to the file later has no influence. */
#ifndef RW_BASE_INPUT_H
#define RW_BASE_INPUT_H

#include "base/error.h"

typedef struct rw_input {
    const char *name; /* for messages; the caller's string */
    const char *data;
    size_t size;
    size_t stored; /* bytes of the file itself, before anything was decompressed */
    void *owned;   /* what to free; NULL when the bytes are the caller's, or mapped */
    bool mapped;   /* what happens to the file does have an influence: rw_input_map */
    bool trusted;  /* this process wrote it: its content need not be checked */
} rw_input;

/* Reads `path` ("-": standard input) and decompresses it if its first bytes say so. A file is read
 * by several threads (0: all); IO where it changes meanwhile. */
riwalk_status rw_input_open(const char *path, int threads, rw_input *input, riwalk_error *error);

/* Maps a file as it is, read-only: pages come when they are touched, the system takes them back
 * when memory is short, and processes share them. Who touches a page behind the end of a file that
 * was cut meanwhile gets SIGBUS, and changes show. IO where it is no regular file. */
riwalk_status rw_input_map(const char *path, rw_input *input, riwalk_error *error);

/* The same as opening over a caller's buffer, which must outlive the input. */
riwalk_status rw_input_memory(const void *data, size_t size, const char *name, rw_input *input,
                              riwalk_error *error);

/* Either of them. ARGUMENT where the source has no path and no name, or its bytes are NULL. The
 * strings and bytes of the source must outlive the input. */
riwalk_status rw_input_from(riwalk_source source, int threads, rw_input *input,
                            riwalk_error *error);

/* FORMAT where the text is in UTF-16: all inputs are checked when they are opened. */
riwalk_status rw_input_check_encoding(const rw_input *input, riwalk_error *error);

/* Whether a file that begins with these bytes would be decompressed. */
bool rw_looks_compressed(const char *begin, size_t size);

/* LIMIT where `bytes`, decompressed, are too many for a file of this size: a few bytes must not
 * fill the memory, in one layer or in several. */
riwalk_status rw_input_expands(const rw_input *input, uint64_t bytes, riwalk_error *error);

/* FORMAT, with a sentence about the input as a whole. */
#define rw_input_fail(input, error, ...)                                                           \
    rw_fail_at(error, RIWALK_STATUS_FORMAT, (input)->name, 0, __VA_ARGS__)

void rw_input_close(rw_input *input);

#endif
