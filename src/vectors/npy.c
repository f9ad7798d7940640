/* SPDX-License-Identifier: MIT */
/* NumPy arrays: .npy with the ids in a file next to it, and .npz with both arrays. */
#include "base/decimal.h"
#include "base/memory.h"
#include "base/os.h"
#include "base/zip.h"
#include "graph/scan.h"
#include "vectors/formats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Limits id arrays: text of fixed width takes as much for every id as for the longest. */
#define MOST_ID_BYTES ((uint64_t)1 << 32)

/* ---- Headers ---- */

/* A parsed array. */
typedef struct npy {
    char type[32]; /* "<f4", "<U12", ... */
    bool by_columns;
    int axes;                   /* 1 or 2 */
    uint64_t count, dimensions; /* rows and columns; 1 column if there is one axis */
    const char *values;
    size_t size; /* bytes after the header */
} npy;

/* Parses a header; false if it is damaged or has more axes. */
static bool parse(const char *data, size_t size, npy *array)
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

/* Format version 1.0, padded so that the values start at a multiple of 64 bytes. */
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

/* ---- Reading ---- */

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

/* Copies an id from an array of integers, bytes or text as UTF-8. Returns its length, 0 if the
 * array is none of these. `to` has room for array->size / array->count + 32 bytes. */
static size_t take_id(const npy *array, uint64_t row, char *to)
{
    size_t width = array->type[0] && array->type[1] ? strtoul(array->type + 2, NULL, 10) : 0;
    size_t bytes = array->type[1] == 'U' ? 4 * width : width;
    const char *at = array->values + row * bytes;
    int64_t value = 0;

    if (!width || width > array->size || bytes > array->size / array->count)
        return 0;
    if (!strcmp(array->type, "<i8") || !strcmp(array->type, "<i4")) {
        memcpy(&value, at, bytes);
        return rw_format_integer(bytes == 8 ? value : (int32_t)value, to);
    }
    if (!strncmp(array->type, "<U", 2))
        return text_id(at, width, to);
    if (strncmp(array->type, "|S", 2))
        return 0;
    width = strnlen(at, width);
    memcpy(to, at, width);
    return width;
}

/* Takes the vectors from an array; fails for unsupported arrays. */
static riwalk_status take_values(rw_vectors_reading *r, const char *data, size_t size,
                                 riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;
    npy a;

    if (!parse(data, size, &a))
        return rw_input_fail(r->input, error, "the NumPy header is truncated or damaged");
    if (strcmp(a.type, "<f4") || a.by_columns || a.axes != 2 || !a.count || !a.dimensions ||
        a.count > RIWALK_MAX_NODES || a.dimensions > UINT32_MAX)
        return rw_input_fail(r->input, error,
                             "only arrays of two dimensions of float32 in C order are read");
    if (a.size / sizeof(float) / a.dimensions < a.count)
        return rw_vectors_truncated(r, error);
    if (r->input->mapped && (uintptr_t)a.values % sizeof(float) == 0) {
        RW_MUST(rw_vectors_shape((uint32_t)a.count, (uint32_t)a.dimensions, &r->vectors, error));
        r->vectors->values = (float *)(uintptr_t)a.values; /* nobody writes to it */
        r->vectors->mapped = *r->input;
    } else {
        RW_MUST(rw_vectors_new((uint32_t)a.count, (uint32_t)a.dimensions, &r->vectors, error));
        memcpy(r->vectors->values, a.values, a.count * a.dimensions * sizeof(float));
    }
    for (uint32_t row = 0; row < r->vectors->count && !status; row++)
        status = rw_vectors_check_row(r, row, error);
    return status;
}

static riwalk_status take_ids(rw_vectors_reading *r, const rw_input *ids, riwalk_error *error)
{
    rw_scan scan = rw_scan_begin(ids, error);
    riwalk_status status = RIWALK_STATUS_OK;

    while (!status && rw_scan_line(&scan)) {
        rw_span id = {scan.line, (size_t)(scan.line_end - scan.line)};

        if (!id.length || r->vectors->named == r->vectors->count)
            status = rw_scan_fail(&scan, id.length ? "there are more ids than vectors"
                                                   : "expected an id, found an empty line");
        else
            status = rw_vectors_read_name(r, id, error);
    }
    if (!status && r->vectors->named < r->vectors->count)
        status =
            rw_fail_at(error, RIWALK_STATUS_FORMAT, ids->name, 0, "there are %u ids for %u vectors",
                       r->vectors->named, r->vectors->count);
    return status;
}

/* The path of the .ids file of vectors; NULL: out of memory. */
static char *ids_path(const char *path, riwalk_error *error)
{
    size_t length = strlen(path), kept = rw_ends_with(path, ".npy") ? length - 4 : length;
    char *name = rw_alloc(kept + sizeof ".ids", 1, error);

    if (name) {
        memcpy(name, path, kept);
        strcpy(name + kept, ".ids");
    }
    return name;
}

