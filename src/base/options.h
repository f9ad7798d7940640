/* SPDX-License-Identifier: MIT */
/* Structs that start with their size, which may come from an older or newer header than the
 * library's. The options themselves, with defaults, are in options/. */
#ifndef RW_BASE_OPTIONS_H
#define RW_BASE_OPTIONS_H

#include "riwalk.h"

/* Copies a caller's options (NULL: none) over the defaults in `known`, `known_size` bytes. ARGUMENT
 * if they are not initialised or set a field that this library does not know. */
riwalk_status rw_options_copy(void *known, size_t known_size, const void *given,
                              riwalk_error *error);

/* The same over the defaults of a type. */
#define rw_options_over(type, known, given, error)                                                 \
    (type##_init(known), rw_options_copy(known, sizeof *(known), given, error))

/* Checks the caller's report, which starts with its size. ARGUMENT if that is not set; a report may
 * be NULL. */
riwalk_status rw_report_check(const void *report, riwalk_error *error);

/* Copies a filled report, whose own size is set, into the caller's, up to the caller's size. Fields
 * that this library does not know become 0. */
void rw_report_hand_over(void *report, const void *filled);

#endif
