/* SPDX-License-Identifier: MIT */
/* What a main file starts, and the processes that a command runs in: riwalk-mpi has several. The
 * first one reads graphs, writes files and prints; the others are silent. And their signals. */
#ifndef CLI_PROGRAM_H
#define CLI_PROGRAM_H

#include "messages.h"

#include <stdio.h>

/* Runs a command line; returns the exit status. */
int cli_main(int argc, char **argv);

/* The processes; NULL: only this one. Set before cli_main. And whether this is the first. */
extern riwalk_comm *cli_processes;
bool cli_is_first(void);

/* Does work in the first process, or in each; if it fails, all end with the first one's status. If
 * only others failed, which print nothing, the first prints a sentence. */
void cli_do_first(cli_work *work, void *context);
void cli_do_each(cli_work *work, void *context);

/* The bytes of --memory, for commands that do not plan their memory: 0, or the free memory, if
 * there is no limit. */
uint64_t cli_memory_limit(void);
uint64_t cli_memory(void);

/* Limits the memory of this process to that beyond what it has now. Allocations fail beyond it, and
 * so the command, before the machine swaps. */
cli_work cli_limit_memory;

/* ---- --help (help.c) ---- */

/* Prints the basic options with two examples, or everything; and the usage line, such as "riwalk
 * info [OPTIONS] GRAPH". */
void cli_print_help(FILE *to, const cli_command *command, bool all);
void cli_print_usage(FILE *to, const cli_command *command);

/* Writes what follows an option's help, its choices and default: " (auto, yes, no; default: auto)".
 * `listed`: without choices that have sentences, which are listed below. */
void cli_remarks(const cli_option *option, bool listed, char *text, size_t size);

extern const cli_command cli_help_command;

/* ---- Signals (signals.c) ----
 *
 * SIGINT, SIGTERM and SIGHUP normally end the process at once: nothing is lost, even while it waits
 * for input. While an output file is written they are held back: the progress callback cancels the
 * library call, which removes its unfinished file, and the release passes the signal on. In both
 * cases the shell sees a death by that signal (status 130 or 143), and a second signal ends the
 * process at once.
 *
 * SIGPIPE is ignored: if the reader has gone, the write fails like any other. */

void cli_signals_install(void);

/* Holds signals back until the release, which is also the end of the command. */
void cli_signals_hold(void);
void cli_signals_release(void);

/* Nanoseconds from the message to the end of the process: mpirun then kills all ranks. */
extern long cli_signals_delay;

/* Whether a signal is held back: stop soon. */
bool cli_signals_pending(void);

#endif
