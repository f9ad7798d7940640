/* SPDX-License-Identifier: MIT */
/* Writing parts, piece after piece: profiles are large, and not put together a second time. */
#include "base/checksum.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/output.h"
#include "methods/parts/part.h"

#include <string.h>

typedef struct writer {
    rw_output *output;
    uint64_t checksum;
    char piece[RW_PART_PIECE];
    size_t in_piece;
    riwalk_status status; /* of all calls so far */
    riwalk_error *error;
} writer;

/* ---- Layout ---- */

/* Adds the size of an array; false where 64 bits do not hold it. */
static bool add_bytes(uint64_t *total, uint64_t count, uint64_t size)
{
    uint64_t bytes;

    if (__builtin_mul_overflow(count, size, &bytes) || bytes > UINT64_MAX - 7)
        return false;
    return !__builtin_add_overflow(*total, rw_padded(bytes), total);
}

uint64_t rw_part_file_bytes(const rw_part_header *h, const rw_part_record *records)
{
    uint64_t total = sizeof *h + h->view_count * sizeof *records + sizeof(uint64_t);
    uint64_t anchors = h->end - h->first;
    bool fits = add_bytes(&total, h->text_bytes, 1);

    for (uint32_t v = 0; v < h->view_count && fits; v++)
        fits = add_bytes(&total, records[v].role_count, sizeof(uint64_t)) &&
               add_bytes(&total, anchors, sizeof(uint32_t)) &&
               add_bytes(&total, records[v].entry_count, sizeof(rw_profile_entry));
    return fits && add_bytes(&total, anchors, h->measure_count * sizeof(double)) ? total : 0;
}

/* ---- Writing ---- */

static void put_out(writer *w, const void *data, size_t size)
{
    if (!w->status)
        w->status = rw_output_write(w->output, data, size, w->error);
}

static void end_piece(writer *w)
{
    w->checksum = rw_checksum(w->piece, w->in_piece, w->checksum);
    put_out(w, w->piece, w->in_piece);
    w->in_piece = 0;
}

static void put(writer *w, const void *data, size_t size)
{
    const char *from = data;

    while (size && !w->status) {
        size_t room = sizeof w->piece - w->in_piece, now = size < room ? size : room;

        memcpy(w->piece + w->in_piece, from, now);
        w->in_piece += now;
        from += now;
        size -= now;
        if (w->in_piece == sizeof w->piece)
            end_piece(w);
    }
}

/* Zeros after an array of so many bytes. */
static void pad(writer *w, uint64_t bytes)
{
    static const char zeros[8];

    put(w, zeros, (size_t)(rw_padded(bytes) - bytes));
}

static void put_profiles(writer *w, const rw_profiles *p)
{
    put(w, p->roles, p->role_count * sizeof *p->roles);
    for (uint32_t a = 0; a < p->anchor_count; a++) {
        uint32_t count = rw_profiles_get(p, a).count;

        put(w, &count, sizeof count);
    }
    pad(w, p->anchor_count * sizeof(uint32_t));
    for (uint32_t a = 0; a < p->anchor_count; a++) {
        rw_profile profile = rw_profiles_get(p, a);

        put(w, profile.entries, profile.count * sizeof *profile.entries);
    }
}

static void put_part(writer *w, const riwalk_part *part, const rw_part_header *h,
                     const rw_part_record *records)
{
    uint64_t anchors = part->end - part->first;

    w->checksum = RW_PART_VERSION;
    put(w, h, sizeof *h);
    put(w, records, part->view_count * sizeof *records);
    put(w, part->text, part->text_bytes);
    pad(w, part->text_bytes);
    for (uint32_t v = 0; v < part->view_count; v++)
        put_profiles(w, part->profiles[v]);
    if (part->measures)
        put(w, part->measures, (size_t)anchors * RW_MEASURES * sizeof *part->measures);
    if (w->in_piece)
        end_piece(w);
    put_out(w, &w->checksum, sizeof w->checksum);
}

/* The header and records of a part. */
static void describe(const riwalk_part *part, rw_part_header *h, rw_part_record *records)
{
    *h = (rw_part_header){
        .magic = RW_PART_MAGIC,
        .version = RW_PART_VERSION,
        .view_count = part->view_count,
        .graph_checksum = part->graph_checksum,
        .graph_count = part->graph_count,
        .node_count = part->node_count,
        .first = part->first,
        .end = part->end,
        .text_bytes = (uint32_t)part->text_bytes,
        .measure_count = part->measures ? RW_MEASURES : 0,
    };
    for (uint32_t v = 0; v < part->view_count; v++)
        records[v] = (rw_part_record){
            .role_count = part->profiles[v]->role_count,
            .exact_count = part->profiles[v]->exact_count,
            .entry_count = part->profiles[v]->entry_count,
        };
    h->file_bytes = rw_part_file_bytes(h, records);
}

static riwalk_status check(const riwalk_part *part, riwalk_error *error)
{
    if (part->used)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the part was used by a fit: write parts before they are fitted");
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_part_write_to(const riwalk_part *part, riwalk_sink sink, riwalk_error *error)
{
    rw_part_record records[RW_FACTOR_VIEWS];
    rw_output *output = NULL;
    rw_part_header h;
    riwalk_status status;
    writer *w;

    if (!part)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the part must not be NULL");
    if ((status = check(part, error)))
        return status;
    if (!(w = rw_alloc_zeroed(1, sizeof *w, error)))
        return RIWALK_STATUS_MEMORY;
    if (!(status = rw_output_open_sink(sink, &output, error))) {
        w->output = output;
        w->error = error;
        describe(part, &h, records);
        put_part(w, part, &h, records);
        status = w->status;
    }
    rw_free(w);
    return rw_output_end(output, status, sink.files, error);
}

riwalk_status riwalk_part_write(const riwalk_part *part, const char *path, riwalk_error *error)
{
    return riwalk_part_write_to(part, riwalk_to_file(path), error);
}
