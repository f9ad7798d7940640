/* SPDX-License-Identifier: MIT */
/* How graphs become vectors: the options of methods that make no use of roles are here too. */
#ifndef CLI_METHOD_OPTIONS_H
#define CLI_METHOD_OPTIONS_H

#include "command.h"
#include "riwalk.h"

#include <jansson.h>

extern const cli_group cli_method_group; /* --method --trainer --transform --preset */

/* Reports options that do not go together. Returns the exit status. */
int cli_check_method(const cli_command *command);

/* Sets the method, its trainer, and the identifier of its walks. */
void cli_method_options(riwalk_embed_options *embed, riwalk_walk_options *walks);

/* What vectors of the factor trainer depend on, beside the walks: {"trainer": "factor", ...}. It
 * takes the place of what the walk options say where that has no influence. NULL when there is no
 * memory. */
json_t *cli_factor_json(const riwalk_embed_options *embed, const riwalk_embed_report *report);

#endif
