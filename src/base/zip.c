/* SPDX-License-Identifier: MIT */
/* Zip files. Members are written as Zip64 whatever their size, and without a date, so that equal
 * content gives equal files. Files that are read are not trusted: all offsets and sizes are checked
 * against the file, and a member cannot inflate beyond what deflate can pack. */
#include "base/zip.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/unpack.h"

#include <string.h>

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

/* Appends numbers; a digit of `widths` is the bytes of one. */
static void put(record *r, const char *widths, const uint64_t *values)
{
    for (; *widths; widths++, values++)
        for (int byte = 0; byte < *widths - '0'; byte++)
            r->bytes[r->used++] = (char)(*values >> 8 * byte & 255);
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
    size_t got = 1;
    riwalk_status status;
    rw_unpacker u;

    if (e->size > MOST_INFLATED * (e->packed + 16))
        return fail_cut(input, error);
    RW_MUST(rw_input_expands(input, e->size, error));
    RW_HAVE(member->data = member->owned = rw_alloc(e->size, 1, error));
    status = rw_unpack_begin(&u, input->name, packed, e->packed, true, error);
    while (!status && got && !u.between)
        if (!(status = rw_unpack(&u, (char *)member->owned + member->size, e->size - member->size,
                                 &got, error)))
            member->size += got;
    if (status ? status == RIWALK_STATUS_FORMAT : !u.between || member->size != e->size)
        status = fail_cut(input, error);
    rw_unpack_end(&u);
    return status;
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

/* Writes header, name and extra field of a member, before it or in the directory. */
static riwalk_status write_member(rw_zip *zip, unsigned member, bool directory, riwalk_error *error)
{
    uint64_t size = zip->members[member].size, extra_bytes = directory ? 28 : 20;
    const char *name = zip->members[member].name;
    record head = {.used = 0}, extra = {.used = 0};

    if (directory) /* made on a Unix */
        put(&head, "42", (uint64_t[]){CENTRAL, 3 << 8 | VERSION64});
    else
        put(&head, "4", (uint64_t[]){LOCAL});
    /* Flags are 0, it is stored, and the time is 0. Sizes are in the extra field. */
    put(&head, "2222244422",
        (uint64_t[]){VERSION64, 0, 0, 0, DATE, zip->members[member].sum, UNKNOWN32, UNKNOWN32,
                     strlen(name), extra_bytes});
    if (directory) /* no comment, on disk 0, a regular file; the offset is in the extra field */
        put(&head, "22244", (uint64_t[]){0, 0, 0, 0100644U << 16, UNKNOWN32});
    put(&extra, directory ? "22888" : "2288", /* Zip64 */
        (uint64_t[]){1, extra_bytes - 4, size, size, zip->members[member].offset});
    RW_MUST(rw_zip_write(zip, head.bytes, head.used, error));
    RW_MUST(rw_zip_write(zip, name, strlen(name), error));
    return rw_zip_write(zip, extra.bytes, extra.used, error);
}

riwalk_status rw_zip_begin(rw_zip *zip, const char *name, uint32_t sum, uint64_t size,
                           riwalk_error *error)
{
    unsigned member = zip->count++;

    zip->members[member].name = name;
    zip->members[member].sum = sum;
    zip->members[member].size = size;
    zip->members[member].offset = zip->at;
    return write_member(zip, member, false, error);
}

riwalk_status rw_zip_finish(rw_zip *zip, riwalk_error *error)
{
    uint64_t begin = zip->at, end;
    record r = {.used = 0};

    for (unsigned member = 0; member < zip->count; member++)
        RW_MUST(write_member(zip, member, true, error));
    end = zip->at;
    /* The disks of directory and file are 0; a locator counts 1 disk. */
    put(&r, "482288888",
        (uint64_t[]){END64, END64_BYTES - 12, 3 << 8 | VERSION64, VERSION64, 0, zip->count,
                     zip->count, end - begin, begin});
    put(&r, "4484", (uint64_t[]){LOCATOR64, 0, end, 1});
    /* The offset of the directory is in the Zip64 record; there is no comment. */
    put(&r, "4422442", (uint64_t[]){END, 0, zip->count, zip->count, end - begin, UNKNOWN32, 0});
    return rw_zip_write(zip, r.bytes, r.used, error);
}
