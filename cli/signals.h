/* SPDX-License-Identifier: MIT */
/* SIGINT, SIGTERM and SIGHUP. Normally they end the process at once: nothing is lost, and it also
 * works where the process waits for input. While an output file is being written they are held
 * back: the progress callback then cancels the library call, which removes its unfinished file, and
 * the release passes the signal on. Either way the shell sees a death by that signal (status 130 or
 * 143), and a second signal ends the process at once.
 *
 * SIGPIPE is ignored: a reader that went away is a failing write like any other. */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include <stdbool.h>

void cli_signals_install(void);

void cli_signals_hold(void);
void cli_signals_release(void);

/* Nanoseconds from the message to the end of the process. */
extern long cli_signals_delay;

/* The status of a call, during which signals are held back where it writes a file: the file has to
 * go when a signal comes. */
#define CLI_HELD(file, call) ((file) ? cli_signals_hold() : (void)0, cli_release_if((file), (call)))
int cli_release_if(bool held, int status);

/* Whether a signal is being held back: stop soon. */
bool cli_signals_pending(void);

#endif
