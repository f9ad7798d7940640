/* SPDX-License-Identifier: MIT */
/* Messages on standard error, and the exit status. Functions that report a failure return the exit
 * status, so failing is one line: `return cli_fail("cannot ...")`. */
#ifndef CLI_MESSAGES_H
#define CLI_MESSAGES_H

#include "command.h"
#include "common.h"
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

/* "riwalk: <message>". */
int cli_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same with the message of a failed library call. */
int cli_fail_with(const riwalk_error *error);

/* The error of library calls, and the exit status for a call's result: `return
 * cli_try(riwalk_graph_read(path, &read, graph, &cli_error))`. Erases the progress line and reports
 * a failure. */
extern riwalk_error cli_error;
int cli_try(riwalk_status status);
#define CLI_TRY(call) CLI_MUST(cli_try(call))

/* Prints "riwalk COMMAND: <message>", and where to find help. */
int cli_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The plural ending of a noun: "%u node%s". */
#define CLI_S(count) ((count) == 1 ? "" : "s")

/* Prints "riwalk: <message>", a note that -q silences. */
void cli_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A note that only -v shows. */
#define cli_detail(...) (cli_given.verbose ? cli_note(__VA_ARGS__) : (void)0)

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
