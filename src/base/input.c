/* SPDX-License-Identifier: MIT */
/* Reads files and streams whole into memory and decompresses gzip and zstd. */
#include "base/input.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/os.h"
#include "base/parallel.h"
#include "base/unpack.h"

#include <string.h>

#define BLOCK_BYTES ((size_t)1 << 20)
#define READ_BYTES ((size_t)4 << 20) /* read by one thread at a time */

/* A compressed file may expand to EXPANDED_BYTES plus EXPANDED_TIMES its size, but not beyond the
 * machine's memory: a few bytes must not fill it. */
#define EXPANDED_BYTES ((uint64_t)64 << 20)
#define EXPANDED_TIMES 256

/* Makes room for `size` more bytes and the next block of a stream. */
static riwalk_status reserve(rw_input *input, size_t size, size_t *capacity, riwalk_error *error)
{
    size += input->size + BLOCK_BYTES;
    RW_HAVE(rw_grow_at(&input->owned, capacity, size, 1, error));
    input->data = input->owned;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_input_expands(const rw_input *input, uint64_t bytes, riwalk_error *error)
{
    uint64_t limit = EXPANDED_BYTES + EXPANDED_TIMES * (uint64_t)input->stored;
    uint64_t machine = rw_os_memory();

    limit = limit < machine ? limit : machine;
    if (bytes > limit)
        return rw_fail_at(error, RIWALK_STATUS_LIMIT, input->name, 0,
                          "the %zu bytes expand to more than %.0f MB, the most that is read here "
                          "from a file of this size; decompress it first if you trust it",
                          input->stored, (double)limit / 1e6);
    return RIWALK_STATUS_OK;
}

/* Replaces the input by its bytes decompressed, if it is compressed. */
static riwalk_status decompress(rw_input *input, riwalk_error *error)
{
    rw_input out = {.name = input->name, .stored = input->size};
    size_t capacity = 0, got = 1;
    rw_unpacker u;
    riwalk_status status;

    input->stored = input->size;
    if (!rw_looks_compressed(input->data, input->size))
        return RIWALK_STATUS_OK;
    status = rw_unpack_begin(&u, input->name, input->data, input->size, false, error);
    while (!status && (got || u.left))
        if (!(status = rw_input_expands(&out, out.size, error)) &&
            !(status = reserve(&out, 0, &capacity, error)) &&
            !(status = rw_unpack(&u, (char *)out.owned + out.size, BLOCK_BYTES, &got, error)))
            out.size += got;
    if (!status)
        status = rw_unpack_check_end(&u, error);
    rw_unpack_end(&u);
    rw_input_close(status ? &out : input);
    if (!status)
        *input = out;
    return status;
}

/* Recognises UTF-16 without a byte order mark by two ASCII characters whose other bytes are
 * zero. */
static bool is_wide(const char *at, int zero)
{
    return !at[zero] && !at[zero + 2] && at[1 - zero] && at[3 - zero] &&
           !((at[1 - zero] | at[3 - zero]) & 0x80);
}

riwalk_status rw_input_check_encoding(const rw_input *input, riwalk_error *error)
{
    const char *at = input->data;
    bool marked = input->size >= 2 && (!memcmp(at, "\xff\xfe", 2) || !memcmp(at, "\xfe\xff", 2));

    /* A name may begin with these bytes, but has no zero; ends of lines in UTF-16 have one. */
    if ((marked && memchr(at, 0, input->size)) ||
        (input->size >= 4 && (is_wide(at, 0) || is_wide(at, 1))))
        return rw_input_fail(input, error, "this is UTF-16 text: convert it to UTF-8 first");
    return RIWALK_STATUS_OK;
}

/* Replaces CR by LF in text with CR line ends only, as spreadsheets export for old Macintoshes.
 * Text with both is left to the readers; binary formats have a line feed in their first bytes. */
static riwalk_status mend_line_ends(rw_input *input, riwalk_error *error)
{
    char *text = input->owned, *at;

    if (!input->size || memchr(input->data, '\n', input->size) ||
        !memchr(input->data, '\r', input->size))
        return RIWALK_STATUS_OK;
    if (!text) {
        RW_HAVE(text = rw_alloc(input->size, 1, error));
        input->data = input->owned = memcpy(text, input->data, input->size);
    }
    for (at = text; (at = memchr(at, '\r', input->size - (size_t)(at - text)));)
        *at = '\n';
    return RIWALK_STATUS_OK;
}

/* The common end of opening an input. */
static riwalk_status prepare(rw_input *input, riwalk_status status, riwalk_error *error)
{
    if (status || (status = decompress(input, error)) ||
        (status = rw_input_check_encoding(input, error)) || (status = mend_line_ends(input, error)))
        rw_input_close(input);
    return status;
}

/* A regular file being read into memory. */
typedef struct reading {
    int file;
    const rw_input *input;
} reading;

static riwalk_status fail_changed(const rw_input *input, riwalk_error *error)
{
    return rw_fail(error, RIWALK_STATUS_IO,
                   "cannot read %.200s: it was changed while it was read; try again when nothing "
                   "writes it",
                   input->name);
}

static riwalk_status read_task(void *context, size_t task, int worker, riwalk_error *error)
{
    const reading *r = context;
    size_t at = task * READ_BYTES, size = r->input->size;
    size_t end = size - at < READ_BYTES ? size : at + READ_BYTES;

    while (at < end) {
        int64_t got = rw_os_read(r->file, (char *)r->input->owned + at, end - at, (int64_t)at);

        if (got < 0)
            return rw_fail_errno(error, "read", r->input->name);
        if (!got)
            return fail_changed(r->input, error);
        at += (size_t)got;
    }
    return RIWALK_STATUS_OK;
}

/* Reads a file of known size. It is not mapped: truncating a mapped file would kill the process,
 * and writing to it would change data that were already checked. */
static riwalk_status read_file(int file, const rw_file_info *before, int threads, rw_input *input,
                               riwalk_error *error)
{
    reading r = {file, input};
    rw_file_info after;

    input->size = (size_t)before->size;
    RW_HAVE(input->data = input->owned = rw_alloc_aligned(input->size, 1, error));
    RW_MUST(
        rw_parallel(threads, (input->size + READ_BYTES - 1) / READ_BYTES, read_task, &r, error));
    if (!rw_os_look_open(file, &after) || after.size != before->size ||
        after.changed != before->changed)
        return fail_changed(input, error);
    return RIWALK_STATUS_OK;
}

/* Reads a regular file in blocks; anything else (a pipe, a device) and standard input, which may be
 * in the middle of a file, until it ends. */
static riwalk_status load(int file, int threads, rw_input *input, riwalk_error *error)
{
    rw_file_info info;
    size_t capacity = 0;
    int64_t got;

    if (!rw_os_look_open(file, &info))
        return rw_fail_errno(error, "read", input->name);
    if (info.folder)
        return rw_fail(error, RIWALK_STATUS_IO, "cannot read %.200s: it is a directory",
                       input->name);
    if (info.regular && info.size > 0 && file != RW_STDIN)
        return read_file(file, &info, threads, input, error);
    RW_MUST(reserve(input, info.regular ? (size_t)info.size : 0, &capacity, error));
    do {
        RW_MUST(reserve(input, 0, &capacity, error));
        got = rw_os_read(file, (char *)input->owned + input->size, capacity - input->size, -1);
        if (got < 0)
            return rw_fail_errno(error, "read", input->name);
        input->size += (size_t)got;
    } while (got);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_input_open(const char *path, int threads, rw_input *input, riwalk_error *error)
{
    bool standard = !strcmp(path, "-");
    riwalk_status status;
    int file;

    *input = (rw_input){.name = standard ? "standard input" : path};
    file = standard ? RW_STDIN : rw_os_open(path, RW_OPEN_READ);
    if (file < 0)
        return rw_fail_errno(error, "open", path);
    status = load(file, rw_threads(threads), input, error);
    if (!standard)
        rw_os_close(file);
    return prepare(input, status, error);
}

riwalk_status rw_input_map(const char *path, rw_input *input, riwalk_error *error)
{
    int file = rw_os_open(path, RW_OPEN_READ);
    rw_file_info info = {0};
    riwalk_status status = RIWALK_STATUS_OK;

    *input = (rw_input){.name = path, .data = ""}; /* an empty file is not mapped */
    if (file < 0)
        return rw_fail_errno(error, "open", path);
    if (!rw_os_look_open(file, &info))
        status = rw_fail_errno(error, "read", path);
    else if (!info.regular)
        status =
            rw_fail(error, RIWALK_STATUS_IO, "cannot map %.200s: it is not a regular file", path);
    else if (info.size && !(input->data = rw_os_map(file, info.size)))
        status = rw_fail_errno(error, "map", path);
    rw_os_close(file);
    input->mapped = !status && info.size;
    input->size = input->stored = input->mapped ? (size_t)info.size : 0;
    return status;
}

riwalk_status rw_input_memory(const void *data, size_t size, const char *name, rw_input *input,
                              riwalk_error *error)
{
    *input = (rw_input){.name = name, .data = data, .size = size};
    return prepare(input, RIWALK_STATUS_OK, error);
}

riwalk_status rw_input_from(riwalk_source source, int threads, rw_input *input, riwalk_error *error)
{
    if (source.path)
        return rw_input_open(source.path, threads, input, error);
    if (!source.name || (source.size && !source.data))
        return rw_refuse(error, "a source has a path, or bytes and a name: they must not be NULL");
    return rw_input_memory(source.data, source.size, source.name, input, error);
}

void rw_input_close(rw_input *input)
{
    if (input->mapped)
        rw_os_unmap(input->data, input->size);
    rw_free(input->owned);
    *input = (rw_input){.name = input->name};
}
