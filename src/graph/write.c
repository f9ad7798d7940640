/* SPDX-License-Identifier: MIT */
/* Writes a graph; the file appears complete or not at all. */
#include "graph/write.h"

#include "base/decimal.h"
#include "base/error.h"
#include "base/frontend.h"
#include "base/options.h"

#include <stdarg.h>
#include <string.h>

/* Nodes between two reports of progress. */
#define STRIDE 4096

/* ---- Text ---- */

static void flush(rw_writing *w)
{
    if (!w->status)
        w->status = rw_output_write(w->output, w->pieces, w->used, w->error);
    w->used = 0;
}

void rw_put(rw_writing *w, const char *text, size_t length)
{
    if (length > sizeof w->pieces - w->used)
        flush(w);
    if (length <= sizeof w->pieces) {
        memcpy(w->pieces + w->used, text, length);
        w->used += length;
    } else if (!w->status) {
        w->status = rw_output_write(w->output, text, length, w->error);
    }
}

/* Names that are integers need no escaping in any format. */
static void put_name(rw_writing *w, uint32_t node)
{
    char digits[RW_INTEGER_CHARS];
    rw_span name = rw_graph_name(w->graph, node, digits);

    (name.text == digits ? rw_put : w->put_string)(w, name.text, name.length);
}

static void put_number(rw_writing *w, uint64_t number)
{
    char digits[RW_DECIMAL_CHARS];
    size_t length = rw_format_integer((int64_t)number, digits);

    rw_put(w, digits, length);
}

static void put_weight(rw_writing *w, double weight)
{
    char digits[RW_DOUBLE_CHARS];
    size_t length = rw_format_weight(weight, digits);

    rw_put(w, digits, length);
}

static void put_value(rw_writing *w, char kind, va_list *values)
{
    if (kind == 'n')
        put_name(w, va_arg(*values, uint32_t));
    else if (kind == 'i')
        put_number(w, va_arg(*values, uint32_t) + UINT64_C(1));
    else if (kind == 'u')
        put_number(w, va_arg(*values, uint32_t));
    else if (kind == 'U')
        put_number(w, va_arg(*values, uint64_t));
    else if (kind == 'w')
        put_weight(w, va_arg(*values, double));
    else if (kind == 'e')
        put_number(w, w->edges);
    else if (kind == ',')
        rw_put(w, ",", w->edges > 0);
    else {
        const char *text = kind == 'b' ? w->between : va_arg(*values, const char *);

        (kind == 't' ? w->put_string : rw_put)(w, text, strlen(text));
    }
}

void rw_print(rw_writing *w, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    for (const char *at = format; *format; at++)
        if (!*at || *at == '%') {
            if (at > format)
                rw_put(w, format, (size_t)(at - format));
            if (*at)
                put_value(w, *++at, &values);
            format = at + !!*at;
        }
    va_end(values);
}

riwalk_status rw_end_row(rw_writing *w, uint32_t node)
{
    if (!w->status && node % STRIDE == STRIDE - 1)
        w->status = rw_progress_add(&w->progress, STRIDE, w->error);
    return w->status;
}

void rw_print_edges(rw_writing *w, bool from_greater, const char *edge, const char *weight,
                    const char *end)
{
    const riwalk_graph *g = w->graph;

    for (uint32_t u = 0; u < g->node_count && !rw_end_row(w, u); u++)
        for (uint64_t a = g->offsets[u]; a < g->offsets[u + 1] && !w->status; a++)
            if (g->directed || (g->neighbors[a] < u) == from_greater) {
                rw_print(w, edge, u, g->neighbors[a]);
                if (g->weights)
                    rw_print(w, weight, g->weights[a]);
                else
                    rw_put(w, end, strlen(end));
                w->edges++;
            }
}

/* ---- The file ---- */

void riwalk_write_options_init(riwalk_write_options *options)
{
    *options = (riwalk_write_options){.size = sizeof *options};
}

riwalk_status riwalk_write_options_check(const char *path, const riwalk_write_options *options,
                                         riwalk_error *error)
{
    riwalk_write_options known;

    RW_MUST(rw_options_over(riwalk_write_options, &known, options, error));
    if (!path)
        return rw_refuse(error, "the path must not be NULL");
    return rw_format_choose(path, &known, error);
}

riwalk_status riwalk_graph_write_to(const riwalk_graph *graph, riwalk_sink sink,
                                    const riwalk_write_options *options, riwalk_error *error)
{
    const char *path = sink.path ? sink.path : "-";
    riwalk_write_options known;
    rw_writing w = {.graph = graph, .options = &known, .path = path, .error = error};

    riwalk_write_options_init(&known);
    if ((w.status = rw_options_copy(&known, sizeof known, options, error)))
        return w.status;
    if (!graph)
        return rw_refuse(error, "the graph must not be NULL");
    if ((w.status = rw_format_choose(path, &known, error)))
        return w.status;
    rw_progress_begin(&w.progress, &known.run, "writing", "nodes", graph->node_count);
    if (!(w.status = rw_output_open_sink(sink, &w.output, error)))
        rw_format_row(known.format)->write(&w);
    if (w.output)
        flush(&w);
    return rw_output_end(w.output, w.status, sink.files, error);
}

riwalk_status riwalk_graph_write(const riwalk_graph *graph, const char *path,
                                 const riwalk_write_options *options, riwalk_error *error)
{
    return riwalk_graph_write_to(graph, riwalk_to_file(path), options, error);
}
