/* SPDX-License-Identifier: MIT */
/* Roles and walks: the options that all commands share which make them, and what such commands have
 * in common besides. */
#ifndef CLI_WALK_OPTIONS_H
#define CLI_WALK_OPTIONS_H

#include "command.h"
#include "riwalk.h"

#include <jansson.h>

extern const cli_group cli_role_group;       /* --method --radius --no-discount ... */
extern const cli_group cli_ball_group;       /* the same without --method */
extern const cli_group cli_walk_group;       /* --walks --walk-length --seed */
extern const cli_group cli_embed_walk_group; /* the same; --walks may be "exact" */

/* Reports options that contradict each other. Returns the exit status. */
int cli_check_walks(const cli_command *command);

/* The options as the library takes them, with threads and progress. */
void cli_walk_options(riwalk_walk_options *options);

/* What --walks says: a number, "exact", or nothing. */
riwalk_exact cli_walks_exact(void);

/* Whether --role-anchor was given: the factor trainer has both where it was not. */
bool cli_role_anchor_given(void);

/* Whether it was given as keep. */
bool cli_role_anchor_kept(void);

/* An option of roles that was given, but for --method; NULL where there is none. */
const char *cli_given_role_option(void);

/* Refuses a graph, read from `path`, that has no roles; notes what of it is not used (and for what
 * purpose: " for roles"; "" for any). Returns the exit status. */
int cli_check_graph(const char *path, const riwalk_graph *graph, const char *purpose);

/* Makes the sampler of a graph that was read from `path`. Returns the exit status; a failure is
 * already reported. */
int cli_make_sampler(const cli_command *command, const char *path, const riwalk_graph *graph,
                     const riwalk_walk_options *options, riwalk_sampler **sampler);

/* "riwalk-sp", for what the options say. */
const char *cli_method_name(const riwalk_walk_options *options);

/* What results depend on: {"method": ..., "radius": ..., ...}. NULL when there is no memory. */
json_t *cli_walk_json(const riwalk_walk_options *options);

/* A role: {"role": "r3.4.2", "tuple": {...}, "meaning": ...}. NULL when there is no memory. */
json_t *cli_role_json(const riwalk_sampler *sampler, uint64_t role);

#define CLI_ROLE_TOKEN 128 /* room for a role as one word */
#define CLI_ROLE_WORDS 512 /* and in words */

#endif
