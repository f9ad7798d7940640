/* SPDX-License-Identifier: MIT */
/* Rows of a name and its values: word2vec text and binary, and the tables TSV and CSV. Text is
 * parsed in parallel, line by line. */
#include "base/decimal.h"
#include "base/memory.h"
#include "graph/lines.h"
#include "vectors/formats.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* More values than this are only allocated if the file has at least two bytes for each. With fewer,
 * the error names the first row that lacks values. */
#define MANY_VALUES (UINT64_C(1) << 24)

/* Text being read. */
typedef struct text {
    rw_vectors_reading *reading;
    rw_lines lines;
    rw_span *names; /* [count] */
} text;

#define fail_at(t, line, error, ...)                                                               \
    rw_fail_at(error, RIWALK_STATUS_FORMAT, (t)->reading->input->name, line, __VA_ARGS__)

/* ---- Reading text: "name v v v ..." on each line ---- */

static const char *end_of_field(const char *at, char separator)
{
    while (*at != separator && *at != '\n' && *at != '\r')
        at++;
    return at;
}

/* Parses a line into row `row`; `line` is for messages. */
static riwalk_status parse_row(text *t, const char *at, uint32_t row, uint64_t line,
                               riwalk_error *error)
{
    const char separator = t->reading->kind->separator;
    uint32_t dimensions = t->reading->vectors->dimensions;
    float *values = rw_vectors_row(t->reading->vectors, row);
    const char *end = end_of_field(at, separator);

    if (separator == ',' && *at == '"') {
        for (end = ++at; *end != '"' && *end != '\n';)
            end++;
        if (*end != '"' || end[1] != ',')
            return fail_at(t, line, error,
                           "the quotes around the name are not closed, or the name has quotes");
    }
    if (end == at)
        return fail_at(t, line, error, "expected a name, found none");
    t->names[row] = (rw_span){at, (size_t)(end - at)};
    end += separator == ',' && *end == '"';
    for (uint32_t i = 0; i < dimensions; i++) {
        if (*end != separator)
            return fail_at(t, line, error, "expected %u values, found %u", dimensions, i);
        at = end + 1;
        end = end_of_field(at, separator);
        if (!rw_parse_float(at, (size_t)(end - at), &values[i]) || !isfinite(values[i]))
            return fail_at(t, line, error, "'%.*s' is not a finite number",
                           end - at < 40 ? (int)(end - at) : 40, at);
    }
    while (*end == ' ' || *end == '\t' || *end == '\r')
        end++;
    if (*end != '\n')
        return fail_at(t, line, error, "expected %u values, found more", dimensions);
    return RIWALK_STATUS_OK;
}

static riwalk_status parse_task(void *context, size_t task, int worker, riwalk_error *error)
{
    text *t = context;
    const rw_part_of_text *part = &t->lines.parts[task];
    uint64_t first = t->lines.parts[0].first_line;
    uint64_t line = part->first_line;
    riwalk_status status = RIWALK_STATUS_OK;

    for (const char *at = part->begin; at < part->end && !status; line++) {
        status = parse_row(t, at, (uint32_t)(line - first), line, error);
        at = (const char *)memchr(at, '\n', (size_t)(part->end - at)) + 1;
    }
    return status ? status : rw_progress_add(&t->reading->progress, part->lines, error);
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

/* The size of a text without blank lines at its end. */
static size_t without_blank_end(const char *at, size_t size)
{
    const char *feed;
    size_t end = size;

    while (end && (at[end - 1] == '\n' || at[end - 1] == '\r'))
        end--;
    feed = end ? memchr(at + end, '\n', size - end) : NULL;
    return feed ? (size_t)(feed - at) + 1 : end;
}

static riwalk_status parse_rows(text *t, size_t left, uint32_t announced, uint32_t dimensions,
                                riwalk_error *error)
{
    uint64_t rows = t->lines.line_count;
    riwalk_status status;

    if (announced && rows != announced)
        return fail_at(t, 1, error, "the first line announces %u vectors, but there are %llu",
                       announced, (unsigned long long)rows);
    if (!rows || rows > RIWALK_MAX_NODES)
        return rw_input_fail(t->reading->input, error, "the file has no vectors, or too many");
    if (rows * dimensions > MANY_VALUES && left / 2 < rows * dimensions)
        return fail_at(t, 0, error,
                       "the file is too short for %llu vectors of %u values: is it truncated?",
                       (unsigned long long)rows, dimensions);
    RW_MUST(rw_vectors_new((uint32_t)rows, dimensions, &t->reading->vectors, error));
    t->reading->progress.total = rows;
    RW_HAVE(t->names = rw_alloc(rows, sizeof *t->names, error));
    status = rw_parallel(t->reading->threads, t->lines.part_count, parse_task, t, error);
    for (uint32_t row = 0; row < rows && !status; row++)
        status = rw_vectors_read_name(t->reading, t->names[row], error);
    return status;
}

/* `body` starts with the first vector, in line `first_line`; `announced` rows, 0: unknown. */
static riwalk_status read_rows(rw_vectors_reading *r, const char *body, uint64_t first_line,
                               uint32_t announced, uint32_t dimensions, riwalk_error *error)
{
    text t = {.reading = r};
    size_t left = without_blank_end(body, (size_t)(r->input->data + r->input->size - body));
    rw_input rows = {.name = r->input->name, .data = body, .size = left};
    riwalk_status status = rw_lines_cut(&rows, first_line, r->threads, &t.lines, error);

    if (!status)
        status = parse_rows(&t, left, announced, dimensions, error);
    rw_lines_free(&t.lines);
    rw_free(t.names);
    return status;
}

/* The first line, a table's titles or a row, gives the number of dimensions. */
riwalk_status rw_read_table(rw_vectors_reading *r, riwalk_error *error)
{
    size_t size = r->input->size;
    const char *end = size ? memchr(r->input->data, '\n', size) : NULL;
    uint32_t fields = end ? count_fields(r->input->data, r->kind->separator) : 0;

    if (fields < 2)
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->input->name, end ? 1 : 0,
                          "this is not a vector file: expected word2vec text or binary, a .npy "
                          "or .npz file, or a TSV or CSV whose header begins with 'id'");
    return read_rows(r, r->kind->table ? end + 1 : r->input->data, r->kind->table ? 2 : 1, 0,
                     fields - 1, error);
}

