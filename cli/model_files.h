/* SPDX-License-Identifier: MIT */
/* Models in and out. */
#ifndef CLI_MODEL_FILES_H
#define CLI_MODEL_FILES_H

#include "riwalk.h"

/* Each returns the exit status; a failure is already reported. */
int cli_read_model(const char *path, riwalk_model **model);
int cli_write_model(riwalk_files *files, const riwalk_model *model, const char *path);

/* The checksum that names a model in metadata. */
#define CLI_CHECKSUM_CHARS 17
int cli_model_checksum(const riwalk_model *model, char text[CLI_CHECKSUM_CHARS]);

/* Whether riwalk transform made vectors by the model of a checksum, as the metadata beside them
 * say; where there are none, a note says that it could not be checked. */
int cli_check_made_by(const char *vectors, const char *checksum);

#endif
