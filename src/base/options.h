/* SPDX-License-Identifier: MIT */
/* The options idiom: a caller's struct starts with its size, which may be that of an older or a
 * newer header than the library's. */
#ifndef RW_BASE_OPTIONS_H
#define RW_BASE_OPTIONS_H

#include "riwalk.h"

/* Copies a caller's options (NULL: none) over `known`, which holds the defaults and `known_size`
 * bytes. ARGUMENT if they were not initialised, or set a field that this library does not know. */
riwalk_status rw_options_copy(void *known, size_t known_size, const void *given,
                              riwalk_error *error);

#endif
