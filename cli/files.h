/* SPDX-License-Identifier: MIT */
/* Files that the command writes: compared before the work, written through the library, reported
 * after it. */
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include "command.h"
#include "riwalk.h"

#include <stdbool.h>
#include <stdio.h>

/* What messages call a path that is read: "standard input" for "-". */
const char *cli_shown_path(const char *path);

/* The name of a file without its folder. */
const char *cli_base_name(const char *path);

/* Whether two paths ("-": a standard stream) are one regular file, by device and inode; writing to
 * `out` would then destroy what `in` is read from. */
bool cli_same_file(const char *in, const char *out);

/* Whether a path is that of a file, there or not, which others can lie beside: no stream, pipe or
 * device. */
bool cli_has_place(const char *path);

/* The files of a run, which are put in their places together when the command ends: the set of all,
 * once outputs were checked, and the sink of one. From the first use on signals are held back. */
riwalk_files *cli_files(void);
riwalk_sink cli_sink(const char *path);

/* Puts the files in their places and says what was written, or removes them where the exit status
 * is not fine or memory was short. Every command ends with it. */
int cli_files_end(int status);

/* Writes text, and returns the exit status. */
typedef int cli_print(const void *what, FILE *to);

/* Writes a text file with the others. */
int cli_write_text(const char *path, cli_print *print, const void *what);

/* Writes an id or a label so that it reads back where blanks split a line: in quotes where it needs
 * them. Returns the exit status: a word that needs quotes and has one in it cannot be written. */
int cli_put_word(const char *word, FILE *to);

/* ---- Tables: between commas, tabs, or as JSON, by the name of the file ---- */

/* Whether a table goes out as JSON: OUT ends in .json, also before .gz and .zst. NULL: no. */
bool cli_is_json(const char *out);

/* What splits the cells of a table: tabs on standard output and where OUT ends in .tsv, else
 * commas. */
char cli_cell_delimiter(const char *out);

/* Writes text as a cell, in quotes where it needs them, and the delimiter behind it. On standard
 * output a cell is made safe for terminals. */
void cli_put_cell(const char *text, char delimiter, FILE *to);

/* ---- All that a run writes ---- */

/* Whether at most one of the files that the command line names is standard input. */
int cli_check_streams(void);

/* Whether all outputs that the command line names can be written, with the ids and metadata beside
 * vectors, and none is another of them or a file that is read: before long work. */
int cli_check_outputs(void);

/* What to say once all is written: "wrote OUT: <message> (1.20 MB) and OUT.json in 3.4 s", where
 * OUT, the first of the outputs that were checked, is a file. */
void cli_note_written(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The bytes of a regular file; 0: it is none, or is not there. */
uint64_t cli_file_size(const char *path);

/* Whether a path is, or will be, a regular file that is not compressed: no stream, pipe or device.
 */
bool cli_is_plain_file(const char *path);

/* Takes a line without blanks around it, of so many characters, and returns the exit status. */
typedef int cli_take_line(void *context, const char *line, size_t length, unsigned long number);

/* Hands over each line of a file ("-": standard input) that is neither empty nor a comment. */
int cli_each_line(const char *path, cli_take_line *take, void *context);

#endif
