/* SPDX-License-Identifier: MIT */
/* Runs whole commands in this process, many times: for fuzz targets. */
#ifndef FUZZ_COMMAND_H
#define FUZZ_COMMAND_H

#include <stdbool.h>

/* A folder with small inputs becomes the current one: club.txt, club.rwg, v.txt and v.txt.json,
 * m.rwm, labels.txt, changes.txt, corpus.txt, paid.csv with times and types.txt, paid.rwg, and the
 * parts a.rwp and b.rwp. Standard input is empty, what commands print is
 * dropped. */
void fuzz_prepare_commands(void);

/* Sets all tables of options back, as in a new process. */
void fuzz_reset_commands(void);

/* Runs a command line, the last word of which is NULL. It must end with status 0, 1 or 2 and leave
 * no block of the library behind; returns the status. */
int fuzz_command(char **words);

/* The same for words between blanks: fuzz_run("info club.txt"). */
int fuzz_run(const char *line);

#endif
