/* SPDX-License-Identifier: MIT */
/* Vectors out: word2vec text and binary, NumPy, TSV, CSV. Rows are turned into bytes in parallel, a
 * batch at a time, and written in order. */
#include "base/decimal.h"
#include "base/error.h"
#include "base/frontend.h"
#include "base/input.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/output.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "base/text.h"
#include "base/zip.h"
#include "graph/graph.h"
#include "vectors/npy.h"
#include "vectors/vectors.h"

#include <stdio.h>
#include <string.h>

/* Rows of a block: one task. */
#define BLOCK 64

typedef struct block {
    char *bytes;
    size_t capacity;
    size_t used;
} block;

typedef struct writer {
    const riwalk_vectors *vectors;
    riwalk_vectors_format format;
    uint32_t first; /* row of the batch */
    block *blocks;
    size_t block_count;
    rw_progress progress;
} writer;

void riwalk_vectors_options_init(riwalk_vectors_options *options)
{
    *options = (riwalk_vectors_options){.size = sizeof *options};
}

/* ---- Rows to bytes ---- */

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

/* A name that holds a comma is in quotes; check_name sees to it that it then has none itself. */
static size_t put_name(riwalk_vectors_format format, const char *name, size_t length, char *to)
{
    bool quoted = format == RIWALK_VECTORS_FORMAT_CSV && memchr(name, ',', length);

    memcpy(to + quoted, name, length);
    if (quoted)
        to[0] = to[length + 1] = '"';
    return length + 2 * (size_t)quoted;
}

static char separator_of(riwalk_vectors_format format)
{
    return format == RIWALK_VECTORS_FORMAT_TSV   ? '\t'
           : format == RIWALK_VECTORS_FORMAT_CSV ? ','
                                                 : ' ';
}

static size_t put_row(const writer *w, uint32_t r, char *to)
{
    const riwalk_vectors *v = w->vectors;
    const float *row = rw_vectors_row(v, r);
    size_t bytes = v->dimensions * sizeof *row;
    size_t length = 0;
    const char *name = rw_vectors_name(v, r, &length);

    if (w->format == RIWALK_VECTORS_FORMAT_NPY) {
        memcpy(to, row, bytes);
        return bytes;
    }
    length = put_name(w->format, name, length, to);
    if (w->format != RIWALK_VECTORS_FORMAT_BINARY)
        return length + put_text(row, v->dimensions, separator_of(w->format), to + length);
    to[length++] = ' ';
    memcpy(to + length, row, bytes);
    to[length + bytes] = '\n';
    return length + bytes + 1;
}

static riwalk_status block_task(void *context, size_t task, int worker, riwalk_error *error)
{
    writer *w = context;
    const riwalk_vectors *v = w->vectors;
    block *b = &w->blocks[task];
    uint32_t begin = w->first + (uint32_t)task * BLOCK;
    uint32_t end = v->count - begin < BLOCK ? v->count : begin + BLOCK;
    size_t names = (size_t)(v->name_starts[end] - v->name_starts[begin]);
    size_t need = names + (end - begin) * (4 + (size_t)v->dimensions * (RW_DECIMAL_CHARS + 1));
    char *bytes = rw_grow(b->bytes, &b->capacity, need, 1, error);

    (void)worker;
    if (!bytes)
        return RIWALK_STATUS_MEMORY;
    b->bytes = bytes;
    b->used = 0;
    for (uint32_t r = begin; r < end; r++)
        b->used += put_row(w, r, bytes + b->used);
    return RIWALK_STATUS_OK;
}

static riwalk_status put_rows(writer *w, rw_output *output, int threads, riwalk_error *error)
{
    const riwalk_vectors *v = w->vectors;
    riwalk_status status = RIWALK_STATUS_OK;

    for (w->first = 0; w->first < v->count && !status;) {
        uint32_t left = v->count - w->first;
        size_t tasks = ((size_t)left + BLOCK - 1) / BLOCK;

        if (tasks > w->block_count)
            tasks = w->block_count;
        status = rw_parallel(threads, tasks, block_task, w, error);
        for (size_t b = 0; b < tasks && !status; b++)
            status = rw_output_write(output, w->blocks[b].bytes, w->blocks[b].used, error);
        if (tasks * BLOCK < left)
            left = (uint32_t)(tasks * BLOCK);
        w->first += left;
        if (!status)
            status = rw_progress_add(&w->progress, left, error);
    }
    return status;
}

/* ---- What stands before the rows ---- */

