/* SPDX-License-Identifier: MIT */
/* Inputs: mapping regular files, reading streams whole, undoing gzip and zstd. */
#include "base/input.h"

#include "base/error.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#define BLOCK_BYTES ((size_t)1 << 20)

/* A buffer that grows while a stream is read into it. */
typedef struct buffer {
    char *data;
    size_t size;
    size_t capacity;
} buffer;

static riwalk_status reserve(buffer *b, riwalk_error *error)
{
    char *data = rw_grow(b->data, &b->capacity, b->size + BLOCK_BYTES, 1, error);

    if (!data)
        return RIWALK_STATUS_MEMORY;
    b->data = data;
    return RIWALK_STATUS_OK;
}

static riwalk_status read_stream(int file, const char *name, buffer *b, riwalk_error *error)
{
    for (;;) {
        ssize_t got;

        if (reserve(b, error))
            return RIWALK_STATUS_MEMORY;
        got = read(file, b->data + b->size, b->capacity - b->size);
        if (got == 0)
            return RIWALK_STATUS_OK;
        if (got < 0 && errno != EINTR)
            return rw_fail_errno(error, "read", name);
        if (got > 0)
            b->size += (size_t)got;
    }
}

/* Gives zlib the next piece of output space and of input; its counters are only 32 bits wide. */
static void feed_gzip(z_stream *z, buffer *b, const char *end)
{
    size_t room = b->capacity - b->size;
    size_t left = (size_t)(end - (const char *)z->next_in);

    z->next_out = (unsigned char *)b->data + b->size;
    z->avail_out = (uInt)(room < (1U << 30) ? room : 1U << 30);
    z->avail_in = (uInt)(left < (1U << 30) ? left : 1U << 30);
}

/* Inflates all members of a gzip stream, one after the other. */
static riwalk_status inflate_all(const rw_input *input, buffer *b, riwalk_error *error)
{
    const char *end = input->data + input->size;
    riwalk_status status = RIWALK_STATUS_OK;
    z_stream z = {0};

    if (inflateInit2(&z, 16 + MAX_WBITS) != Z_OK)
        return rw_fail(error, RIWALK_STATUS_MEMORY, "not enough memory to read %s", input->name);
    z.next_in = (unsigned char *)(uintptr_t)input->data;
    while (!(status = reserve(b, error))) {
        uInt room;
        int result;

        feed_gzip(&z, b, end);
        room = z.avail_out;
        result = inflate(&z, Z_NO_FLUSH);
        b->size += room - z.avail_out;
        if (result == Z_STREAM_END) {
            if ((const char *)z.next_in == end)
                break;
            inflateReset(&z);
        } else if (result == Z_MEM_ERROR) {
            status =
                rw_fail(error, RIWALK_STATUS_MEMORY, "not enough memory to read %s", input->name);
            break;
        } else if (result == Z_BUF_ERROR && z.avail_out) {
            status = rw_fail_at(error, RIWALK_STATUS_FORMAT, input->name, 0,
                                "the gzip stream ends too early, at byte %zu: is the file cut?",
                                input->size);
            break;
        } else if (result != Z_OK && result != Z_BUF_ERROR) {
            status = rw_fail_at(error, RIWALK_STATUS_FORMAT, input->name, 0,
                                "the gzip stream is damaged near byte %zu (%s)",
                                (size_t)((const char *)z.next_in - input->data),
                                z.msg ? z.msg : "not gzip data");
            break;
        }
    }
    inflateEnd(&z);
    return status;
}

