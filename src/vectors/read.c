/* SPDX-License-Identifier: MIT */
/* Vectors in: the format is seen in the content. Text is parsed in parallel, line by line. */
#include "base/decimal.h"
#include "base/input.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/output.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "base/zip.h"
#include "graph/lines.h"
#include "graph/scan.h"
#include "vectors/npy.h"
#include "vectors/vectors.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Of more values than this the file must have the two bytes that each takes in text at least,
 * before there is room for them: of fewer, the first row that lacks some is named. */
#define MANY_VALUES (UINT64_C(1) << 24)

typedef struct reader {
    const rw_input *input;
    int threads;
    riwalk_vectors *vectors;
    bool from_stream; /* standard input */
    char separator;   /* of text */
    rw_lines lines;
    const char **names; /* text: [count], where each row's name begins */
    uint32_t *lengths;  /* text: [count] */
    rw_progress progress;
} reader;

static riwalk_status fail_line(const reader *r, uint64_t line, riwalk_error *error,
                               const char *problem)
{
    return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->input->name, line, "%s", problem);
}

/* Names are text: the order that they are found by has no place for zero bytes. */
static riwalk_status add_name(reader *r, const char *name, size_t length, riwalk_error *error)
{
    if (memchr(name, 0, length))
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->input->name, 0,
                          "the name of vector %u holds a zero byte", r->vectors->named + 1);
    return rw_vectors_add_name(r->vectors, NULL, name, length, error);
}

/* ---- Text: "name v v v ..." a line ---- */

static const char *end_of_field(const char *at, char separator)
{
    while (*at != separator && *at != '\n' && *at != '\r')
        at++;
    return at;
}

/* Parses one line into row `row`; `line` is for messages. */
static riwalk_status parse_row(reader *r, const char *at, uint32_t row, uint64_t line,
                               riwalk_error *error)
{
    float *values = rw_vectors_row(r->vectors, row);
    const char *end = end_of_field(at, r->separator);

    if (r->separator == ',' && *at == '"') {
        for (end = ++at; *end != '"' && *end != '\n';)
            end++;
        if (*end != '"' || end[1] != ',')
            return fail_line(r, line, error,
                             "the quotes around the name are not closed, or the name has quotes");
    }
    if (end == at)
        return fail_line(r, line, error, "expected a name, found none");
    r->names[row] = at;
    r->lengths[row] = (uint32_t)(end - at <= RIWALK_MAX_NAME ? end - at : RIWALK_MAX_NAME + 1);
    end += r->separator == ',' && *end == '"';
    for (uint32_t i = 0; i < r->vectors->dimensions; i++) {
        if (*end != r->separator)
            return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->input->name, line,
                              "expected %u values, found %u", r->vectors->dimensions, i);
        at = end + 1;
        end = end_of_field(at, r->separator);
        if (!rw_parse_float(at, (size_t)(end - at), &values[i]) || !isfinite(values[i]))
            return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->input->name, line,
                              "'%.*s' is not a finite number", end - at < 40 ? (int)(end - at) : 40,
                              at);
    }
    while (*end == ' ' || *end == '\t' || *end == '\r')
        end++;
    if (*end != '\n')
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->input->name, line,
                          "expected %u values, found more", r->vectors->dimensions);
    return RIWALK_STATUS_OK;
}

static riwalk_status parse_task(void *context, size_t task, int worker, riwalk_error *error)
{
    reader *r = context;
    const rw_part_of_text *part = &r->lines.parts[task];
    uint64_t first = r->lines.parts[0].first_line;
    uint64_t line = part->first_line;
    riwalk_status status = RIWALK_STATUS_OK;

    (void)worker;
    for (const char *at = part->begin; at < part->end && !status; line++) {
        status = parse_row(r, at, (uint32_t)(line - first), line, error);
        at = (const char *)memchr(at, '\n', (size_t)(part->end - at)) + 1;
    }
    return status ? status : rw_progress_add(&r->progress, part->lines, error);
}

static uint32_t count_fields(const char *at, char separator)
{
    uint32_t fields = 0;

    for (;;) {
        const char *end = end_of_field(at, separator);

        fields += end > at;
        if (*end != separator)
            return fields;
        at = end + 1;
    }
}

/* Blank lines at the end are not rows. */
static void drop_blank_end(rw_lines *lines)
{
    while (lines->part_count) {
        rw_part_of_text *last = &lines->parts[lines->part_count - 1];
        const char *line = last->end - 1;

        while (line > last->begin && line[-1] != '\n')
            line--;
        if (last->end - line > 2 || (*line != '\n' && *line != '\r'))
            return;
        last->end = line;
        last->lines--;
        lines->line_count--;
        if (!last->lines)
            lines->part_count--;
    }
}

