/* SPDX-License-Identifier: MIT */
/* The option tables as text for a terminal, 80 columns wide. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "command.h"

#include <stdio.h>

void cli_print_help(FILE *to, const cli_command *command);

/* The usage line, such as "riwalk info [OPTIONS] GRAPH". */
void cli_print_usage(FILE *to, const cli_command *command);

/* What follows the help of an option of a command: its choices unless they have sentences of their
 * own, its default, other spellings: " (auto, yes, no; default: auto; also --head)". */
void cli_remarks(const cli_command *command, const cli_option *option, bool positional, char *text,
                 size_t size);

/* The version line of --version. */
void cli_print_version(FILE *to);

/* "riwalk help [COMMAND]" */
extern const cli_command cli_help_command;

#endif
