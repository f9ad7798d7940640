/* SPDX-License-Identifier: MIT */
/* What the command says besides its results, and how it ends. Messages go to standard error; the
 * functions that report a failure return the exit status, so a failure is one line:
 * `return cli_fail("cannot ...")`. */
#ifndef CLI_MESSAGES_H
#define CLI_MESSAGES_H

#include "command.h"
#include "common.h"
#include "riwalk.h"

/* Returns from the function with the exit status of a call, unless all went well. What a command
 * has is freed at its end (keep.h), so there is nothing to look after. */
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

/* The same with the sentence of a library call that failed. */
int cli_fail_with(const riwalk_error *error);

/* What calls of the library say of their failures, and the exit status for what one has returned:
 * `return cli_try(riwalk_graph_read(path, &read, graph, &cli_error))`. The progress line is removed
 * and a failure reported. */
extern riwalk_error cli_error;
int cli_try(riwalk_status status);
#define CLI_TRY(call) CLI_MUST(cli_try(call))

/* "riwalk COMMAND: <message>", and where to find help. */
int cli_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The ending of a noun: "%u node%s". */
#define CLI_S(count) ((count) == 1 ? "" : "s")

/* "riwalk: <message>": something to know, silenced by -q. */
void cli_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same, said only with -v. */
#define cli_detail(...) (cli_given.verbose ? cli_note(__VA_ARGS__) : (void)0)

/* A name as it is printed to standard output: on a terminal without control characters. It lives
 * until the second next call. */
const char *cli_shown(const char *name);

/* The command line, in quotes where a shell needs them; NULL when there is no memory. */
char *cli_command_text(void);

/* Something that is not vital was left out for lack of memory, such as a name or a part of a JSON
 * text: no output may be put in its place after that, and the command fails at its end. */
void cli_note_shortage(void);
bool cli_out_of_memory(void);

/* Ends standard output. Results that did not arrive turn success into failure: returns the exit
 * status to use instead of `status`. So does a shortage of memory. */
int cli_finish_output(int status);

#endif
