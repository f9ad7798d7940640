/* SPDX-License-Identifier: MIT */
/* Files of vectors: formats, and the state of reading and writing. */
#ifndef RW_VECTORS_FORMATS_H
#define RW_VECTORS_FORMATS_H

#include "base/frontend.h"
#include "vectors/vectors.h"

/* State of reading vectors. */
typedef struct rw_vectors_reading {
    const rw_input *input;
    const struct rw_vectors_kind *kind;
    bool from_stream; /* or from memory: no file can be next to it */
    int threads;
    rw_progress progress;
    riwalk_vectors *vectors; /* made by the reader */
} rw_vectors_reading;

/* State of writing vectors. */
typedef struct rw_vectors_writing {
    const riwalk_vectors *vectors;
    const struct rw_vectors_kind *kind;
    const char *path;
    rw_output *output;
    riwalk_files *files; /* the set for files next to the output */
    int threads;
    rw_progress progress;
} rw_vectors_writing;

/* A reader makes the vectors and names all rows; a writer writes all rows. */
typedef riwalk_status rw_vectors_reader(rw_vectors_reading *reading, riwalk_error *error);
typedef riwalk_status rw_vectors_writer(rw_vectors_writing *writing, riwalk_error *error);

/* In word2vec.c, which also has the tables, and npy.c. */
rw_vectors_reader rw_read_word2vec, rw_read_word2vec_binary, rw_read_table, rw_read_npy,
    rw_read_npz;
rw_vectors_writer rw_write_rows, rw_write_npy, rw_write_npz;
bool rw_is_word2vec_binary(const rw_input *input, riwalk_vectors_format asked);

/* A row of the table of formats. */
typedef struct rw_vectors_kind {
    riwalk_vectors_format format;
    riwalk_vectors_format_info info;
    const char *bad;   /* characters that names must not have */
    char separator;    /* of text; 0: binary values */
    bool table;        /* text with a header of titles instead of counts */
    bool utf8;         /* names must be UTF-8; otherwise any bytes */
    const char *begin; /* the first bytes of the content; NULL: `is` decides */
    bool (*is)(const rw_input *input, riwalk_vectors_format asked);
    rw_vectors_reader *read;
    rw_vectors_writer *write;
} rw_vectors_kind;

/* The format of some content; text if it is nothing else (formats.c). */
const rw_vectors_kind *rw_vectors_sniff(const rw_input *input, riwalk_vectors_format asked);

/* The format to write to a path; format 0 follows the extension. Fails for extensions of other
 * files, and for streams and compressed files if the format needs an .ids file next to it. */
riwalk_status rw_vectors_choose(const char *path, riwalk_vectors_format format,
                                const rw_vectors_kind **kind, riwalk_error *error);

riwalk_status rw_vectors_no_place(riwalk_error *error);

/* Checks whether a name can be written. */
riwalk_status rw_vectors_check_name(const rw_vectors_kind *kind, rw_span name, riwalk_error *error);

/* ---- For readers ---- */

/* Adds a name; zero bytes are errors, since names are compared as text. */
riwalk_status rw_vectors_read_name(rw_vectors_reading *reading, rw_span name, riwalk_error *error);

/* FORMAT if a value of a row is not finite. */
riwalk_status rw_vectors_check_row(const rw_vectors_reading *reading, uint32_t row,
                                   riwalk_error *error);

riwalk_status rw_vectors_truncated(const rw_vectors_reading *reading, riwalk_error *error);

/* ---- NumPy (npy.c) ---- */

/* Writes the header of an array with one axis (0 dimensions) or two: RW_NPY_HEADER bytes. */
#define RW_NPY_HEADER 128
void rw_npy_header(const char *type, uint64_t count, uint64_t dimensions,
                   char header[RW_NPY_HEADER]);

/* Writes names to the .ids file next to a path. This file appears before the vectors. */
riwalk_status rw_npy_write_ids(const riwalk_vectors *vectors, const char *path, riwalk_files *files,
                               riwalk_error *error);

#endif
