/* SPDX-License-Identifier: MIT */
/* Objects that live until the command ends, which frees them all: a command runs once in a process,
 * so nothing must be freed earlier. A lack of memory ends the command. */
#ifndef CLI_KEEP_H
#define CLI_KEEP_H

#include "riwalk_analysis.h"
#include "riwalk_compare.h"
#include "riwalk_graphs.h"
#include "riwalk_parallel.h"

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
