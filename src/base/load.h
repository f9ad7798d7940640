/* SPDX-License-Identifier: MIT */
/*
 * Libraries that are loaded when they are first needed, not with the program. OpenBLAS, which may
 * stand behind LAPACK and behind liblinear, starts threads while it is loaded, and ends or hangs
 * the process where it may have none. So commands that need neither never meet it, and start
 * faster.
 */
#ifndef RW_BASE_LOAD_H
#define RW_BASE_LOAD_H

#include "riwalk.h"

#include <stddef.h>

/* Stores the address of a library's function in the pointer at `function`. The library stays
 * loaded. RIWALK_STATUS_IO when it is not installed, or lacks the function. Cheap after the first
 * time. */
riwalk_status rw_load(const char *library, const char *name, void *function, riwalk_error *error);

#endif
