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

/*
 * Parses the words argv[0 .. argc-1] that follow a command's name:
 *
 *     --name value   --name=value   -n value   -nvalue   -qv (flags together)   --   -
 *
 * Options and positional arguments come in any order, "--" ends the options, "-" alone is a
 * positional argument, and of an option given twice the last one counts. Names are not shortened:
 * a script that works today must not become ambiguous by an option added later.
 */
int cli_parse(const cli_command *command, int argc, char **argv);

/* Parses the options of the whole program, up to the first word that is none: *used is how many
 * words that was. */
int cli_parse_program(int argc, char **argv, int *used);

/* The option, or the positional argument, that a command calls by a name of so many characters, or
 * by another spelling; NULL when there is none. */
cli_option *cli_find_option(const cli_command *command, const char *text, size_t length);

#endif
