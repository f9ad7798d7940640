/* SPDX-License-Identifier: MIT */
/* Texts in pieces, decompressed on the way. */
#include "base/pieces.h"

#include "base/memory.h"
#include "base/os.h"

#include <string.h>
#include <zlib.h>
#include <zstd.h>

#define PACKED_BYTES ((size_t)1 << 18)

struct rw_pieces {
    const char *name;
    int file;
    bool standard, can_rewind;
    uint64_t size, read;
    char *text;               /* [most] */
    size_t most, have, given; /* bytes of the text; of those, in the piece before */
    bool ended;
    char *packed; /* [PACKED_BYTES]: bytes as the file has them, if it is compressed */
    size_t packed_have, packed_used;
    bool between; /* streams: the file may end here */
    z_stream gzip;
    ZSTD_DStream *zstd;
};

void rw_pieces_close(rw_pieces *p)
{
    if (!p)
        return;
    if (p->packed && !p->zstd)
        inflateEnd(&p->gzip);
    ZSTD_freeDStream(p->zstd);
    if (p->file >= 0 && !p->standard)
        rw_os_close(p->file);
    rw_free(p->packed);
    rw_free(p->text);
    rw_free(p);
}

/* Bytes as the file has them. */
static riwalk_status read_some(rw_pieces *p, char *to, size_t room, size_t *got,
                               riwalk_error *error)
{
    int64_t count = rw_os_read(p->file, to, room, -1);

    if (count < 0)
        return rw_fail_errno(error, "read", p->name);
    *got = (size_t)count;
    p->read += *got;
    return RIWALK_STATUS_OK;
}

/* ---- Compressed files ---- */

static riwalk_status fail_packed(const rw_pieces *p, riwalk_error *error)
{
    return rw_fail_at(error, RIWALK_STATUS_FORMAT, p->name, 0,
                      "the %s stream is damaged near byte %llu, or ends too early",
                      p->zstd ? "zstd" : "gzip", (unsigned long long)p->read);
}

/* Decompresses what fits. */
static riwalk_status unpack(rw_pieces *p, char *to, size_t room, size_t *got, riwalk_error *error)
{
    size_t left = p->packed_have - p->packed_used;

    if (p->zstd) {
        ZSTD_inBuffer in = {p->packed + p->packed_used, left, 0};
        ZSTD_outBuffer out = {to, room, 0};
        size_t result = ZSTD_decompressStream(p->zstd, &out, &in);

        p->packed_used += in.pos;
        *got = out.pos;
        if (in.pos || out.pos)
            p->between = !result;
        return ZSTD_isError(result) ? fail_packed(p, error) : RIWALK_STATUS_OK;
    }
    if (p->between && left) {
        inflateReset(&p->gzip);
        p->between = false;
    }
    p->gzip.next_in = (unsigned char *)p->packed + p->packed_used;
    p->gzip.avail_in = (uInt)left;
    p->gzip.next_out = (unsigned char *)to;
    p->gzip.avail_out = (uInt)room;
    if (!p->between) {
        int result = inflate(&p->gzip, Z_NO_FLUSH);

        if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
            return fail_packed(p, error);
        p->between = result == Z_STREAM_END;
    }
    *got = room - p->gzip.avail_out;
    p->packed_used = p->packed_have - p->gzip.avail_in;
    return RIWALK_STATUS_OK;
}

static riwalk_status unpack_some(rw_pieces *p, char *to, size_t room, size_t *got,
                                 riwalk_error *error)
{
    riwalk_status status;
    size_t more = 0;

    for (*got = 0;;) {
        if ((status = unpack(p, to, room, got, error)) || *got)
            return status;
        if (p->packed_used < p->packed_have)
            continue; /* an empty stream, or the beginning of one */
        if ((status = read_some(p, p->packed, PACKED_BYTES, &more, error)))
            return status;
        if (!more)
            return p->between ? RIWALK_STATUS_OK : fail_packed(p, error);
        p->packed_have = more;
        p->packed_used = 0;
    }
}

