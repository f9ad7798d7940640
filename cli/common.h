/* SPDX-License-Identifier: MIT */
/* Options that many commands share. */
#ifndef CLI_COMMON_H
#define CLI_COMMON_H

#include "command.h"
#include "riwalk.h"

typedef enum cli_progress_when {
    CLI_PROGRESS_AUTO = 0, /* if standard error is a terminal */
    CLI_PROGRESS_ALWAYS = 1,
    CLI_PROGRESS_NEVER = 2,
} cli_progress_when;

typedef struct cli_common {
    bool quiet, verbose, json;
    bool no_metadata;
    uint32_t threads; /* 0: all */
    riwalk_device device;
    cli_progress_when progress;
    const char *memory; /* NULL: no limit */

    /* Files, NULL: none; and the prefix of ids that LABELS name without it. */
    const char *graph, *vectors, *labels, *prefix, *out;
    cli_strings graphs;
    riwalk_vectors_format format; /* of vectors in OUT */
} cli_common;

extern cli_common cli_given;

/* Arguments and options that are equal in many commands. */
#define CLI_GRAPH                                                                                  \
    CLI_READ("input", "GRAPH"), .store = &cli_given.graph,                                         \
                                .help = "graph file; '-' is standard input"
#define CLI_VECTORS                                                                                \
    CLI_READ("input", "VECTORS"), .store = &cli_given.vectors,                                     \
                                  .help = "file of vectors; '-' is standard input"
#define CLI_FILES(value)                                                                           \
    .name = "input", .kind = CLI_STRINGS, .placeholder = (value), .file = CLI_READS
#define CLI_JSON                                                                                   \
    CLI_SWITCH("json"), .store = &cli_given.json, .help = "print JSON instead of a table",         \
                        .basic = true
#define CLI_LABELS CLI_READ("labels", "FILE"), .store = &cli_given.labels, .basic = true
#define CLI_OUTPUT_AS(how)                                                                         \
    CLI_TEXT("output", "OUT"), .letter = 'o', .store = &cli_given.out, .basic = true, .file = (how)
#define CLI_OUTPUT CLI_OUTPUT_AS(CLI_WRITES)
#define CLI_VECTORS_OUTPUT                                                                         \
    CLI_OUTPUT_AS(CLI_WRITES_VECTORS), .required = true,                                           \
                                       .help = "file of vectors to write; '-' is standard output"
#define CLI_TO(list) CLI_ONE_OF("to", "NAME", list), .help = "format of OUT; auto: by its extension"
#define CLI_VECTORS_TO CLI_TO(cli_vector_formats), .store = &cli_given.format
#define CLI_NO_METADATA                                                                            \
    CLI_SWITCH("no-metadata"), .store = &cli_given.no_metadata,                                    \
                               .help = "do not write OUT.json, which says how OUT was made"
#define CLI_SEED CLI_LONG("seed"), .basic = true
#define CLI_PREFIX                                                                                 \
    CLI_TEXT("prefix", "NAME"),                                                                    \
        .store = &cli_given.prefix,                                                                \
        .help = "look up ids as NAME:id, for graphs that were embedded together"

extern const cli_choice cli_devices[];
#define CLI_DEVICE                                                                                 \
    CLI_ONE_OF("device", "NAME", cli_devices),                                                     \
        .store = &cli_given.device, .help = "what walks run on; results do not depend on it"

/* Only GRAPH; several graphs that are embedded together; --json. */
extern const cli_group cli_graph_group, cli_graphs_group, cli_json_group;

/* --memory --threads --progress: commands that take time; planned: they have their own --memory. */
extern const cli_group cli_work_group, cli_planned_work_group;
extern const cli_group cli_general_group; /* -q -v --help --version: every command */

#endif
