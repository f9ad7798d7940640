/* SPDX-License-Identifier: MIT */
/* Zip files. Members are written as Zip64 whatever their size, and without a date, so that equal
 * content gives equal files. Files that are read are not trusted: all offsets and sizes are checked
 * against the file, and a member cannot inflate beyond what deflate can pack. */
#include "base/zip.h"

#include "base/error.h"
#include "base/memory.h"

#include <string.h>
#include <zlib.h>

#define LOCAL 0x04034b50U
#define CENTRAL 0x02014b50U
#define END 0x06054b50U
#define END64 0x06064b50U
#define LOCATOR64 0x07064b50U

#define LOCAL_BYTES 30
#define CENTRAL_BYTES 46
#define END_BYTES 22
#define END64_BYTES 56
#define LOCATOR64_BYTES 20

#define VERSION64 45 /* first version of the format with Zip64 */
#define DATE 0x0021U /* 1 January 1980 */
#define UNKNOWN32 0xFFFFFFFFU

/* The most bytes that one byte of deflated data can hold. */
#define MOST_INFLATED 1032

/* ---- Numbers, little-endian ---- */

static uint64_t get(const char *at, int bytes)
{
    uint64_t value = 0;

    while (bytes-- > 0)
        value = value << 8 | (unsigned char)at[bytes];
    return value;
}

/* A record to be written. */
typedef struct record {
    char bytes[128];
    size_t used;
} record;

static void put(record *r, uint64_t value, int bytes)
{
    while (bytes-- > 0) {
        r->bytes[r->used++] = (char)(value & 255);
        value >>= 8;
    }
}

/* ---- Reading ---- */

static riwalk_status fail_cut(const rw_input *input, riwalk_error *error)
{
    return rw_input_fail(input, error, "the zip file is truncated or damaged");
}

/* The offset and size of the directory, from the last record of the file. A comment of up to 65535
 * bytes may follow that record. */
static riwalk_status find_directory(const rw_input *input, uint64_t *begin, uint64_t *bytes,
                                    riwalk_error *error)
{
    uint64_t at = input->size < END_BYTES ? 0 : input->size - END_BYTES;
    uint64_t least = at < 65536 ? 0 : at - 65535;
    const char *end = input->data + at;

    while (at > least && get(end, 4) != END)
        end = input->data + --at;
    if (input->size < END_BYTES || get(end, 4) != END)
        return fail_cut(input, error);
    *bytes = get(end + 12, 4);
    *begin = get(end + 16, 4);
    if (at >= LOCATOR64_BYTES && get(end - LOCATOR64_BYTES, 4) == LOCATOR64) {
        uint64_t end64 = get(end - LOCATOR64_BYTES + 8, 8);

        if (input->size < END64_BYTES || end64 > input->size - END64_BYTES ||
            get(input->data + end64, 4) != END64)
            return fail_cut(input, error);
        *bytes = get(input->data + end64 + 40, 8);
        *begin = get(input->data + end64 + 48, 8);
    }
    return *begin > at || *bytes > at - *begin ? fail_cut(input, error) : RIWALK_STATUS_OK;
}

/* A member's entry in the directory. */
typedef struct entry {
    unsigned flags, method;
    uint32_t sum;
    uint64_t packed, size, offset;
} entry;

/* Reads values too large for the entry from its Zip64 extra field. */
static void read_extra(const char *at, const char *end, entry *e)
{
    uint64_t *values[] = {&e->size, &e->packed, &e->offset};

    while (end - at >= 4) {
        size_t bytes = (size_t)get(at + 2, 2);
        bool zip64 = get(at, 2) == 1;

        at += 4;
        if ((size_t)(end - at) < bytes)
            return;
        for (size_t i = 0, used = 0; zip64 && i < 3; i++)
            if (*values[i] == UNKNOWN32 && used + 8 <= bytes) {
                *values[i] = get(at + used, 8);
                used += 8;
            }
        at += bytes;
    }
}

