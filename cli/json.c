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

rw_json_writer *cli_json_begin(cli_json *json, unsigned digits, char bracket)
{
    *json = (cli_json){.bracket = bracket};
    json->to = (rw_json_writer){
        .sink = cli_text_add, .to = &json->text, .digits = digits, .lines = UINT_MAX};
    rw_json_open(&json->to, NULL, bracket);
    return &json->to;
}

static int print_text(const void *what, FILE *to)
{
    const cli_text *text = what;

    fwrite(text->bytes, 1, text->length, to);
    return CLI_EXIT_FINE;
}

int cli_json_write(cli_json *json, int status, riwalk_files *files, const char *path)
{
    rw_json_close(&json->to, json->bracket == '{' ? '}' : ']');
    rw_json_put(&json->to, "\n", 1);
    if (!status && (json->to.status || cli_out_of_memory()))
        status = cli_fail("not enough memory for the JSON text");
    else if (!status)
        status = cli_write_text(files, path, print_text, &json->text);
    free(json->text.bytes);
    return status;
}

int cli_json_print(cli_json *json, int status)
{
    return cli_json_write(json, status, NULL, "-");
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
            rw_json_whole(to, name, va_arg(values, uint64_t));
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

void cli_json_put_seed(rw_json_writer *to, const char *key, uint64_t seed)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, seed);
    if (seed >> 53)
        rw_json_string(to, key, text);
    else
        rw_json_whole(to, key, seed);
}

void cli_json_put_checksum(rw_json_writer *to, const char *key, uint64_t checksum)
{
    char text[17];

    snprintf(text, sizeof text, "%016" PRIx64, checksum);
    rw_json_string(to, key, text);
}