/* `body` begins line `first_line`, the first one with a vector; `announced` rows, 0 if unknown. */
static riwalk_status read_rows(reader *r, const char *body, uint64_t first_line, uint32_t announced,
                               uint32_t dimensions, riwalk_error *error)
{
    size_t left = (size_t)(r->input->data + r->input->size - body);
    riwalk_status status = rw_lines_cut(body, left, first_line, r->threads, &r->lines, error);

    if (status)
        return status;
    drop_blank_end(&r->lines);
    if (announced && r->lines.line_count != announced)
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->input->name, 1,
                          "the first line announces %u vectors, but there are %llu", announced,
                          (unsigned long long)r->lines.line_count);
    if (!r->lines.line_count || r->lines.line_count > RIWALK_MAX_NODES)
        return fail_line(r, 0, error, "the file has no vectors, or too many");
    if (r->lines.line_count * dimensions > MANY_VALUES &&
        left / 2 < r->lines.line_count * dimensions)
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->input->name, 0,
                          "the file is too short for %llu vectors of %u values: is it truncated?",
                          (unsigned long long)r->lines.line_count, dimensions);
    if ((status = rw_vectors_new((uint32_t)r->lines.line_count, dimensions, &r->vectors, error)))
        return status;
    if (!(r->names = rw_alloc(r->vectors->count, sizeof *r->names, error)) ||
        !(r->lengths = rw_alloc(r->vectors->count, sizeof *r->lengths, error)))
        return RIWALK_STATUS_MEMORY;
    r->progress.total = r->vectors->count;
    if ((status = rw_parallel(r->threads, r->lines.part_count, parse_task, r, error)))
        return status;
    for (uint32_t row = 0; row < r->vectors->count && !status; row++)
        status = add_name(r, r->names[row], r->lengths[row], error);
    return status;
}

/* ---- word2vec: "count dimensions", then text or binary rows ---- */

/* Takes the two numbers of the first line; false when it is no such line. */
static bool word2vec_header(const rw_input *input, const char **body, uint32_t *count,
                            uint32_t *dimensions)
{
    size_t window = input->size < 64 ? input->size : 64;
    const char *end = window ? memchr(input->data, '\n', window) : NULL;
    char line[65];
    unsigned long announced = 0;
    int used = 0;

    if (!end)
        return false;
    memcpy(line, input->data, (size_t)(end - input->data));
    line[end - input->data] = 0;
    if (strspn(line, "0123456789 \r") != strlen(line) ||
        sscanf(line, "%10lu %9u%n", &announced, dimensions, &used) != 2 ||
        announced > RIWALK_MAX_NODES || !announced || !*dimensions ||
        strspn(line + used, " \r") != strlen(line + used))
        return false;
    *count = (uint32_t)announced;
    *body = end + 1;
    return true;
}

/* Whether the row at `at` is text: as many numbers as dimensions, up to a line feed. */
static bool is_text_row(const rw_input *input, const char *at, uint32_t dimensions)
{
    const char *end = input->data + input->size;
    const char *line_end = memchr(at, '\n', (size_t)(end - at));
    uint32_t numbers = 0;

    if (!line_end)
        line_end = end;
    while (at < line_end && *at != ' ')
        at++;
    while (at < line_end) {
        const char *begin = ++at;
        float value;

        while (at < line_end && *at != ' ' && *at != '\r')
            at++;
        if (at > begin && !rw_parse_float(begin, (size_t)(at - begin), &value))
            return false;
        numbers += at > begin;
    }
    return numbers == dimensions;
}

static riwalk_status read_binary(reader *r, const char *at, uint32_t count, uint32_t dimensions,
                                 riwalk_error *error)
{
    const char *end = r->input->data + r->input->size;
    size_t bytes = dimensions * sizeof(float);
    riwalk_status status = RIWALK_STATUS_OK;

    /* A row has at least a name of one byte, a blank and its values. */
    if ((uint64_t)(end - at) / (bytes + 2) < count)
        return fail_line(r, 0, error, "the file ends before its last vector: is it truncated?");
    if ((status = rw_vectors_new(count, dimensions, &r->vectors, error)))
        return status;
    for (uint32_t row = 0; row < count && !status; row++) {
        float *values = rw_vectors_row(r->vectors, row);
        const char *name, *blank;

        while (at < end && (*at == '\n' || *at == '\r'))
            at++;
        name = at;
        blank = memchr(at, ' ', (size_t)(end - at));
        if (!blank || blank == name || (size_t)(end - blank - 1) < bytes)
            return fail_line(r, 0, error, "the file ends before its last vector: is it truncated?");
        memcpy(values, blank + 1, bytes);
        for (uint32_t i = 0; i < dimensions; i++)
            if (!isfinite(values[i]))
                return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->input->name, 0,
                                  "vector %u holds a value that is not finite", row + 1);
        status = add_name(r, name, (size_t)(blank - name), error);
        at = blank + 1 + bytes;
    }
    return status;
}

