/* SPDX-License-Identifier: MIT */
/* Parses command lines into the variables that option tables point to; and suggests words for
 * mistyped ones. */
#ifndef CLI_PARSE_H
#define CLI_PARSE_H

#include "messages.h"

/* Parses the words, up to NULL, that follow a command's name:
 *
 *     --name value   --name=value   -n value   -nvalue   -qv (flags together)   --   -
 *
 * Options and arguments come in any order; "--" ends the options; "-" alone is an argument; the
 * last of repeated options counts. Names cannot be abbreviated: a later option must not make a
 * working script ambiguous. Returns the kind of an option that replaces the command: CLI_HELP,
 * CLI_HELP_ALL or CLI_VERSION; or 0. */
cli_kind cli_parse(const cli_command *command, char **words);

/* Parses the options of the program; moves *words to the first other word. */
cli_kind cli_parse_program(char ***words);

/* The option or argument of a command with this name (`length` characters) or spelling; NULL if
 * there is none. And whether one of the running command was typed. */
cli_option *cli_find_option(const cli_command *command, const char *text, size_t length);
bool cli_is_given(const char *name);

/* ---- Values of options (values.c) ---- */

/* Stores a value in option->store; NULL for kinds without value. Reports a wrong value. `label` is
 * what the user typed for the option: "--nodes", "-o", "KIND". */
void cli_set_value(const cli_option *option, const char *label, const char *value);

/* The bytes of a value; 0 if it has none, or memory of its own. */
size_t cli_value_size(cli_kind kind);

/* Sets an option to its default. */
void cli_reset(const cli_option *option);

/* Whether a list of words separated by spaces contains a text; NULL is an empty list. */
bool cli_is_listed(const char *text, size_t length, const char *list);

#define CLI_MAX_NUMBERS 1000

/* Parses "FIRST:LAST:STEP" or "X,X,X" into room for CLI_MAX_NUMBERS. Returns NULL, or what is
 * wrong, to follow the text: "has a FIRST above its LAST". */
const char *cli_parse_numbers(const char *text, double *numbers, uint32_t *count);

#endif
