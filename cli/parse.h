/* SPDX-License-Identifier: MIT */
/* Parses command lines into the variables that option tables point to. */
#ifndef CLI_PARSE_H
#define CLI_PARSE_H

#include "messages.h"

/* The result of parsing: an exit status, or an option that replaces the command. */
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
 * Options and positional arguments come in any order; "--" ends the options; "-" alone is a
 * positional argument; the last of repeated options counts. Names cannot be abbreviated: a later
 * option must not make a working script ambiguous. */
int cli_parse(const cli_command *command, int argc, char **argv);

/* Parses the options of the program, up to the first other word; *used is the number of words. */
int cli_parse_program(int argc, char **argv, int *used);

/* The option or positional argument of a command with this name (`length` characters) or spelling;
 * NULL if there is none. */
cli_option *cli_find_option(const cli_command *command, const char *text, size_t length);

/* ---- Values of options (values.c) ---- */

/* Stores a value in option->store; NULL for kinds without value. Reports a wrong value. `label` is
 * what the user typed for the option: "--nodes", "-o", "KIND". */
int cli_set_value(const cli_option *option, const char *label, const char *value);

/* The bytes of a value; 0 if it has none, or memory of its own. */
size_t cli_value_size(cli_kind kind);

/* Sets an option to its default. */
void cli_reset(const cli_option *option);

/* The choice with a name or spelling; NULL if there is none, or no choices. */
const cli_choice *cli_find_choice(const cli_choice *choice, const char *value);

/* Whether a list of words separated by spaces contains a text; NULL is an empty list. */
bool cli_is_listed(const char *text, size_t length, const char *list);

/* ---- Lists of numbers ---- */

#define CLI_MAX_NUMBERS 1000

/* Parses "FIRST:LAST:STEP" or "X,X,X" into room for CLI_MAX_NUMBERS. Returns NULL, or what is
 * wrong, to follow the text: "has a FIRST above its LAST". */
const char *cli_parse_numbers(const char *text, double *numbers, uint32_t *count);

#endif
