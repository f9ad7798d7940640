/* SPDX-License-Identifier: MIT */
/* JSON in memory. */
#include "cli.h"

#include <limits.h>

riwalk_status cli_text_add(void *to, const void *bytes, size_t length, riwalk_error *error)
{
    cli_text *text = to;

    if (length > text->capacity - text->length) {
        text->capacity = 2 * text->capacity + length + 1024;
        text->bytes = cli_resize(text->bytes, text->capacity);
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    return RIWALK_STATUS_OK;
}

/* The text in work. */
static struct {
    rw_json_writer to;
    cli_text text;
    char bracket;
} made;

rw_json_writer *cli_json_begin(unsigned digits, char bracket)
{
    made.text.length = 0;
    made.bracket = bracket;
    made.to = (rw_json_writer){
        .sink = cli_text_add, .to = &made.text, .digits = digits, .lines = UINT_MAX};
    rw_json_open(&made.to, NULL, bracket);
    return &made.to;
}

static void print_text(FILE *to)
{
    fwrite(made.text.bytes, 1, made.text.length, to);
}

void cli_json_write(const char *path)
{
    rw_json_close(&made.to, made.bracket == '{' ? '}' : ']');
    rw_json_put(&made.to, "\n", 1);
    cli_write_text(path, print_text);
}
