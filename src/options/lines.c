/* SPDX-License-Identifier: MIT */
/* Writes options as lines of text and reads them back. */
#include "options/options.h"

#include "base/error.h"

#include <stdio.h>
#include <string.h>

#define VERSION_LINE "riwalk "
#define MOST_VALUE 1024 /* characters of an option's value; lists of views are the longest */

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
static riwalk_status set_line(rw_span line, riwalk_options *options, riwalk_error *error)
{
    char name_text[64], text[MOST_VALUE];
    rw_span value = line, name;

    rw_span_cut(&value, ' ', &name);
    if (!value.text || name.length >= sizeof name_text || value.length >= sizeof text)
        return rw_refuse(error, "a line of options has no name or value");
    snprintf(name_text, sizeof name_text, "%.*s", (int)name.length, name.text);
    snprintf(text, sizeof text, "%.*s", (int)value.length, value.text);
    return riwalk_options_set(options, name_text, text, error);
}

riwalk_status rw_lines_read(const char *text, riwalk_options *options, riwalk_error *error)
{
    rw_span rest = {text, strlen(text)}, line;

    while (rw_span_cut(&rest, '\n', &line) && rest.text)
        if (line.text > text)
            RW_MUST(set_line(line, options, error));
    return line.length ? rw_refuse(error, "the last line of options has no end") : RIWALK_STATUS_OK;
}

bool rw_lines_differ(const char *first, const char *second, rw_span lines[2])
{
    rw_span rests[] = {{first, strlen(first)}, {second, strlen(second)}};

    for (bool more = true; more;) {
        more = rw_span_cut(&rests[0], '\n', &lines[0]);
        more |= rw_span_cut(&rests[1], '\n', &lines[1]);
        if (more && !rw_span_same(lines[0], lines[1]))
            return true;
    }
    return false;
}