static riwalk_status put_npy_header(const riwalk_vectors *v, rw_output *output, riwalk_error *error)
{
    char header[RW_NPY_HEADER];

    rw_npy_header("<f4", v->count, v->dimensions, header);
    return rw_output_write(output, header, sizeof header, error);
}

static riwalk_status put_header(const writer *w, rw_output *output, riwalk_error *error)
{
    const riwalk_vectors *v = w->vectors;
    riwalk_status status;

    switch (w->format) {
    case RIWALK_VECTORS_FORMAT_NPY:
        return put_npy_header(v, output, error);
    case RIWALK_VECTORS_FORMAT_TSV:
    case RIWALK_VECTORS_FORMAT_CSV:
        status = rw_output_print(output, error, "id");
        for (uint32_t i = 0; i < v->dimensions && !status; i++)
            status = rw_output_print(output, error, "%cd%u", separator_of(w->format), i);
        return status ? status : rw_output_print(output, error, "\n");
    default:
        return rw_output_print(output, error, "%u %u\n", v->count, v->dimensions);
    }
}

/* ---- Files ---- */

static riwalk_vectors_format format_of(const char *path)
{
    static const struct {
        const char *extension;
        riwalk_vectors_format format;
    } known[] = {{".npy", RIWALK_VECTORS_FORMAT_NPY},
                 {".npz", RIWALK_VECTORS_FORMAT_NPZ},
                 {".bin", RIWALK_VECTORS_FORMAT_BINARY},
                 {".tsv", RIWALK_VECTORS_FORMAT_TSV},
                 {".csv", RIWALK_VECTORS_FORMAT_CSV}};

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (rw_has_extension(path, known[i].extension))
            return known[i].format;
    return RIWALK_VECTORS_FORMAT_TEXT;
}

/* Files of other kinds: who names one of these does not expect text. */
static const char *foreign_extension(const char *path)
{
    static const char *const foreign[] = {
        ".rwm", ".rwg",    ".parquet", ".feather", ".arrow", ".h5",  ".hdf5",    ".mat",
        ".svg", ".pickle", ".pkl",     ".pt",      ".json",  ".gml", ".graphml", ".gexf",
    };

    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (rw_has_extension(path, foreign[i]))
            return foreign[i];
    return NULL;
}

static riwalk_status choose_format(const char *path, riwalk_vectors_format *format,
                                   riwalk_error *error)
{
    const char *foreign = *format ? NULL : foreign_extension(path);

    if (foreign)
        return rw_fail(
            error, RIWALK_STATUS_ARGUMENT,
            "%s: vectors are not written as %s; use .npy, .npz, .bin, .tsv, .csv or .txt, or "
            "name the format",
            path, foreign);
    if (!*format)
        *format = format_of(path);
    return RIWALK_STATUS_OK;
}

/* Characters that would end a name too early in a format. Of a CSV, a name with a comma goes into
 * quotes, and so can have none. */
static riwalk_status check_name(const char *name, size_t length, riwalk_vectors_format format,
                                riwalk_error *error)
{
    bool quotes = memchr(name, ',', length) || (length && *name == '"');
    const char *bad = format == RIWALK_VECTORS_FORMAT_NPY   ? "\n"
                      : format == RIWALK_VECTORS_FORMAT_NPZ ? ""
                      : format == RIWALK_VECTORS_FORMAT_TSV ? "\t\n\r"
                      : format == RIWALK_VECTORS_FORMAT_CSV ? (quotes ? "\n\r\"" : "\n\r")
                                                            : " \t\n\r\v\f";

    if (length && name[length - 1] == '\r' && format != RIWALK_VECTORS_FORMAT_NPZ)
        return rw_fail(
            error, RIWALK_STATUS_ARGUMENT,
            "the id '%.*s' ends in a carriage return, like a line: write a .npz file instead",
            length < 80 ? (int)length : 80, name);
    if (format == RIWALK_VECTORS_FORMAT_NPY && rw_looks_compressed(name, length))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the id '%.*s' begins like a compressed file: write a .tsv file instead",
                       length < 80 ? (int)length : 80, name);
    for (size_t i = 0; i < length; i++)
        if (name[i] && strchr(bad, name[i]))
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "the id '%.*s' does not fit into this format: write %s instead",
                           length < 80 ? (int)length : 80, name,
                           strchr("\t\n\r", name[i]) ? "a .npy file" : "a .tsv or .npy file");
    if (format == RIWALK_VECTORS_FORMAT_NPZ && !rw_is_utf8(name, length))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the id '%.*s' is not UTF-8: write a .npy file instead",
                       length < 80 ? (int)length : 80, name);
    return RIWALK_STATUS_OK;
}

