/* SPDX-License-Identifier: MIT */
/* Undoing gzip and zstd, a stretch at a time. */
#ifndef RW_BASE_UNPACK_H
#define RW_BASE_UNPACK_H

#include "base/input.h"

#include <zlib.h>
#include <zstd.h>

typedef struct rw_unpacker {
    const char *name; /* of the file, for messages */
    const char *at;   /* packed bytes that are there, to be set: the rest of them */
    size_t left;
    uint64_t taken; /* packed bytes before these */
    bool between;   /* streams: the file may end here */
    bool began;     /* a gzip stream */
    z_stream gzip;
    ZSTD_DStream *zstd;
} rw_unpacker;

/* Begins with the first bytes, which look compressed. To be ended in any case. */
riwalk_status rw_unpack_begin(rw_unpacker *unpacker, const char *name, const char *at, size_t left,
                              riwalk_error *error);
void rw_unpack_end(rw_unpacker *unpacker);

/* Unpacks what fits, streams one after the other; nothing where no packed bytes are left. */
riwalk_status rw_unpack(rw_unpacker *unpacker, char *to, size_t room, size_t *got,
                        riwalk_error *error);

/* FORMAT where the file must not end here. */
riwalk_status rw_unpack_check_end(const rw_unpacker *unpacker, riwalk_error *error);

#endif
