/* SPDX-License-Identifier: MIT */
/* What the commands about roles and walks have in common. */
#ifndef CLI_SAMPLERS_H
#define CLI_SAMPLERS_H

#include "command.h"
#include "json.h"
#include "riwalk.h"

/* Whether the weights of edges have an effect on vectors. */
bool cli_uses_weights(const riwalk_options *options);

/* Refuses a graph, read from `path`, that the method of the options cannot take; notes what of it
 * is not used. Returns the exit status. */
int cli_check_method_graph(const char *path, const riwalk_graph *graph,
                           const riwalk_options *options);

/* The options of a command about roles and walks, resolved. Returns the exit status; a failure is
 * already reported. */
int cli_sampler_options(riwalk_options *options);

/* Makes the sampler of a graph that was read from `path`. Returns the exit status; a failure is
 * already reported. */
int cli_make_sampler(const char *path, const riwalk_graph *graph, const riwalk_options *options,
                     riwalk_sampler **sampler);

/* What roles and walks depend on, as an object. */
void cli_put_sampler(rw_json_writer *to, const char *key, const riwalk_options *options);

/* Members of an object that is a role: "role": "r3.4.2", "tuple": {...}, "meaning": ... */
void cli_put_role(rw_json_writer *to, const riwalk_sampler *sampler, uint64_t role);

#define CLI_ROLE_TOKEN 128 /* room for a role as one word */
#define CLI_ROLE_WORDS 512 /* and in words */

#endif
