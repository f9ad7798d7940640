/* SPDX-License-Identifier: MIT */
/* Messages on standard error, and the exit status. Functions that report a failure return the exit
 * status, so failing is one line: `return cli_fail("cannot ...")`. */
#ifndef CLI_MESSAGES_H
#define CLI_MESSAGES_H

#include "command.h"
#include "riwalk.h"

/* Returns from the function with the exit status of a failed call. Nothing needs to be freed: that
 * is done when the command ends (keep.h). */
#define CLI_MUST(call)                                                                             \
    do {                                                                                           \
        int must_status = (call);                                                                  \
                                                                                                   \
        if (must_status)                                                                           \
            return must_status;                                                                    \
    } while (0)

typedef enum cli_exit {
    CLI_EXIT_FINE = 0,
    CLI_EXIT_FAILED = 1,
    CLI_EXIT_USAGE = 2,
} cli_exit;

/* Print a sentence and return the exit status: "riwalk: <message>"; "riwalk COMMAND: <message>"
 * with where to find help; a note that -q silences; and one that only -v shows. */
int cli_say(cli_exit status, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define cli_fail(...) cli_say(CLI_EXIT_FAILED, __VA_ARGS__)
#define cli_usage(...) cli_say(CLI_EXIT_USAGE, __VA_ARGS__)
#define cli_note(...) ((void)cli_say(CLI_EXIT_FINE, __VA_ARGS__))
#define cli_detail(...) (cli_given.verbose ? cli_note(__VA_ARGS__) : (void)0)

/* Fails with the message of a library call. */
int cli_fail_with(const riwalk_error *error);

/* The error of library calls, and the exit status for a call's result: `return
 * cli_try(riwalk_graph_read(path, &read, graph, &cli_error))`. Erases the progress line and reports
 * a failure. */
extern riwalk_error cli_error;
int cli_try(riwalk_status status);
#define CLI_TRY(call) CLI_MUST(cli_try(call))

/* The same for a call without a path: names the file that its arguments came from. */
int cli_try_in(const char *path, riwalk_status status);
#define CLI_TRY_IN(path, call) CLI_MUST(cli_try_in((path), (call)))

/* The same where the options of the command are wrong. */
int cli_try_options(bool wrong);
#define CLI_TRY_OPTIONS(wrong) CLI_MUST(cli_try_options(wrong))

/* The plural ending of a noun: "%u node%s". */
#define CLI_S(count) ((count) == 1 ? "" : "s")

/* A name for standard output; on a terminal without control characters. Valid until the second call
 * after this. */
const char *cli_shown(const char *name);

/* The command line, quoted for a shell where needed; NULL if there is no memory. */
char *cli_command_text(void);

/* Notes that a name or a part of a JSON text was left out for lack of memory. Then no output is put
 * into place, and the command fails at its end. */
void cli_note_shortage(void);
bool cli_out_of_memory(void);

/* Flushes standard output. Returns `status`, or failure if results did not arrive or memory was
 * short. */
int cli_finish_output(int status);

#endif
