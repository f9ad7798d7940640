/* SPDX-License-Identifier: MIT */
/* JSON that commands print or write to files: it is made in memory, so that it goes out whole or
 * not at all. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "../src/base/frontend.h" /* with the next three all that the command sees of src/ */
#include "../src/base/json.h"
#include "../src/base/os.h"
#include "../src/base/text.h"

#include "riwalk.h"

/* A growing text, all zeros at first, whose memory is freed by its owner. */
typedef struct cli_text {
    char *bytes; /* NULL: none yet */
    size_t length, capacity;
} cli_text;

/* Adds to the text: the sink of a writer. MEMORY is its only failure. */
riwalk_status cli_text_add(void *text, const void *bytes, size_t length, riwalk_error *error);

/* Begins an object ('{') or array ('['), indented, whose reals have so many digits. Returns where
 * its members go. One is made at a time. */
rw_json_writer *cli_json_begin(unsigned digits, char bracket);

/* End it, and print it, or write it as cli_write_text does. Return the exit status; a lack of
 * memory, now or before, is reported here. */
int cli_json_print(void);
int cli_json_write(const char *path);

#endif
