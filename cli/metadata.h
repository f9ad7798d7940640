/* SPDX-License-Identifier: MIT */
/* OUT.json: what is said about vectors in the file beside them. */
#ifndef CLI_METADATA_H
#define CLI_METADATA_H

#include "riwalk.h"
#include "write_json.h"

/* Checked JSON in memory. */
typedef struct cli_metadata {
    char *text; /* ends in NUL; NULL: there is none */
    size_t length;
} cli_metadata;

/* Each returns the exit status; a failure is already reported. */

/* Reads a file of JSON that must be there, and be right. */
int cli_load_metadata(const char *path, cli_metadata *metadata);

/* Reads what is beside vectors: nothing where there is no file, or none of JSON. */
int cli_read_metadata(const char *vectors, cli_metadata *metadata);

/* Refuses vectors where the metadata beside them say that they are others. */
int cli_check_metadata(const char *path, const riwalk_vectors *vectors);

void cli_free_metadata(cli_metadata *metadata);

/* The path of what is beside vectors, to be freed. NULL when there is no memory, which is
 * reported. */
char *cli_metadata_path(const char *vectors);

/* Goes to what a key stands for; false where it is not there. */
bool cli_find_metadata(const cli_metadata *metadata, const char *key, rw_json *json);

/* The same of a string. */
bool cli_find_string(const cli_metadata *metadata, const char *key, rw_json_value *value);

/* Begins an object of metadata, which the other call ends by the checksum of the vectors and writes
 * beside them; what has no place beside it has no metadata. */
void cli_begin_metadata(cli_json *json);
int cli_write_metadata(cli_json *json, riwalk_files *files, const char *out,
                       const riwalk_vectors *vectors);

#endif
