/* SPDX-License-Identifier: MIT */
/* A whole input in memory: a file, standard input, or a decompressed gzip or zstd stream. Later
 * changes to the file have no effect. */
#ifndef RW_BASE_INPUT_H
#define RW_BASE_INPUT_H

#include "base/error.h"

typedef struct rw_input {
    const char *name; /* for messages; the caller's string */
    const char *data;
    size_t size;
    size_t stored; /* bytes before decompression */
    void *owned;   /* memory to free; NULL if the bytes are the caller's or mapped */
    bool mapped;   /* by rw_input_map: changes to the file do have an effect */
    bool trusted;  /* written by this process: needs no checks */
} rw_input;

/* Reads `path` ("-": standard input) and decompresses it if its first bytes say so. Several threads
 * (0: all) read a file. IO if it changes meanwhile. */
riwalk_status rw_input_open(const char *path, int threads, rw_input *input, riwalk_error *error);

/* Maps a file read-only, without decompression: pages load on first access, the system drops them
 * when memory is short, and processes share them. If the file is truncated meanwhile, access beyond
 * its end raises SIGBUS; other changes become visible. IO if it is no regular file. */
riwalk_status rw_input_map(const char *path, rw_input *input, riwalk_error *error);

/* Opens a caller's buffer in the same way; it must outlive the input. */
riwalk_status rw_input_memory(const void *data, size_t size, const char *name, rw_input *input,
                              riwalk_error *error);

/* Opens either. ARGUMENT if the source has neither path nor name, or if its bytes are NULL. Strings
 * and bytes of the source must outlive the input. */
riwalk_status rw_input_from(riwalk_source source, int threads, rw_input *input,
                            riwalk_error *error);

/* FORMAT if the text is UTF-16. All inputs are checked when they are opened. */
riwalk_status rw_input_check_encoding(const rw_input *input, riwalk_error *error);

/* Whether a file that starts with these bytes would be decompressed. */
bool rw_looks_compressed(const char *begin, size_t size);

/* LIMIT if `bytes` decompressed bytes are too many for a file of this size: a few bytes must not
 * fill the memory, in one layer or in several. */
riwalk_status rw_input_expands(const rw_input *input, uint64_t bytes, riwalk_error *error);

/* FORMAT with a sentence about the whole input. */
#define rw_input_fail(input, error, ...)                                                           \
    rw_fail_at(error, RIWALK_STATUS_FORMAT, (input)->name, 0, __VA_ARGS__)

void rw_input_close(rw_input *input);

#endif