static riwalk_status inflate_member(const rw_input *input, const entry *e, const char *packed,
                                    rw_zip_member *member, riwalk_error *error)
{
    z_stream z = {0};
    size_t done = 0, taken = 0;
    int result = Z_OK;

    if (e->size > MOST_INFLATED * (e->packed + 16))
        return fail_cut(input, error);
    if (rw_input_expands(input, e->size, error))
        return RIWALK_STATUS_LIMIT;
    RW_HAVE(member->owned = rw_alloc(e->size, 1, error));
    if (inflateInit2(&z, -MAX_WBITS) != Z_OK)
        return rw_fail(error, RIWALK_STATUS_MEMORY, "not enough memory to read %.200s",
                       input->name);
    while (result == Z_OK) {
        size_t in = e->packed - taken, out = e->size - done;

        z.next_in = (unsigned char *)(uintptr_t)(packed + taken);
        z.avail_in = (uInt)(in < (1U << 30) ? in : 1U << 30);
        z.next_out = (unsigned char *)member->owned + done;
        z.avail_out = (uInt)(out < (1U << 30) ? out : 1U << 30);
        result = inflate(&z, Z_NO_FLUSH);
        taken = (size_t)((const char *)z.next_in - packed);
        done = (size_t)((char *)z.next_out - (char *)member->owned);
    }
    inflateEnd(&z);
    member->data = member->owned;
    member->size = done;
    return result == Z_STREAM_END && done == e->size ? RIWALK_STATUS_OK : fail_cut(input, error);
}

static riwalk_status take_member(const rw_input *input, const entry *e, rw_zip_member *member,
                                 riwalk_error *error)
{
    uint64_t left = e->offset <= input->size ? input->size - e->offset : 0, before;
    const char *at = input->data + (input->size - left);
    riwalk_status status = RIWALK_STATUS_OK;

    if (left < LOCAL_BYTES || get(at, 4) != LOCAL)
        return fail_cut(input, error);
    before = LOCAL_BYTES + get(at + 26, 2) + get(at + 28, 2);
    if (before > left || e->packed > left - before || (!e->method && e->packed != e->size))
        return fail_cut(input, error);
    if (e->flags & 1 || (e->method && e->method != 8))
        return rw_input_fail(input, error,
                             "the zip file is encrypted, or not compressed with deflate");
    if (e->method)
        status = inflate_member(input, e, at + before, member, error);
    else
        *member = (rw_zip_member){at + before, (size_t)e->size, NULL};
    if (!status && rw_zip_sum(0, member->data, member->size) != e->sum)
        status = fail_cut(input, error);
    return status;
}

riwalk_status rw_zip_find(const rw_input *input, const char *name, rw_zip_member *member,
                          riwalk_error *error)
{
    uint64_t begin = 0, bytes = 0;
    riwalk_status status = find_directory(input, &begin, &bytes, error);
    const char *at, *end;

    *member = (rw_zip_member){0};
    if (status)
        return status;
    at = input->data + begin;
    end = at + bytes;
    while (end - at >= CENTRAL_BYTES && get(at, 4) == CENTRAL) {
        size_t length = (size_t)get(at + 28, 2), extra = (size_t)get(at + 30, 2);
        entry e = {(unsigned)get(at + 8, 2), (unsigned)get(at + 10, 2), (uint32_t)get(at + 16, 4),
                   get(at + 20, 4),          get(at + 24, 4),           get(at + 42, 4)};
        const char *title = at + CENTRAL_BYTES;

        if ((size_t)(end - title) < length + extra)
            return fail_cut(input, error);
        if (length == strlen(name) && !memcmp(title, name, length)) {
            read_extra(title + length, title + length + extra, &e);
            if ((status = take_member(input, &e, member, error))) {
                rw_free(member->owned);
                *member = (rw_zip_member){0};
            }
            return status;
        }
        at = title + length + extra;
        at += (size_t)(end - at) < get(title - 14, 2) ? (size_t)(end - at) : get(title - 14, 2);
    }
    return status;
}

/* ---- Writing ---- */

