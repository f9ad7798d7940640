/* SPDX-License-Identifier: MIT */
/* Options as lines of text, and back. See lines.h. */
#include "options/lines.h"

#include "base/error.h"
#include "base/memory.h"
#include "riwalk_options.h"

#include <stdio.h>
#include <string.h>

#define VERSION_LINE "riwalk "
#define MOST_VALUE 1024 /* characters of an option's value: lists of views are the longest */
#define MOST_TOLD 80    /* of a line, in a sentence */

riwalk_status rw_lines_write(const riwalk_options *options, char **text, size_t *bytes,
                             riwalk_error *error)
{
    size_t room = RW_LINES_MOST, length;
    char *made = rw_alloc(room, 1, error);

    if (!made)
        return RIWALK_STATUS_MEMORY;
    length = (size_t)snprintf(made, room, VERSION_LINE "%s\n", RIWALK_VERSION);
    for (const riwalk_option *o = riwalk_option_list(); o->name; o++) {
        char value[MOST_VALUE];

        if (!o->result)
            continue;
        riwalk_options_get(options, o->name, value, sizeof value);
        length += (size_t)snprintf(made + length, room - length, "%s %s\n", o->name, value);
    }
    *text = made;
    *bytes = length;
    return RIWALK_STATUS_OK;
}

size_t rw_lines_version(const char *text, size_t bytes, const char **version)
{
    size_t before = strlen(VERSION_LINE);
    const char *end = memchr(text, '\n', bytes);

    if (!end || (size_t)(end - text) < before || memcmp(text, VERSION_LINE, before))
        return 0;
    *version = text + before;
    return (size_t)(end - *version);
}

/* Sets an option from a line "name value". */
static riwalk_status set_line(const char *line, size_t length, riwalk_options *options,
                              riwalk_error *error)
{
    char name[64], value[MOST_VALUE];
    const char *blank = memchr(line, ' ', length);
    size_t name_length = blank ? (size_t)(blank - line) : length;

    if (!blank || name_length >= sizeof name || length - name_length > sizeof value ||
        memchr(line, 0, length))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "a line of options has no name or value");
    memcpy(name, line, name_length);
    name[name_length] = 0;
    memcpy(value, blank + 1, length - name_length - 1);
    value[length - name_length - 1] = 0;
    return riwalk_options_set(options, name, value, error);
}

riwalk_status rw_lines_read(const char *text, size_t bytes, riwalk_options *options,
                            riwalk_error *error)
{
    const char *at = text, *end = text + bytes;
    riwalk_status status = RIWALK_STATUS_OK;

    for (bool first = true; at < end && !status; first = false) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));

        if (!line_end)
            return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the last line of options has no end");
        if (!first)
            status = set_line(at, (size_t)(line_end - at), options, error);
        at = line_end + 1;
    }
    return status;
}

/* The length of a line without its end. */
static size_t line_length(const char *at, const char *end)
{
    const char *line_end = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;

    return (size_t)((line_end ? line_end : end) - at);
}

static int told(size_t length)
{
    return length < MOST_TOLD ? (int)length : MOST_TOLD;
}

bool rw_lines_differ(const char *first, size_t first_bytes, const char *second, size_t second_bytes,
                     rw_lines_pair *pair)
{
    const char *a = first, *a_end = a + first_bytes, *b = second, *b_end = b + second_bytes;

    while (a < a_end || b < b_end) {
        size_t a_length = line_length(a, a_end), b_length = line_length(b, b_end);

        *pair = (rw_lines_pair){a, b, told(a_length), told(b_length)};
        if (a_length != b_length || memcmp(a, b, a_length))
            return true;
        a += a_length + (a + a_length < a_end);
        b += b_length + (b + b_length < b_end);
    }
    return false;
}
