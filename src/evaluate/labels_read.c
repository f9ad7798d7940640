/* SPDX-License-Identifier: MIT */
/* Files of labels: "id label [label ...]" a line, in the dialects of lists of nodes. */
#include "evaluate/labels.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/os.h"
#include "base/output.h"
#include "graph/fields.h"
#include "graph/lines.h"

#include <string.h>

typedef struct reading {
    const char *name; /* of the file */
    rw_lines lines;
    char delimiter; /* 0: not known yet */
    bool began;     /* a line was taken that is no comment */
    rw_label_builder *builder;
} reading;

static riwalk_status take_field(const reading *r, const char **at, uint64_t line, rw_span *field,
                                bool *found, riwalk_error *error)
{
    static const char *const problems[] = {
        [RW_FIELD_EMPTY] = "a field is empty: expected a node and its labels",
        [RW_FIELD_UNCLOSED] = "the closing quote is missing",
        [RW_FIELD_BROKEN] = "there is text after a closing quote",
        [RW_FIELD_ESCAPED] = "quotes inside of quoted fields are not supported",
    };
    int what = (int)rw_field_next(at, r->delimiter, field);

    *found = what == RW_FIELD_FOUND;
    if (problems[what])
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->name, line, "%s", problems[what]);
    return RIWALK_STATUS_OK;
}

/* A first line that begins with a word for nodes is a header, unless there is a node of that name.
 */
static bool is_header(const reading *r, rw_span id)
{
    static const char *const words[] = {"node", "nodes", "id", "node_id", "nodeid", "vertex"};
    uint32_t row;

    return !r->began && rw_span_among(id, words, sizeof words / sizeof *words) &&
           !riwalk_vectors_find(r->builder->vectors, id.text, id.length, &row);
}

static riwalk_status take_line(void *context, const char *at, uint64_t line, riwalk_error *error)
{
    reading *r = context;
    rw_label_builder *b = r->builder;
    rw_span id = {0}, label;
    uint64_t labels = 0;
    riwalk_status status;
    bool found, known, header;

    if (!r->delimiter)
        r->delimiter = rw_field_delimiter(at);
    if ((status = take_field(r, &at, line, &id, &found, error)) || !found)
        return status;
    header = is_header(r, id);
    r->began = true;
    if (header)
        return RIWALK_STATUS_OK;
    known = rw_label_builder_node(b, id.text, id.length);
    while (!(status = take_field(r, &at, line, &label, &found, error)) && found) {
        labels++;
        if (known && (status = rw_label_builder_add(b, label.text, label.length, error)))
            break;
    }
    if (known && !labels)
        b->empty++;
    return status;
}

/* The name of a file without folder and extensions: what its graph is called when several are
 * embedded together. A newly allocated string; NULL when memory is short. */
static char *base_name(const char *path, riwalk_error *error)
{
    const char *name = rw_os_base(path);
    size_t length = strlen(name);
    const char *dot;
    char *copy;

    if (rw_ends_with(name, ".gz") || rw_ends_with(name, ".zst"))
        length -= rw_ends_with(name, ".gz") ? 3 : 4;
    if (!(copy = rw_alloc(length + 1, 1, error)))
        return NULL;
    memcpy(copy, name, length);
    copy[length] = 0;
    dot = strrchr(copy, '.');
    if (dot && dot > copy)
        copy[dot - copy] = 0;
    return copy;
}

/* Reads all lines with a prefix. */
static riwalk_status try(reading *r, const riwalk_vectors *vectors, const char *prefix,
                         rw_label_builder *b, riwalk_error *error)
{
    riwalk_status status = rw_intern_init(&b->labels, error);

    b->vectors = vectors;
    b->prefix = prefix;
    r->builder = b;
    r->began = false;
    return status ? status : rw_lines_each(&r->lines, r->name, take_line, r, error);
}

riwalk_status rw_labels_read(const rw_input *input, const char *path, const riwalk_vectors *vectors,
                             const riwalk_node_labels_options *options, riwalk_node_labels **labels,
                             riwalk_error *error)
{
    size_t mark = rw_utf8_mark(input->data, input->size);
    rw_label_builder b = {0}, second = {0};
    reading r = {.name = input->name};
    char *guess = NULL;
    riwalk_status status;

    if (!(status = rw_lines_cut(input->data + mark, input->size - mark, 1, 1, &r.lines, error)))
        status = try(&r, vectors, options->prefix, &b, error);
    if (!status && !options->prefix && !b.count) {
        guess = base_name(path, error);
        status = guess ? try(&r, vectors, guess, &second, error) : RIWALK_STATUS_MEMORY;
    }
    if (!status)
        status = rw_label_builder_finish(second.count ? &second : &b, r.name, options->positive,
                                         labels, error);
    rw_label_builder_free(&b);
    rw_label_builder_free(&second);
    rw_free(guess);
    rw_lines_free(&r.lines);
    return status;
}

riwalk_status riwalk_node_labels_read(const char *path, const riwalk_vectors *vectors,
                                      const riwalk_node_labels_options *options,
                                      riwalk_node_labels **labels, riwalk_error *error)
{
    riwalk_node_labels_options known;
    rw_input input = {0};
    riwalk_status status;

    riwalk_node_labels_options_init(&known);
    if ((status = rw_options_copy(&known, sizeof known, options, error)))
        return status;
    if (!path || !vectors || !labels)
        return rw_refuse(error, "the path, the vectors and the labels must not be NULL");
    if ((status = rw_input_open(path, 1, &input, error)))
        return status;
    status = rw_labels_read(&input, path, vectors, &known, labels, error);
    rw_input_close(&input);
    return status;
}
