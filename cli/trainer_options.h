/* SPDX-License-Identifier: MIT */
/* What makes vectors of RiWalk's walks: skip-gram or the factor trainer. */
#ifndef CLI_TRAINER_OPTIONS_H
#define CLI_TRAINER_OPTIONS_H

#include "command.h"
#include "riwalk.h"

#include <jansson.h>

extern const cli_group cli_trainer_group; /* --trainer --weighting --preset */

/* Reports options that do not go together. Returns the exit status. */
int cli_check_trainer(const cli_command *command);

bool cli_trainer_is_factor(void);

/* Sets the trainer with its own options, and the number of walks that suits it where none is
 * given. */
void cli_trainer_options(riwalk_embed_options *embed, riwalk_walk_options *walks, size_t graphs);

/* What vectors of the factor trainer depend on, beside the walks: {"trainer": "factor", ...}. It
 * takes the place of what the walk options say where that has no influence. NULL when there is no
 * memory. */
json_t *cli_factor_json(const riwalk_embed_options *embed, const riwalk_embed_report *report);

#endif
