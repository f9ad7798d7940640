/* SPDX-License-Identifier: MIT */
/* Objects that live until the command ends, which frees them all: a command runs once in a process,
 * so nothing must be freed earlier. These functions report a lack of memory. */
#ifndef CLI_KEEP_H
#define CLI_KEEP_H

#include "riwalk_analysis.h"
#include "riwalk_compare.h"
#include "riwalk_parallel.h"

/* Zeroed memory for `count` things, which may be 0; NULL if there is no memory. */
void *cli_alloc(size_t count, size_t size);

/* Allocates an array; returns from the function if there is no memory. */
#define CLI_ALLOC(pointer, count)                                                                  \
    do {                                                                                           \
        if (!((pointer) = cli_alloc((count), sizeof *(pointer))))                                  \
            return CLI_EXIT_FAILED;                                                                \
    } while (0)

/* Formats text like printf; NULL if there is no memory. */
char *cli_text_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Keeps an object that the library or malloc made; NULL is allowed. */
#define CLI_KEEP(type) int cli_keep_##type(riwalk_##type *it);
/* clang-format off */
#define CLI_EACH_KEPT(define) \
    define(graph) define(vectors) define(model) define(sampler) define(roles) define(profile) \
    define(features) define(node_labels) define(description) define(part) define(alignment) \
    define(tracking) define(snapshots)
CLI_EACH_KEPT(CLI_KEEP)
/* clang-format on */
int cli_keep_memory(void *memory);
int cli_keep_bytes(void *bytes);

/* Makes an object by a library call, and keeps it; returns from the function if it fails. */
#define CLI_MAKE(type, it, call)                                                                   \
    do {                                                                                           \
        CLI_TRY(call);                                                                             \
        CLI_MUST(cli_keep_##type(it));                                                             \
    } while (0)

/* Frees all, the last kept first. */
void cli_free_kept(void);

#endif
