/* SPDX-License-Identifier: MIT */
/* Writing a graph: the file is complete or absent. */
#include "base/frontend.h"
#include "base/options.h"
#include "graph/graph.h"

void riwalk_write_options_init(riwalk_write_options *options)
{
    *options = (riwalk_write_options){.size = sizeof *options};
}

riwalk_status riwalk_write_options_check(const char *path, const riwalk_write_options *options,
                                         riwalk_error *error)
{
    riwalk_write_options known;
    riwalk_status status;

    riwalk_write_options_init(&known);
    if ((status = rw_options_copy(&known, sizeof known, options, error)))
        return status;
    if (!path)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the path must not be NULL");
    return rw_format_choose(path, &known, error);
}

riwalk_status riwalk_graph_write_to(const riwalk_graph *graph, riwalk_sink sink,
                                    const riwalk_write_options *options, riwalk_error *error)
{
    const char *path = sink.path ? sink.path : "-";
    riwalk_write_options known;
    rw_writing writing = {.graph = graph, .options = &known, .path = path};
    riwalk_status status;

    riwalk_write_options_init(&known);
    if ((status = rw_options_copy(&known, sizeof known, options, error)))
        return status;
    if (!graph)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the graph must not be NULL");
    if ((status = rw_format_choose(path, &known, error)))
        return status;
    rw_progress_begin(&writing.progress, &known.run, "writing", "nodes", graph->node_count);
    if (!(status = rw_output_open_sink(sink, &writing.output, error)))
        status = rw_format_row(known.format)->write(&writing, error);
    return rw_output_end(writing.output, status, sink.files, error);
}

riwalk_status riwalk_graph_write(const riwalk_graph *graph, const char *path,
                                 const riwalk_write_options *options, riwalk_error *error)
{
    return riwalk_graph_write_to(graph, riwalk_to_file(path), options, error);
}
