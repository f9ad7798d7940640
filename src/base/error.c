/* SPDX-License-Identifier: MIT */
/* Status names and the one place where error messages are made. */
#include "base/error.h"
#include "base/frontend.h"

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
    switch (status) {
    case RIWALK_STATUS_OK:
        return "fine";
    case RIWALK_STATUS_ARGUMENT:
        return "bad argument";
    case RIWALK_STATUS_MEMORY:
        return "out of memory";
    case RIWALK_STATUS_IO:
        return "input/output";
    case RIWALK_STATUS_FORMAT:
        return "malformed input";
    case RIWALK_STATUS_LIMIT:
        return "too large";
    case RIWALK_STATUS_CANCELLED:
        return "cancelled";
    }
    return "unknown status";
}

static void fill(riwalk_error *error, riwalk_status code, const char *file, uint64_t line,
                 const char *format, va_list arguments)
{
    char message[sizeof error->message];
    int used = 0;

    if (!error)
        return;
    error->code = code;
    error->line = line;
    if (file && line)
        used = snprintf(message, sizeof message, "%.200s:%llu: ", file, (unsigned long long)line);
    else if (file)
        used = snprintf(message, sizeof message, "%.200s: ", file);
    vsnprintf(message + used, sizeof message - (size_t)used, format, arguments);
    riwalk_printable(message, error->message, sizeof error->message);
}

riwalk_status rw_fail(riwalk_error *error, riwalk_status code, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fill(error, code, NULL, 0, format, arguments);
    va_end(arguments);
    return code;
}

riwalk_status rw_fail_at(riwalk_error *error, riwalk_status code, const char *file, uint64_t line,
                         const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fill(error, code, file, line, format, arguments);
    va_end(arguments);
    return code;
}

riwalk_status rw_fail_errno(riwalk_error *error, const char *verb, const char *file)
{
    riwalk_status code = errno == ENOMEM ? RIWALK_STATUS_MEMORY : RIWALK_STATUS_IO;

    return rw_fail(error, code, "cannot %s %.200s: %s", verb, file, strerror(errno));
}
