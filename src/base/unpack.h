/* SPDX-License-Identifier: MIT */
/* Decompresses gzip and zstd, a buffer at a time. */
#ifndef RW_BASE_UNPACK_H
#define RW_BASE_UNPACK_H

#include "base/input.h"

#include <zlib.h>
#include <zstd.h>

typedef struct rw_unpacker {
    const char *name; /* the file's, for messages */
    const char *at;   /* the compressed bytes not yet read, set by the caller */
    size_t left;
    uint64_t taken; /* compressed bytes read before these */
    bool between;   /* after a stream: the file may end here */
    bool began;     /* the gzip stream is initialised */
    z_stream gzip;
    ZSTD_DStream *zstd;
} rw_unpacker;

/* Starts with the first bytes, which must look compressed, or are `bare` deflated data without a
 * header. End it in any case. */
riwalk_status rw_unpack_begin(rw_unpacker *unpacker, const char *name, const char *at, size_t left,
                              bool bare, riwalk_error *error);
void rw_unpack_end(rw_unpacker *unpacker);

/* Decompresses as much as fits, stream after stream; nothing if no compressed bytes are left. */
riwalk_status rw_unpack(rw_unpacker *unpacker, char *to, size_t room, size_t *got,
                        riwalk_error *error);

/* FORMAT if the file must not end here. */
riwalk_status rw_unpack_check_end(const rw_unpacker *unpacker, riwalk_error *error);

#endif