/* ---- NumPy ---- */

/* Takes the vectors out of an array; what we do not read is refused. */
static riwalk_status take_values(reader *r, const char *data, size_t size, riwalk_error *error)
{
    rw_npy array;
    riwalk_status status;
    uint64_t total;

    if (!rw_npy_parse(data, size, &array))
        return fail_line(r, 0, error, "the NumPy header is truncated or damaged");
    if (strcmp(array.type, "<f4") || array.by_columns || array.axes != 2 || !array.count ||
        !array.dimensions || array.count > RIWALK_MAX_NODES || array.dimensions > UINT32_MAX)
        return fail_line(r, 0, error,
                         "only arrays of two dimensions of float32 in C order are read");
    total = array.size / sizeof(float);
    if (total / array.dimensions < array.count)
        return fail_line(r, 0, error, "the file ends before its last vector: is it truncated?");
    if ((status =
             rw_vectors_new((uint32_t)array.count, (uint32_t)array.dimensions, &r->vectors, error)))
        return status;
    total = array.count * array.dimensions;
    memcpy(r->vectors->values, array.values, total * sizeof(float));
    for (size_t i = 0; i < total; i++)
        if (!isfinite(r->vectors->values[i]))
            return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->input->name, 0,
                              "vector %zu holds a value that is not finite",
                              i / r->vectors->dimensions + 1);
    return RIWALK_STATUS_OK;
}

static riwalk_status take_ids(reader *r, const rw_input *ids, riwalk_error *error)
{
    rw_scan scan = rw_scan_begin(ids, error);
    riwalk_status status = RIWALK_STATUS_OK;

    while (!status && rw_scan_line(&scan)) {
        size_t length = (size_t)(scan.line_end - scan.line);

        if (!length || r->vectors->named == r->vectors->count)
            status = rw_fail_at(error, RIWALK_STATUS_FORMAT, ids->name, scan.number,
                                length ? "there are more ids than vectors"
                                       : "expected an id, found an empty line");
        else
            status = add_name(r, scan.line, length, error);
    }
    if (!status && r->vectors->named < r->vectors->count)
        status =
            rw_fail_at(error, RIWALK_STATUS_FORMAT, ids->name, 0, "there are %u ids for %u vectors",
                       r->vectors->named, r->vectors->count);
    return status;
}

static riwalk_status read_ids(reader *r, riwalk_error *error)
{
    size_t length = strlen(r->input->name);
    riwalk_status status;
    rw_input ids;
    char *path;

    if (r->from_stream)
        return fail_line(
            r, 0, error,
            "a .npy file cannot come from a stream or from memory: its ids are in a file "
            "beside it");
    if (!(path = rw_alloc(length + 5, 1, error)))
        return RIWALK_STATUS_MEMORY;
    strcpy(path, r->input->name);
    strcpy(path + (rw_ends_with(path, ".npy") ? length - 4 : length), ".ids");
    if (!(status = rw_input_open(path, r->threads, &ids, error))) {
        status = take_ids(r, &ids, error);
        rw_input_close(&ids);
    } else if (status == RIWALK_STATUS_IO) {
        status = rw_fail_at(error, status, r->input->name, 0,
                            "the names of its rows are read from %s, one a line; it cannot be "
                            "opened",
                            path);
    }
    rw_free(path);
    return status;
}

static riwalk_status read_npy(reader *r, riwalk_error *error)
{
    riwalk_status status = take_values(r, r->input->data, r->input->size, error);

    return status ? status : read_ids(r, error);
}

/* Takes the names out of an array of as many ids. */
static riwalk_status take_id_array(reader *r, const rw_zip_member *member, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;
    rw_npy array;
    char *name;

    if (!rw_npy_parse(member->data, member->size, &array) || array.axes != 1)
        return fail_line(r, 0, error, "the array \"ids\" is damaged, or has more than one axis");
    if (array.count != r->vectors->count)
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->input->name, 0,
                          "there are %llu ids for %u vectors", (unsigned long long)array.count,
                          r->vectors->count);
    if (!(name = rw_alloc(array.size / array.count + 32, 1, error)))
        return RIWALK_STATUS_MEMORY;
    for (uint32_t row = 0; row < r->vectors->count && !status; row++) {
        size_t length = rw_npy_id(&array, row, name);

        status = length
                     ? add_name(r, name, length, error)
                     : fail_line(r, 0, error,
                                 "the array \"ids\" must have text or integers of 32 or 64 bits, "
                                 "none of them empty");
    }
    rw_free(name);
    return status;
}

