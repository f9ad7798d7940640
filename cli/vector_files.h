/* SPDX-License-Identifier: MIT */
/* Vectors in and out, with progress and signals looked after. */
#ifndef CLI_VECTOR_FILES_H
#define CLI_VECTOR_FILES_H

#include "command.h"
#include "riwalk.h"

/* The formats by the names that --to uses; the first one is "auto". */
extern const cli_choice cli_vector_formats[];

/* Each returns the exit status; a failure is already reported. Vectors are refused where metadata
 * are beside them that say that they are others. Without `files` they are written alone. */
int cli_read_vectors(const char *path, riwalk_vectors **vectors);
int cli_write_vectors(riwalk_files *files, const riwalk_vectors *vectors, const char *path,
                      riwalk_vectors_format format);

/* Where the ids of vectors in NumPy's format are; to be freed. NULL when there is no memory, which
 * is reported. */
char *cli_ids_path(const char *vectors);

/* Whether a file's first lines have two columns each: vectors have more, but for their header. */
bool cli_has_pairs(const char *path);

/* Whether the command takes several files, which can be confused. */
bool cli_has_order(void);

/* Files in the wrong order are a usual mistake: reports what one looks like, and the order that the
 * command has. Returns the exit status. */
int cli_fail_order(const char *path, const char *what);

#endif
