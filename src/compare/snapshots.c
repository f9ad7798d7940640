/* SPDX-License-Identifier: MIT */
/* Cuts edges with times into the graphs of windows. */
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "compare/times.h"
#include "graph/edge_list.h"
#include "graph/elements.h"
#include "graph/lines.h"
#include "graph/scan.h"
#include "riwalk_compare.h"

#include <math.h>
#include <string.h>

#define MOST_WINDOWS 100000

struct riwalk_snapshots {
    uint32_t count;
    riwalk_graph **graphs;        /* [count] */
    char (*names)[RW_TIME_CHARS]; /* [count] */
};

/* An edge that waits for its window. */
typedef struct timed_edge {
    rw_span ends[2];
    double time;
} timed_edge;

typedef struct reading {
    const char *name; /* the file's name */
    riwalk_snapshots_options options;
    double window;
    bool unit;       /* the window has a unit, so times are seconds */
    char delimiter;  /* 0: unknown yet */
    uint32_t column; /* column of times, from 1; 0: unknown yet */
    bool dates;
    bool directed;
    timed_edge *edges;
    size_t count, capacity;
    riwalk_snapshots *made;
} reading;

static void free_reading(reading *r)
{
    rw_free(r->edges);
    riwalk_snapshots_free(r->made);
}

void riwalk_snapshots_options_init(riwalk_snapshots_options *options)
{
    *options = (riwalk_snapshots_options){.size = sizeof *options, .column = 3};
}

/* ---- Times ---- */

static bool is_number_or_date(rw_span field)
{
    double time;
    bool date;

    return rw_parse_time(field, &time, &date);
}

/* The time of the edge being added; false if it is none, or of another kind than others. */
static bool take_time(reading *r, rw_span text)
{
    bool date;

    if (!rw_parse_time(text, &r->edges[r->count].time, &date) || (r->count && date != r->dates))
        return false;
    r->dates = date;
    r->count++;
    return true;
}

static riwalk_status fail_time(const reading *r, rw_span text, uint64_t line, riwalk_error *error)
{

    if (is_number_or_date(text))
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->name, line,
                          "some times are dates and others are numbers");
    return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->name, line,
                      "'%s' is not a time: expected a number, or a date such as 2026-11-16 or "
                      "2026-11-16T23:30:00Z",
                      rw_shown(text));
}

/* ---- Lines ---- */

static riwalk_status check_column(uint32_t column, riwalk_error *error)
{
    if (column < 3)
        return rw_refuse(error, "times cannot be in column %u: the first two are ids", column);
    return RIWALK_STATUS_OK;
}

/* Finds the column of times in the header, by its name. */
static riwalk_status take_header(reading *r, const char *at, uint64_t line, riwalk_error *error)
{
    rw_span field;

    for (uint32_t column = 1; rw_field_next(&at, r->delimiter, &field) == RW_FIELD_FOUND; column++)
        if (rw_span_is(field, r->options.header))
            r->column = column;
    if (!r->column)
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->name, line,
                          "the header has no column '%s'", r->options.header);
    return check_column(r->column, error);
}

static riwalk_status take_line(void *context, const char *at, uint64_t line, riwalk_error *error)
{
    reading *r = context;
    rw_span field = {0}, ends[2] = {{0}};
    bool first = !r->delimiter;
    int from;

    if (first && (from = rw_ends_elsewhere(at, r->delimiter = rw_field_delimiter(at))))
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->name, line,
                          "edges are read from the first two columns, but the header names their "
                          "ends in columns %d and %d: put these first",
                          from, from + 1);
    if (!r->column)
        return take_header(r, at, line, error);
    for (uint32_t column = 0; column < r->column; column++) {
        if (rw_field_next(&at, r->delimiter, &field) != RW_FIELD_FOUND)
            return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->name, line,
                              "expected two ids and a time in column %u", r->column);
        if (column < 2)
            ends[column] = field;
    }
    if (first && !is_number_or_date(field))
        return RIWALK_STATUS_OK; /* a header */
    RW_HAVE(rw_grow_at(&r->edges, &r->capacity, r->count + 1, sizeof *r->edges, error));
    r->edges[r->count] = (timed_edge){{ends[0], ends[1]}, 0};
    return take_time(r, field) ? RIWALK_STATUS_OK : fail_time(r, field, line, error);
}

