/* SPDX-License-Identifier: MIT */
/*
 * GraphML and GEXF in: nodes with their ids, edges with direction and weight; what else there is is
 * passed over. Nested graphs, and nodes in nodes, are read as one graph.
 *
 * In GraphML a weight is an edge's datum whose key is called "weight". igraph numbers nodes n0, n1,
 * ... and puts their names into a key of its own, v_name: these are the ids there. Hyperedges are
 * refused. A mutual edge of GEXF is an arc in both directions.
 */
#include "base/memory.h"
#include "base/xml.h"
#include "graph/elements.h"

#include <string.h>

/* networkx has a key for each type that weights have: whole numbers, floats, ... */
#define WEIGHT_KEYS 8

/* What is known of an open element: of graphs the default direction, of nodes their number. */
typedef struct level {
    enum edge_type {
        UNDIRECTED,
        DIRECTED,
        MUTUAL
    } type;
    bool is_node;
    uint32_t node;
} level;

typedef struct reader {
    rw_xml xml;
    rw_elements elements;
    bool seen;                        /* a graph */
    rw_span weight_keys[WEIGHT_KEYS]; /* ids */
    unsigned weight_key_count;
    rw_span type_keys[WEIGHT_KEYS]; /* ids of the attribute that is the type of nodes */
    unsigned type_key_count;
    rw_span title_key;    /* no text: there is none */
    rw_id default_weight; /* no text: none */
    rw_id default_type;   /* no text: none */
    bool in_weight_key;
    bool in_type_key;
    bool node_attributes; /* GEXF: what is declared is of nodes */
    bool in_edge;
    bool edge_directed;
    rw_id source, target, weight;
    enum {
        NOTHING,
        WEIGHT,
        DEFAULT_WEIGHT,
        TITLE,
        TYPE,
        DEFAULT_TYPE
    } wanted;                       /* what the open element's text is */
    level levels[RW_XML_DEPTH + 1]; /* by depth */
} reader;

/* ---- What both have ---- */

static rw_id id_of(const reader *r, rw_span text)
{
    return (rw_id){text.text, text.length, r->xml.tag};
}

static rw_span attribute(reader *r, const char *name)
{
    return rw_xml_attribute_of(&r->xml, name);
}

static void begin_graph(reader *r, bool again)
{
    if (again && r->seen)
        rw_xml_fail(&r->xml, "the file has several graphs: keep only one");
    r->seen = true;
}

static riwalk_status open_node(reader *r)
{
    rw_span id = attribute(r, "id");
    level *here = &r->levels[r->xml.depth];
    riwalk_status status;

    if (!id.text)
        return rw_xml_fail(&r->xml, "a node has no id");
    here->is_node = true;
    if ((status = rw_elements_node(&r->elements, id_of(r, id), &here->node)) ||
        !r->default_type.text)
        return status;
    return rw_elements_type(&r->elements, here->node, r->default_type);
}

/* An attribute of nodes that the file declares: whether it is their type. */
static void declare_type(reader *r, rw_span id, rw_span name)
{
    const char *wanted = r->elements.options->types_attribute;

    if (!wanted || !id.text || !rw_span_is(name, wanted))
        return;
    if (r->type_key_count == WEIGHT_KEYS)
        rw_xml_fail(&r->xml, "more than %d attributes of nodes have this name", WEIGHT_KEYS);
    else
        r->type_keys[r->type_key_count++] = id;
    r->in_type_key = true;
}

static bool is_type_key(const reader *r, rw_span id)
{
    for (unsigned i = 0; i < r->type_key_count; i++)
        if (rw_span_same(id, r->type_keys[i]))
            return true;
    return false;
}

static void take_ends(reader *r)
{
    rw_span source = attribute(r, "source"), target = attribute(r, "target");

    if (!source.text || !target.text)
        rw_xml_fail(&r->xml, "an edge has no %s", source.text ? "target" : "source");
    r->source = id_of(r, source);
    r->target = id_of(r, target);
}

/* Takes each element as it opens and as it closes. */
typedef riwalk_status step(reader *r);

static riwalk_status read_all(step *open, step *close, rw_input *input,
                              const riwalk_read_options *options, riwalk_graph **graph,
                              riwalk_error *error)
{
    reader *r = rw_alloc_zeroed(1, sizeof *r, error);
    riwalk_status status;
    rw_xml_event event;

    if (!r)
        return RIWALK_STATUS_MEMORY;
    rw_xml_begin(&r->xml, input, error);
    status = rw_elements_begin(&r->elements, input, options, error);
    while (!status && (event = rw_xml_next(&r->xml)) != RW_XML_END) {
        if (event == RW_XML_OPEN)
            r->levels[r->xml.depth] = (level){.type = r->levels[r->xml.depth - 1].type};
        status = event == RW_XML_OPEN ? open(r) : close(r);
    }
    if (!status && !(status = r->xml.status) && !r->seen)
        status = rw_xml_fail(&r->xml, "the file has no graph");
    if (!status)
        status = rw_elements_build(&r->elements, false, graph);
    rw_elements_free(&r->elements);
    rw_xml_free(&r->xml);
    rw_free(r);
    return status;
}

