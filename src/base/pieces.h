/* SPDX-License-Identifier: MIT */
/* A text larger than memory, piece by piece: of a file, standard input, or a gzip or zstd stream. A
 * piece ends at a line end, but for the last one. */
#ifndef RW_BASE_PIECES_H
#define RW_BASE_PIECES_H

#include "base/input.h"

typedef struct rw_pieces rw_pieces;

/* Pieces have at most `most` bytes. "-" is standard input. */
riwalk_status rw_pieces_open(const char *path, size_t most, rw_pieces **pieces,
                             riwalk_error *error);

/* The next piece, which lasts until the one after it; no bytes at the end. LIMIT where a line is
 * longer than a piece may be. */
riwalk_status rw_pieces_next(rw_pieces *pieces, rw_input *piece, riwalk_error *error);

/* Takes a piece back: the next one will be the same. */
void rw_pieces_return(rw_pieces *pieces);

/* Whether pieces can be read again from the first: not from a pipe. */
bool rw_pieces_can_rewind(const rw_pieces *pieces);
riwalk_status rw_pieces_rewind(rw_pieces *pieces, riwalk_error *error);

/* Bytes of the file, and those of it that were read so far; of a pipe the first is 0. */
uint64_t rw_pieces_size(const rw_pieces *pieces);
uint64_t rw_pieces_read(const rw_pieces *pieces);

void rw_pieces_close(rw_pieces *pieces);

#endif
