/* SPDX-License-Identifier: MIT */
/* JSON in memory, and out of it. */
#include "write_json.h"

#include "files.h"
#include "report.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static riwalk_status append(void *to, const void *text, size_t length, riwalk_error *error)
{
    cli_json *json = to;

    (void)error;
    if (length > json->capacity - json->length) {
        size_t capacity = 2 * json->capacity + length + 1024;
        char *larger = realloc(json->text, capacity);

        if (!larger)
            return RIWALK_STATUS_MEMORY;
        json->text = larger;
        json->capacity = capacity;
    }
    memcpy(json->text + json->length, text, length);
    json->length += length;
    return RIWALK_STATUS_OK;
}

void cli_json_begin(cli_json *json, unsigned digits)
{
    *json = (cli_json){.to = {.sink = append, .to = json, .digits = digits, .lines = UINT_MAX}};
}

void cli_json_free_text(cli_json *json)
{
    free(json->text);
}

static int print_text(const void *what, FILE *to)
{
    const cli_json *json = what;

    fwrite(json->text, 1, json->length, to);
    return CLI_EXIT_FINE;
}

int cli_json_write(cli_json *json, riwalk_files *files, const char *path)
{
    int status;

    rw_json_put(&json->to, "\n", 1);
    if (json->to.status || cli_is_short())
        status = cli_fail("not enough memory for the JSON text");
    else
        status = cli_write_text(files, path, print_text, json);
    free(json->text);
    return status;
}

int cli_json_print(cli_json *json)
{
    return cli_json_write(json, NULL, "-");
}

static riwalk_status print(void *to, const void *text, size_t length, riwalk_error *error)
{
    (void)error;
    fwrite(text, 1, length, to);
    return RIWALK_STATUS_OK;
}

rw_json_writer cli_json_stream(unsigned digits)
{
    return (rw_json_writer){.sink = print, .to = stdout, .digits = digits, .lines = UINT_MAX};
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
