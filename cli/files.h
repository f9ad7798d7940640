/* SPDX-License-Identifier: MIT */
/* Files that the command itself handles. */
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include "riwalk.h"

#include <stdbool.h>
#include <stdio.h>

/* What messages call a path that is read: "standard input" for "-". */
const char *cli_shown_path(const char *path);

/* Whether two paths ("-": a standard stream) are one regular file, by device and inode; writing to
 * `out` would then destroy what `in` is read from. */
bool cli_same_file(const char *in, const char *out);

/* Whether two outputs ("-": standard output) would be one file, also where it is not there yet.
 * What is no regular file, such as /dev/null, may take several; standard output may not. */
bool cli_same_output(const char *a, const char *b);

/* Whether a file can be written at a path ("-": a standard stream): to be asked before long work.
 * Returns the exit status; what stands in the way is already reported. */
int cli_check_output(const char *path);

/* Whether a path is that of a file, there or not, which others can lie beside: no stream, pipe or
 * device. */
bool cli_has_place(const char *path);

/* The files of a run, which are put in their places together. From the begin to the end signals are
 * held back. The end takes the exit status so far, and removes everything unless it is fine and
 * memory was enough. Each returns the exit status; a failure is already reported. */
int cli_files_begin(riwalk_files **files);
int cli_files_end(riwalk_files *files, int status);

/* Writes text, and returns the exit status. */
typedef int cli_print(const void *what, FILE *to);

/* Writes a text file, with others or, where `files` is NULL, alone. Where `print` fails, nothing is
 * written. */
int cli_write_text(riwalk_files *files, const char *path, cli_print *print, const void *what);

/* Writes an id or a label so that it reads back where blanks split a line: in quotes where it needs
 * them. Returns the exit status: a word that needs quotes and has one in it cannot be written. */
int cli_put_word(const char *word, FILE *to);

#endif
