/* SPDX-License-Identifier: MIT */
/* Reads a text larger than memory in pieces: from a file, standard input, or a gzip or zstd stream.
 * All pieces but the last end at a line end. */
#ifndef RW_BASE_PIECES_H
#define RW_BASE_PIECES_H

#include "base/unpack.h"

typedef struct rw_pieces {
    const char *name;
    int file;
    bool standard;
    bool can_rewind;          /* to the first piece; false for pipes */
    uint64_t size, read;      /* bytes of the file (0: a pipe), and bytes read so far */
    char *text;               /* [most] */
    size_t most, have, given; /* bytes in `text`; bytes of the last piece: set to 0 to get it
                                 again, with more text */
    bool ended;
    char *packed; /* compressed bytes of the file, if it is compressed */
    rw_unpacker unpacker;
} rw_pieces;

/* Opens a file, "-" being standard input. Pieces have at most `most` bytes. */
riwalk_status rw_pieces_open(const char *path, size_t most, rw_pieces **pieces,
                             riwalk_error *error);

/* The next piece, valid until the next call; empty at the end. LIMIT if a line is longer than a
 * piece may be. */
riwalk_status rw_pieces_next(rw_pieces *pieces, rw_input *piece, riwalk_error *error);

riwalk_status rw_pieces_rewind(rw_pieces *pieces, riwalk_error *error);

void rw_pieces_close(rw_pieces *pieces);

#endif
