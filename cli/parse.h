/* SPDX-License-Identifier: MIT */
/* Command lines into the variables that option tables point at. */
#ifndef CLI_PARSE_H
#define CLI_PARSE_H

#include "messages.h"

/* What parsing ends in: an exit status, or an option that was given instead. */
enum {
    CLI_PARSED_FINE = CLI_EXIT_FINE,
    CLI_PARSED_HELP = CLI_EXIT_USAGE + 1,
    CLI_PARSED_HELP_ALL,
    CLI_PARSED_VERSION,
};

/* Parses the words argv[0 .. argc-1] that follow a command's name:
 *
 *     --name value   --name=value   -n value   -nvalue   -qv (flags together)   --   -
 *
 * Options and positional arguments come in any order, "--" ends the options, "-" alone is a
 * positional argument, and of an option given twice the last one counts. Names are not shortened:
 * a script that works today must not become ambiguous by an option added later. */
int cli_parse(const cli_command *command, int argc, char **argv);

/* Parses the options of the whole program, up to the first word that is none: *used is how many
 * words that was. */
int cli_parse_program(int argc, char **argv, int *used);

/* The option, or the positional argument, that a command calls by a name of so many characters, or
 * by another spelling; NULL when there is none. */
cli_option *cli_find_option(const cli_command *command, const char *text, size_t length);

/* ---- Values of options (values.c) ---- */

/* Stores a value where the option says; NULL for the kinds that take none. Returns the exit status;
 * a value that is none of the option is reported. `label` is what the user typed for the option:
 * "--nodes", "-o", "KIND". */
int cli_set_value(const cli_option *option, const char *label, const char *value);

/* Bytes of a value; 0: it takes memory of its own, or is none. */
size_t cli_value_size(cli_kind kind);

/* Gives an option its default. */
void cli_reset(const cli_option *option);

/* The choice of a name or of another spelling; NULL when there is none, or no choices at all. */
const cli_choice *cli_find_choice(const cli_choice *choice, const char *value);

/* Whether a list of words separated by spaces holds a text; NULL is an empty list. */
bool cli_is_listed(const char *text, size_t length, const char *list);

/* ---- Lists of numbers ---- */

#define CLI_MAX_NUMBERS 1000

/* Parses "FIRST:LAST:STEP" or "X,X,X" into room for CLI_MAX_NUMBERS. Returns NULL, or what the text
 * does wrong, to be put behind it: "has a FIRST above its LAST". */
const char *cli_parse_numbers(const char *text, double *numbers, uint32_t *count);

#endif
