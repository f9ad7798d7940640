/* SPDX-License-Identifier: MIT */
/* Writing a graph: the format is picked by name, the file is complete or absent. */
#include "base/options.h"
#include "graph/graph.h"

#include <string.h>
#include <strings.h>

void riwalk_write_options_init(riwalk_write_options *options)
{
    *options = (riwalk_write_options){.size = sizeof *options};
}

/* Whether text[0 .. length) ends so, in any case of letters. */
static bool ends_with(const char *text, size_t length, const char *end)
{
    size_t tail = strlen(end);

    return length > tail && !strncasecmp(text + length - tail, end, tail);
}

riwalk_format rw_format_of_name(const char *name)
{
    static const struct {
        const char *extension;
        riwalk_format format;
    } known[] = {
        {".mtx", RIWALK_FORMAT_MATRIX_MARKET},
        {".graph", RIWALK_FORMAT_METIS},
        {".metis", RIWALK_FORMAT_METIS},
        {".rwg", RIWALK_FORMAT_RWG},
    };
    size_t length = name ? strlen(name) : 0;

    if (ends_with(name, length, ".gz"))
        length -= 3;
    else if (ends_with(name, length, ".zst"))
        length -= 4;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (ends_with(name, length, known[i].extension))
            return known[i].format;
    return RIWALK_FORMAT_AUTO;
}

static rw_writer *writer_of(riwalk_format format)
{
    switch (format) {
    case RIWALK_FORMAT_AUTO:
    case RIWALK_FORMAT_EDGE_LIST:
        return rw_write_edge_list;
    case RIWALK_FORMAT_MATRIX_MARKET:
        return rw_write_matrix_market;
    case RIWALK_FORMAT_METIS:
        return rw_write_metis;
    case RIWALK_FORMAT_RWG:
        return rw_write_rwg;
    }
    return NULL;
}

riwalk_status riwalk_graph_write(const riwalk_graph *graph, const char *path,
                                 const riwalk_write_options *options, riwalk_error *error)
{
    riwalk_write_options known;
    rw_output *output = NULL;
    rw_progress progress;
    riwalk_status status;
    rw_writer *write;

    riwalk_write_options_init(&known);
    if ((status = rw_options_copy(&known, sizeof known, options, error)))
        return status;
    if (!graph || !path)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the graph and the path must not be NULL");
    if (known.format == RIWALK_FORMAT_AUTO)
        known.format = rw_format_of_name(path);
    if (!(write = writer_of(known.format)))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "there is no graph format number %d",
                       (int)known.format);
    rw_progress_begin(&progress, &known.run, "writing", "nodes", graph->node_count);
    if (!(status = rw_output_open(path, &output, error)))
        status = write(graph, output, &progress, error);
    return rw_output_end(output, status, known.files, error);
}
