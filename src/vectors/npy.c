/* SPDX-License-Identifier: MIT */
/* NumPy's arrays: headers, and ids. */
#include "vectors/npy.h"

#include "base/decimal.h"
#include "base/error.h"
#include "base/text.h"
#include "graph/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Text of equal width takes as much for each id as for the longest. */
#define MOST_ID_BYTES ((uint64_t)1 << 32)

/* ---- Headers ---- */

bool rw_npy_parse(const char *data, size_t size, rw_npy *array)
{
    const unsigned char *bytes = (const unsigned char *)data;
    unsigned long long count, dimensions = 1;
    size_t start, length;
    char header[1024];
    const char *type, *shape;
    int used = 0;

    if (size < 12 || memcmp(data, "\x93NUMPY", 6))
        return false;
    start = bytes[6] >= 2 ? 12 : 10;
    length = (size_t)bytes[8] | (size_t)bytes[9] << 8;
    if (start == 12)
        length |= (size_t)bytes[10] << 16 | (size_t)bytes[11] << 24;
    if (length >= sizeof header || length > size - start)
        return false;
    memcpy(header, data + start, length);
    header[length] = 0;
    type = strstr(header, "'descr': '");
    shape = strstr(header, "'shape': (");
    if (!type || sscanf(type, "'descr': '%31[^']'", array->type) != 1 || !shape)
        return false;
    array->axes = 2;
    if (sscanf(shape, "'shape': (%18llu, %18llu%n", &count, &dimensions, &used) != 2) {
        array->axes = 1;
        if (sscanf(shape, "'shape': (%18llu%n", &count, &used) != 1)
            return false;
    }
    shape += used;
    if (shape[strspn(shape, ", ")] != ')')
        return false;
    array->by_columns = strstr(header, "'fortran_order': True");
    array->count = count;
    array->dimensions = array->axes == 2 ? dimensions : 1;
    array->values = data + start + length;
    array->size = size - start - length;
    return true;
}

/* Version 1.0: padded so that the values start on a 64-byte line. */
void rw_npy_header(const char *type, uint64_t count, uint64_t dimensions,
                   char header[RW_NPY_HEADER])
{
    char shape[48];
    int length;

    if (dimensions)
        snprintf(shape, sizeof shape, "%llu, %llu", (unsigned long long)count,
                 (unsigned long long)dimensions);
    else
        snprintf(shape, sizeof shape, "%llu,", (unsigned long long)count);
    length = snprintf(header + 10, RW_NPY_HEADER - 10,
                      "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", type, shape);
    memcpy(header, "\x93NUMPY\x01\x00\x76\x00", 10);
    memset(header + 10 + length, ' ', RW_NPY_HEADER - 11 - (size_t)length);
    header[RW_NPY_HEADER - 1] = '\n';
}

/* ---- Ids out ---- */

/* The characters of a UTF-8 text, one after the other. */
static uint32_t next_character(const char *text, size_t length, size_t *at)
{
    unsigned char first = (unsigned char)text[*at];
    size_t bytes = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    uint32_t code = bytes == 1 ? first : first & (0x7Fu >> bytes);

    for (size_t i = 1; i < bytes && *at + i < length; i++)
        code = code << 6 | ((unsigned char)text[*at + i] & 0x3Fu);
    *at += bytes;
    return code;
}

riwalk_status rw_npy_ids_plan(const riwalk_vectors *v, rw_npy_ids *ids, riwalk_error *error)
{
    size_t width = 1;
    bool integers = true;

    for (uint32_t row = 0; row < v->count; row++) {
        size_t length, characters = 0;
        const char *name = rw_vectors_name(v, row, &length);
        int64_t value;

        integers = integers && rw_parse_integer(name, length, &value);
        if (!rw_is_utf8(name, length))
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "the id '%.*s' is not UTF-8: write a .npy file instead",
                           length < 80 ? (int)length : 80, name);
        for (size_t at = 0; at < length; characters++)
            next_character(name, length, &at);
        width = characters > width ? characters : width;
    }
    if (!integers && (uint64_t)v->count * width * 4 > MOST_ID_BYTES)
        return rw_fail(
            error, RIWALK_STATUS_ARGUMENT,
            "ids of up to %zu characters are too long for an array: write a .npy file instead",
            width);
    *ids = (rw_npy_ids){.vectors = v, .bytes = integers ? 8 : 4 * width};
    if (integers)
        strcpy(ids->type, "<i8");
    else
        snprintf(ids->type, sizeof ids->type, "<U%zu", width);
    return RIWALK_STATUS_OK;
}

void rw_npy_ids_put(const rw_npy_ids *ids, uint32_t row, char *to)
{
    size_t length, used = 0;
    const char *name = rw_vectors_name(ids->vectors, row, &length);
    int64_t value = 0;

    if (ids->type[1] == 'i') {
        rw_parse_integer(name, length, &value);
        memcpy(to, &value, sizeof value);
        return;
    }
    for (size_t at = 0; at < length; used += 4) {
        uint32_t code = next_character(name, length, &at);

        memcpy(to + used, &code, sizeof code);
    }
    memset(to + used, 0, ids->bytes - used);
}

/* ---- Ids in ---- */

static size_t integer_id(const char *at, size_t bytes, char *to)
{
    int64_t wide = 0;
    int32_t narrow = 0;

    if (bytes == 8)
        memcpy(&wide, at, sizeof wide);
    else
        memcpy(&narrow, at, sizeof narrow);
    return rw_format_integer(bytes == 8 ? wide : narrow, to);
}

static size_t text_id(const char *at, size_t characters, char *to)
{
    size_t used = 0;

    for (size_t i = 0; i < characters; i++) {
        uint32_t code;
        size_t bytes;

        memcpy(&code, at + 4 * i, sizeof code);
        if (!code)
            break;
        if (!(bytes = rw_utf8_put(code, to + used)))
            return 0;
        used += bytes;
    }
    return used;
}

size_t rw_npy_id(const rw_npy *array, uint64_t row, char *to)
{
    size_t width = array->type[0] && array->type[1] ? strtoul(array->type + 2, NULL, 10) : 0;
    size_t bytes = array->type[1] == 'U' ? 4 * width : width;
    const char *at = array->values + row * bytes;

    if (!width || width > array->size || bytes > array->size / array->count)
        return 0;
    if (!strcmp(array->type, "<i8") || !strcmp(array->type, "<i4"))
        return integer_id(at, bytes, to);
    if (!strncmp(array->type, "<U", 2))
        return text_id(at, width, to);
    if (strncmp(array->type, "|S", 2))
        return 0;
    width = strnlen(at, width);
    memcpy(to, at, width);
    return width;
}