/* ---- Windows ---- */

/* Sorts edges by window, then by line; `keys` has room for two per edge. */
static riwalk_status sort_edges(const reading *r, double earliest, uint64_t *keys,
                                riwalk_error *error)
{
    for (size_t i = 0; i < r->count; i++) {
        double window = floor((r->edges[i].time - earliest) / r->window);

        if (window >= MOST_WINDOWS)
            return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->name, 0,
                              "the times span more than %d windows of this length%s", MOST_WINDOWS,
                              r->unit ? "; are they seconds?" : "");
        keys[i] = (uint64_t)window << 40 | i;
    }
    rw_sort_u64(keys, keys + r->count, r->count);
    return RIWALK_STATUS_OK;
}

/* Builds the graph of the edges of keys first .. end - 1. */
static riwalk_status build(const reading *r, const uint64_t *keys, size_t first, size_t end,
                           riwalk_graph **graph, riwalk_error *error)
{
    RW_OWN(rw_intern, intern, rw_intern_free);
    RW_OWN(rw_edges, edges, rw_edges_free);

    RW_MUST(rw_edges_allocate(&edges, end - first, false, error));
    for (size_t i = first; i < end; i++) {
        const timed_edge *edge = &r->edges[keys[i] & ((UINT64_C(1) << 40) - 1)];

        for (size_t side = 0; side < 2; side++)
            RW_MUST(rw_intern_text(&intern, edge->ends[side], &edges.ends[2 * (i - first) + side],
                                   error));
    }
    RW_MUST(rw_graph_build_interned(&intern, &edges, r->directed, &r->options.run, graph, error));
    (*graph)->directed |= r->options.directed; /* an undirected graph has both arcs */
    return RIWALK_STATUS_OK;
}

static riwalk_status cut(reading *r, riwalk_error *error)
{
    riwalk_snapshots *made = r->made;
    double earliest = INFINITY;
    size_t windows = 0, begin = 0;
    uint64_t *keys; /* [2 * count]: window << 40 | edge; and scratch */
    RW_POOL(pool);

    if (!r->count)
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->name, 0, "the file has no edges");
    RW_HAVE(keys = rw_take(&pool, r->count, 2 * sizeof *keys, error));
    for (size_t i = 0; i < r->count; i++)
        earliest = fmin(earliest, r->edges[i].time);
    RW_MUST(sort_edges(r, earliest, keys, error));
    for (size_t i = 0; i < r->count; i++)
        windows += !i || keys[i] >> 40 != keys[i - 1] >> 40;
    RW_HAVE(made->graphs = rw_alloc_zeroed(windows, sizeof *made->graphs, error));
    RW_HAVE(made->names = rw_alloc(windows, sizeof *made->names, error));
    for (size_t i = 1; i <= r->count; i++) {
        if (i < r->count && keys[i] >> 40 == keys[i - 1] >> 40)
            continue;
        rw_format_time(earliest + (double)(keys[i - 1] >> 40) * r->window, r->dates || r->unit,
                       made->names[made->count]);
        RW_MUST(
            build(r, keys, r->options.growing ? 0 : begin, i, &made->graphs[made->count], error));
        made->count++;
        begin = i;
    }
    return RIWALK_STATUS_OK;
}

/* ---- Files ---- */

static riwalk_status read_lines(reading *r, const rw_input *input, riwalk_error *error)
{
    RW_OWN(rw_lines, lines, rw_lines_free);

    RW_MUST(rw_lines_take(input, &lines, take_line, r, error));
    r->directed = r->options.directed;
    return cut(r, error);
}