/* Decompresses all frames of a zstd stream. */
static riwalk_status unzstd_all(const rw_input *input, buffer *b, riwalk_error *error)
{
    ZSTD_DStream *stream = ZSTD_createDStream();
    ZSTD_inBuffer in = {input->data, input->size, 0};
    riwalk_status status = RIWALK_STATUS_OK;
    size_t result = 1;

    if (!stream)
        return rw_fail(error, RIWALK_STATUS_MEMORY, "not enough memory to read %s", input->name);
    ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, 31); /* zstd --long */
    while (!(status = reserve(b, error))) {
        ZSTD_outBuffer out = {b->data + b->size, b->capacity - b->size, 0};
        size_t before = in.pos;

        result = ZSTD_decompressStream(stream, &out, &in);
        b->size += out.pos;
        if (ZSTD_isError(result)) {
            status = rw_fail_at(error, RIWALK_STATUS_FORMAT, input->name, 0,
                                "the zstd stream is damaged (%s)", ZSTD_getErrorName(result));
            break;
        }
        if (in.pos == in.size && (result == 0 || (!out.pos && in.pos == before)))
            break;
    }
    if (!status && result)
        status = rw_fail_at(error, RIWALK_STATUS_FORMAT, input->name, 0,
                            "the zstd stream ends too early, at byte %zu: is the file cut?",
                            input->size);
    ZSTD_freeDStream(stream);
    return status;
}

static bool starts_with(const rw_input *input, const char *magic, size_t length)
{
    return input->size >= length && !memcmp(input->data, magic, length);
}

/* Replaces the input's bytes by their decompressed form, if they are compressed. */
static riwalk_status decompress(rw_input *input, riwalk_error *error)
{
    riwalk_status status;
    buffer b = {0};

    if (starts_with(input, "\x1f\x8b", 2))
        status = inflate_all(input, &b, error);
    else if (starts_with(input, "\x28\xb5\x2f\xfd", 4))
        status = unzstd_all(input, &b, error);
    else
        return RIWALK_STATUS_OK;
    if (status) {
        rw_free(b.data);
        return status;
    }
    rw_input_close(input);
    input->owned = b.data;
    input->data = b.data;
    input->size = b.size;
    return RIWALK_STATUS_OK;
}

/* Maps a regular file; reads anything else (a pipe, a device) to its end. */
static riwalk_status load(int file, rw_input *input, riwalk_error *error)
{
    struct stat info;
    buffer b = {0};
    riwalk_status status;
    off_t at;

    if (fstat(file, &info))
        return rw_fail_errno(error, "read", input->name);
    if (S_ISDIR(info.st_mode))
        return rw_fail(error, RIWALK_STATUS_IO, "cannot read %.200s: it is a directory",
                       input->name);
    at = lseek(file, 0, SEEK_CUR);
    if (S_ISREG(info.st_mode) && info.st_size > 0 && at == 0) {
        void *mapping = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, file, 0);

        if (mapping != MAP_FAILED) {
            input->mapping = mapping;
            input->mapping_size = (size_t)info.st_size;
            input->data = mapping;
            input->size = (size_t)info.st_size;
            return RIWALK_STATUS_OK;
        }
    }
    if ((status = read_stream(file, input->name, &b, error))) {
        rw_free(b.data);
        return status;
    }
    input->owned = b.data;
    input->data = b.data;
    input->size = b.size;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_input_open(const char *path, rw_input *input, riwalk_error *error)
{
    bool standard = !strcmp(path, "-");
    riwalk_status status;
    int file;

    *input = (rw_input){.name = standard ? "standard input" : path};
    file = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return rw_fail_errno(error, "open", path);
    status = load(file, input, error);
    if (!standard)
        close(file);
    if (!status)
        status = decompress(input, error);
    if (status)
        rw_input_close(input);
    return status;
}

riwalk_status rw_input_memory(const void *data, size_t size, const char *name, rw_input *input,
                              riwalk_error *error)
{
    riwalk_status status;

    *input = (rw_input){.name = name, .data = data, .size = size};
    if ((status = decompress(input, error)))
        rw_input_close(input);
    return status;
}

void rw_input_close(rw_input *input)
{
    if (input->mapping)
        munmap(input->mapping, input->mapping_size);
    rw_free(input->owned);
    *input = (rw_input){.name = input->name};
}
