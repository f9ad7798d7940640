/* SPDX-License-Identifier: MIT */
/* Reads text in blocks and decompresses it on the way. */
#include "base/pieces.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/os.h"

#include <string.h>

#define PACKED_BYTES ((size_t)1 << 18)

static void close_file(rw_pieces *p)
{
    rw_unpack_end(&p->unpacker);
    rw_free(p->packed);
    p->packed = NULL;
    if (p->file >= 0 && !p->standard)
        rw_os_close(p->file);
    p->file = -1;
}

void rw_pieces_close(rw_pieces *p)
{
    if (!p)
        return;
    close_file(p);
    rw_free(p->text);
    rw_free(p);
}

/* Reads bytes of the file, still compressed. */
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

static riwalk_status unpack_some(rw_pieces *p, char *to, size_t room, size_t *got,
                                 riwalk_error *error)
{
    rw_unpacker *u = &p->unpacker;
    riwalk_status status;

    for (*got = 0;;) {
        if ((status = rw_unpack(u, to, room, got, error)) || *got)
            return status;
        if (u->left)
            continue; /* an empty stream, or the start of one */
        RW_MUST(read_some(p, p->packed, PACKED_BYTES, &u->left, error));
        if (!u->left)
            return rw_unpack_check_end(u, error);
        u->at = p->packed;
    }
}

/* ---- Pieces ---- */

/* Opens the file and reads its first bytes, which show whether it is compressed. */
static riwalk_status begin(rw_pieces *p, riwalk_error *error)
{
    size_t room = p->most < PACKED_BYTES ? p->most : PACKED_BYTES, have = 0;
    rw_file_info info;

    p->file = p->standard ? RW_STDIN : rw_os_open(p->name, RW_OPEN_READ);
    if (p->file < 0)
        return rw_fail_errno(error, "open", p->name);
    if (!rw_os_look_open(p->file, &info))
        return rw_fail_errno(error, "read", p->name);
    p->can_rewind = info.regular && !p->standard;
    p->size = info.regular ? info.size : 0;
    for (size_t got = 1; have < room && got; have += got)
        RW_MUST(read_some(p, p->text + have, room - have, &got, error));
    p->have = have;
    if (!rw_looks_compressed(p->text, have))
        return RIWALK_STATUS_OK;
    RW_HAVE(p->packed = rw_alloc(PACKED_BYTES, 1, error));
    memcpy(p->packed, p->text, have);
    p->have = 0;
    return rw_unpack_begin(&p->unpacker, p->name, p->packed, have, false, error);
}

riwalk_status rw_pieces_open(const char *path, size_t most, rw_pieces **pieces, riwalk_error *error)
{
    bool standard = !strcmp(path, "-");
    riwalk_status status = RIWALK_STATUS_MEMORY;
    rw_pieces *p;

    RW_HAVE(p = rw_alloc(1, sizeof *p, error));
    *p = (rw_pieces){.name = standard ? "standard input" : path, .standard = standard, .file = -1};
    if ((p->text = rw_alloc(p->most = most, 1, error)))
        status = begin(p, error);
    if (status)
        rw_pieces_close(p);
    else
        *pieces = p;
    return status;
}

riwalk_status rw_pieces_rewind(rw_pieces *p, riwalk_error *error)
{
    close_file(p);
    p->read = p->given = 0;
    p->ended = false;
    return begin(p, error);
}

riwalk_status rw_pieces_next(rw_pieces *p, rw_input *piece, riwalk_error *error)
{
    memmove(p->text, p->text + p->given, p->have - p->given);
    p->have -= p->given;
    while (p->have < p->most && !p->ended) {
        size_t got = 0, room = p->most - p->have;

        RW_MUST(p->packed ? unpack_some(p, p->text + p->have, room, &got, error)
                          : read_some(p, p->text + p->have, room, &got, error));
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
