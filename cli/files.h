/* SPDX-License-Identifier: MIT */
/* Files that the command itself handles. */
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include <stdbool.h>
#include <stdio.h>

/* Whether two paths ("-": a standard stream) are one regular file, by device and inode; writing to
 * `out` would then destroy what `in` is read from. */
bool cli_same_file(const char *in, const char *out);

/* Whether two outputs ("-": standard output) would be one file, also where it is not there yet.
 * What is no regular file, such as /dev/null, may take several; standard output may not. */
bool cli_same_output(const char *a, const char *b);

/* Whether a file can be written at a path ("-": a standard stream): to be asked before long work.
 * Returns the exit status; what stands in the way is already reported. */
int cli_check_output(const char *path);

/* A text file that is complete or absent: written beside its place and renamed by the commit.
 * "-" and what is not a regular file (a pipe, /dev/null) is written straight. */
typedef struct cli_text_file {
    const char *path; /* as the user gave it, for messages */
    char *place;      /* where the file will be */
    char *temporary;  /* where it is until then; both are NULL when it is written straight */
    FILE *stream;     /* for printf; NULL when not open */
} cli_text_file;

/* Each returns the exit status; a failure is already reported. */
int cli_text_open(const char *path, cli_text_file *file);
int cli_text_commit(cli_text_file *file);

/* Removes what was written; harmless when not open. */
void cli_text_discard(cli_text_file *file);

/* All of that at once, with signals held back: `print` writes the text and returns the exit status;
 * where it fails, nothing is written. */
int cli_write_text(const char *path, int (*print)(const void *what, FILE *to), const void *what);

/* Writes an id or a label so that it reads back where blanks split a line: in quotes where it needs
 * them. Returns the exit status: a word that needs quotes and has one in it cannot be written, nor
 * can cli_no_name, which stands for a name that there was no memory for. */
extern const char cli_no_name[];
int cli_put_word(const char *word, FILE *to);

#endif
