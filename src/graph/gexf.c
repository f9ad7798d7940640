/* SPDX-License-Identifier: MIT */
/*
 * GEXF in: nodes with their ids, edges with type and weight. Labels, attributes, times, colours and
 * places are passed over. Nodes in nodes are read as any others. A mutual edge is an arc in both
 * directions.
 */
#include "base/memory.h"
#include "base/xml.h"
#include "graph/elements.h"

#include <string.h>

typedef struct reader {
    rw_xml xml;
    rw_elements elements;
    bool seen; /* a graph */
    enum edge_type {
        UNDIRECTED,
        DIRECTED,
        MUTUAL
    } type; /* of edges that do not say it */
} reader;

static rw_id id_of(const reader *r, rw_xml_text text)
{
    return (rw_id){text.text, text.length, r->xml.tag};
}

static enum edge_type edge_type(reader *r, const char *attribute, enum edge_type otherwise)
{
    static const char *const names[] = {"undirected", "directed", "mutual"};
    rw_xml_text value = rw_xml_attribute_of(&r->xml, attribute);

    if (!value.text)
        return otherwise;
    for (int type = UNDIRECTED; type <= MUTUAL; type++)
        if (value.length == strlen(names[type]) && !memcmp(value.text, names[type], value.length))
            return (enum edge_type)type;
    rw_xml_fail(&r->xml, "%s is none of \"undirected\", \"directed\" and \"mutual\"", attribute);
    return otherwise;
}

static void open_graph(reader *r)
{
    if (r->seen)
        rw_xml_fail(&r->xml, "the file has several graphs: keep only one");
    r->seen = true;
    r->type = edge_type(r, "defaultedgetype", UNDIRECTED);
}

static riwalk_status open_node(reader *r)
{
    rw_xml_text id = rw_xml_attribute_of(&r->xml, "id");
    uint32_t node;

    if (!id.text)
        return rw_xml_fail(&r->xml, "a node has no id");
    return rw_elements_node(&r->elements, id_of(r, id), &node);
}

static riwalk_status open_edge(reader *r)
{
    rw_xml_text source = rw_xml_attribute_of(&r->xml, "source");
    rw_xml_text target = rw_xml_attribute_of(&r->xml, "target");
    rw_xml_text weight = rw_xml_attribute_of(&r->xml, "weight");
    enum edge_type type = edge_type(r, "type", r->type);
    bool mutual = type == MUTUAL && !r->elements.options->undirected;
    riwalk_status status;

    if (!source.text || !target.text)
        rw_xml_fail(&r->xml, "an edge has no %s", source.text ? "target" : "source");
    if ((status = r->xml.status) ||
        (status = rw_elements_edge(&r->elements, id_of(r, source), id_of(r, target),
                                   type != UNDIRECTED, id_of(r, weight))) ||
        !mutual)
        return status;
    return rw_elements_edge(&r->elements, id_of(r, target), id_of(r, source), true,
                            id_of(r, weight));
}

static riwalk_status open_element(reader *r)
{
    if (r->xml.depth == 1 && !rw_xml_is(&r->xml, "gexf"))
        return rw_xml_fail(&r->xml, "GEXF begins with the element <gexf>, this file does not");
    if (rw_xml_is(&r->xml, "graph"))
        open_graph(r);
    else if (rw_xml_is(&r->xml, "node"))
        return open_node(r);
    else if (rw_xml_is(&r->xml, "edge"))
        return open_edge(r);
    return r->xml.status;
}

static riwalk_status read_all(reader *r)
{
    riwalk_status status = RIWALK_STATUS_OK;
    rw_xml_event event;

    while (!status && (event = rw_xml_next(&r->xml)) != RW_XML_END)
        if (event == RW_XML_OPEN)
            status = open_element(r);
    if (!status && !(status = r->xml.status) && !r->seen)
        status = rw_xml_fail(&r->xml, "the file has no graph");
    return status;
}

riwalk_status rw_read_gexf(rw_input *input, const riwalk_read_options *options,
                           riwalk_graph **graph, riwalk_error *error)
{
    reader *r = rw_alloc_zeroed(1, sizeof *r, error);
    riwalk_status status;

    if (!r)
        return RIWALK_STATUS_MEMORY;
    rw_xml_begin(&r->xml, input, error);
    if (!(status = rw_elements_begin(&r->elements, input, options, error)) &&
        !(status = read_all(r)))
        status = rw_elements_build(&r->elements, false, graph);
    rw_elements_free(&r->elements);
    rw_xml_free(&r->xml);
    rw_free(r);
    return status;
}
