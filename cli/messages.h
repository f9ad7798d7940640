/* SPDX-License-Identifier: MIT */
/* Messages on standard error, and the end of a command. What fails says why and ends the command on
 * the spot: `cli_fail("cannot ...")`. Nothing needs to be freed, as keep.h does that. */
#ifndef CLI_MESSAGES_H
#define CLI_MESSAGES_H

#include "command.h"
#include "riwalk.h"

typedef enum cli_exit {
    CLI_EXIT_FINE = 0,
    CLI_EXIT_FAILED = 1,
    CLI_EXIT_USAGE = 2,
} cli_exit;

/* Ends the work that cli_status_of began last, with an exit status. Not to be called from functions
 * that the library calls. */
_Noreturn void cli_end(cli_exit status);

/* Does work to its end, and returns the exit status. */
typedef void cli_work(void *context);
cli_exit cli_status_of(cli_work *work, void *context);

/* Prints a sentence: "riwalk: <message>", or "riwalk COMMAND: <message>" with where to find help.
 */
void cli_say(cli_exit status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Failures, which end the command; a note that -q silences; and one that only -v shows. */
#define cli_fail(...) (cli_say(CLI_EXIT_FAILED, __VA_ARGS__), cli_end(CLI_EXIT_FAILED))
#define cli_usage(...) (cli_say(CLI_EXIT_USAGE, __VA_ARGS__), cli_end(CLI_EXIT_USAGE))
#define cli_note(...) cli_say(CLI_EXIT_FINE, __VA_ARGS__)
#define cli_detail(...) (cli_given.verbose ? cli_note(__VA_ARGS__) : (void)0)

/* The error of library calls, and what takes their status: `cli_try(riwalk_graph_read(path, &read,
 * graph, &cli_error))`. Erases the progress line, and fails with the error's message. */
extern riwalk_error cli_error;
void cli_try(riwalk_status status);
_Noreturn void cli_fail_with_error(void);

/* The same for a call without a path: names the file that its arguments came from; and where the
 * options of the command are wrong. */
void cli_try_in(const char *path, riwalk_status status);
void cli_try_options(bool wrong);

/* Says how long work on so many nodes may take, if that is more than a minute of the processor. The
 * rates are those of graphs with hubs, the slowest. */
void cli_foresee(double nodes, double seconds_a_node);

/* The plural ending of a noun: "%u node%s". */
#define CLI_S(count) ((count) == 1 ? "" : "s")

/* A name for standard output; on a terminal without control characters. Valid until the second call
 * after this. */
const char *cli_shown(const char *name);

/* The command line, quoted for a shell where needed. */
char *cli_command_text(void);

/* Flushes standard output, and fails if results did not arrive. */
cli_work cli_finish_output;

#endif