/* Takes the edges of formats with elements. */
static riwalk_status take_elements(reading *r, const rw_elements *elements, const rw_span *names,
                                   riwalk_error *error)
{
    const rw_edges *edges = &elements->edges;

    r->directed = elements->directed && !r->options.undirected;
    RW_HAVE(rw_grow_at(&r->edges, &r->capacity, edges->count, sizeof *r->edges, error));
    while (r->count < edges->count) {
        const uint32_t *ends = &edges->ends[2 * r->count];
        const rw_id *time = &elements->times[r->count];

        r->edges[r->count] = (timed_edge){{names[ends[0]], names[ends[1]]}, 0};
        if (!take_time(r, time->span))
            return fail_time(r, time->span, rw_text_line(elements->input->data, time->at), error);
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status read_attributes(reading *r, const rw_input *input, rw_lister *list,
                                     riwalk_error *error)
{
    RW_OWN(rw_elements, elements, rw_elements_free);
    riwalk_read_options how;
    riwalk_status status;
    rw_span *names;

    if (!r->options.header)
        return rw_input_fail(input, error,
                             "times are an attribute of the edges in this file: give its name "
                             "instead of a column");
    riwalk_read_options_init(&how);
    how.run = r->options.run;
    how.undirected = r->options.undirected;
    how.unweighted = true;
    RW_MUST(rw_elements_list(&elements, list, input, &how, r->options.header, error));
    RW_HAVE(names = rw_elements_names(&elements, error));
    status = take_elements(r, &elements, names, error);
    rw_free(names);
    return status ? status : cut(r, error);
}

static riwalk_status read_all(reading *r, const rw_input *input, riwalk_error *error)
{
    riwalk_format format = r->options.format;
    const rw_format *row;

    RW_MUST(rw_check_text(input, error));
    if (!format)
        RW_MUST(rw_recognise(input, &format, error));
    row = rw_format_row(format);
    return row && row->list ? read_attributes(r, input, row->list, error)
                            : read_lines(r, input, error);
}

riwalk_status riwalk_snapshots_read(const char *path, const riwalk_snapshots_options *options,
                                    riwalk_snapshots **snapshots, riwalk_error *error)
{
    RW_OWN(rw_input, input, rw_input_close);
    RW_OWN(reading, r, free_reading);

    RW_MUST(rw_options_over(riwalk_snapshots_options, &r.options, options, error));
    if (!path || !snapshots)
        return rw_refuse(error, "the path and the snapshots must not be NULL");
    if (!r.options.window || !rw_parse_window(r.options.window, &r.window, &r.unit))
        return rw_refuse(
            error,
            "the window is '%.60s': expected a length such as 7d, 12h, 30m, 90s or 2w, "
            "or a number above 0 in the unit of the times",
            r.options.window ? r.options.window : "");
    if (!r.options.header)
        RW_MUST(check_column(r.options.column, error));
    if (r.options.directed && r.options.undirected)
        return rw_refuse(error, "a graph is read with or without directions, not both");
    r.options.run = rw_run_resolve(&r.options.run);
    r.column = r.options.header ? 0 : r.options.column;
    RW_MUST(rw_input_open(path, 1, &input, error));
    r.name = input.name;
    RW_HAVE(r.made = rw_alloc_zeroed(1, sizeof *r.made, error));
    RW_MUST(read_all(&r, &input, error));
    *snapshots = r.made;
    r.made = NULL;
    return RIWALK_STATUS_OK;
}

void riwalk_snapshots_free(riwalk_snapshots *snapshots)
{
    if (!snapshots)
        return;
    for (uint32_t i = 0; i < snapshots->count; i++)
        riwalk_graph_free(snapshots->graphs[i]);
    rw_free(snapshots->graphs);
    rw_free(snapshots->names);
    rw_free(snapshots);
}

uint32_t riwalk_snapshots_count(const riwalk_snapshots *snapshots)
{
    return snapshots->count;
}

const riwalk_graph *const *riwalk_snapshots_graphs(const riwalk_snapshots *snapshots)
{
    return (const riwalk_graph *const *)snapshots->graphs;
}

const char *riwalk_snapshots_name(const riwalk_snapshots *snapshots, uint32_t snapshot)
{
    return snapshots->names[snapshot];
}
