/* SPDX-License-Identifier: MIT */
/* Reads and writes vectors. The format follows from the content when reading, from the path when
 * writing. */
#include "base/memory.h"
#include "base/options.h"
#include "vectors/formats.h"

#include <math.h>
#include <string.h>

void riwalk_vectors_options_init(riwalk_vectors_options *options)
{
    *options = (riwalk_vectors_options){.size = sizeof *options};
}

static riwalk_status take_options(const void *vectors, const riwalk_vectors_options *options,
                                  riwalk_vectors_options *known, riwalk_error *error)
{
    RW_MUST(rw_options_over(riwalk_vectors_options, known, options, error));
    return vectors ? RIWALK_STATUS_OK : rw_refuse(error, "the vectors must not be NULL");
}

/* ---- Reading ---- */

riwalk_status rw_vectors_read_name(rw_vectors_reading *r, rw_span name, riwalk_error *error)
{
    if (memchr(name.text, 0, name.length))
        return rw_input_fail(r->input, error, "the name of vector %u holds a zero byte",
                             r->vectors->named + 1);
    return rw_vectors_add_name(r->vectors, NULL, name, error);
}

riwalk_status rw_vectors_check_row(const rw_vectors_reading *r, uint32_t row, riwalk_error *error)
{
    const float *values = rw_vectors_row(r->vectors, row);

    for (uint32_t i = 0; i < r->vectors->dimensions; i++)
        if (!isfinite(values[i]))
            return rw_input_fail(r->input, error, "vector %u holds a value that is not finite",
                                 row + 1);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_vectors_truncated(const rw_vectors_reading *r, riwalk_error *error)
{
    return rw_input_fail(r->input, error, "the file ends before its last vector: is it truncated?");
}

/* Opens the input; maps a .npy file if the options ask for it. */
static riwalk_status open_input(riwalk_source source, const riwalk_vectors_options *o,
                                rw_input *input, rw_vectors_reading *r, riwalk_error *error)
{
    r->from_stream = !source.path || !strcmp(source.path, "-");
    r->input = input;
    if (o->map && !r->from_stream) {
        RW_MUST(rw_input_map(source.path, input, error));
        r->kind = rw_vectors_sniff(input, o->format);
        if (r->kind->format == RIWALK_VECTORS_FORMAT_NPY)
            return RIWALK_STATUS_OK;
        rw_input_close(input);
    }
    RW_MUST(rw_input_from(source, o->run.threads, input, error));
    r->kind = rw_vectors_sniff(input, o->format);
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_vectors_read_from(riwalk_source source, const riwalk_vectors_options *options,
                                       riwalk_vectors **vectors, riwalk_error *error)
{
    rw_vectors_reading r = {0};
    riwalk_vectors_options known;
    rw_input input;
    riwalk_status status;

    RW_MUST(take_options(vectors, options, &known, error));
    RW_MUST(open_input(source, &known, &input, &r, error));
    r.threads = rw_threads(known.run.threads);
    rw_progress_begin(&r.progress, &known.run, "reading", "vectors", 0);
    status = r.kind->read(&r, error);
    if (!r.vectors || !r.vectors->mapped.mapped) /* mapped vectors keep it open */
        rw_input_close(&input);
    return rw_vectors_finish(r.vectors, status, input.name, vectors, error);
}

riwalk_status riwalk_vectors_read(const char *path, const riwalk_vectors_options *options,
                                  riwalk_vectors **vectors, riwalk_error *error)
{
    return riwalk_vectors_read_from(riwalk_from_file(path), options, vectors, error);
}

/* ---- Writing ---- */

/* Completes vectors whose rows are already in the output file; works once. */
static riwalk_status write_file(riwalk_vectors *v, const char *path, riwalk_files *files,
                                riwalk_error *error)
{
    rw_output *output = v->file;
    riwalk_status status;

    if (!output || strcmp(path, rw_output_path(output)) != 0)
        return rw_refuse(error, "vectors of several processes are written once, and to %.200s",
                         output ? rw_output_path(output) : "the path of their options");
    v->file = NULL;
    status = rw_npy_write_ids(v, path, files, error);
    return rw_output_end(output, status, files, error);
}

riwalk_status riwalk_vectors_write_to(const riwalk_vectors *vectors, riwalk_sink sink,
                                      const riwalk_vectors_options *options, riwalk_error *error)
{
    rw_vectors_writing w = {.vectors = vectors, .files = sink.files};
    riwalk_vectors_options known;
    riwalk_files *own = NULL;
    riwalk_status status;

    w.path = sink.path ? sink.path : "-"; /* memory is treated as a stream */
    if ((status = take_options(vectors, options, &known, error)) ||
        (status = rw_vectors_choose(w.path, known.format, &w.kind, error)))
        return status;
    for (uint32_t row = 0; row < vectors->count && !status; row++)
        status = rw_vectors_check_name(w.kind, rw_vectors_name(vectors, row), error);
    if (status || (!w.files && (status = riwalk_files_create(&own, error))))
        return status;
    w.files = own ? own : w.files;
    w.threads = rw_threads(known.run.threads);
    rw_progress_begin(&w.progress, &known.run, "writing", "vectors", vectors->count);
    if (vectors->in_file) /* the only change to finished vectors */
        status = write_file((riwalk_vectors *)(uintptr_t)vectors, w.path, w.files, error);
    else if (!(status = rw_output_open_sink(sink, &w.output, error)))
        status = rw_output_end(w.output, w.kind->write(&w, error), w.files, error);
    if (!status && own)
        status = riwalk_files_commit(own, error);
    riwalk_files_free(own);
    return status;
}

riwalk_status riwalk_vectors_write(const riwalk_vectors *vectors, const char *path,
                                   const riwalk_vectors_options *options, riwalk_error *error)
{
    return riwalk_vectors_write_to(vectors, riwalk_to_file(path), options, error);
}
