/* SPDX-License-Identifier: MIT */
/* What a main file starts, and the processes that a command runs in: riwalk-mpi has several. The
 * first of them reads graphs, writes files and speaks; the others are silent. */
#ifndef CLI_PROGRAM_H
#define CLI_PROGRAM_H

#include "command.h"
#include "riwalk_parallel.h"

#include <stdio.h>

/* Runs the program by its command line; returns the exit status. */
int cli_main(int argc, char **argv);

/* The processes; NULL: there is this one only. Set before cli_main. */
extern riwalk_comm *cli_processes;

/* Whether this process is the first, or the only one. */
bool cli_is_first(void);

/* Gives every process the exit status of what the first has done for all. */
int cli_first_status(int status);

/* Whether every process has done its own part: FINE, or the exit status of the first. If only
 * others failed, which print nothing, a sentence says so. */
int cli_common_status(int status);

/* The bytes of --memory, of a command that has no plan of its own to keep to it; 0: no limit. */
uint64_t cli_memory_limit(void);

/* These, or what is free. */
uint64_t cli_memory(void);

/* Lets this process have so much beyond what it has now. What is allocated beyond that fails, and
 * so does the command, before the machine has to swap. */
int cli_limit_memory(void);

/* ---- --help: sentences of the tables wrapped beside their options (help.c) ---- */

/* The basic options with two examples, or all that there is to say. */
void cli_print_help(FILE *to, const cli_command *command, bool all);

/* The usage line, such as "riwalk info [OPTIONS] GRAPH". */
void cli_print_usage(FILE *to, const cli_command *command);

/* What follows the help of an option: its choices and its default: " (auto, yes, no; default:
 * auto)". `listed` leaves out choices that have sentences of their own: they are listed below. */
void cli_remarks(const cli_option *option, bool positional, bool listed, char *text, size_t size);

/* "riwalk help [COMMAND]" */
extern const cli_command cli_help_command;
extern const cli_command cli_man_command; /* man.c */

#endif
