/* SPDX-License-Identifier: MIT */
/* An output file that is complete or absent: bytes go to a temporary file beside its place, which
 * is flushed to disk and renamed at the end, or removed on any failure. A file that is replaced
 * keeps its mode, and symbolic links stay. "-" and anything that is not a regular file (a pipe,
 * /dev/null) is written straight. Names ending in .gz and .zst are compressed. */
#ifndef RW_BASE_OUTPUT_H
#define RW_BASE_OUTPUT_H

#include "base/text.h"

typedef struct rw_output rw_output;

riwalk_status rw_output_open(const char *path, rw_output **output, riwalk_error *error);

/* The same to a file or to memory, where the bytes are handed over once the output ends. ARGUMENT
 * where the sink has no path, and no place for the bytes and their number. */
riwalk_status rw_output_open_sink(riwalk_sink sink, rw_output **output, riwalk_error *error);

/* Appends bytes. After a failure every later call fails the same way. */
riwalk_status rw_output_write(rw_output *output, const void *data, size_t size,
                              riwalk_error *error);

/* Formats text of at most 4 KiB. */
riwalk_status rw_output_print(rw_output *output, riwalk_error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Files that several processes write together, at places of their own. The first of them has the
 * output, which is not compressed: it says how long the file will be, and by what temporary name
 * others open it before it ends. Such another output is ended or discarded by its process, which
 * leaves the file alone. `path` is for messages. */
riwalk_status rw_output_extend(rw_output *output, uint64_t size, riwalk_error *error);
const char *rw_output_temporary(const rw_output *output); /* NULL: a stream, pipe or device */
riwalk_status rw_output_open_shared(const char *temporary, const char *path, rw_output **output,
                                    riwalk_error *error);
riwalk_status rw_output_write_at(rw_output *output, const void *data, size_t size, uint64_t at,
                                 riwalk_error *error);

/* Reads what was written at a place, by any process. */
riwalk_status rw_output_read_at(rw_output *output, void *data, size_t size, uint64_t at,
                                riwalk_error *error);

/* A file in a folder for what has no room in memory, to be written and read at places; it is gone
 * once it is discarded, or the process ends. So many bytes are reserved where the system can. */
riwalk_status rw_output_open_scratch(const char *folder, uint64_t size, rw_output **output,
                                     riwalk_error *error);

/* As the caller gave it. */
const char *rw_output_path(const rw_output *output);

/* Ends an output, which may be NULL after a failure. Where `status` is OK, writes all that is left
 * down to the disk, and puts the file in its place: at once, or, where it belongs to a set, with
 * the others. Otherwise removes it. Returns `status`, or what failed here. */
riwalk_status rw_output_end(rw_output *output, riwalk_status status, riwalk_files *files,
                            riwalk_error *error);

/* The steps of that. Where the folder cannot be flushed, so that the new name may not survive a
 * power cut, the file is still complete: that is no failure. */
riwalk_status rw_output_finish(rw_output *output, riwalk_error *error);
riwalk_status rw_output_rename(rw_output *output, riwalk_error *error); /* or hands over */
void rw_output_sync(const rw_output *output);

/* Removes what was written and frees the output; NULL is fine. */
void rw_output_discard(rw_output *output);

#endif
