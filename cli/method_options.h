/* SPDX-License-Identifier: MIT */
/* How graphs become vectors: the options of methods that make no use of roles are here too. */
#ifndef CLI_METHOD_OPTIONS_H
#define CLI_METHOD_OPTIONS_H

#include "command.h"
#include "riwalk.h"

#include <jansson.h>

extern const cli_group cli_method_group; /* --method --p --q ... */

/* Reports options that go with another method than the one asked for. Returns the exit status. */
int cli_check_method(const cli_command *command);

/* Whether the method is RiWalk. */
bool cli_method_has_roles(void);

/* Whether the method is combined with another. */
bool cli_method_combines(void);

/* Whether there are walks, and training on them. */
bool cli_method_walks(void);

/* Sets the method with its own options, and the identifier of its walks. */
void cli_method_options(riwalk_embed_options *embed, riwalk_walk_options *walks);

/* Refuses a graph, read from `path`, that the method cannot take; notes what of it is not used.
 * Returns the exit status. */
int cli_check_method_graph(const char *path, const riwalk_graph *graph);

/* Puts the method's name and its own options into what results depend on (cli_walk_json), and takes
 * out what has no meaning for it. False when there is no memory. */
bool cli_add_method_json(json_t *root, const riwalk_embed_report *report);

#endif