/* ---- Reading word2vec: "count dimensions", then text or binary rows ---- */

/* Parses the counts in the first line; false if it has none. */
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

/* Without a line of counts, rows start in the first line. */
riwalk_status rw_read_word2vec(rw_vectors_reading *r, riwalk_error *error)
{
    uint32_t count, dimensions;
    const char *body;

    return word2vec_header(r->input, &body, &count, &dimensions)
               ? read_rows(r, body, 2, count, dimensions, error)
               : rw_read_table(r, error);
}

/* Whether the row at `at` is text: one number per dimension, up to a line feed. */
static bool is_text_row(const rw_input *input, const char *at, uint32_t dimensions)
{
    size_t left = (size_t)(input->data + input->size - at);
    const char *line_end = memchr(at, '\n', left);
    rw_span rest = {at, line_end ? (size_t)(line_end - at) : left}, word;
    uint32_t numbers = 0;
    float value;

    rw_span_cut(&rest, ' ', &word); /* the name */
    while (rw_span_cut(&rest, ' ', &word)) {
        word.length -= word.length && word.text[word.length - 1] == '\r';
        if (word.length && !rw_parse_float(word.text, word.length, &value))
            return false;
        numbers += word.length > 0;
    }
    return numbers == dimensions;
}

bool rw_is_word2vec_binary(const rw_input *input, riwalk_vectors_format asked)
{
    uint32_t count, dimensions;
    const char *body;

    if (!word2vec_header(input, &body, &count, &dimensions))
        return false;
    return asked ? asked == RIWALK_VECTORS_FORMAT_BINARY
                 : !is_text_row(input, body, dimensions) && !rw_ends_with(input->name, ".txt");
}

riwalk_status rw_read_word2vec_binary(rw_vectors_reading *r, riwalk_error *error)
{
    const char *at = NULL, *end = r->input->data + r->input->size;
    uint32_t count = 0, dimensions = 0;
    riwalk_status status;
    size_t bytes;

    word2vec_header(r->input, &at, &count, &dimensions);
    bytes = dimensions * sizeof(float);
    /* A row has at least a name of one byte, a blank and its values. */
    if ((uint64_t)(end - at) / (bytes + 2) < count)
        return rw_vectors_truncated(r, error);
    status = rw_vectors_new(count, dimensions, &r->vectors, error);
    for (uint32_t row = 0; row < count && !status; row++) {
        const char *name, *blank;

        while (at < end && (*at == '\n' || *at == '\r'))
            at++;
        name = at;
        blank = memchr(at, ' ', (size_t)(end - at));
        if (!blank || blank == name || (size_t)(end - blank - 1) < bytes)
            return rw_vectors_truncated(r, error);
        memcpy(rw_vectors_row(r->vectors, row), blank + 1, bytes);
        if (!(status = rw_vectors_check_row(r, row, error)))
            status = rw_vectors_read_name(r, (rw_span){name, (size_t)(blank - name)}, error);
        at = blank + 1 + bytes;
    }
    return status;
}

