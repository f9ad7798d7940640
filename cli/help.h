/* SPDX-License-Identifier: MIT */
/* --help: wraps the sentences of the tables beside their options; and riwalk help. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "command.h"

#include <stdio.h>

/* The basic options with two examples, or all that there is to say. */
void cli_print_help(FILE *to, const cli_command *command, bool all);

/* The usage line, such as "riwalk info [OPTIONS] GRAPH". */
void cli_print_usage(FILE *to, const cli_command *command);

/* What follows the help of an option: its choices and its default: " (auto, yes, no; default:
 * auto)". `listed` leaves out choices that have sentences of their own: they are listed below. */
void cli_remarks(const cli_option *option, bool positional, bool listed, char *text, size_t size);

/* The version line of --version. */
void cli_print_version(FILE *to);

/* "riwalk help [COMMAND]" */
extern const cli_command cli_help_command;
extern const cli_command cli_man_command; /* manual.c */

#endif
