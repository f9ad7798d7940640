/* SPDX-License-Identifier: MIT */
/* An output file that is complete or absent: bytes go to a temporary file beside its place, which
 * is flushed to disk and renamed at the end, or removed on any failure. "-" and anything that is
 * not a regular file (a pipe, /dev/null) is written straight. Names ending in .gz and .zst are
 * compressed. */
#ifndef RW_BASE_OUTPUT_H
#define RW_BASE_OUTPUT_H

#include "riwalk.h"

typedef struct rw_output rw_output;

riwalk_status rw_output_open(const char *path, rw_output **output, riwalk_error *error);

/* Appends bytes. After a failure every later call fails the same way. */
riwalk_status rw_output_write(rw_output *output, const void *data, size_t size,
                              riwalk_error *error);

/* Formats text of at most 4 KiB. */
riwalk_status rw_output_print(rw_output *output, riwalk_error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Whether a file will be there: the output is no stream, pipe or device. */
bool rw_output_is_file(const rw_output *output);

/* Writes all that is left down to the disk, but does not put the file in its place yet. Where
 * several files belong together, all are finished before the first is committed. */
riwalk_status rw_output_finish(rw_output *output, riwalk_error *error);

/* Finishes the file, unless that is done, and puts it in its place. Frees the output, also on
 * failure. */
riwalk_status rw_output_commit(rw_output *output, riwalk_error *error);

/* Whether a path has an ending such as ".gz", in capitals or not. */
bool rw_ends_with(const char *path, const char *ending);

/* Removes what was written and frees the output; NULL is fine. */
void rw_output_discard(rw_output *output);

#endif
