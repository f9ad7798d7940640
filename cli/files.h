/* SPDX-License-Identifier: MIT */
/* Files that the command writes: compared before the work, written by the library, reported after
 * it; text and JSON, which commands write themselves; vectors, models, and metadata beside vectors.
 */
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include "../src/base/frontend.h" /* with the next three all that the command sees of src/ */
#include "../src/base/json.h"
#include "../src/base/os.h"
#include "../src/base/text.h"

#include "command.h"

#include <stdio.h>

/* What messages call an input, "standard input" for "-"; the same without its folder; and the
 * folder, "." if the path has none. */
const char *cli_shown_path(const char *path);
const char *cli_base_name(const char *path);
const char *cli_folder_of(const char *path);

/* Whether a path is that of a file, existing or not, with a folder for other files: no stream, pipe
 * or device; and without compression. */
bool cli_has_place(const char *path);
bool cli_is_plain_file(const char *path);

/* The bytes of a regular file, else 0. */
uint64_t cli_file_size(const char *path);

/* The files of a run, which are renamed into place together at its end; and the sink of one file.
 * From the first use on, signals are held back. */
riwalk_files *cli_files(void);
riwalk_sink cli_sink(const char *path);

/* Renames the files into place and says what was written, as every command does at its end; removes
 * those that were not. */
void cli_files_commit(void);
void cli_files_free(void);

/* ---- Text and JSON ---- */

/* A growing text, initially all zeros. The owner frees `bytes`. */
typedef struct cli_text {
    char *bytes; /* NULL: none yet */
    size_t length, capacity;
} cli_text;

/* Appends to a text: the sink of a writer, which never fails. */
riwalk_status cli_text_add(void *text, const void *bytes, size_t length, riwalk_error *error);

/* Begins an indented object ('{') or array ('['); reals have `digits` digits. Returns the writer
 * for its members. One at a time. It is made in memory and written at its end, like
 * cli_write_text, so it is written completely or not at all. */
rw_json_writer *cli_json_begin(unsigned digits, char bracket);
void cli_json_write(const char *path);
#define cli_json_print() cli_json_write("-")

/* Writes a text file with the others, or to standard output; NULL: not at all. What is put within
 * `print` goes there: at most 255 formatted characters at a time. */
typedef void cli_print(void);
void cli_write_text(const char *path, cli_print *print);
void cli_put(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Puts an id or label so that it reads back where blanks split a line, in quotes if needed. A
 * word that needs quotes and contains one cannot be written. */
void cli_put_word(const char *word);

/* ---- Tables: with commas, tabs, or as JSON, by the file's name ---- */

/* Whether OUT ends in .json (or .json.gz, .json.zst); NULL: no. And the delimiter of other tables:
 * a tab on standard output and if OUT ends in .tsv, else a comma. */
bool cli_is_json(const char *out);
char cli_cell_delimiter(const char *out);

/* Puts a cell, in quotes if needed, and the delimiter. On standard output control characters are
 * made safe for terminals. */
void cli_put_cell(const char *text, char delimiter);

/* ---- All files of a run ---- */

/* Checks that standard input is named at most once. */
void cli_check_streams(void);

/* Checks before long work that all outputs, with ids and metadata beside vectors, can be written,
 * and that none is another output or an input. */
void cli_check_outputs(void);

/* Sets the message for the end: "wrote OUT: <message> (1.20 MB) and OUT.json in 3.4 s", if OUT, the
 * first output, is a file. */
void cli_note_written(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The text of a file, which is closed, with a NUL at its end; reads little more than `most` bytes.
 * The text is kept. */
cli_text cli_read_all(int file, const char *path, size_t most);

/* The lines of a file ("-": standard input), each without surrounding blanks; empty lines and
 * comments are left out. NULL after the last. */
typedef struct cli_lines {
    const char *path;
    char *at, *end;
    unsigned long number; /* of the last line, from 1 */
} cli_lines;

cli_lines cli_open_lines(const char *path);
char *cli_next_line(cli_lines *lines);

/* ---- Vectors and models (vector_files.c) ---- */

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
