/* SPDX-License-Identifier: MIT */
/* JSON that commands print or write to files: it is made in memory, so that it goes out whole or
 * not at all. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "../src/base/frontend.h" /* with the next two all that the command sees of src/ */
#include "../src/base/json.h"
#include "../src/base/os.h"

#include "riwalk.h"

/* A growing text, all zeros at first, whose memory is freed by its owner. */
typedef struct cli_text {
    char *bytes; /* NULL: none yet */
    size_t length, capacity;
} cli_text;

/* Adds to the text: the sink of a writer. MEMORY is its only failure. */
riwalk_status cli_text_add(void *text, const void *bytes, size_t length, riwalk_error *error);

/* An object ('{') or array ('['), indented, whose reals have so many digits. */
typedef struct cli_json {
    rw_json_writer to;
    cli_text text;
    char bracket;
} cli_json;

/* Returns where its members go. */
rw_json_writer *cli_json_begin(cli_json *json, unsigned digits, char bracket);

/* Ends it, and prints it, or writes it as cli_write_text does, if the exit status is fine so far.
 * Returns the exit status; a lack of memory, now or before, is reported here. */
int cli_json_print(cli_json *json, int status);
int cli_json_write(cli_json *json, int status, riwalk_files *files, const char *path);

/* Writes members as a format shows them: "{ node %s degree %u near [ %g %g ] }". A word is the key
 * of what follows it: %u or PRIu64 for whole numbers, %g for reals, %d for true and false, %s for
 * text, of which NULL is null. */
void cli_put(rw_json_writer *to, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A seed: text where readers of JSON might round it, beyond 2^53. */
void cli_json_put_seed(rw_json_writer *to, const char *key, uint64_t seed);

/* A checksum: text, too. */
void cli_json_put_checksum(rw_json_writer *to, const char *key, uint64_t checksum);

#endif
