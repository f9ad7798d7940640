/* SPDX-License-Identifier: MIT */
/* Files of vectors: what a format is, and vectors on their way in and out. */
#ifndef RW_VECTORS_FORMATS_H
#define RW_VECTORS_FORMATS_H

#include "base/error.h"
#include "base/frontend.h"
#include "base/progress.h"
#include "vectors/vectors.h"

/* Vectors on their way in. */
typedef struct rw_vectors_reading {
    const rw_input *input;
    const struct rw_vectors_kind *kind;
    bool from_stream; /* or from memory: there is no file beside it */
    int threads;
    rw_progress progress;
    riwalk_vectors *vectors; /* made by the reader */
} rw_vectors_reading;

/* Vectors on their way out. */
typedef struct rw_vectors_writing {
    const riwalk_vectors *vectors;
    const struct rw_vectors_kind *kind;
    const char *path;
    rw_output *output;
    riwalk_files *files; /* that files beside the output go with */
    int threads;
    rw_progress progress;
} rw_vectors_writing;

/* A reader makes the vectors and names all rows; a writer writes them all. */
typedef riwalk_status rw_vectors_reader(rw_vectors_reading *reading, riwalk_error *error);
typedef riwalk_status rw_vectors_writer(rw_vectors_writing *writing, riwalk_error *error);

/* word2vec.c, which has the tables too; npy.c. */
rw_vectors_reader rw_read_word2vec, rw_read_word2vec_binary, rw_read_table, rw_read_npy,
    rw_read_npz;
rw_vectors_writer rw_write_rows, rw_write_npy, rw_write_npz;
bool rw_is_word2vec_binary(const rw_input *input, riwalk_vectors_format asked);

/* A row of the table of formats. */
typedef struct rw_vectors_kind {
    riwalk_vectors_format format;
    riwalk_vectors_format_info info;
    const char *bad;   /* characters that a name cannot have */
    char separator;    /* of text; 0: values are binary */
    bool table;        /* text with a line of titles, not of counts */
    bool utf8;         /* names are UTF-8, and else whatever they are */
    const char *begin; /* how the content begins; NULL: `is` decides */
    bool (*is)(const rw_input *input, riwalk_vectors_format asked);
    rw_vectors_reader *read;
    rw_vectors_writer *write;
} rw_vectors_kind;

/* What content is; whatever is nothing else is text. (formats.c) */
const rw_vectors_kind *rw_vectors_sniff(const rw_input *input, riwalk_vectors_format asked);

/* What vectors are written as at a path, where 0 goes by the extension; refuses files of other
 * kinds, and what has no place beside it where ids need one. */
riwalk_status rw_vectors_choose(const char *path, riwalk_vectors_format format,
                                const rw_vectors_kind **kind, riwalk_error *error);

riwalk_status rw_vectors_no_place(riwalk_error *error);

/* Whether a name can be written. */
riwalk_status rw_vectors_check_name(const rw_vectors_kind *kind, rw_span name, riwalk_error *error);

/* ---- For readers ---- */

/* Names are text: the order that they are found by has no place for zero bytes. */
riwalk_status rw_vectors_read_name(rw_vectors_reading *reading, rw_span name, riwalk_error *error);

/* FORMAT where a value of a row that was read is not finite. */
riwalk_status rw_vectors_check_row(const rw_vectors_reading *reading, uint32_t row,
                                   riwalk_error *error);

riwalk_status rw_vectors_truncated(const rw_vectors_reading *reading, riwalk_error *error);

/* ---- NumPy (npy.c) ---- */

/* Writes the header of an array of one axis (0 dimensions) or two: RW_NPY_HEADER bytes. */
#define RW_NPY_HEADER 128
void rw_npy_header(const char *type, uint64_t count, uint64_t dimensions,
                   char header[RW_NPY_HEADER]);

/* Puts the names in the file .ids beside a path. They go in place before the vectors. */
riwalk_status rw_npy_write_ids(const riwalk_vectors *vectors, const char *path, riwalk_files *files,
                               riwalk_error *error);

#endif
