/* SPDX-License-Identifier: MIT */
/* Models in and out, with signals looked after. */
#ifndef CLI_MODEL_FILES_H
#define CLI_MODEL_FILES_H

#include "riwalk.h"

/* Each returns the exit status; a failure is already reported. */
int cli_read_model(const char *path, riwalk_model **model);
int cli_write_model(const riwalk_model *model, const char *path);

#endif
