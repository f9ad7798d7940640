/* SPDX-License-Identifier: MIT */
/* Structs that start with their size, which may be that of an older or a newer header than the
 * library's. Options themselves, with their defaults, are in options/. */
#ifndef RW_BASE_OPTIONS_H
#define RW_BASE_OPTIONS_H

#include "riwalk.h"

/* Copies a caller's options (NULL: none) over `known`, which holds the defaults and `known_size`
 * bytes. ARGUMENT if they were not initialised, or set a field that this library does not know. */
riwalk_status rw_options_copy(void *known, size_t known_size, const void *given,
                              riwalk_error *error);

/* The same for what a call reports: its struct starts with the caller's size of it. ARGUMENT if
 * that was not set; a report may be NULL. */
riwalk_status rw_report_check(const void *report, riwalk_error *error);

/* Copies a filled report, whose own size is set, into the caller's as far as that reaches; fields
 * that this library does not know become 0. */
void rw_report_hand_over(void *report, const void *filled);

#endif