static riwalk_status read_ids(rw_vectors_reading *r, riwalk_error *error)
{
    riwalk_status status;
    rw_file_info info;
    rw_input ids;
    char *path;

    if (r->from_stream)
        return rw_input_fail(
            r->input, error,
            "a .npy file cannot come from a stream or from memory: its ids are in a file "
            "beside it");
    RW_HAVE(path = ids_path(r->input->name, error));
    if (rw_os_look(path, &info) && !info.regular && !info.folder) { /* opening a pipe would wait */
        status = rw_fail_at(error, RIWALK_STATUS_IO, r->input->name, 0,
                            "its ids are read from %s, which is not a file", path);
    } else if (!(status = rw_input_open(path, r->threads, &ids, error))) {
        status = take_ids(r, &ids, error);
        rw_input_close(&ids);
    } else if (status == RIWALK_STATUS_IO) {
        status = rw_fail_at(error, status, r->input->name, 0,
                            "its ids are read from %s, one a line, and that file cannot be opened",
                            path);
    }
    rw_free(path);
    return status;
}

riwalk_status rw_read_npy(rw_vectors_reading *r, riwalk_error *error)
{
    riwalk_status status = take_values(r, r->input->data, r->input->size, error);

    return status ? status : read_ids(r, error);
}

/* Takes the names from an array with one id per row. */
static riwalk_status take_id_array(rw_vectors_reading *r, const rw_zip_member *member,
                                   riwalk_error *error)
{
    RW_POOL(pool);
    char *name;
    npy a;

    if (!parse(member->data, member->size, &a) || a.axes != 1)
        return rw_input_fail(r->input, error,
                             "the array \"ids\" is damaged, or has more than one axis");
    if (a.count != r->vectors->count)
        return rw_input_fail(r->input, error, "there are %llu ids for %u vectors",
                             (unsigned long long)a.count, r->vectors->count);
    RW_HAVE(name = rw_take(&pool, a.size / a.count + 32, 1, error));
    for (uint32_t row = 0; row < r->vectors->count; row++) {
        size_t length = take_id(&a, row, name);

        if (!length)
            return rw_input_fail(r->input, error,
                                 "the array \"ids\" must have text or integers of 32 or 64 bits, "
                                 "none of them empty");
        RW_MUST(rw_vectors_read_name(r, (rw_span){name, length}, error));
    }
    return RIWALK_STATUS_OK;
}

/* Reads numpy.savez(file, vectors=..., ids=...), compressed or not. */
riwalk_status rw_read_npz(rw_vectors_reading *r, riwalk_error *error)
{
    rw_zip_member vectors = {0}, ids = {0};
    riwalk_status status;

    if (!(status = rw_zip_find(r->input, "vectors.npy", &vectors, error)) &&
        !(status = rw_zip_find(r->input, "ids.npy", &ids, error))) {
        if (!vectors.data || !ids.data)
            status =
                rw_input_fail(r->input, error, "expected the arrays \"vectors\" and \"ids\" in it");
        else if (!(status = take_values(r, vectors.data, vectors.size, error)))
            status = take_id_array(r, &ids, error);
    }
    rw_free(vectors.owned);
    rw_free(ids.owned);
    return status;
}

/* ---- Writing ---- */

/* Writes a name in UTF-32 unless `to` is NULL; returns the number of characters. */
static size_t widen(rw_span name, char *to)
{
    size_t count = 0;

    for (size_t at = 0, bytes; at < name.length; at += bytes ? bytes : 1, count++) {
        unsigned code = 0;

        bytes = rw_utf8_code(name.text + at, name.length - at, &code);
        if (to)
            memcpy(to + 4 * count, &code, sizeof code);
    }
    return count;
}

/* The array of ids: 64-bit integers if all ids are integers, else UTF-32 text of fixed width. */
typedef struct id_array {
    const riwalk_vectors *vectors;
    char type[32];
    size_t bytes; /* bytes of one id */
} id_array;

static riwalk_status plan_ids(const riwalk_vectors *v, id_array *ids, riwalk_error *error)
{
    size_t width = 1;
    bool integers = true;

    for (uint32_t row = 0; row < v->count; row++) {
        rw_span name = rw_vectors_name(v, row);
        size_t characters = widen(name, NULL);
        int64_t value;

        integers = integers && rw_parse_integer(name, &value);
        width = characters > width ? characters : width;
    }
    if (!integers && (uint64_t)v->count * width * 4 > MOST_ID_BYTES)
        return rw_refuse(
            error,
            "ids of up to %zu characters are too long for an array: write a .npy file instead",
            width);
    *ids = (id_array){.vectors = v, .bytes = integers ? 8 : 4 * width};
    if (integers)
        strcpy(ids->type, "<i8");
    else
        snprintf(ids->type, sizeof ids->type, "<U%zu", width);
    return RIWALK_STATUS_OK;
}

