/* SPDX-License-Identifier: MIT */
/* Status names, error messages, and text made safe to print. */
#include "base/error.h"
#include "base/frontend.h"
#include "base/os.h"
#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *riwalk_version(void)
{
    return RIWALK_VERSION;
}

const char *riwalk_status_name(riwalk_status status)
{
    static const char *const names[] = {
        [RIWALK_STATUS_OK] = "fine",
        [RIWALK_STATUS_ARGUMENT] = "bad argument",
        [RIWALK_STATUS_MEMORY] = "out of memory",
        [RIWALK_STATUS_IO] = "input/output",
        [RIWALK_STATUS_FORMAT] = "malformed input",
        [RIWALK_STATUS_LIMIT] = "too large",
        [RIWALK_STATUS_CANCELLED] = "cancelled",
    };

    return (unsigned)status < sizeof names / sizeof *names ? names[status] : "unknown status";
}

size_t riwalk_printable(const char *text, char *buffer, size_t capacity)
{
    size_t whole = 0, used = 0;

    while (*text) {
        unsigned char first = (unsigned char)text[0], second = (unsigned char)text[1];
        /* Some terminals treat U+0080 .. U+009F like ESC. */
        bool control = first < ' ' || first == 0x7F || (first == 0xC2 && second < 0xA0);
        size_t length = control ? 0 : rw_utf8_length(text, 4), bytes = length ? length : 4;
        char code[5];

        snprintf(code, sizeof code, "\\x%02x", first);
        if (used == whole && whole + bytes < capacity) {
            memcpy(buffer + used, length ? text : code, bytes);
            used += bytes;
        }
        whole += bytes;
        text += length ? length : 1;
    }
    if (capacity)
        buffer[used] = 0;
    return whole;
}

riwalk_status rw_fail_at(riwalk_error *error, riwalk_status code, const char *file, uint64_t line,
                         const char *format, ...)
{
    char message[sizeof error->message];
    va_list arguments;
    int used = 0;

    if (!error)
        return code;
    error->code = code;
    error->line = line;
    if (file && line)
        used = snprintf(message, sizeof message, "%.200s:%llu: ", file, (unsigned long long)line);
    else if (file)
        used = snprintf(message, sizeof message, "%.200s: ", file);
    va_start(arguments, format);
    vsnprintf(message + used, sizeof message - (size_t)used, format, arguments);
    va_end(arguments);
    riwalk_printable(message, error->message, sizeof error->message);
    return code;
}

riwalk_status rw_fail_errno(riwalk_error *error, const char *verb, const char *file)
{
    riwalk_status code = errno == ENOMEM ? RIWALK_STATUS_MEMORY : RIWALK_STATUS_IO;

    return rw_fail(error, code, "cannot %s %.200s: %s", verb, file, rw_os_reason());
}
