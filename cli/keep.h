/* SPDX-License-Identifier: MIT */
/* Objects that live until the command ends, when all are freed: a command runs once in a process,
 * so nothing must go earlier. Lack of memory is reported. */
#ifndef CLI_KEEP_H
#define CLI_KEEP_H

#include "riwalk_analysis.h"
#include "riwalk_compare.h"
#include "riwalk_parallel.h"

/* Memory of zeros for so many things, also for none; NULL: there is none. */
void *cli_alloc(size_t count, size_t size);

/* Sets a pointer to that; returns from the function where there is none. */
#define CLI_ALLOC(pointer, count)                                                                  \
    do {                                                                                           \
        if (!((pointer) = cli_alloc((count), sizeof *(pointer))))                                  \
            return CLI_EXIT_FAILED;                                                                \
    } while (0)

/* Text as printf makes it; NULL: no memory. */
char *cli_text_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Takes over what the library or malloc made; NULL may be kept too. */
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

/* Frees all, the last first. */
void cli_free_kept(void);

#endif