static void put_id(const id_array *ids, uint32_t row, char *to)
{
    rw_span name = rw_vectors_name(ids->vectors, row);
    int64_t value;

    memset(to, 0, ids->bytes);
    if (ids->type[1] == 'i' && rw_parse_integer(name, &value))
        memcpy(to, &value, sizeof value);
    else
        widen(name, to);
}

riwalk_status rw_npy_write_ids(const riwalk_vectors *v, const char *path, riwalk_files *files,
                               riwalk_error *error)
{
    rw_output *output = NULL;
    riwalk_status status;
    char *name;

    RW_HAVE(name = ids_path(path, error));
    status = rw_output_open(name, &output, error);
    rw_free(name);
    for (uint32_t row = 0; row < v->count && !status; row++) {
        rw_span id = rw_vectors_name(v, row);

        if (!row) /* readers drop a leading mark: write another before it */
            status = rw_output_write(output, id.text, rw_utf8_mark(id.text, id.length), error);
        if (!status && !(status = rw_output_write(output, id.text, id.length, error)))
            status = rw_output_write(output, "\n", 1, error);
    }
    return rw_output_end(output, status, files, error);
}

/* Rows between two reports of progress. */
#define WRITTEN_ROWS 8192U

static riwalk_status write_values(rw_vectors_writing *w, riwalk_error *error)
{
    const riwalk_vectors *v = w->vectors;
    riwalk_status status = RIWALK_STATUS_OK;

    for (uint32_t row = 0, rows; row < v->count && !status; row += rows) {
        rows = v->count - row < WRITTEN_ROWS ? v->count - row : WRITTEN_ROWS;
        status = rw_output_write(w->output, rw_vectors_row(v, row),
                                 (size_t)rows * v->dimensions * sizeof(float), error);
        if (!status)
            status = rw_progress_add(&w->progress, rows, error);
    }
    return status;
}

/* Pipes and devices have no place for an .ids file. */
riwalk_status rw_write_npy(rw_vectors_writing *w, riwalk_error *error)
{
    char header[RW_NPY_HEADER];

    if (!rw_output_temporary(w->output))
        return rw_vectors_no_place(error);
    rw_npy_header("<f4", w->vectors->count, w->vectors->dimensions, header);
    RW_MUST(rw_npy_write_ids(w->vectors, w->path, w->files, error));
    RW_MUST(rw_output_write(w->output, header, sizeof header, error));
    return write_values(w, error);
}

/* Writes ids as the bytes of an array to the zip; if that is NULL, only adds up their checksum. */
static riwalk_status each_id(const id_array *ids, rw_zip *zip, uint32_t *sum, riwalk_error *error)
{
    RW_POOL(pool);
    char *id = rw_take(&pool, ids->bytes, 1, error);

    RW_MUST(rw_pool_status(&pool));
    for (uint32_t row = 0; row < ids->vectors->count; row++) {
        put_id(ids, row, id);
        if (zip)
            RW_MUST(rw_zip_write(zip, id, ids->bytes, error));
        else
            *sum = rw_zip_sum(*sum, id, ids->bytes);
    }
    return RIWALK_STATUS_OK;
}

/* Writes both arrays as members of a zip file. */
riwalk_status rw_write_npz(rw_vectors_writing *w, riwalk_error *error)
{
    const riwalk_vectors *v = w->vectors;
    size_t bytes = (size_t)v->count * v->dimensions * sizeof(float);
    rw_zip zip = {.output = w->output};
    char header[RW_NPY_HEADER];
    id_array ids;
    uint32_t sum;

    RW_MUST(plan_ids(v, &ids, error));
    rw_npy_header("<f4", v->count, v->dimensions, header);
    sum = rw_zip_sum(rw_zip_sum(0, header, sizeof header), v->values, bytes);
    RW_MUST(rw_zip_begin(&zip, "vectors.npy", sum, sizeof header + bytes, error));
    RW_MUST(rw_zip_write(&zip, header, sizeof header, error));
    RW_MUST(rw_zip_write(&zip, v->values, bytes, error));
    RW_MUST(rw_progress_add(&w->progress, v->count, error));
    rw_npy_header(ids.type, v->count, 0, header);
    sum = rw_zip_sum(0, header, sizeof header);
    RW_MUST(each_id(&ids, NULL, &sum, error));
    RW_MUST(
        rw_zip_begin(&zip, "ids.npy", sum, sizeof header + (uint64_t)v->count * ids.bytes, error));
    RW_MUST(rw_zip_write(&zip, header, sizeof header, error));
    RW_MUST(each_id(&ids, &zip, &sum, error));
    return rw_zip_finish(&zip, error);
}
