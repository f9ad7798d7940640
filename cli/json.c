/* SPDX-License-Identifier: MIT */
/* JSON in memory, and out of it. */
#include "cli.h"

#include <limits.h>
#include <stdarg.h>

riwalk_status cli_text_add(void *to, const void *bytes, size_t length, riwalk_error *error)
{
    cli_text *text = to;

    if (length > text->capacity - text->length) {
        size_t capacity = 2 * text->capacity + length + 1024;
        char *larger = realloc(text->bytes, capacity);

        if (!larger)
            return RIWALK_STATUS_MEMORY;
        text->bytes = larger;
        text->capacity = capacity;
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    return RIWALK_STATUS_OK;
}

/* What was begun last. */
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

static int print_text(const void *what, FILE *to)
{
    const cli_text *text = what;

    fwrite(text->bytes, 1, text->length, to);
    return CLI_EXIT_FINE;
}

int cli_json_write(const char *path)
{
    rw_json_close(&made.to, made.bracket == '{' ? '}' : ']');
    rw_json_put(&made.to, "\n", 1);
    if (made.to.status || cli_out_of_memory())
        return cli_fail("not enough memory for the JSON text");
    return cli_write_text(path, print_text, &made.text);
}

int cli_json_print(void)
{
    return cli_json_write("-");
}

/* Text where readers of JSON might round it, beyond 2^53. */
static void put_whole(rw_json_writer *to, const char *key, uint64_t number)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, number);
    if (number >> 53)
        rw_json_string(to, key, text);
    else
        rw_json_whole(to, key, number);
}

static void put_checksum(rw_json_writer *to, const char *key, uint64_t checksum)
{
    char text[17];

    snprintf(text, sizeof text, "%016" PRIx64, checksum);
    rw_json_string(to, key, text);
}

void cli_put(rw_json_writer *to, const char *format, ...)
{
    char word[64], key[64] = "";
    va_list values;

    va_start(values, format);
    for (int length; sscanf(format, " %63s%n", word, &length) == 1; format += length) {
        const char *name = *key ? key : NULL;

        if (strchr("{[", *word))
            rw_json_open(to, name, *word);
        else if (strchr("}]", *word))
            rw_json_close(to, *word);
        else if (!strcmp(word, "%u"))
            rw_json_whole(to, name, va_arg(values, unsigned));
        else if (!strcmp(word, "%" PRIu64))
            put_whole(to, name, va_arg(values, uint64_t));
        else if (!strcmp(word, "%" PRIx64))
            put_checksum(to, name, va_arg(values, uint64_t));
        else if (!strcmp(word, "%g"))
            rw_json_real(to, name, va_arg(values, double));
        else if (!strcmp(word, "%d"))
            rw_json_bool(to, name, va_arg(values, int));
        else if (!strcmp(word, "%s"))
            rw_json_string(to, name, va_arg(values, const char *));
        else {
            strcpy(key, word);
            continue;
        }
        *key = 0;
    }
    va_end(values);
}
