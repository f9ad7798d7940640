/* SPDX-License-Identifier: MIT */
/* Writing a graph: the format is picked by name, the file is complete or absent. */
#include "base/frontend.h"
#include "base/options.h"
#include "graph/graph.h"

#include <string.h>
#include <strings.h>

void riwalk_write_options_init(riwalk_write_options *options)
{
    *options = (riwalk_write_options){.size = sizeof *options};
}

/* The length of a path without an extension of compression. */
static size_t plain_length(const char *path)
{
    size_t length = strlen(path);

    return length - (rw_ends_with(path, ".gz") ? 3 : rw_ends_with(path, ".zst") ? 4 : 0);
}

bool rw_has_extension(const char *path, const char *extension)
{
    size_t length = plain_length(path), tail = strlen(extension);

    return length >= tail && !strncasecmp(path + length - tail, extension, tail);
}

riwalk_format riwalk_graph_format_from_path(const char *path)
{
    static const struct {
        const char *extension;
        riwalk_format format;
    } known[] = {
        {".mtx", RIWALK_FORMAT_MATRIX_MARKET}, {".graph", RIWALK_FORMAT_METIS},
        {".metis", RIWALK_FORMAT_METIS},       {".rwg", RIWALK_FORMAT_RWG},
        {".graphml", RIWALK_FORMAT_GRAPHML},   {".gexf", RIWALK_FORMAT_GEXF},
        {".json", RIWALK_FORMAT_NODE_LINK},    {".txt", RIWALK_FORMAT_EDGE_LIST},
        {".csv", RIWALK_FORMAT_EDGE_LIST},     {".tsv", RIWALK_FORMAT_EDGE_LIST},
        {".edges", RIWALK_FORMAT_EDGE_LIST},   {".edgelist", RIWALK_FORMAT_EDGE_LIST},
        {".el", RIWALK_FORMAT_EDGE_LIST},
    };
    const char *slash = path ? strrchr(path, '/') : NULL;
    const char *name = slash ? slash + 1 : path;

    if (!name)
        return RIWALK_FORMAT_AUTO;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (rw_has_extension(name, known[i].extension))
            return known[i].format;
    return memchr(name, '.', plain_length(name)) ? RIWALK_FORMAT_AUTO : RIWALK_FORMAT_EDGE_LIST;
}

static rw_writer *writer_of(riwalk_format format)
{
    switch (format) {
    case RIWALK_FORMAT_EDGE_LIST:
        return rw_write_edge_list;
    case RIWALK_FORMAT_MATRIX_MARKET:
        return rw_write_matrix_market;
    case RIWALK_FORMAT_METIS:
        return rw_write_metis;
    case RIWALK_FORMAT_RWG:
        return rw_write_rwg;
    case RIWALK_FORMAT_GRAPHML:
        return rw_write_graphml;
    case RIWALK_FORMAT_GEXF:
        return rw_write_gexf;
    case RIWALK_FORMAT_NODE_LINK:
        return rw_write_node_link;
    case RIWALK_FORMAT_AUTO:
        break;
    }
    return NULL;
}

/* What a graph is written as; refuses a name that says nothing and what a format cannot hold. */
static riwalk_status choose_format(const char *path, riwalk_write_options *options,
                                   riwalk_error *error)
{
    if (!options->format && !(options->format = riwalk_graph_format_from_path(path)))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "%s: this extension stands for no format of graphs; use .txt, .csv, .mtx, "
                       ".graph, .graphml, .gexf, .json or .rwg, or name the format",
                       path);
    if (!writer_of(options->format))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "unknown graph format %d",
                       (int)options->format);
    if ((options->roles || options->places || options->colors) &&
        options->format != RIWALK_FORMAT_GRAPHML && options->format != RIWALK_FORMAT_GEXF &&
        options->format != RIWALK_FORMAT_NODE_LINK)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "%s: only .gexf, .graphml and .json hold roles, places and colours", path);
    return RIWALK_STATUS_OK;
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
    return choose_format(path, &known, error);
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
    if ((status = choose_format(path, &known, error)))
        return status;
    rw_progress_begin(&writing.progress, &known.run, "writing", "nodes", graph->node_count);
    if (!(status = rw_output_open_sink(sink, &writing.output, error)))
        status = writer_of(known.format)(&writing, error);
    return rw_output_end(writing.output, status, sink.files, error);
}

riwalk_status riwalk_graph_write(const riwalk_graph *graph, const char *path,
                                 const riwalk_write_options *options, riwalk_error *error)
{
    return riwalk_graph_write_to(graph, riwalk_to_file(path), options, error);
}