static riwalk_status check_names(const riwalk_vectors *v, riwalk_vectors_format format,
                                 riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    for (uint32_t row = 0; row < v->count && !status; row++) {
        size_t length;
        const char *name = rw_vectors_name(v, row, &length);

        status = check_name(name, length, format, error);
    }
    return status;
}

riwalk_status riwalk_vectors_check_name(const char *name, size_t length, const char *path,
                                        riwalk_vectors_format format, riwalk_error *error)
{
    riwalk_status status = choose_format(path, &format, error);

    return status ? status : check_name(name, length, format, error);
}

/* Numbers fit into every format. */
riwalk_status riwalk_vectors_check_names(const riwalk_graph *graph, const char *path,
                                         riwalk_vectors_format format, riwalk_error *error)
{
    riwalk_status status = choose_format(path, &format, error);

    if (graph->names.kind != RW_NAMES_STRINGS)
        return status;
    for (uint32_t node = 0; node < graph->node_count && !status; node++) {
        size_t length;
        const char *name = rw_graph_name(graph, node, NULL, &length);

        status = check_name(name, length, format, error);
    }
    return status;
}

static riwalk_status put_names(const riwalk_vectors *v, rw_output *output, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    for (uint32_t row = 0; row < v->count && !status; row++) {
        size_t length;
        const char *name = rw_vectors_name(v, row, &length);

        if (!(status = rw_output_write(output, name, length, error)))
            status = rw_output_write(output, "\n", 1, error);
    }
    return status;
}

/* What formats and rules of names go by: memory is a stream. */
static const char *sink_path(riwalk_sink sink)
{
    return sink.path ? sink.path : "-";
}

/* The ids go in place before the vectors. */
static riwalk_status write_ids(const riwalk_vectors *v, const char *path, riwalk_files *files,
                               riwalk_error *error)
{
    size_t length = strlen(path), kept = rw_ends_with(path, ".npy") ? length - 4 : length;
    char *name = rw_alloc(kept + sizeof ".ids", 1, error);
    rw_output *output = NULL;
    riwalk_status status;

    if (!name)
        return RIWALK_STATUS_MEMORY;
    memcpy(name, path, kept);
    strcpy(name + kept, ".ids");
    if (!(status = rw_output_open(name, &output, error)))
        status = put_names(v, output, error);
    rw_free(name);
    return rw_output_end(output, status, files, error);
}

/* The ids as bytes of an array, a batch of them at a time, to the zip or only into their sum. */
static riwalk_status each_id(const rw_npy_ids *ids, rw_zip *zip, uint32_t *sum, riwalk_error *error)
{
    char *bytes = rw_alloc(ids->bytes, BLOCK, error);
    riwalk_status status = bytes ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;

    for (uint32_t row = 0; row < ids->vectors->count && !status;) {
        uint32_t left = ids->vectors->count - row, rows = left < BLOCK ? left : BLOCK;

        for (uint32_t i = 0; i < rows; i++)
            rw_npy_ids_put(ids, row + i, bytes + i * ids->bytes);
        if (zip)
            status = rw_zip_write(zip, bytes, rows * ids->bytes, error);
        else
            *sum = rw_zip_sum(*sum, bytes, rows * ids->bytes);
        row += rows;
    }
    rw_free(bytes);
    return status;
}

/* Both arrays as members of a zip file. */
static riwalk_status put_npz(writer *w, rw_output *output, riwalk_error *error)
{
    const riwalk_vectors *v = w->vectors;
    size_t bytes = (size_t)v->count * v->dimensions * sizeof(float);
    rw_zip zip = {.output = output};
    char header[RW_NPY_HEADER];
    riwalk_status status;
    rw_npy_ids ids;
    uint32_t sum;

    if ((status = rw_npy_ids_plan(v, &ids, error)))
        return status;
    rw_npy_header("<f4", v->count, v->dimensions, header);
    sum = rw_zip_sum(rw_zip_sum(0, header, sizeof header), v->values, bytes);
    if ((status = rw_zip_begin(&zip, "vectors.npy", sum, sizeof header + bytes, error)) ||
        (status = rw_zip_write(&zip, header, sizeof header, error)) ||
        (status = rw_zip_write(&zip, v->values, bytes, error)) ||
        (status = rw_progress_add(&w->progress, v->count, error)))
        return status;
    rw_npy_header(ids.type, v->count, 0, header);
    sum = rw_zip_sum(0, header, sizeof header);
    if ((status = each_id(&ids, NULL, &sum, error)) ||
        (status = rw_zip_begin(&zip, "ids.npy", sum, sizeof header + (uint64_t)v->count * ids.bytes,
                               error)) ||
        (status = rw_zip_write(&zip, header, sizeof header, error)) ||
        (status = each_id(&ids, &zip, &sum, error)))
        return status;
    return rw_zip_finish(&zip, error);
}

