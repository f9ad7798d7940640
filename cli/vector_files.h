/* SPDX-License-Identifier: MIT */
/* Vectors and models in and out, and OUT.json: what is said about vectors in the file beside them.
 */
#ifndef CLI_VECTOR_FILES_H
#define CLI_VECTOR_FILES_H

#include "command.h"
#include "files.h"
#include "json.h"
#include "riwalk.h"

/* The formats by the names that --to uses, as the library lists them; the first one is "auto". */
#define CLI_MAX_FORMATS 16
extern cli_choice cli_vector_formats[CLI_MAX_FORMATS];
void cli_list_vector_formats(void);

/* What is known of the format that vectors are written in. */
const riwalk_vectors_format_info *cli_vectors_format(const char *out, riwalk_vectors_format format);

/* Whether rows can be written into OUT as they are made: a .npy file by format and by name. */
bool cli_takes_rows(const char *out, riwalk_vectors_format format);

/* Vectors are refused if the metadata beside them are of others. Those that are written are
 * reported at the end. */
int cli_read_vectors(const char *path, riwalk_vectors **vectors);
int cli_write_vectors(const riwalk_vectors *vectors, const char *path,
                      riwalk_vectors_format format);

/* Where the ids of vectors in NumPy's format are. NULL when there is no memory, which is
 * reported. */
char *cli_ids_path(const char *vectors);

/* Whether a file's first lines have two columns each: vectors have more, but for their header. */
bool cli_has_pairs(const char *path);

/* Whether the command takes several files, which can be confused. */
bool cli_has_order(void);

/* Files in the wrong order are a usual mistake: reports what one looks like, and the order that the
 * command has. */
int cli_fail_order(const char *path, const char *what);

/* ---- Metadata ---- */

/* What was read is JSON, or nothing. */

/* Reads a file of JSON that must be there, and be right. */
int cli_load_metadata(const char *path, cli_text *metadata);

/* Reads what is beside vectors: nothing where there is no file, or none of JSON. */
int cli_read_metadata(const char *vectors, cli_text *metadata);

/* Goes to what a key stands for; false where it is not there. */
bool cli_find_metadata(const cli_text *metadata, const char *key, rw_json *json);

/* The same of a string. */
bool cli_find_string(const cli_text *metadata, const char *key, rw_json_value *value);

/* Ends an object of metadata by the checksum of the vectors, and writes it beside them; what has no
 * place beside it has no metadata. */
#define CLI_BEGIN_METADATA cli_json_begin(15, '{')
int cli_write_metadata(rw_json_writer *to, const char *out, const riwalk_vectors *vectors);

/* ---- Models ---- */

int cli_read_model(const char *path, riwalk_model **model);
int cli_write_model(const riwalk_model *model, const char *path);

/* The checksum that names a model in metadata. */
#define CLI_CHECKSUM_CHARS 17
int cli_model_checksum(const riwalk_model *model, char text[CLI_CHECKSUM_CHARS]);

/* Whether riwalk transform made vectors by the model of a checksum, as the metadata beside them
 * say; where there are none, a note says that it could not be checked. */
int cli_check_made_by(const char *vectors, const char *checksum);

#endif
