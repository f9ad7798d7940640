/* SPDX-License-Identifier: MIT */
/* Output files that appear complete or not at all, plain or compressed. */
#include "base/output.h"

#include "base/error.h"
#include "base/frontend.h"
#include "base/memory.h"
#include "base/os.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#define BUFFER_BYTES ((size_t)1 << 18)

struct rw_output {
    char *path;         /* as given, for messages */
    char *place;        /* the final path, with symbolic links resolved */
    char *temporary;    /* NULL if written directly */
    int file;           /* -1: none, or memory */
    bool standard;      /* standard output, which is not closed */
    riwalk_sink memory; /* no `data`: write a file */
    char *bytes;        /* output so far, for memory */
    size_t length, capacity;
    bool shared;        /* file of another process */
    const void *mapped; /* the first bytes of a scratch file, or NULL */
    uint64_t mapped_size;
    riwalk_status failed;
    z_stream *gzip;
    ZSTD_CStream *zstd;
    char *packed; /* [BUFFER_BYTES] of compressed output */
    rw_pool pool; /* strings, and what compression needs */
    size_t used;
    char buffer[BUFFER_BYTES];
};

void rw_output_discard(rw_output *o)
{
    if (!o)
        return;
    if (o->mapped)
        rw_os_unmap(o->mapped, o->mapped_size);
    if (o->file >= 0 && !o->standard)
        rw_os_close(o->file);
    if (o->temporary)
        rw_os_remove(o->temporary);
    if (o->gzip)
        deflateEnd(o->gzip);
    ZSTD_freeCStream(o->zstd);
    rw_free(o->bytes);
    rw_pool_free(&o->pool);
    rw_free(o);
}

/* Concatenates the first `length` bytes of a text and another one. */
static char *join(rw_output *o, const char *text, size_t length, const char *end,
                  riwalk_error *error)
{
    char *joined = rw_take_zeroed(&o->pool, length + strlen(end) + 1, 1, error);

    return joined ? strcat(memcpy(joined, text, length), end) : NULL;
}

/* Resolves symbolic links to the final path, which need not exist yet. */
static riwalk_status follow_links(rw_output *o, riwalk_error *error)
{
    o->place = o->path;
    for (int links = 0; links < 40; links++) {
        char target[4096];
        int64_t length = rw_os_read_link(o->place, target, sizeof target - 1);
        size_t folder;

        if (length < 0)
            return RIWALK_STATUS_OK; /* no link; other errors show on opening */
        target[length] = 0;
        folder = *target == '/' ? 0 : (size_t)(rw_os_base(o->place) - o->place);
        RW_HAVE(o->place = join(o, o->place, folder, target, error));
    }
    errno = ELOOP;
    return rw_fail_errno(error, "write", o->path);
}

/* Opens a temporary file in the folder of the final path, with the mode of the file it replaces. It
 * gets a short name: the file's own name plus a suffix could be too long. */
static riwalk_status open_temporary(rw_output *o, rw_opening opening, unsigned mode,
                                    riwalk_error *error)
{
    size_t folder = (size_t)(rw_os_base(o->place) - o->place); /* with its last slash */
    size_t length = folder + 64;

    RW_HAVE(o->temporary = rw_take(&o->pool, length, 1, error));
    for (int attempt = 0; attempt < 100 && (!attempt || errno == EEXIST); attempt++) {
        snprintf(o->temporary, length, "%.*s.riwalk-%ld-%d.tmp", (int)folder, o->place,
                 rw_os_process(), attempt);
        o->file = rw_os_open(o->temporary, opening);
        if (o->file >= 0) {
            if (mode)
                rw_os_set_mode(o->file, mode);
            return RIWALK_STATUS_OK;
        }
    }
    o->temporary = NULL;
    rw_fail_errno(error, "write", o->path);
    return RIWALK_STATUS_IO;
}

static riwalk_status open_place(rw_output *o, bool only_check, riwalk_error *error)
{
    rw_file_info info;
    bool exists = rw_os_look(o->path, &info);

    if (!exists && errno != ENOENT)
        return rw_fail_errno(error, "write", o->path);
    if (exists && info.folder)
        return rw_fail(error, RIWALK_STATUS_IO, "cannot write %.200s: it is a directory", o->path);
    if (exists && !rw_os_may_write(o->path))
        return rw_fail_errno(error, "write", o->path);
    if (exists && !info.regular) {
        if (only_check) /* opening and closing a pipe would end it for its reader */
            return RIWALK_STATUS_OK;
        o->file = rw_os_open(o->path, RW_OPEN_WRITE);
        return o->file < 0 ? rw_fail_errno(error, "write", o->path) : RIWALK_STATUS_OK;
    }
    RW_MUST(follow_links(o, error));
    return open_temporary(o, RW_OPEN_NEW, exists ? info.mode : 0, error);
}

