/* SPDX-License-Identifier: MIT */
/* Inputs: reading files and streams whole, undoing gzip and zstd. */
#include "base/input.h"

#include "base/error.h"
#include "base/mapping.h"
#include "base/memory.h"
#include "base/os.h"
#include "base/parallel.h"

#include <string.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#define BLOCK_BYTES ((size_t)1 << 20)
#define READ_BYTES ((size_t)4 << 20) /* of a file, by one thread at a time */

/* A compressed file may expand to so much and to so many times its size, or to the machine's
 * memory, whichever is less: a few bytes must not fill it. */
#define EXPANDED_BYTES ((uint64_t)64 << 20)
#define EXPANDED_TIMES 256

/* The largest window of zstd, and so the memory that the first bytes of a file can ask for: what
 * `zstd --long` uses. */
#define ZSTD_WINDOW_LOG 27

/* A buffer that grows while a stream is read into it. */
typedef struct buffer {
    char *data;
    size_t size;
    size_t capacity;
} buffer;

static riwalk_status reserve(buffer *b, riwalk_error *error)
{
    return rw_grow_at(&b->data, &b->capacity, b->size + BLOCK_BYTES, 1, error)
               ? RIWALK_STATUS_OK
               : RIWALK_STATUS_MEMORY;
}

static riwalk_status read_stream(int file, const char *name, buffer *b, riwalk_error *error)
{
    for (;;) {
        int64_t got;

        if (reserve(b, error))
            return RIWALK_STATUS_MEMORY;
        got = rw_os_read(file, b->data + b->size, b->capacity - b->size, -1);
        if (got == 0)
            return RIWALK_STATUS_OK;
        if (got < 0)
            return rw_fail_errno(error, "read", name);
        b->size += (size_t)got;
    }
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

/* Makes room for one more block of what a compressed input expands to, as far as it may. */
static riwalk_status reserve_expanded(buffer *b, const rw_input *input, riwalk_error *error)
{
    riwalk_status status = rw_input_expands(input, b->size, error);

    return status ? status : reserve(b, error);
}

static riwalk_status fail_memory(const rw_input *input, riwalk_error *error)
{
    return rw_fail(error, RIWALK_STATUS_MEMORY, "not enough memory to read %.200s", input->name);
}

/* Inflates all members of a gzip stream, one after the other. */
static riwalk_status inflate_all(const rw_input *input, buffer *b, riwalk_error *error)
{
    const char *end = input->data + input->size;
    riwalk_status status = RIWALK_STATUS_OK;
    z_stream z = {0};

    if (inflateInit2(&z, 16 + MAX_WBITS) != Z_OK)
        return fail_memory(input, error);
    z.next_in = (unsigned char *)(uintptr_t)input->data;
    while (!(status = reserve_expanded(b, input, error))) {
        size_t left = (size_t)(end - (const char *)z.next_in);
        int result;

        z.next_out = (unsigned char *)b->data + b->size;
        z.avail_out = BLOCK_BYTES;
        z.avail_in = (uInt)(left < (1U << 30) ? left : 1U << 30); /* its counters have 32 bits */
        result = inflate(&z, Z_NO_FLUSH);
        b->size += BLOCK_BYTES - z.avail_out;
        if (result == Z_STREAM_END) {
            if ((const char *)z.next_in == end)
                break;
            inflateReset(&z);
        } else if (result == Z_MEM_ERROR) {
            status = fail_memory(input, error);
            break;
        } else if (result == Z_BUF_ERROR && z.avail_out) {
            status = rw_input_fail(
                input, error, "the gzip stream ends too early, at byte %zu: is the file truncated?",
                input->size);
            break;
        } else if (result != Z_OK && result != Z_BUF_ERROR) {
            status = rw_input_fail(input, error, "the gzip stream is damaged near byte %zu (%s)",
                                   (size_t)((const char *)z.next_in - input->data),
                                   z.msg ? z.msg : "not gzip data");
            break;
        }
    }
    inflateEnd(&z);
    return status;
}

static riwalk_status fail_zstd(const rw_input *input, size_t result, riwalk_error *error)
{
    switch (ZSTD_getErrorCode(result)) {
    case ZSTD_error_memory_allocation:
        return fail_memory(input, error);
    case ZSTD_error_frameParameter_windowTooLarge:
        return rw_fail_at(error, RIWALK_STATUS_LIMIT, input->name, 0,
                          "the zstd stream needs a window of more than %d MB; compress it again "
                          "without --long, or with --long=%d at most",
                          1 << (ZSTD_WINDOW_LOG - 20), ZSTD_WINDOW_LOG);
    default:
        return rw_input_fail(input, error, "the zstd stream is damaged (%s)",
                             ZSTD_getErrorName(result));
    }
}

/* Decompresses all frames of a zstd stream. */
static riwalk_status unzstd_all(const rw_input *input, buffer *b, riwalk_error *error)
{
    ZSTD_DStream *stream = ZSTD_createDStream();
    ZSTD_inBuffer in = {input->data, input->size, 0};
    riwalk_status status = RIWALK_STATUS_OK;
    size_t result = 1;

    if (!stream)
        return fail_memory(input, error);
    ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, ZSTD_WINDOW_LOG);
    while (!(status = reserve_expanded(b, input, error))) {
        ZSTD_outBuffer out = {b->data + b->size, BLOCK_BYTES, 0};
        size_t before = in.pos;

        result = ZSTD_decompressStream(stream, &out, &in);
        b->size += out.pos;
        if (ZSTD_isError(result)) {
            status = fail_zstd(input, result, error);
            break;
        }
        if (in.pos == in.size && (result == 0 || (!out.pos && in.pos == before)))
            break;
    }
    if (!status && result)
        status = rw_input_fail(
            input, error, "the zstd stream ends too early, at byte %zu: is the file truncated?",
            input->size);
    ZSTD_freeDStream(stream);
    return status;
}

