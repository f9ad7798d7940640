/* SPDX-License-Identifier: MIT */
/* Reads and writes vectors and models, and OUT.json, the metadata beside vectors. */
#ifndef CLI_VECTOR_FILES_H
#define CLI_VECTOR_FILES_H

#include "command.h"
#include "files.h"
#include "riwalk.h"

/* Formats by the names of --to, as the library lists them; the first is "auto". */
#define CLI_MAX_FORMATS 16
extern cli_choice cli_vector_formats[CLI_MAX_FORMATS];

/* What is known about the format of OUT, and whether rows can be written to it as they are made: a
 * .npy file by format and name. */
const riwalk_vectors_format_info *cli_vectors_format(void);
bool cli_takes_rows(void);

/* Reads vectors, and refuses them if the metadata beside them belong to others; writes OUT, which
 * is reported at the end. */
riwalk_vectors *cli_read_vectors(const char *path);
void cli_write_vectors(const riwalk_vectors *vectors);

/* The path of the ids of vectors in NumPy's format. */
char *cli_ids_path(const char *vectors);

/* Whether the command takes several files, which users can swap; reports that, a common mistake:
 * what one looks like, and the right order. */
bool cli_has_order(void);
_Noreturn void cli_fail_order(const char *path, const char *what);

/* ---- Metadata: JSON, or empty ---- */

/* Reads a file of JSON, which must exist; or that beside vectors, empty if there is none. */
cli_text cli_load_metadata(const char *path);
cli_text cli_read_metadata(const char *vectors);

/* Finds the value of a key, or a string; false if it is absent. */
bool cli_find_metadata(const cli_text *metadata, const char *key, rw_json *json);
bool cli_find_string(const cli_text *metadata, const char *key, rw_json_value *value);

/* Ends an object of metadata with the vectors' checksum, and writes it beside them, if OUT has room
 * beside it and without --no-metadata. */
#define CLI_BEGIN_METADATA cli_json_begin(15, '{')
void cli_write_metadata(rw_json_writer *to, const riwalk_vectors *vectors);

/* Writes a model; and the checksum by which metadata identify it. */
void cli_write_model(const riwalk_model *model, const char *path);
uint64_t cli_model_checksum(const riwalk_model *model);

#endif