/* numpy.savez(file, vectors=..., ids=...), compressed or not. */
static riwalk_status read_npz(reader *r, riwalk_error *error)
{
    rw_zip_member vectors = {0}, ids = {0};
    riwalk_status status;

    if (!(status = rw_zip_find(r->input, "vectors.npy", &vectors, error)) &&
        !(status = rw_zip_find(r->input, "ids.npy", &ids, error))) {
        if (!vectors.data || !ids.data)
            status = fail_line(r, 0, error, "expected the arrays \"vectors\" and \"ids\" in it");
        else if (!(status = take_values(r, vectors.data, vectors.size, error)))
            status = take_id_array(r, &ids, error);
    }
    rw_free(vectors.owned);
    rw_free(ids.owned);
    return status;
}

/* ---- The choice ---- */

static bool starts_with(const rw_input *input, const char *text, size_t length)
{
    return input->size >= length && !memcmp(input->data, text, length);
}

/* Text without a first line of counts: a TSV or CSV with its header, or rows from the first line
 * on. */
static riwalk_status read_plain_text(reader *r, riwalk_error *error)
{
    size_t size = r->input->size;
    const char *end = size ? memchr(r->input->data, '\n', size) : NULL;
    bool table = starts_with(r->input, "id\t", 3) || starts_with(r->input, "id,", 3);
    uint32_t fields;

    r->separator = table ? r->input->data[2] : ' ';
    fields = end ? count_fields(r->input->data, r->separator) : 0;
    if (fields < 2)
        return fail_line(r, end ? 1 : 0, error,
                         "this is not a vector file: expected word2vec text or binary, a .npy "
                         "or .npz file, or a TSV or CSV whose header begins with 'id'");
    return table ? read_rows(r, end + 1, 2, 0, fields - 1, error)
                 : read_rows(r, r->input->data, 1, 0, fields - 1, error);
}

static riwalk_status read_any(reader *r, riwalk_vectors_format format, riwalk_error *error)
{
    uint32_t count, dimensions;
    const char *body;

    if (starts_with(r->input, "\x93NUMPY", 6))
        return read_npy(r, error);
    if (rw_is_zip(r->input))
        return read_npz(r, error);
    if (!word2vec_header(r->input, &body, &count, &dimensions))
        return read_plain_text(r, error);
    r->separator = ' ';
    if (format == RIWALK_VECTORS_FORMAT_BINARY ||
        (format == RIWALK_VECTORS_FORMAT_AUTO && !is_text_row(r->input, body, dimensions) &&
         !rw_ends_with(r->input->name, ".txt")))
        return read_binary(r, body, count, dimensions, error);
    return read_rows(r, body, 2, count, dimensions, error);
}

riwalk_status rw_vectors_parse(const rw_input *input, bool from_stream,
                               const riwalk_vectors_options *options, riwalk_vectors **vectors,
                               riwalk_error *error)
{
    reader r = {.input = input, .from_stream = from_stream};
    riwalk_status status;

    r.threads = rw_threads(options->run.threads);
    rw_progress_begin(&r.progress, &options->run, "reading", "vectors", 0);
    if (!(status = read_any(&r, options->format, error)))
        status = rw_vectors_index(r.vectors, input->name, error);
    rw_lines_free(&r.lines);
    rw_free(r.names);
    rw_free(r.lengths);
    if (status)
        riwalk_vectors_free(r.vectors);
    else
        *vectors = r.vectors;
    return status;
}

riwalk_status riwalk_vectors_read_from(riwalk_source source, const riwalk_vectors_options *options,
                                       riwalk_vectors **vectors, riwalk_error *error)
{
    bool from_stream = !source.path || !strcmp(source.path, "-");
    riwalk_vectors_options known;
    rw_input input;
    riwalk_status status;

    riwalk_vectors_options_init(&known);
    if ((status = rw_options_copy(&known, sizeof known, options, error)))
        return status;
    if (!vectors)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the vectors must not be NULL");
    if ((status = rw_input_from(source, known.run.threads, &input, error)))
        return status;
    status = rw_vectors_parse(&input, from_stream, &known, vectors, error);
    rw_input_close(&input);
    return status;
}

riwalk_status riwalk_vectors_read(const char *path, const riwalk_vectors_options *options,
                                  riwalk_vectors **vectors, riwalk_error *error)
{
    return riwalk_vectors_read_from(riwalk_from_file(path), options, vectors, error);
}