/* ---- GEXF ---- */

static enum edge_type gexf_type(reader *r, const char *name, enum edge_type otherwise)
{
    static const char *const types[] = {"undirected", "directed", "mutual"};
    rw_span value = attribute(r, name);

    if (!value.text)
        return otherwise;
    for (int type = UNDIRECTED; type <= MUTUAL; type++)
        if (rw_span_is(value, types[type]))
            return (enum edge_type)type;
    rw_xml_fail(&r->xml, "%s is none of \"undirected\", \"directed\" and \"mutual\"", name);
    return otherwise;
}

static riwalk_status open_gexf_edge(reader *r)
{
    rw_id weight = id_of(r, attribute(r, "weight"));
    enum edge_type type = gexf_type(r, "type", r->levels[0].type);
    bool mutual = type == MUTUAL && !r->elements.options->undirected;
    riwalk_status status;

    take_ends(r);
    if ((status = r->xml.status) ||
        (status =
             rw_elements_edge(&r->elements, r->source, r->target, type != UNDIRECTED, weight)) ||
        !mutual)
        return status;
    return rw_elements_edge(&r->elements, r->target, r->source, true, weight);
}

/* <attributes class="node"><attribute id="0" title="kind"/> declares an attribute, and
 * <node><attvalues><attvalue for="0" value="bank"/> gives a node its value. */
static riwalk_status open_gexf_value(reader *r)
{
    rw_span key = attribute(r, "for"), value = attribute(r, "value");
    const level *node = r->xml.depth > 2 ? &r->levels[r->xml.depth - 2] : &r->levels[0];

    if (!node->is_node || !value.text || !is_type_key(r, key))
        return r->xml.status;
    return rw_elements_type(&r->elements, node->node, id_of(r, value));
}

static riwalk_status open_gexf(reader *r)
{
    if (r->xml.depth == 1 && !rw_xml_is(&r->xml, "gexf"))
        return rw_xml_fail(&r->xml, "GEXF begins with the element <gexf>, this file does not");
    if (rw_xml_is(&r->xml, "graph")) {
        begin_graph(r, true);
        r->levels[0].type = gexf_type(r, "defaultedgetype", UNDIRECTED);
    } else if (rw_xml_is(&r->xml, "node")) {
        return open_node(r);
    } else if (rw_xml_is(&r->xml, "edge")) {
        return open_gexf_edge(r);
    } else if (rw_xml_is(&r->xml, "attributes")) {
        r->node_attributes = rw_span_is(attribute(r, "class"), "node");
    } else if (rw_xml_is(&r->xml, "attribute") && r->node_attributes) {
        declare_type(r, attribute(r, "id"), attribute(r, "title"));
    } else if (rw_xml_is(&r->xml, "default") && r->in_type_key) {
        r->wanted = DEFAULT_TYPE;
        r->xml.keep = true;
    } else if (rw_xml_is(&r->xml, "attvalue")) {
        return open_gexf_value(r);
    }
    return r->xml.status;
}

