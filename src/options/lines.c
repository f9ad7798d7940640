/* SPDX-License-Identifier: MIT */
/* Writes options as lines of text and reads them back. */
#include "options/options.h"

#include "base/error.h"

#include <stdio.h>
#include <string.h>

#define VERSION_LINE "riwalk "
#define MOST_VALUE 1024 /* characters of an option's value; lists of views are the longest */
#define MOST_TOLD 80    /* characters of a line in an error message */

void rw_lines_write(const riwalk_options *options, char text[RW_LINES_MOST + 1])
{
    size_t length = (size_t)snprintf(text, RW_LINES_MOST, VERSION_LINE "%s\n", RIWALK_VERSION);

    for (const riwalk_option *o = riwalk_option_list(); o->name; o++) {
        char value[MOST_VALUE];

        if (!o->result)
            continue;
        riwalk_options_get(options, o->name, value, sizeof value);
        length +=
            (size_t)snprintf(text + length, RW_LINES_MOST - length, "%s %s\n", o->name, value);
    }
}

size_t rw_lines_version(const char *text, const char **version)
{
    size_t before = strlen(VERSION_LINE);

    *version = text + before;
    return strncmp(text, VERSION_LINE, before) ? 0 : strcspn(*version, "\n");
}

/* Sets an option from a line "name value". */
static riwalk_status set_line(const char *line, size_t length, riwalk_options *options,
                              riwalk_error *error)
{
    char name[64], value[MOST_VALUE];
    size_t name_length = strcspn(line, " \n"), value_length = length - name_length;

    if (!value_length || name_length >= sizeof name || value_length > sizeof value)
        return rw_refuse(error, "a line of options has no name or value");
    snprintf(name, sizeof name, "%.*s", (int)name_length, line);
    snprintf(value, sizeof value, "%.*s", (int)value_length - 1, line + name_length + 1);
    return riwalk_options_set(options, name, value, error);
}

riwalk_status rw_lines_read(const char *text, riwalk_options *options, riwalk_error *error)
{
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\n");

        if (!at[length])
            return rw_refuse(error, "the last line of options has no end");
        if (at > text)
            RW_MUST(set_line(at, length, options, error));
        at += length + 1;
    }
    return RIWALK_STATUS_OK;
}

bool rw_lines_differ(const char *a, const char *b, rw_lines_pair *pair)
{
    while (*a || *b) {
        size_t a_length = strcspn(a, "\n"), b_length = strcspn(b, "\n");

        *pair = (rw_lines_pair){a, b, a_length < MOST_TOLD ? (int)a_length : MOST_TOLD,
                                b_length < MOST_TOLD ? (int)b_length : MOST_TOLD};
        if (a_length != b_length || memcmp(a, b, a_length))
            return true;
        a += a_length + (a[a_length] != 0);
        b += b_length + (b[b_length] != 0);
    }
    return false;
}