/* The first bytes of the file are in the text: they tell whether it is compressed. */
static riwalk_status begin_unpacking(rw_pieces *p, riwalk_error *error)
{
    if (!rw_looks_compressed(p->text, p->have))
        return RIWALK_STATUS_OK;
    if (!(p->packed = rw_alloc(PACKED_BYTES, 1, error)))
        return RIWALK_STATUS_MEMORY;
    if ((unsigned char)p->text[0] == 0x28)
        p->zstd = ZSTD_createDStream();
    if ((unsigned char)p->text[0] == 0x28 ? !p->zstd
                                          : inflateInit2(&p->gzip, 16 + MAX_WBITS) != Z_OK)
        return rw_fail(error, RIWALK_STATUS_MEMORY, "not enough memory to read %.200s", p->name);
    memcpy(p->packed, p->text, p->have);
    p->packed_have = p->have;
    p->have = 0;
    return RIWALK_STATUS_OK;
}

/* ---- Pieces ---- */

static riwalk_status begin(rw_pieces *p, riwalk_error *error)
{
    size_t room = p->most < PACKED_BYTES ? p->most : PACKED_BYTES, got = 1;
    riwalk_status status = RIWALK_STATUS_OK;

    while (p->have < room && got && !status)
        if (!(status = read_some(p, p->text + p->have, room - p->have, &got, error)))
            p->have += got;
    return status ? status : begin_unpacking(p, error);
}

riwalk_status rw_pieces_open(const char *path, size_t most, rw_pieces **pieces, riwalk_error *error)
{
    rw_pieces *p = rw_alloc_zeroed(1, sizeof *p, error);
    riwalk_status status = RIWALK_STATUS_OK;
    rw_file_info info;

    if (!p)
        return RIWALK_STATUS_MEMORY;
    p->standard = !strcmp(path, "-");
    p->name = p->standard ? "standard input" : path;
    p->most = most;
    p->file = p->standard ? RW_STDIN : rw_os_open(path, RW_OPEN_READ);
    if (p->file < 0)
        status = rw_fail_errno(error, "open", path);
    else if (!rw_os_look_open(p->file, &info))
        status = rw_fail_errno(error, "read", path);
    else if (info.regular)
        p->can_rewind = !p->standard, p->size = info.size;
    if (!status && !(p->text = rw_alloc(most, 1, error)))
        status = RIWALK_STATUS_MEMORY;
    if (!status)
        status = begin(p, error);
    if (status)
        rw_pieces_close(p);
    else
        *pieces = p;
    return status;
}

void rw_pieces_return(rw_pieces *p)
{
    p->given = 0;
}

bool rw_pieces_can_rewind(const rw_pieces *p)
{
    return p->can_rewind;
}

riwalk_status rw_pieces_rewind(rw_pieces *p, riwalk_error *error)
{
    rw_os_close(p->file);
    if ((p->file = rw_os_open(p->name, RW_OPEN_READ)) < 0)
        return rw_fail_errno(error, "open", p->name);
    if (p->packed && !p->zstd)
        inflateEnd(&p->gzip);
    ZSTD_freeDStream(p->zstd);
    rw_free(p->packed);
    p->packed = NULL;
    p->zstd = NULL;
    p->gzip = (z_stream){0};
    p->packed_have = p->packed_used = p->have = p->given = 0;
    p->read = 0;
    p->ended = p->between = false;
    return begin(p, error);
}

uint64_t rw_pieces_size(const rw_pieces *p)
{
    return p->size;
}

uint64_t rw_pieces_read(const rw_pieces *p)
{
    return p->read;
}

riwalk_status rw_pieces_next(rw_pieces *p, rw_input *piece, riwalk_error *error)
{
    riwalk_status status;

    memmove(p->text, p->text + p->given, p->have - p->given);
    p->have -= p->given;
    while (p->have < p->most && !p->ended) {
        size_t got = 0, room = p->most - p->have;

        if ((status = p->packed ? unpack_some(p, p->text + p->have, room, &got, error)
                                : read_some(p, p->text + p->have, room, &got, error)))
            return status;
        p->have += got;
        p->ended = !got;
    }
    for (p->given = p->have; !p->ended && p->given && p->text[p->given - 1] != '\n';)
        p->given--;
    if (p->have && !p->given)
        return rw_fail_at(error, RIWALK_STATUS_LIMIT, p->name, 0,
                          "a line has more than the %zu bytes that are read at once within this "
                          "memory: do lines end in CR alone?",
                          p->most);
    *piece = (rw_input){.name = p->name, .data = p->text, .size = p->given, .stored = p->given};
    return RIWALK_STATUS_OK;
}
