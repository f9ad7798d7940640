/* SPDX-License-Identifier: MIT */
/* Messages on standard error, and the end of a command. What fails says why and ends the command on
 * the spot: `cli_fail("cannot ...")`. Nothing needs to be freed. */
#ifndef CLI_MESSAGES_H
#define CLI_MESSAGES_H

#include "command.h"
#include "riwalk_analysis.h"
#include "riwalk_compare.h"
#include "riwalk_graphs.h"
#include "riwalk_parallel.h"

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
#define CLI_STOP(status, ...)                                                                      \
    do {                                                                                           \
        cli_say(status, __VA_ARGS__);                                                              \
        cli_end(status);                                                                           \
    } while (0)
#define cli_fail(...) CLI_STOP(CLI_EXIT_FAILED, __VA_ARGS__)
#define cli_usage(...) CLI_STOP(CLI_EXIT_USAGE, __VA_ARGS__)
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

/* ---- Objects that live until the command ends, which frees them all: a command runs once in a
 * process, so nothing must be freed earlier. A lack of memory ends the command (keep.c) ---- */

/* Memory that is resized as realloc does, and not kept. */
void *cli_resize(void *memory, size_t bytes);

/* Zeroed memory for `count` things, which may be 0; the same for an array; and text formatted like
 * printf. */
void *cli_alloc(size_t count, size_t size);
#define CLI_ALLOC(pointer, count) ((pointer) = cli_alloc((count), sizeof *(pointer)))
char *cli_text_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Keeps an object that the library or malloc made; NULL is allowed. */
#define CLI_KEEP(type) void cli_keep_##type(riwalk_##type *it);
/* clang-format off */
#define CLI_EACH_KEPT(define) \
    define(graph) define(vectors) define(model) define(sampler) define(roles) define(profile) \
    define(features) define(node_labels) define(description) define(part) define(alignment) \
    define(tracking) define(snapshots)
CLI_EACH_KEPT(CLI_KEEP)
/* clang-format on */
void cli_keep_labels(const char **labels);
void cli_keep(void *it, void (*release)(void *it));

/* Makes an object by a library call, and keeps it. */
#define CLI_MAKE(type, it, call) (cli_try(call), cli_keep_##type(it))

/* Frees all, the last kept first. */
void cli_free_kept(void);

#endif
