/* SPDX-License-Identifier: MIT */
/* How graphs become vectors: the options of methods that make no use of roles are here too. */
#ifndef CLI_METHOD_OPTIONS_H
#define CLI_METHOD_OPTIONS_H

#include "command.h"
#include "riwalk.h"

extern const cli_group cli_method_group; /* --method */

/* Sets the method, and the identifier of its walks. */
void cli_method_options(riwalk_embed_options *embed, riwalk_walk_options *walks);

#endif