static riwalk_status close_gexf(reader *r)
{
    if (r->wanted == DEFAULT_TYPE && r->xml.content.text)
        r->default_type = id_of(r, r->xml.content);
    r->wanted = NOTHING;
    if (rw_xml_is(&r->xml, "attribute"))
        r->in_type_key = false;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_read_gexf(rw_input *input, const riwalk_read_options *options,
                           riwalk_graph **graph, riwalk_error *error)
{
    return read_all(open_gexf, close_gexf, input, options, graph, error);
}

/* ---- GraphML ---- */

static void open_key(reader *r)
{
    rw_span id = attribute(r, "id"), target = attribute(r, "for");
    rw_span name = attribute(r, "attr.name");
    bool edges = !target.text || rw_span_is(target, "edge") || rw_span_is(target, "all");

    if (!id.text)
        rw_xml_fail(&r->xml, "a <key> has no id");
    if (edges && rw_span_is(name, "weight")) {
        if (r->weight_key_count == WEIGHT_KEYS)
            rw_xml_fail(&r->xml, "more than %d keys of edges are called weight", WEIGHT_KEYS);
        else
            r->weight_keys[r->weight_key_count++] = id;
        r->in_weight_key = true;
    }
    if (rw_span_is(target, "node") && rw_span_is(name, "name") && rw_span_is(id, "v_name"))
        r->title_key = id;
    if (!target.text || rw_span_is(target, "node") || rw_span_is(target, "all"))
        declare_type(r, id, name);
}

/* Directions of edges: of the graph's default and of one edge. */
static bool direction(reader *r, const char *name, const char *yes, const char *no, bool otherwise)
{
    rw_span value = attribute(r, name);

    if (value.text && !rw_span_is(value, yes) && !rw_span_is(value, no))
        rw_xml_fail(&r->xml, "%s is neither \"%s\" nor \"%s\"", name, yes, no);
    return value.text ? rw_span_is(value, yes) : otherwise;
}

static void open_edge(reader *r)
{
    if (r->in_edge)
        rw_xml_fail(&r->xml, "there is an edge inside an edge");
    take_ends(r);
    r->in_edge = true;
    r->edge_directed = direction(r, "directed", "true", "false", r->levels[r->xml.depth].type);
    r->weight = r->default_weight;
}

static void open_data(reader *r)
{
    rw_span key = attribute(r, "key");

    for (unsigned i = 0; i < r->weight_key_count && r->in_edge; i++)
        if (rw_span_same(key, r->weight_keys[i]))
            r->wanted = WEIGHT;
    if (!r->in_edge && r->levels[r->xml.depth - 1].is_node && rw_span_same(key, r->title_key))
        r->wanted = TITLE;
    if (!r->in_edge && r->levels[r->xml.depth - 1].is_node && is_type_key(r, key))
        r->wanted = TYPE;
    r->xml.keep = r->wanted != NOTHING;
}

static riwalk_status open_graphml(reader *r)
{
    rw_xml *xml = &r->xml;
    level *here = &r->levels[xml->depth];

    r->wanted = NOTHING;
    if (xml->depth == 1 && !rw_xml_is(xml, "graphml"))
        return rw_xml_fail(xml, "GraphML begins with the element <graphml>, this file does not");
    if (rw_xml_is(xml, "key"))
        open_key(r);
    else if (rw_xml_is(xml, "default") && (r->in_weight_key || r->in_type_key)) {
        r->wanted = r->in_weight_key ? DEFAULT_WEIGHT : DEFAULT_TYPE;
        xml->keep = true;
    } else if (rw_xml_is(xml, "graph")) {
        begin_graph(r, xml->depth == 2);
        here->type = direction(r, "edgedefault", "directed", "undirected", here->type);
    } else if (rw_xml_is(xml, "node"))
        return open_node(r);
    else if (rw_xml_is(xml, "edge"))
        open_edge(r);
    else if (rw_xml_is(xml, "data"))
        open_data(r);
    else if (rw_xml_is(xml, "hyperedge"))
        return rw_xml_fail(
            xml, "a hyperedge joins more than two nodes: riwalk does not read such graphs");
    return xml->status;
}

/* Numbers may have blanks around them. */
static rw_id trimmed(rw_id text)
{
    while (text.length && strchr(" \t\r\n", text.text[0])) {
        text.text++;
        text.length--;
    }
    while (text.length && strchr(" \t\r\n", text.text[text.length - 1]))
        text.length--;
    return text;
}

static riwalk_status close_graphml(reader *r)
{
    rw_span content = r->xml.content.text ? r->xml.content : (rw_span){"", 0};
    rw_id text = id_of(r, content);
    riwalk_status status = RIWALK_STATUS_OK;

    if (r->wanted == WEIGHT)
        r->weight = trimmed(text);
    else if (r->wanted == DEFAULT_WEIGHT)
        r->default_weight = trimmed(text);
    else if (r->wanted == DEFAULT_TYPE)
        r->default_type = text;
    else if (r->wanted == TITLE && text.length)
        status = rw_elements_title(&r->elements, r->levels[r->xml.depth].node, text);
    else if (r->wanted == TYPE)
        status = rw_elements_type(&r->elements, r->levels[r->xml.depth].node, text);
    r->wanted = NOTHING;
    if (rw_xml_is(&r->xml, "key"))
        r->in_weight_key = r->in_type_key = false;
    if (status || !rw_xml_is(&r->xml, "edge"))
        return status;
    r->in_edge = false;
    return rw_elements_edge(&r->elements, r->source, r->target, r->edge_directed, r->weight);
}

riwalk_status rw_read_graphml(rw_input *input, const riwalk_read_options *options,
                              riwalk_graph **graph, riwalk_error *error)
{
    return read_all(open_graphml, close_graphml, input, options, graph, error);
}
