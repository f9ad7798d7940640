/* SPDX-License-Identifier: MIT */
/*
 * GEXF in: nodes with their ids, edges with type and weight. Labels, attributes, times, colours and
 * places are passed over. Nodes in nodes are read as any others. A mutual edge is an arc in both
 * directions.
 */
#include "graph/elements.h"

#include <string.h>

typedef struct reader {
    rw_markup in;
    enum edge_type {
        UNDIRECTED,
        DIRECTED,
        MUTUAL
    } type; /* of edges that do not say it */
} reader;

static enum edge_type edge_type(reader *r, const char *attribute, enum edge_type otherwise)
{
    static const char *const names[] = {"undirected", "directed", "mutual"};
    rw_text value = rw_xml_attribute_of(&r->in.xml, attribute);

    if (!value.text)
        return otherwise;
    for (int type = UNDIRECTED; type <= MUTUAL; type++)
        if (value.length == strlen(names[type]) && !memcmp(value.text, names[type], value.length))
            return (enum edge_type)type;
    rw_xml_fail(&r->in.xml, "%s is none of \"undirected\", \"directed\" and \"mutual\"", attribute);
    return otherwise;
}

static void open_graph(reader *r)
{
    if (r->in.seen)
        rw_xml_fail(&r->in.xml, "the file has several graphs: keep only one");
    r->in.seen = true;
    r->type = edge_type(r, "defaultedgetype", UNDIRECTED);
}

static riwalk_status open_node(reader *r)
{
    rw_text id = rw_xml_attribute_of(&r->in.xml, "id");
    uint32_t node;

    if (!id.text)
        return rw_xml_fail(&r->in.xml, "a node has no id");
    return rw_elements_node(&r->in.elements, rw_id_of(&r->in, id), &node);
}

static riwalk_status open_edge(reader *r)
{
    rw_text source = rw_xml_attribute_of(&r->in.xml, "source");
    rw_text target = rw_xml_attribute_of(&r->in.xml, "target");
    rw_text weight = rw_xml_attribute_of(&r->in.xml, "weight");
    enum edge_type type = edge_type(r, "type", r->type);
    bool mutual = type == MUTUAL && !r->in.elements.options->undirected;
    riwalk_status status;

    if (!source.text || !target.text)
        rw_xml_fail(&r->in.xml, "an edge has no %s", source.text ? "target" : "source");
    if ((status = r->in.xml.status) ||
        (status =
             rw_elements_edge(&r->in.elements, rw_id_of(&r->in, source), rw_id_of(&r->in, target),
                              type != UNDIRECTED, rw_id_of(&r->in, weight))) ||
        !mutual)
        return status;
    return rw_elements_edge(&r->in.elements, rw_id_of(&r->in, target), rw_id_of(&r->in, source),
                            true, rw_id_of(&r->in, weight));
}

static riwalk_status open_element(rw_markup *markup)
{
    reader *r = (reader *)markup;

    if (r->in.xml.depth == 1 && !rw_xml_is(&r->in.xml, "gexf"))
        return rw_xml_fail(&r->in.xml, "GEXF begins with the element <gexf>, this file does not");
    if (rw_xml_is(&r->in.xml, "graph"))
        open_graph(r);
    else if (rw_xml_is(&r->in.xml, "node"))
        return open_node(r);
    else if (rw_xml_is(&r->in.xml, "edge"))
        return open_edge(r);
    return r->in.xml.status;
}

riwalk_status rw_read_gexf(rw_input *input, const riwalk_read_options *options,
                           riwalk_graph **graph, riwalk_error *error)
{
    return rw_markup_read(sizeof(reader), open_element, NULL, input, options, graph, error);
}
