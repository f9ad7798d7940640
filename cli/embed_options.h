/* SPDX-License-Identifier: MIT */
/* The options of an embedding on the command line. The library's table (riwalk_option_list)
 * describes them; here they become groups of a command, riwalk_options, and JSON. */
#ifndef CLI_EMBED_OPTIONS_H
#define CLI_EMBED_OPTIONS_H

#include "files.h"

/* All options, in the library's groups. Unused groups at the end are empty. */
#define CLI_LIBRARY_GROUPS 12
extern cli_group cli_library_groups[CLI_LIBRARY_GROUPS];
#define CLI_ALL_LIBRARY_GROUPS                                                                     \
    &cli_library_groups[0], &cli_library_groups[1], &cli_library_groups[2],                        \
        &cli_library_groups[3], &cli_library_groups[4], &cli_library_groups[5],                    \
        &cli_library_groups[6], &cli_library_groups[7], &cli_library_groups[8],                    \
        &cli_library_groups[9], &cli_library_groups[10], &cli_library_groups[11]

/* Groups for commands that do part of the work. */
#define CLI_PART_GROUPS                                                                            \
    &cli_part_method_group, &cli_library_groups[1], &cli_library_groups[2], &cli_library_groups[4]
extern cli_group cli_role_group;        /* --method --radius ... of roles */
extern cli_group cli_any_role_group;    /* the same with options of refex and rolx */
extern cli_group cli_walk_group;        /* --walks --walk-length --seed */
extern cli_group cli_part_method_group; /* --preset --method --dimensions ... of parts */
extern cli_group cli_train_group;       /* --dimensions --seed --window ... of skip-gram */

/* Makes all these groups, which are empty before. */
void cli_make_library_groups(void);

/* The options as given: those of --preset, overridden by those of the file of --like, then by typed
 * ones. Sets threads and progress. */
void cli_embed_options(riwalk_options *options);

/* Resolves options. Reports combinations that make no sense, and typed options that have no effect
 * beside the others, unless they are the defaults. */
void cli_resolve_options(const riwalk_options *typed, size_t graphs, bool model,
                         riwalk_options *resolved);

/* Writes the options that results depend on: {"method": ..., "radius": ..., ...}. */
void cli_put_options(rw_json_writer *to, const char *key, const riwalk_options *options);

/* Prints the options in use as they can be typed, one per line. */
void cli_print_options(const riwalk_options *options);

/* ---- Roles and walks ---- */

/* Whether weights of edges affect the vectors. */
bool cli_uses_weights(const riwalk_options *options);

/* Refuses a graph that the method cannot use; notes what of the graph is ignored. `path` is where
 * it was read. */
void cli_check_method_graph(const char *path, const riwalk_graph *graph,
                            const riwalk_options *options);

/* The resolved options of a command about roles and walks. */
void cli_sampler_options(riwalk_options *options);

riwalk_sampler *cli_make_sampler(const riwalk_graph *graph, const riwalk_options *options);

/* Writes what roles and walks depend on, as an object. */
void cli_put_sampler(rw_json_writer *to, const char *key, const riwalk_options *options);

/* Writes a role as members of an object: "role": "r3.4.2", "tuple": {...}, "meaning": ... */
void cli_put_role(rw_json_writer *to, const riwalk_sampler *sampler, uint64_t role);

/* A role as one word, its tuple, and its meaning in words. */
typedef struct cli_role_text {
    char token[128], words[512];
    uint64_t tuple[RIWALK_ROLE_FIELDS];
} cli_role_text;

cli_role_text cli_describe_role(const riwalk_sampler *sampler, uint64_t role);

#endif