static riwalk_status start_compression(rw_output *o, riwalk_error *error)
{
    bool gzip = rw_ends_with(o->path, ".gz");
    bool zstd = rw_ends_with(o->path, ".zst");

    if (!gzip && !zstd)
        return RIWALK_STATUS_OK;
    RW_HAVE(o->packed = rw_take(&o->pool, BUFFER_BYTES, 1, error));
    if (zstd && (o->zstd = ZSTD_createCStream()))
        return RIWALK_STATUS_OK;
    if (gzip && (o->gzip = rw_take_zeroed(&o->pool, 1, sizeof *o->gzip, error)) &&
        deflateInit2(o->gzip, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK)
        return RIWALK_STATUS_OK;
    return rw_fail(error, RIWALK_STATUS_MEMORY, "not enough memory to compress %.200s", o->path);
}

/* The common end of the functions that open an output. */
static riwalk_status hand_over(rw_output *o, riwalk_status status, rw_output **output)
{
    if (status)
        rw_output_discard(o);
    else
        *output = o;
    return status;
}

static rw_output *make_output(const char *path, riwalk_error *error)
{
    rw_output *o = rw_alloc(1, sizeof *o, error);

    if (!o)
        return NULL;
    memset(o, 0, offsetof(rw_output, buffer));
    o->file = -1;
    if ((o->path = join(o, path, strlen(path), "", error)))
        return o;
    rw_output_discard(o);
    return NULL;
}

/* Opens an output; only to check whether it can be, does not open pipes and devices. */
static riwalk_status open_output(const char *path, bool only_check, rw_output **output,
                                 riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;
    rw_output *o;

    RW_HAVE(o = make_output(path, error));
    if ((o->standard = !strcmp(path, "-") || !strcmp(path, "/dev/stdout")))
        o->file = RW_STDOUT;
    else
        status = open_place(o, only_check, error);
    return hand_over(o, status ? status : start_compression(o, error), output);
}

riwalk_status rw_output_open(const char *path, rw_output **output, riwalk_error *error)
{
    return open_output(path, false, output, error);
}

riwalk_status rw_output_open_sink(riwalk_sink sink, rw_output **output, riwalk_error *error)
{
    rw_output *o;

    if (sink.path)
        return rw_output_open(sink.path, output, error);
    if (!sink.data || !sink.size)
        return rw_refuse(
            error, "a sink has a path, or places for bytes and their number: they must not be "
                   "NULL");
    RW_HAVE(o = make_output("memory", error));
    o->memory = sink;
    *output = o;
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_files_check(const char *path, riwalk_error *error)
{
    rw_output *output = NULL;
    riwalk_status status;

    if (!path)
        return rw_refuse(error, "the path must not be NULL");
    if (!(status = open_output(path, true, &output, error)))
        rw_output_discard(output);
    return status;
}

/* Reads or writes all bytes, at an offset or, if it is negative, at the current position. */
static riwalk_status transfer(rw_output *o, bool reading, char *data, size_t size, int64_t at,
                              riwalk_error *error)
{
    while (size) {
        int64_t moved =
            reading ? rw_os_read(o->file, data, size, at) : rw_os_write(o->file, data, size, at);

        if (moved < 0)
            return rw_fail_errno(error, reading ? "read" : "write",
                                 o->standard ? "the output" : o->path);
        if (reading && !moved)
            return rw_fail(error, RIWALK_STATUS_IO, "%.200s: the file became shorter", o->path);
        data += moved;
        at += at < 0 ? 0 : moved;
        size -= (size_t)moved;
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status write_file(rw_output *o, const char *data, size_t size, riwalk_error *error)
{
    if (!o->memory.data)
        return transfer(o, false, (char *)(uintptr_t)data, size, -1, error);
    RW_HAVE(rw_grow_at(&o->bytes, &o->capacity, o->length + size, 1, error));
    memcpy(o->bytes + o->length, data, size);
    o->length += size;
    return RIWALK_STATUS_OK;
}

static riwalk_status pack(rw_output *o, size_t size, bool last, riwalk_error *error)
{
    ZSTD_inBuffer in = {o->buffer, size, 0};
    bool more;

    if (o->gzip) {
        o->gzip->next_in = (unsigned char *)o->buffer;
        o->gzip->avail_in = (uInt)size;
    }
    do {
        ZSTD_outBuffer out = {o->packed, BUFFER_BYTES, 0};

        if (o->gzip) {
            o->gzip->next_out = (unsigned char *)o->packed;
            o->gzip->avail_out = BUFFER_BYTES;
            deflate(o->gzip, last ? Z_FINISH : Z_NO_FLUSH);
            out.pos = BUFFER_BYTES - o->gzip->avail_out;
            more = !o->gzip->avail_out;
        } else {
            size_t left =
                ZSTD_compressStream2(o->zstd, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);

            if (ZSTD_isError(left))
                return rw_fail(error, RIWALK_STATUS_MEMORY, "cannot compress %.200s: %s", o->path,
                               ZSTD_getErrorName(left));
            more = last ? left > 0 : in.pos < in.size;
        }
        RW_MUST(write_file(o, o->packed, out.pos, error));
    } while (more);
    return RIWALK_STATUS_OK;
}

static riwalk_status flush(rw_output *o, bool last, riwalk_error *error)
{
    size_t used = o->used;

    o->used = 0;
    return o->failed =
               o->packed ? pack(o, used, last, error) : write_file(o, o->buffer, used, error);
}

riwalk_status rw_output_write(rw_output *o, const void *data, size_t size, riwalk_error *error)
{
    const char *from = data;

    if (o->failed)
        return rw_fail(error, o->failed, "cannot write %.200s: an earlier write failed", o->path);
    if (size >= BUFFER_BYTES && !o->packed) { /* large data need no buffer */
        RW_MUST(flush(o, false, error));
        return o->failed = write_file(o, from, size, error);
    }
    for (size_t room; size >= (room = BUFFER_BYTES - o->used); from += room, size -= room) {
        memcpy(o->buffer + o->used, from, room);
        o->used = BUFFER_BYTES;
        RW_MUST(flush(o, false, error));
    }
    memcpy(o->buffer + o->used, from, size);
    o->used += size;
    return RIWALK_STATUS_OK;
}

/* ---- Shared by processes ---- */

riwalk_status rw_output_extend(rw_output *o, uint64_t size, riwalk_error *error)
{
    RW_MUST(flush(o, false, error));
    /* If the system can tell, a disk that is too small is found before the long work. */
    if (!rw_os_reserve(o->file, size))
        return o->failed = rw_fail_errno(error, "write", o->path);
    return RIWALK_STATUS_OK;
}

const char *rw_output_temporary(const rw_output *o)
{
    return o->temporary;
}

riwalk_status rw_output_open_shared(const char *temporary, const char *path, rw_output **output,
                                    riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;
    rw_output *o;

    RW_HAVE(o = make_output(path, error));
    o->shared = true;
    if ((o->file = rw_os_open(temporary, RW_OPEN_WRITE)) < 0)
        status = rw_fail(error, RIWALK_STATUS_IO,
                         "cannot write %.200s from every host: %s; is its folder shared by all?",
                         path, rw_os_reason());
    return hand_over(o, status, output);
}

riwalk_status rw_output_open_scratch(const char *place, uint64_t size, rw_output **output,
                                     riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_MEMORY;
    rw_file_info info;
    bool folder = rw_os_look(place, &info) && info.folder;
    rw_output *o;

    RW_HAVE(o = make_output(place, error));
    if ((o->place = folder ? join(o, place, strlen(place), "/", error) : o->path))
        status = open_temporary(o, RW_OPEN_SCRATCH, 0, error);
    o->temporary = NULL; /* the file no longer has a name */
    if (!status)
        status = rw_output_extend(o, size, error);
    return hand_over(o, status, output);
}

riwalk_status rw_output_write_at(rw_output *o, const void *data, size_t size, uint64_t at,
                                 riwalk_error *error)
{
    return transfer(o, false, (char *)(uintptr_t)data, size, (int64_t)at, error);
}

riwalk_status rw_output_read_at(rw_output *o, void *data, size_t size, uint64_t at,
                                riwalk_error *error)
{
    return transfer(o, true, data, size, (int64_t)at, error);
}

riwalk_status rw_output_map(rw_output *o, uint64_t size, const void **data, riwalk_error *error)
{
    if (!(*data = o->mapped = rw_os_map(o->file, size)))
        return rw_fail_errno(error, "map", o->path);
    o->mapped_size = size;
    return RIWALK_STATUS_OK;
}

const char *rw_output_path(const rw_output *o)
{
    return o->path;
}

riwalk_status rw_output_finish(rw_output *o, riwalk_error *error)
{
    riwalk_status status;

    if (o->failed)
        return rw_fail(error, o->failed, "cannot write %.200s: an earlier write failed", o->path);
    status = flush(o, true, error);
    if (!status && (o->temporary || o->shared) && !rw_os_flush(o->file))
        status = rw_fail_errno(error, "write", o->path);
    if (!o->standard && o->file >= 0) {
        if (rw_os_close(o->file) && !status)
            status = rw_fail_errno(error, "write", o->path);
        o->file = -1;
    }
    return o->failed = status;
}

riwalk_status rw_output_rename(rw_output *o, riwalk_error *error)
{
    if (o->memory.data) {
        *o->memory.data = o->bytes;
        *o->memory.size = o->length;
        o->bytes = NULL;
    }
    if (!o->temporary)
        return RIWALK_STATUS_OK;
    if (!rw_os_rename(o->temporary, o->place))
        return rw_fail_errno(error, "write", o->path);
    o->temporary = NULL;
    return RIWALK_STATUS_OK;
}

void rw_output_sync(const rw_output *o)
{
    if (o->place)
        rw_os_flush_folder(o->place);
}
