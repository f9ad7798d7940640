/* SPDX-License-Identifier: MIT */
/* OUT.json: what is said about vectors in the file beside them. */
#ifndef CLI_METADATA_H
#define CLI_METADATA_H

#include "json.h"
#include "riwalk.h"

/* Each returns the exit status; a failure is already reported. What was read is JSON, or nothing,
 * and to be freed. */

/* Reads a file of JSON that must be there, and be right. */
int cli_load_metadata(const char *path, cli_text *metadata);

/* Reads what is beside vectors: nothing where there is no file, or none of JSON. */
int cli_read_metadata(const char *vectors, cli_text *metadata);

/* Refuses vectors where the metadata beside them say that they are others. */
int cli_check_metadata(const char *path, const riwalk_vectors *vectors);

/* The path of what is beside vectors, to be freed. NULL when there is no memory, which is
 * reported. */
char *cli_metadata_path(const char *vectors);

/* Goes to what a key stands for; false where it is not there. */
bool cli_find_metadata(const cli_text *metadata, const char *key, rw_json *json);

/* The same of a string. */
bool cli_find_string(const cli_text *metadata, const char *key, rw_json_value *value);

/* Begins an object of metadata, which the other call ends by the checksum of the vectors and writes
 * beside them; what has no place beside it has no metadata. */
rw_json_writer *cli_begin_metadata(cli_json *json);
int cli_write_metadata(cli_json *json, riwalk_files *files, const char *out,
                       const riwalk_vectors *vectors);

/* Writes vectors and, unless `json` is NULL, metadata that were begun beside them. */
int cli_write_described(cli_json *json, const riwalk_vectors *vectors, const char *out,
                        riwalk_vectors_format format);

#endif
