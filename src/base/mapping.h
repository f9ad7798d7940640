/* SPDX-License-Identifier: MIT */
/* A file in the address space, read-only: pages come when they are touched, the system takes them
 * back when memory is short, and processes share them. Who touches a page behind the end of a file
 * that was cut meanwhile gets SIGBUS, and changes show. */
#ifndef RW_BASE_MAPPING_H
#define RW_BASE_MAPPING_H

#include "riwalk.h"

/* IO where the path is no regular file. An empty one gives no bytes and no address. */
riwalk_status rw_map(const char *path, const char **data, size_t *size, riwalk_error *error);
void rw_unmap(const char *data, size_t size);

#endif
