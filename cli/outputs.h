/* SPDX-License-Identifier: MIT */
/* All files that a run writes: before any work they are compared with each other and with what is
 * read, so that none destroys another; in the end they are named. */
#ifndef CLI_OUTPUTS_H
#define CLI_OUTPUTS_H

#include "command.h"
#include "riwalk.h"

/* A file by the words that messages use for it. */
typedef struct cli_place {
    const char *what;
    const char *path; /* NULL: there is none */
} cli_place;

typedef struct cli_outputs {
    cli_place places[5];
    size_t count;
    char *beside[2]; /* those paths that are made up here */
    size_t beside_count;
} cli_outputs;

/* Adds a file; none where the path is NULL. */
void cli_add_output(cli_outputs *outputs, const char *what, const char *path);

/* Adds a file of vectors as OUT, and the files beside it. Returns the exit status, also of whether
 * OUT has a format. */
int cli_add_vectors(cli_outputs *outputs, const char *out, riwalk_vectors_format format,
                    bool metadata);

/* Whether all can be written, and none is another, a graph or one of the inputs. Returns the exit
 * status; what stands in the way is already reported. */
int cli_check_outputs(const cli_command *command, const cli_outputs *outputs,
                      const cli_strings *graphs, const cli_place *inputs, size_t input_count);

/* The same where what is read are not graphs, but files that messages call `what`. */
int cli_check_outputs_of(const cli_command *command, const cli_outputs *outputs, const char *what,
                         const cli_strings *paths);

/* Says what was written, once all is: "wrote OUT: <message> (1.20 MB) and OUT.json in 3.4 s", where
 * OUT, the first, is a file. */
void cli_note_written(const cli_outputs *outputs, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same of a file of vectors. */
void cli_note_vectors(const cli_outputs *outputs, const riwalk_vectors *vectors);

void cli_free_outputs(cli_outputs *outputs);

#endif
