/* SPDX-License-Identifier: MIT */
/* JSON that commands print or write to files. It is made in memory first, so it is written
 * completely or not at all. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "../src/base/frontend.h" /* with the next three all that the command sees of src/ */
#include "../src/base/json.h"
#include "../src/base/os.h"
#include "../src/base/text.h"

#include "riwalk.h"

/* A growing text, initially all zeros. The owner frees `bytes`. */
typedef struct cli_text {
    char *bytes; /* NULL: none yet */
    size_t length, capacity;
} cli_text;

/* Appends to a text: the sink of a writer. Fails only with MEMORY. */
riwalk_status cli_text_add(void *text, const void *bytes, size_t length, riwalk_error *error);

/* Begins an indented object ('{') or array ('['); reals have `digits` digits. Returns the writer
 * for its members. One at a time. */
rw_json_writer *cli_json_begin(unsigned digits, char bracket);

/* Ends the JSON, and writes it like cli_write_text; reports an earlier lack of memory, too. */
void cli_json_write(const char *path);
#define cli_json_print() cli_json_write("-")

#endif
