/* SPDX-License-Identifier: MIT */
/* An output file that appears complete or not at all: bytes go to a temporary file in the same
 * folder, which is flushed to disk and renamed at the end, or removed on failure. A replaced file
 * keeps its mode, and symbolic links stay. "-" and anything but regular files (a pipe, /dev/null)
 * is written directly. Names ending in .gz and .zst are compressed. */
#ifndef RW_BASE_OUTPUT_H
#define RW_BASE_OUTPUT_H

#include "base/text.h"

typedef struct rw_output rw_output;

riwalk_status rw_output_open(const char *path, rw_output **output, riwalk_error *error);

/* The same for a file or memory, which receives the bytes when the output ends. ARGUMENT if the
 * sink has neither a path nor pointers for the bytes and their number. */
riwalk_status rw_output_open_sink(riwalk_sink sink, rw_output **output, riwalk_error *error);

/* Appends bytes. After a failure all later calls fail, too. */
riwalk_status rw_output_write(rw_output *output, const void *data, size_t size,
                              riwalk_error *error);

/* A file that several processes write together, each at its own offsets. The first process has the
 * output, uncompressed: it sets the file's size and gives the temporary name that others open
 * before it ends. The others end or discard their output, too, which leaves the file in place.
 * `path` is for messages. */
riwalk_status rw_output_extend(rw_output *output, uint64_t size, riwalk_error *error);
const char *rw_output_temporary(const rw_output *output); /* NULL: a stream, pipe or device */
riwalk_status rw_output_open_shared(const char *temporary, const char *path, rw_output **output,
                                    riwalk_error *error);
riwalk_status rw_output_write_at(rw_output *output, const void *data, size_t size, uint64_t at,
                                 riwalk_error *error);

/* Reads at an offset what any process has written. */
riwalk_status rw_output_read_at(rw_output *output, void *data, size_t size, uint64_t at,
                                riwalk_error *error);

/* A file for data that do not fit into memory, read and written at offsets, in a folder or beside
 * another file, which need not exist. It is deleted when it is discarded or the process ends.
 * Reserves `size` bytes if the system can. */
riwalk_status rw_output_open_scratch(const char *place, uint64_t size, rw_output **output,
                                     riwalk_error *error);

/* Maps the first `size` bytes of such a file, read-only, until it is discarded. */
riwalk_status rw_output_map(rw_output *output, uint64_t size, const void **data,
                            riwalk_error *error);

/* The path as the caller gave it. */
const char *rw_output_path(const rw_output *output);

/* Ends an output, which may be NULL after a failure. If `status` is OK, flushes it to disk and
 * renames it, at once or together with the others of its set; otherwise removes it. Returns
 * `status` or the failure that happened here. */
riwalk_status rw_output_end(rw_output *output, riwalk_status status, riwalk_files *files,
                            riwalk_error *error);

/* The steps of rw_output_end. A folder that cannot be flushed is no failure: the file is complete,
 * but its new name may not survive a power cut. */
riwalk_status rw_output_finish(rw_output *output, riwalk_error *error);
riwalk_status rw_output_rename(rw_output *output, riwalk_error *error); /* or passes memory on */
void rw_output_sync(const rw_output *output);

/* Frees the output and removes its file; NULL is allowed. */
void rw_output_discard(rw_output *output);

#endif