/* Rows that are in a file already: what is left to do is to put it in its place, once. */
static riwalk_status write_file(riwalk_vectors *v, const char *path, riwalk_files *files,
                                riwalk_error *error)
{
    rw_output *output = v->file;
    riwalk_status status;

    if (!output || strcmp(path, rw_output_path(output)) != 0)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "vectors of several processes are written once, and to %.200s",
                       output ? rw_output_path(output) : "the path of their options");
    v->file = NULL;
    status = write_ids(v, path, files, error);
    return rw_output_end(output, status, files, error);
}

static riwalk_status write_all(writer *w, riwalk_sink sink, int threads, riwalk_files *files,
                               riwalk_error *error)
{
    const char *path = sink_path(sink);
    bool npy = w->format == RIWALK_VECTORS_FORMAT_NPY;
    rw_output *output = NULL;
    riwalk_status status;

    if (w->vectors->in_file) /* the one thing that is changed in vectors once they are made */
        return write_file((riwalk_vectors *)(uintptr_t)w->vectors, path, files, error);
    status = rw_output_open_sink(sink, &output, error);

    /* What is no file has no place beside it. */
    if (!status && npy && !rw_output_is_file(output))
        status = rw_fail(error, RIWALK_STATUS_ARGUMENT,
                         "NumPy files have an .ids file beside them: use a name that ends in .npy");
    if (!status && npy)
        status = write_ids(w->vectors, path, files, error);
    if (!status && w->format == RIWALK_VECTORS_FORMAT_NPZ)
        status = put_npz(w, output, error);
    else if (!status && !(status = put_header(w, output, error)))
        status = put_rows(w, output, threads, error);
    return rw_output_end(output, status, files, error);
}

static riwalk_status write_files(writer *w, riwalk_sink sink, const riwalk_vectors_options *options,
                                 riwalk_error *error)
{
    int threads = rw_threads(options->run.threads);
    riwalk_files *own = NULL;
    riwalk_status status = sink.files ? RIWALK_STATUS_OK : riwalk_files_create(&own, error);

    if (status)
        return status;
    w->block_count = (size_t)threads * 4;
    rw_progress_begin(&w->progress, &options->run, "writing", "vectors", w->vectors->count);
    if ((w->blocks = rw_alloc_zeroed(w->block_count, sizeof *w->blocks, error)))
        status = write_all(w, sink, threads, own ? own : sink.files, error);
    else
        status = RIWALK_STATUS_MEMORY;
    if (!status && own)
        status = riwalk_files_commit(own, error);
    riwalk_files_free(own);
    for (size_t b = 0; w->blocks && b < w->block_count; b++)
        rw_free(w->blocks[b].bytes);
    rw_free(w->blocks);
    return status;
}

riwalk_status riwalk_vectors_write_to(const riwalk_vectors *vectors, riwalk_sink sink,
                                      const riwalk_vectors_options *options, riwalk_error *error)
{
    const char *path = sink_path(sink);
    writer w = {.vectors = vectors};
    riwalk_vectors_options known;
    riwalk_status status;

    riwalk_vectors_options_init(&known);
    if ((status = rw_options_copy(&known, sizeof known, options, error)))
        return status;
    if (!vectors)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the vectors must not be NULL");
    w.format = known.format;
    if ((status = choose_format(path, &w.format, error)))
        return status;
    if (w.format == RIWALK_VECTORS_FORMAT_NPY &&
        (!strcmp(path, "-") || rw_ends_with(path, ".gz") || rw_ends_with(path, ".zst")))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "NumPy files have an .ids file beside them: use a name that ends in .npy");
    if ((status = check_names(vectors, w.format, error)))
        return status;
    return write_files(&w, sink, &known, error);
}

riwalk_status riwalk_vectors_write(const riwalk_vectors *vectors, const char *path,
                                   const riwalk_vectors_options *options, riwalk_error *error)
{
    return riwalk_vectors_write_to(vectors, riwalk_to_file(path), options, error);
}