static bool looks_gzipped(const char *begin, size_t size)
{
    return size >= 2 && !memcmp(begin, "\x1f\x8b", 2);
}

bool rw_looks_compressed(const char *begin, size_t size)
{
    return looks_gzipped(begin, size) || (size >= 4 && !memcmp(begin, "\x28\xb5\x2f\xfd", 4));
}

static void own(rw_input *input, char *data, size_t size)
{
    input->owned = data;
    input->data = data;
    input->size = size;
}

/* Replaces the input's bytes by their decompressed form, if they are compressed. */
static riwalk_status decompress(rw_input *input, riwalk_error *error)
{
    riwalk_status status;
    buffer b = {0};
    size_t stored = input->stored = input->size;

    if (!rw_looks_compressed(input->data, input->size))
        return RIWALK_STATUS_OK;
    status = looks_gzipped(input->data, input->size) ? inflate_all(input, &b, error)
                                                     : unzstd_all(input, &b, error);
    if (status) {
        rw_free(b.data);
        return status;
    }
    rw_input_close(input);
    own(input, b.data, b.size);
    input->stored = stored;
    return RIWALK_STATUS_OK;
}

/* Lines that end in CR alone, as spreadsheets export them for old Macintoshes, get line feeds. Of a
 * text with both, CR is left to the readers; binary formats have a line feed in their first bytes.
 */
static riwalk_status mend_line_ends(rw_input *input, riwalk_error *error)
{
    char *text = input->owned, *at;

    if (!input->size || memchr(input->data, '\n', input->size) ||
        !memchr(input->data, '\r', input->size))
        return RIWALK_STATUS_OK;
    if (!text) {
        if (!(text = rw_alloc(input->size, 1, error)))
            return RIWALK_STATUS_MEMORY;
        memcpy(text, input->data, input->size);
        own(input, text, input->size);
    }
    for (at = text; (at = memchr(at, '\r', input->size - (size_t)(at - text)));)
        *at = '\n';
    return RIWALK_STATUS_OK;
}

/* What both ways of opening an input have in common. */
static riwalk_status prepare(rw_input *input, riwalk_status status, riwalk_error *error)
{
    if (!status)
        status = decompress(input, error);
    if (!status)
        status = mend_line_ends(input, error);
    if (status)
        rw_input_close(input);
    return status;
}

/* A regular file on its way into memory. */
typedef struct reading {
    int file;
    const char *name;
    char *data;
    size_t size;
} reading;

static riwalk_status fail_changed(const char *name, riwalk_error *error)
{
    return rw_fail(error, RIWALK_STATUS_IO,
                   "cannot read %.200s: it was changed while it was read; try again when nothing "
                   "writes it",
                   name);
}

static riwalk_status read_task(void *context, size_t task, int worker, riwalk_error *error)
{
    const reading *r = context;
    size_t at = task * READ_BYTES;
    size_t end = r->size - at < READ_BYTES ? r->size : at + READ_BYTES;

    (void)worker;
    while (at < end) {
        int64_t got = rw_os_read(r->file, r->data + at, end - at, (int64_t)at);

        if (got < 0)
            return rw_fail_errno(error, "read", r->name);
        if (!got)
            return fail_changed(r->name, error);
        at += (size_t)got;
    }
    return RIWALK_STATUS_OK;
}

/* Reads a file of which the size is known. It is not mapped: whoever cuts a mapped file ends the
 * process, and whoever writes to it changes what has been checked. */
static riwalk_status read_file(int file, const rw_file_info *before, int threads, rw_input *input,
                               riwalk_error *error)
{
    reading r = {.file = file, .name = input->name, .size = (size_t)before->size};
    rw_file_info after;
    riwalk_status status;

    if (!(r.data = rw_alloc_aligned(r.size, 1, error)))
        return RIWALK_STATUS_MEMORY;
    own(input, r.data, r.size);
    status = rw_parallel(threads, (r.size + READ_BYTES - 1) / READ_BYTES, read_task, &r, error);
    if (!status && (!rw_os_look_open(file, &after) || after.size != before->size ||
                    after.changed != before->changed))
        status = fail_changed(input->name, error);
    return status;
}

/* Reads a regular file in blocks, anything else (a pipe, a device) to its end. */
static riwalk_status load(int file, int threads, rw_input *input, riwalk_error *error)
{
    rw_file_info info;
    buffer b = {0};
    riwalk_status status;

    if (!rw_os_look_open(file, &info))
        return rw_fail_errno(error, "read", input->name);
    if (info.folder)
        return rw_fail(error, RIWALK_STATUS_IO, "cannot read %.200s: it is a directory",
                       input->name);
    if (info.regular && info.size > 0 && rw_os_at_start(file))
        return read_file(file, &info, threads, input, error);
    status = read_stream(file, input->name, &b, error);
    own(input, b.data, b.size);
    return status;
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
    riwalk_status status;

    *input = (rw_input){.name = path, .mapped = true};
    status = rw_map(path, &input->data, &input->size, error);
    input->stored = input->size;
    if (!input->size) { /* nothing is mapped of an empty file */
        input->data = "";
        input->mapped = false;
    }
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

uint64_t rw_input_line(const rw_input *input, const char *at)
{
    const char *next = input->data;
    uint64_t line = 1;

    while (next < at && (next = memchr(next, '\n', (size_t)(at - next)))) {
        next++;
        line++;
    }
    return line;
}

void rw_input_close(rw_input *input)
{
    if (input->mapped)
        rw_unmap(input->data, input->size);
    rw_free(input->owned);
    *input = (rw_input){.name = input->name};
}
