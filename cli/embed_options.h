/* SPDX-License-Identifier: MIT */
/*
 * The options of an embedding on the command line. The library's table (riwalk_option_list) says
 * all about them; here they become groups of a command, a riwalk_options, JSON and back.
 */
#ifndef CLI_EMBED_OPTIONS_H
#define CLI_EMBED_OPTIONS_H

#include "command.h"
#include "json.h"
#include "riwalk.h"

/* All options, in the library's groups. */
extern const cli_group cli_method_group, cli_embed_role_group, cli_embed_walk_group,
    cli_training_group, cli_factor_group, cli_combine_group;

/* Those of single methods, one after the other; the rest are empty. */
#define CLI_OWN_GROUPS 8
extern cli_group cli_own_groups[CLI_OWN_GROUPS];
#define CLI_ALL_OWN_GROUPS                                                                         \
    &cli_own_groups[0], &cli_own_groups[1], &cli_own_groups[2], &cli_own_groups[3],                \
        &cli_own_groups[4], &cli_own_groups[5], &cli_own_groups[6], &cli_own_groups[7]

/* Parts of them for commands that do a part of the work. */
extern const cli_group cli_role_group;     /* --method --radius ... of roles */
extern const cli_group cli_any_role_group; /* the same, and the options of refex and rolx */
extern const cli_group cli_walk_group;     /* --walks --walk-length --seed */
extern const cli_group
    cli_part_method_group;              /* --preset --method --dimensions --seed ... of parts */
extern const cli_group cli_train_group; /* --dimensions --seed --window ... of skip-gram */

/* The options as given: those of --preset, then those of the file that --like names, then the
 * typed ones. Threads and progress are set. Returns the exit status; a failure is reported. */
int cli_embed_options(riwalk_options *options);

/* Reports typed options that have no meaning beside the resolved others and no default value
 * either. Returns the exit status. */
int cli_check_use(const riwalk_options *resolved);

/* The name of the method. */
const char *cli_method_name(const riwalk_options *options, char *buffer, size_t capacity);

/* The options that results depend on: {"method": ..., "radius": ..., ...}. */
void cli_put_options(rw_json_writer *to, const char *key, const riwalk_options *options);

/* One of them as a member of an object, where it is in use. */
void cli_put_option(rw_json_writer *to, const riwalk_options *options, const char *name);

/* Prints the options in use, one a line as they can be typed. */
void cli_print_options(const riwalk_options *options);

#endif