/* ---- Writing ---- */

static size_t put_text(const float *row, uint32_t dimensions, char separator, char *to)
{
    char *begin = to;

    for (uint32_t i = 0; i < dimensions; i++) {
        *to++ = separator;
        to += rw_format_float(row[i], to);
    }
    *to++ = '\n';
    return (size_t)(to - begin);
}

/* Quotes a name with a comma; rw_vectors_check_name refuses such names if they contain quotes. */
static size_t put_name(char separator, rw_span name, char *to)
{
    bool quoted = separator == ',' && memchr(name.text, ',', name.length);

    memcpy(to + quoted, name.text, name.length);
    if (quoted)
        to[0] = to[name.length + 1] = '"';
    return name.length + 2 * (size_t)quoted;
}

/* Writes a row, at most as many bytes as format_block allocates; returns how many. */
static size_t put_row(const rw_vectors_writing *w, uint32_t r, char *to)
{
    const riwalk_vectors *v = w->vectors;
    const float *row = rw_vectors_row(v, r);
    size_t bytes = v->dimensions * sizeof *row;
    size_t length = put_name(w->kind->separator, rw_vectors_name(v, r), to);

    if (w->kind->separator)
        return length + put_text(row, v->dimensions, w->kind->separator, to + length);
    to[length++] = ' ';
    memcpy(to + length, row, bytes);
    to[length + bytes] = '\n';
    return length + bytes + 1;
}

#define BLOCK 64 /* rows in a task */

/* The formatted rows of a worker. */
typedef struct block {
    char *bytes;
    size_t capacity, used;
    uint32_t rows;
} block;

typedef struct rows {
    rw_vectors_writing *writing;
    block *blocks; /* [threads] */
} rows;

static riwalk_status format_block(void *context, size_t task, int worker, riwalk_error *error)
{
    const rows *w = context;
    const riwalk_vectors *v = w->writing->vectors;
    block *to = &w->blocks[worker];
    uint32_t begin = (uint32_t)task * BLOCK;
    uint32_t end = v->count - begin < BLOCK ? v->count : begin + BLOCK;
    size_t names = (size_t)(v->name_starts[end] - v->name_starts[begin]);
    size_t need = names + (end - begin) * (4 + (size_t)v->dimensions * (RW_DECIMAL_CHARS + 1));

    RW_HAVE(rw_grow_at(&to->bytes, &to->capacity, need, 1, error));
    to->used = 0;
    to->rows = end - begin;
    for (uint32_t r = begin; r < end; r++)
        to->used += put_row(w->writing, r, to->bytes + to->used);
    return RIWALK_STATUS_OK;
}

static riwalk_status write_block(void *context, size_t task, int worker, riwalk_error *error)
{
    const rows *w = context;
    const block *from = &w->blocks[worker];

    RW_MUST(rw_output_write(w->writing->output, from->bytes, from->used, error));
    return rw_progress_add(&w->writing->progress, from->rows, error);
}

static riwalk_status write_blocks(rw_vectors_writing *writing, riwalk_error *error)
{
    size_t threads = (size_t)writing->threads;
    rows w = {.writing = writing};
    riwalk_status status;

    RW_HAVE(w.blocks = rw_alloc_zeroed(threads, sizeof *w.blocks, error));
    status =
        rw_parallel_ordered(writing->threads, ((size_t)writing->vectors->count + BLOCK - 1) / BLOCK,
                            format_block, write_block, &w, error);
    for (size_t t = 0; t < threads; t++)
        rw_free(w.blocks[t].bytes);
    rw_free(w.blocks);
    return status;
}

riwalk_status rw_write_rows(rw_vectors_writing *w, riwalk_error *error)
{
    const riwalk_vectors *v = w->vectors;
    char head[32] = "id";

    if (!w->kind->table)
        snprintf(head, sizeof head, "%u %u", v->count, v->dimensions);
    RW_MUST(rw_output_write(w->output, head, strlen(head), error));
    for (uint32_t i = 0; i < v->dimensions && w->kind->table; i++) {
        snprintf(head, sizeof head, "%cd%u", w->kind->separator, i);
        RW_MUST(rw_output_write(w->output, head, strlen(head), error));
    }
    RW_MUST(rw_output_write(w->output, "\n", 1, error));
    return write_blocks(w, error);
}
