/* SPDX-License-Identifier: MIT */
/* The options of skip-gram training, shared by the commands that train. */
#ifndef CLI_TRAIN_OPTIONS_H
#define CLI_TRAIN_OPTIONS_H

#include "command.h"
#include "riwalk.h"

extern const cli_group cli_train_group; /* --dimensions --window --epochs ... */

/* What was given; threads, progress and seed are left to the command. */
riwalk_train_options cli_train_options(void);

#endif
