/* SPDX-License-Identifier: MIT */
/* Decompresses gzip and zstd. */
#include "base/unpack.h"

#include <string.h>
#include <zstd_errors.h>

/* The largest window of zstd, which is what `zstd --long` uses. It limits the memory that the first
 * bytes of a file can ask for. */
#define ZSTD_WINDOW_LOG 27

#define MOST_BYTES ((size_t)1 << 30) /* zlib's counters have 32 bits */

static bool looks_gzipped(const char *begin, size_t size)
{
    return size >= 2 && !memcmp(begin, "\x1f\x8b", 2);
}

bool rw_looks_compressed(const char *begin, size_t size)
{
    return looks_gzipped(begin, size) || (size >= 4 && !memcmp(begin, "\x28\xb5\x2f\xfd", 4));
}

static riwalk_status fail_memory(const rw_unpacker *u, riwalk_error *error)
{
    return rw_fail(error, RIWALK_STATUS_MEMORY, "not enough memory to read %.200s", u->name);
}

riwalk_status rw_unpack_begin(rw_unpacker *u, const char *name, const char *at, size_t left,
                              bool bare, riwalk_error *error)
{
    *u = (rw_unpacker){.name = name, .at = at, .left = left};
    if (bare || looks_gzipped(at, left)) {
        u->began = inflateInit2(&u->gzip, bare ? -MAX_WBITS : 16 + MAX_WBITS) == Z_OK;
        return u->began ? RIWALK_STATUS_OK : fail_memory(u, error);
    }
    if (!(u->zstd = ZSTD_createDStream()))
        return fail_memory(u, error);
    ZSTD_DCtx_setParameter(u->zstd, ZSTD_d_windowLogMax, ZSTD_WINDOW_LOG);
    return RIWALK_STATUS_OK;
}

void rw_unpack_end(rw_unpacker *u)
{
    if (u->began)
        inflateEnd(&u->gzip);
    ZSTD_freeDStream(u->zstd);
    *u = (rw_unpacker){0};
}

static void take(rw_unpacker *u, size_t bytes)
{
    u->at += bytes;
    u->left -= bytes;
    u->taken += bytes;
}

static riwalk_status inflate_some(rw_unpacker *u, char *to, size_t room, size_t *got,
                                  riwalk_error *error)
{
    size_t in = u->left < MOST_BYTES ? u->left : MOST_BYTES;
    size_t out = room < MOST_BYTES ? room : MOST_BYTES;
    int result;

    *got = 0;
    if (!u->left && u->between)
        return RIWALK_STATUS_OK;
    if (u->between)
        inflateReset(&u->gzip);
    u->gzip.next_in = (unsigned char *)(uintptr_t)u->at;
    u->gzip.avail_in = (uInt)in;
    u->gzip.next_out = (unsigned char *)to;
    u->gzip.avail_out = (uInt)out;
    result = inflate(&u->gzip, Z_NO_FLUSH);
    take(u, in - u->gzip.avail_in);
    *got = out - u->gzip.avail_out;
    u->between = result == Z_STREAM_END;
    if (result == Z_MEM_ERROR)
        return fail_memory(u, error);
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, u->name, 0,
                          "the gzip stream is damaged near byte %llu (%s)",
                          (unsigned long long)u->taken, u->gzip.msg ? u->gzip.msg : "no gzip data");
    return RIWALK_STATUS_OK;
}

static riwalk_status fail_zstd(const rw_unpacker *u, size_t result, riwalk_error *error)
{
    switch (ZSTD_getErrorCode(result)) {
    case ZSTD_error_memory_allocation:
        return fail_memory(u, error);
    case ZSTD_error_frameParameter_windowTooLarge:
        return rw_fail_at(error, RIWALK_STATUS_LIMIT, u->name, 0,
                          "the zstd stream needs a window of more than %d MB; compress it again "
                          "without --long, or with --long=%d at most",
                          1 << (ZSTD_WINDOW_LOG - 20), ZSTD_WINDOW_LOG);
    default:
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, u->name, 0,
                          "the zstd stream is damaged (%s)", ZSTD_getErrorName(result));
    }
}

riwalk_status rw_unpack(rw_unpacker *u, char *to, size_t room, size_t *got, riwalk_error *error)
{
    ZSTD_inBuffer in = {u->at, u->left, 0};
    ZSTD_outBuffer out = {to, room, 0};
    size_t result;

    if (!u->zstd)
        return inflate_some(u, to, room, got, error);
    result = ZSTD_decompressStream(u->zstd, &out, &in);
    take(u, in.pos);
    *got = out.pos;
    if (in.pos || out.pos)
        u->between = !result;
    return ZSTD_isError(result) ? fail_zstd(u, result, error) : RIWALK_STATUS_OK;
}

riwalk_status rw_unpack_check_end(const rw_unpacker *u, riwalk_error *error)
{
    if (u->between)
        return RIWALK_STATUS_OK;
    return rw_fail_at(error, RIWALK_STATUS_FORMAT, u->name, 0,
                      "the %s stream ends too early, at byte %llu: is the file truncated?",
                      u->zstd ? "zstd" : "gzip", (unsigned long long)u->taken);
}
