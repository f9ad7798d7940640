/* SPDX-License-Identifier: MIT */
/* JSON that commands print or write to files: it is made in memory, so that it goes out whole or
 * not at all. */
#ifndef CLI_WRITE_JSON_H
#define CLI_WRITE_JSON_H

#include "../src/base/json.h" /* the one header of the library's own that the command uses */

#include "riwalk.h"

typedef struct cli_json {
    rw_json_writer to;
    char *text;
    size_t length, capacity;
} cli_json;

/* A text where reals have so many digits; to be ended by one of the two below, or freed. */
void cli_json_begin(cli_json *json, unsigned digits);
void cli_json_free_text(cli_json *json);

/* Prints the text, or writes it as cli_write_text does, and frees it. Returns the exit status; a
 * lack of memory, now or before, is reported here. */
int cli_json_print(cli_json *json);
int cli_json_write(cli_json *json, riwalk_files *files, const char *path);

/* To standard output at once, for what may be long. The end of the command looks after failures. */
rw_json_writer cli_json_stream(unsigned digits);

/* A seed: text where readers of JSON might round it, beyond 2^53. */
void cli_json_put_seed(rw_json_writer *to, const char *key, uint64_t seed);

/* A checksum: text, too. */
void cli_json_put_checksum(rw_json_writer *to, const char *key, uint64_t checksum);

#endif
