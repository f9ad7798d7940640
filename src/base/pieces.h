/* SPDX-License-Identifier: MIT */
/* A text larger than memory, piece by piece: of a file, standard input, or a gzip or zstd stream. A
 * piece ends at a line end, but for the last one. */
#ifndef RW_BASE_PIECES_H
#define RW_BASE_PIECES_H

#include "base/unpack.h"

typedef struct rw_pieces {
    const char *name;
    int file;
    bool standard;
    bool can_rewind;          /* to the first piece: not of a pipe */
    uint64_t size, read;      /* bytes of the file, 0 of a pipe; those that were read so far */
    char *text;               /* [most] */
    size_t most, have, given; /* bytes of the text; of those, in the piece before, which is to come
                                 again where this is set to 0 */
    bool ended;
    char *packed; /* bytes as the file has them, if it is compressed */
    rw_unpacker unpacker;
} rw_pieces;

/* Pieces have at most `most` bytes. "-" is standard input. */
riwalk_status rw_pieces_open(const char *path, size_t most, rw_pieces **pieces,
                             riwalk_error *error);

/* The next piece, which lasts until the one after it; no bytes at the end. LIMIT where a line is
 * longer than a piece may be. */
riwalk_status rw_pieces_next(rw_pieces *pieces, rw_input *piece, riwalk_error *error);

riwalk_status rw_pieces_rewind(rw_pieces *pieces, riwalk_error *error);

void rw_pieces_close(rw_pieces *pieces);

#endif
