/* SPDX-License-Identifier: MIT */
/* SIGINT, SIGTERM and SIGHUP. Normally they end the process at once: nothing is lost, even while it
 * waits for input. While an output file is written they are held back: the progress callback
 * cancels the library call, which removes its unfinished file, and the release passes the signal
 * on. In both cases the shell sees a death by that signal (status 130 or 143), and a second signal
 * ends the process at once.
 *
 * SIGPIPE is ignored: if the reader has gone, the write fails like any other. */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include <stdbool.h>

void cli_signals_install(void);

/* Holds signals back until the release, which is also the end of the command. */
void cli_signals_hold(void);
void cli_signals_release(void);

/* Nanoseconds from the message to the end of the process: mpirun then kills all ranks. */
extern long cli_signals_delay;

/* Whether a signal is held back: stop soon. */
bool cli_signals_pending(void);

#endif
