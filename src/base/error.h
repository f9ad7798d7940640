/* SPDX-License-Identifier: MIT */
/* Fills a caller's riwalk_error. Each function returns its code, so a failure is one line: `return
 * rw_fail(error, RIWALK_STATUS_IO, "cannot ...")`. `error` may be NULL. */
#ifndef RW_BASE_ERROR_H
#define RW_BASE_ERROR_H

#include "riwalk.h"

/* The message starts with "file:line: ", or "file: " for line 0; nothing if `file` is NULL. */
riwalk_status rw_fail_at(riwalk_error *error, riwalk_status code, const char *file, uint64_t line,
                         const char *format, ...) __attribute__((format(printf, 5, 6)));

#define rw_fail(error, code, ...) rw_fail_at(error, code, NULL, 0, __VA_ARGS__)

/* For an invalid argument. */
#define rw_refuse(error, ...) rw_fail(error, RIWALK_STATUS_ARGUMENT, __VA_ARGS__)

/* Returns from the function if a call failed. Use it where nothing has to be freed. */
#define RW_MUST(call)                                                                              \
    do {                                                                                           \
        riwalk_status must_status = (call);                                                        \
                                                                                                   \
        if (must_status)                                                                           \
            return must_status;                                                                    \
    } while (0)

/* "cannot VERB FILE: reason", with the reason from errno. */
riwalk_status rw_fail_errno(riwalk_error *error, const char *verb, const char *file);

#endif
