/* SPDX-License-Identifier: MIT */
/* What a main file starts. */
#ifndef CLI_PROGRAM_H
#define CLI_PROGRAM_H

/* Runs the program by its command line; returns the exit status. */
int cli_main(int argc, char **argv);

#endif
