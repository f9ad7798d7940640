/* SPDX-License-Identifier: MIT */
/* Reading a graph: opening the input and picking the reader by content. */
#include "base/options.h"
#include "graph/graph.h"

#include <string.h>

void riwalk_read_options_init(riwalk_read_options *options)
{
    *options = (riwalk_read_options){.size = sizeof *options};
}

static riwalk_format recognise(const rw_input *input)
{
    if (rw_is_rwg(input))
        return RIWALK_FORMAT_RWG;
    if (rw_is_matrix_market(input))
        return RIWALK_FORMAT_MATRIX_MARKET;
    return rw_is_metis(input) ? RIWALK_FORMAT_METIS : RIWALK_FORMAT_EDGE_LIST;
}

/* What other programs write that would be misread as an edge list; NULL: nothing of the kind. */
static const char *foreign_format(const rw_input *input)
{
    static const struct {
        const char *begin, *format;
    } known[] = {{"<?xml", "GraphML"}, {"<graphml", "GraphML"}, {"graph [", "GML"},
                 {"graph\n[", "GML"},  {"Creator \"", "GML"},   {"{", "JSON"}};
    const char *at = input->data, *end = input->data + input->size;

    if (input->size >= 3 && !memcmp(at, "\xef\xbb\xbf", 3))
        at += 3;
    while (at < end && strchr(" \t\r\n", *at) && *at)
        at++;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t length = strlen(known[i].begin);

        if ((size_t)(end - at) >= length && !memcmp(at, known[i].begin, length))
            return known[i].format;
    }
    return NULL;
}

static riwalk_status read_input(rw_input *input, const riwalk_read_options *options,
                                riwalk_graph **graph, riwalk_error *error)
{
    const char *foreign = options->format ? NULL : foreign_format(input);
    riwalk_format format = options->format ? options->format : recognise(input);

    if (foreign)
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, input->name, 0,
                          "%s is not read: export an edge list, a line for each edge", foreign);
    if (options->nodes_path && format != RIWALK_FORMAT_EDGE_LIST)
        return rw_fail_at(error, RIWALK_STATUS_ARGUMENT, input->name, 0,
                          "a list of nodes goes with an edge list only: this format names all of "
                          "its nodes itself");
    switch (format) {
    case RIWALK_FORMAT_RWG:
        return rw_read_rwg(input, options, graph, error);
    case RIWALK_FORMAT_MATRIX_MARKET:
        return rw_read_matrix_market(input, options, graph, error);
    case RIWALK_FORMAT_METIS:
        return rw_read_metis(input, options, graph, error);
    case RIWALK_FORMAT_EDGE_LIST:
        return rw_read_edge_list(input, options, graph, error);
    case RIWALK_FORMAT_AUTO:
        break;
    }
    return rw_fail(error, RIWALK_STATUS_ARGUMENT, "%d is not a graph format", (int)format);
}

riwalk_status riwalk_graph_read(const char *path, const riwalk_read_options *options,
                                riwalk_graph **graph, riwalk_error *error)
{
    riwalk_read_options known;
    riwalk_status status;
    rw_input input;

    riwalk_read_options_init(&known);
    if ((status = rw_options_copy(&known, sizeof known, options, error)))
        return status;
    if (!path || !graph)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the path and the graph must not be NULL");
    if ((status = rw_input_open(path, known.run.threads, &input, error)))
        return status;
    status = read_input(&input, &known, graph, error);
    rw_input_close(&input);
    return status;
}

riwalk_status riwalk_graph_read_memory(const void *data, size_t size, const char *name,
                                       const riwalk_read_options *options, riwalk_graph **graph,
                                       riwalk_error *error)
{
    riwalk_read_options known;
    riwalk_status status;
    rw_input input;

    riwalk_read_options_init(&known);
    if ((status = rw_options_copy(&known, sizeof known, options, error)))
        return status;
    if ((size && !data) || !name || !graph)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the data, their name and the graph must not be NULL");
    if ((status = rw_input_memory(data, size, name, &input, error)))
        return status;
    status = read_input(&input, &known, graph, error);
    rw_input_close(&input);
    return status;
}