uint32_t rw_zip_sum(uint32_t sum, const void *data, size_t size)
{
    return (uint32_t)crc32_z(sum, data, size);
}

riwalk_status rw_zip_write(rw_zip *zip, const void *data, size_t size, riwalk_error *error)
{
    zip->at += size;
    return rw_output_write(zip->output, data, size, error);
}

/* The fields common to the local header and the directory entry, from the version on. */
static void put_common(record *r, const rw_zip *zip, unsigned member, size_t extra)
{
    put(r, VERSION64, 2);
    put(r, 0, 2); /* flags */
    put(r, 0, 2); /* stored */
    put(r, 0, 2); /* time */
    put(r, DATE, 2);
    put(r, zip->members[member].sum, 4);
    put(r, UNKNOWN32, 4); /* sizes: in the extra field */
    put(r, UNKNOWN32, 4);
    put(r, strlen(zip->members[member].name), 2);
    put(r, extra, 2);
}

/* Writes header, name and extra field of a member. */
static riwalk_status write_member(rw_zip *zip, const record *head, unsigned member, size_t bytes,
                                  riwalk_error *error)
{
    const char *name = zip->members[member].name;
    record extra = {.used = 0};

    put(&extra, 1, 2); /* Zip64 */
    put(&extra, bytes - 4, 2);
    put(&extra, zip->members[member].size, 8);
    put(&extra, zip->members[member].size, 8);
    if (bytes > 20)
        put(&extra, zip->members[member].offset, 8);
    RW_MUST(rw_zip_write(zip, head->bytes, head->used, error));
    RW_MUST(rw_zip_write(zip, name, strlen(name), error));
    return rw_zip_write(zip, extra.bytes, extra.used, error);
}

riwalk_status rw_zip_begin(rw_zip *zip, const char *name, uint32_t sum, uint64_t size,
                           riwalk_error *error)
{
    record head = {.used = 0};
    unsigned member = zip->count++;

    zip->members[member].name = name;
    zip->members[member].sum = sum;
    zip->members[member].size = size;
    zip->members[member].offset = zip->at;
    put(&head, LOCAL, 4);
    put_common(&head, zip, member, 20);
    return write_member(zip, &head, member, 20, error);
}

riwalk_status rw_zip_finish(rw_zip *zip, riwalk_error *error)
{
    uint64_t begin = zip->at, end;
    riwalk_status status = RIWALK_STATUS_OK;
    record r = {.used = 0};

    for (unsigned member = 0; member < zip->count && !status; member++) {
        record head = {.used = 0};

        put(&head, CENTRAL, 4);
        put(&head, 3 << 8 | VERSION64, 2); /* made on a Unix */
        put_common(&head, zip, member, 28);
        put(&head, 0, 2);              /* comment */
        put(&head, 0, 2);              /* disk */
        put(&head, 0, 2);              /* attributes */
        put(&head, 0100644U << 16, 4); /* a regular file */
        put(&head, UNKNOWN32, 4);      /* offset: in the extra field */
        status = write_member(zip, &head, member, 28, error);
    }
    end = zip->at;
    put(&r, END64, 4);
    put(&r, END64_BYTES - 12, 8);
    put(&r, 3 << 8 | VERSION64, 2);
    put(&r, VERSION64, 2);
    put(&r, 0, 8); /* disks */
    put(&r, zip->count, 8);
    put(&r, zip->count, 8);
    put(&r, end - begin, 8);
    put(&r, begin, 8);
    put(&r, LOCATOR64, 4);
    put(&r, 0, 4); /* disk */
    put(&r, end, 8);
    put(&r, 1, 4); /* disks */
    put(&r, END, 4);
    put(&r, 0, 4); /* disks */
    put(&r, zip->count, 2);
    put(&r, zip->count, 2);
    put(&r, end - begin, 4);
    put(&r, UNKNOWN32, 4); /* offset of the directory: in the Zip64 record */
    put(&r, 0, 2);         /* comment */
    return status ? status : rw_zip_write(zip, r.bytes, r.used, error);
}
