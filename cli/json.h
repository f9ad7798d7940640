/* SPDX-License-Identifier: MIT */
/* JSON of riwalk reproduce alone; all others use write_json.h. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "riwalk.h"

#include <jansson.h>
#include <stdint.h>

/* Before anything else: lets allocations of the JSON library be seen that fail. It leaves out what
 * there is no memory for without a word, and ends the process in some places. */
void cli_json_prepare(void);

/* Frees what json_dumps made. */
void cli_json_free(void *text);

/* A name as a string. JSON is UTF-8; of a name that is not, the bytes beyond ASCII are replaced. */
json_t *cli_json_name(const char *name);

/* NaN and infinity, which JSON does not have, as null. */
json_t *cli_json_number(double number);

/* A seed: text where readers of JSON might round it, beyond 2^53. */
json_t *cli_json_seed(uint64_t seed);

/* The options of the classifier: appends to an object. */
void cli_fit_json(json_t *object);

/* Writes JSON to a file as cli_write_text does; `flags` are those of json_dumpf. */
int cli_write_json(riwalk_files *files, const char *path, const json_t *root, size_t flags);

#endif
