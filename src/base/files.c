/* SPDX-License-Identifier: MIT */
/* Sets of output files that appear together. All files are complete and on disk before the first
 * one is renamed, so only the renames separate the old files from the new ones. */
#include "base/error.h"
#include "base/frontend.h"
#include "base/memory.h"
#include "base/output.h"

struct riwalk_files {
    rw_output *open; /* riwalk_files_write appends to it; NULL: none is open */
    rw_output **finished;
    size_t count;
    size_t capacity;
};

riwalk_status riwalk_files_create(riwalk_files **files, riwalk_error *error)
{
    if (!files)
        return rw_refuse(error, "the files must not be NULL");
    *files = rw_alloc_zeroed(1, sizeof **files, error);
    return *files ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;
}

static void discard(riwalk_files *files)
{
    while (files->count)
        rw_output_discard(files->finished[--files->count]);
}

static riwalk_status close_open(riwalk_files *files, riwalk_error *error)
{
    rw_output *output = files->open;

    files->open = NULL;
    return output ? rw_output_end(output, RIWALK_STATUS_OK, files, error) : RIWALK_STATUS_OK;
}

riwalk_status rw_output_end(rw_output *output, riwalk_status status, riwalk_files *files,
                            riwalk_error *error)
{
    if (!status && files)
        status = close_open(files, error); /* it was begun before this one */
    if (!status)
        status = rw_output_finish(output, error);
    if (!status && files) {
        if (rw_grow_at(&files->finished, &files->capacity, files->count + 1, sizeof output,
                       error)) {
            files->finished[files->count++] = output;
            return RIWALK_STATUS_OK;
        }
        status = RIWALK_STATUS_MEMORY;
    }
    if (!status && !(status = rw_output_rename(output, error)))
        rw_output_sync(output);
    rw_output_discard(output);
    return status;
}

riwalk_status riwalk_files_open(riwalk_files *files, const char *path, riwalk_error *error)
{
    if (!files || !path)
        return rw_refuse(error, "the files and the path must not be NULL");
    RW_MUST(close_open(files, error));
    return rw_output_open(path, &files->open, error);
}

riwalk_status riwalk_files_write(riwalk_files *files, const void *data, size_t size,
                                 riwalk_error *error)
{
    if (!files || !files->open || (size && !data))
        return rw_refuse(error, "no file is open, or the data to write are NULL");
    return rw_output_write(files->open, data, size, error);
}

riwalk_status riwalk_files_commit(riwalk_files *files, riwalk_error *error)
{
    riwalk_status status;

    if (!files)
        return rw_refuse(error, "the files must not be NULL");
    status = close_open(files, error);
    for (size_t i = 0; i < files->count && !status; i++)
        status = rw_output_rename(files->finished[i], error);
    for (size_t i = 0; i < files->count && !status; i++)
        rw_output_sync(files->finished[i]);
    discard(files);
    return status;
}

void riwalk_files_free(riwalk_files *files)
{
    if (!files)
        return;
    rw_output_discard(files->open);
    discard(files);
    rw_free(files->finished);
    rw_free(files);
}
