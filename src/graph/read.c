/* SPDX-License-Identifier: MIT */
/* Reading a graph: opening the input and picking the reader by content. */
#include "base/memory.h"
#include "base/options.h"
#include "base/xml.h"
#include "graph/graph.h"

#include <string.h>
#include <strings.h>

void riwalk_read_options_init(riwalk_read_options *options)
{
    *options = (riwalk_read_options){.size = sizeof *options};
}

/* The first byte that is neither part of a byte order mark nor blank. */
static const char *first_byte(const rw_input *input)
{
    const char *at = input->data, *end = input->data + input->size;

    if (input->size >= 3 && !memcmp(at, "\xef\xbb\xbf", 3))
        at += 3;
    while (at < end && *at && strchr(" \t\r\n", *at))
        at++;
    return at;
}

/* XML is told by its root, which may stand behind comments and declarations. */
static riwalk_status recognise_xml(const rw_input *input, riwalk_format *format,
                                   riwalk_error *error)
{
    rw_xml *xml = rw_alloc(1, sizeof *xml, error);
    riwalk_status status;

    if (!xml)
        return RIWALK_STATUS_MEMORY;
    rw_xml_begin(xml, input, error);
    rw_xml_next(xml);
    if (!(status = xml->status)) {
        *format = rw_xml_is(xml, "graphml") ? RIWALK_FORMAT_GRAPHML
                  : rw_xml_is(xml, "gexf")  ? RIWALK_FORMAT_GEXF
                                            : RIWALK_FORMAT_AUTO;
        if (!*format)
            status =
                rw_xml_fail(xml, "this XML is neither GraphML nor GEXF: its root is <%.*s>",
                            xml->name.length < 40 ? (int)xml->name.length : 40, xml->name.text);
    }
    rw_xml_free(xml);
    rw_free(xml);
    return status;
}

/* What other programs write that would be misread as an edge list; NULL: nothing of the kind. */
static const char *foreign_format(const rw_input *input)
{
    static const struct {
        const char *begin, *format;
    } known[] = {{"graph [", "GML"},           {"graph\n[", "GML"},
                 {"Creator \"", "GML"},        {"*vertices", "Pajek"},
                 {"*network", "Pajek"},        {"digraph {", "Graphviz's DOT"},
                 {"graph {", "Graphviz's DOT"}};
    const char *at = first_byte(input), *end = input->data + input->size;

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t length = strlen(known[i].begin);

        if ((size_t)(end - at) >= length && !strncasecmp(at, known[i].begin, length))
            return known[i].format;
    }
    return NULL;
}

/* Whether a file is XML. One that is called an edge list may have an id that begins like a tag. */
static bool is_xml(const char *at, const char *end, riwalk_format named)
{
    size_t length = 0;

    if (end - at < 2 || *at != '<')
        return false;
    if (at[1] == '?' || at[1] == '!' || named != RIWALK_FORMAT_EDGE_LIST)
        return true;
    for (at++; at + length < end && !strchr(" \t\r\n>", at[length]); length++)
        if (at[length] == ':') { /* what stands before it is a prefix of names */
            at += length + 1;
            length = SIZE_MAX;
        }
    return (length == 7 && !memcmp(at, "graphml", 7)) || (length == 4 && !memcmp(at, "gexf", 4));
}

static riwalk_status recognise(const rw_input *input, riwalk_format *format, riwalk_error *error)
{
    const char *at = first_byte(input), *foreign;
    riwalk_format named = riwalk_graph_format_from_path(input->name);

    *format = rw_is_rwg(input)                 ? RIWALK_FORMAT_RWG
              : rw_is_matrix_market(input)     ? RIWALK_FORMAT_MATRIX_MARKET
              : named >= RIWALK_FORMAT_GRAPHML ? named
                                               : RIWALK_FORMAT_AUTO;
    if (*format)
        return RIWALK_STATUS_OK;
    if (is_xml(at, input->data + input->size, named))
        return recognise_xml(input, format, error);
    if (at < input->data + input->size && *at == '{')
        *format = RIWALK_FORMAT_NODE_LINK;
    else if ((foreign = foreign_format(input)))
        return rw_fail_at(
            error, RIWALK_STATUS_FORMAT, input->name, 0,
            "riwalk does not read %s: export GraphML, GEXF, or an edge list with one edge per line",
            foreign);
    else
        *format = rw_is_metis(input) ? RIWALK_FORMAT_METIS : RIWALK_FORMAT_EDGE_LIST;
    return RIWALK_STATUS_OK;
}

static rw_reader *reader_of(riwalk_format format)
{
    switch (format) {
    case RIWALK_FORMAT_RWG:
        return rw_read_rwg;
    case RIWALK_FORMAT_MATRIX_MARKET:
        return rw_read_matrix_market;
    case RIWALK_FORMAT_METIS:
        return rw_read_metis;
    case RIWALK_FORMAT_EDGE_LIST:
        return rw_read_edge_list;
    case RIWALK_FORMAT_GRAPHML:
        return rw_read_graphml;
    case RIWALK_FORMAT_GEXF:
        return rw_read_gexf;
    case RIWALK_FORMAT_NODE_LINK:
        return rw_read_node_link;
    case RIWALK_FORMAT_AUTO:
        break;
    }
    return NULL;
}

static riwalk_status read_input(rw_input *input, const riwalk_read_options *options,
                                riwalk_graph **graph, riwalk_error *error)
{
    riwalk_format format = options->format;
    riwalk_status status;

    if ((options->directed && options->undirected) || (options->weighted && options->unweighted))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "a graph is read with or without directions, with or without weights, not "
                       "both");
    if (!format && (status = recognise(input, &format, error)))
        return status;
    if (!reader_of(format))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "unknown graph format %d", (int)format);
    if (options->nodes_path && format != RIWALK_FORMAT_EDGE_LIST)
        return rw_fail_at(
            error, RIWALK_STATUS_ARGUMENT, input->name, 0,
            "a node list works with edge lists only: this format names all of its nodes itself");
    return reader_of(format)(input, options, graph, error);
}

riwalk_status riwalk_graph_read_from(riwalk_source source, const riwalk_read_options *options,
                                     riwalk_graph **graph, riwalk_error *error)
{
    riwalk_read_options known;
    riwalk_status status;
    rw_input input;

    riwalk_read_options_init(&known);
    if ((status = rw_options_copy(&known, sizeof known, options, error)))
        return status;
    if (!graph)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the graph must not be NULL");
    if ((status = rw_input_from(source, known.run.threads, &input, error)))
        return status;
    status = read_input(&input, &known, graph, error);
    rw_input_close(&input);
    return status;
}

riwalk_status riwalk_graph_read(const char *path, const riwalk_read_options *options,
                                riwalk_graph **graph, riwalk_error *error)
{
    return riwalk_graph_read_from(riwalk_from_file(path), options, graph, error);
}
