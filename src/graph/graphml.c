/* SPDX-License-Identifier: MIT */
/*
 * GraphML in: nodes with their ids, edges with direction and weight. A weight is an edge's datum
 * whose key is called "weight". igraph numbers nodes n0, n1, ... and puts their names into a key of
 * its own, v_name: these are the ids there. Nested graphs are read as one; hyperedges are refused.
 */
#include "graph/elements.h"

#include <string.h>

/* networkx has a key for each type that weights have: whole numbers, floats, ... */
#define WEIGHT_KEYS 8

/* What is known of an open element: of graphs the default direction, of nodes their number. */
typedef struct level {
    bool directed;
    bool is_node;
    uint32_t node;
} level;

typedef struct reader {
    rw_markup in;
    rw_text weight_keys[WEIGHT_KEYS]; /* ids */
    unsigned weight_key_count;
    rw_text title_key;    /* no text: there is none */
    rw_id default_weight; /* no text: none */
    bool in_weight_key;
    bool in_edge;
    bool edge_directed;
    rw_id source, target, weight;
    enum {
        NOTHING,
        WEIGHT,
        DEFAULT_WEIGHT,
        TITLE
    } wanted;                       /* what the open element's text is */
    level levels[RW_XML_DEPTH + 1]; /* by depth */
} reader;

static bool same(rw_text a, rw_text b)
{
    return a.text && b.text && a.length == b.length && !memcmp(a.text, b.text, a.length);
}

static bool is(rw_text text, const char *word)
{
    return same(text, (rw_text){word, strlen(word)});
}

static void open_key(reader *r)
{
    rw_text id = rw_xml_attribute_of(&r->in.xml, "id"),
            target = rw_xml_attribute_of(&r->in.xml, "for");
    rw_text name = rw_xml_attribute_of(&r->in.xml, "attr.name");
    bool edges = !target.text || is(target, "edge") || is(target, "all");

    if (!id.text)
        rw_xml_fail(&r->in.xml, "a <key> has no id");
    if (edges && is(name, "weight")) {
        if (r->weight_key_count == WEIGHT_KEYS)
            rw_xml_fail(&r->in.xml, "more than %d keys of edges are called weight", WEIGHT_KEYS);
        else
            r->weight_keys[r->weight_key_count++] = id;
        r->in_weight_key = true;
    }
    if (is(target, "node") && is(name, "name") && is(id, "v_name"))
        r->title_key = id;
}

/* Directions of edges: of the graph's default and of one edge. */
static bool direction(reader *r, const char *attribute, const char *yes, const char *no,
                      bool otherwise)
{
    rw_text value = rw_xml_attribute_of(&r->in.xml, attribute);

    if (value.text && !is(value, yes) && !is(value, no))
        rw_xml_fail(&r->in.xml, "%s is neither \"%s\" nor \"%s\"", attribute, yes, no);
    return value.text ? is(value, yes) : otherwise;
}

static void open_graph(reader *r)
{
    if (r->in.xml.depth == 2 && r->in.seen)
        rw_xml_fail(&r->in.xml, "the file has several graphs: keep only one");
    r->in.seen = true;
    r->levels[r->in.xml.depth].directed =
        direction(r, "edgedefault", "directed", "undirected", r->levels[r->in.xml.depth].directed);
}

static riwalk_status open_node(reader *r)
{
    rw_text id = rw_xml_attribute_of(&r->in.xml, "id");
    level *here = &r->levels[r->in.xml.depth];

    if (!id.text)
        return rw_xml_fail(&r->in.xml, "a node has no id");
    here->is_node = true;
    return rw_elements_node(&r->in.elements, rw_id_of(&r->in, id), &here->node);
}

static void open_edge(reader *r)
{
    rw_text source = rw_xml_attribute_of(&r->in.xml, "source");
    rw_text target = rw_xml_attribute_of(&r->in.xml, "target");

    if (r->in_edge)
        rw_xml_fail(&r->in.xml, "there is an edge inside an edge");
    else if (!source.text || !target.text)
        rw_xml_fail(&r->in.xml, "an edge has no %s", source.text ? "target" : "source");
    r->in_edge = true;
    r->edge_directed =
        direction(r, "directed", "true", "false", r->levels[r->in.xml.depth].directed);
    r->source = rw_id_of(&r->in, source);
    r->target = rw_id_of(&r->in, target);
    r->weight = r->default_weight;
}

static void open_data(reader *r)
{
    rw_text key = rw_xml_attribute_of(&r->in.xml, "key");

    for (unsigned i = 0; i < r->weight_key_count && r->in_edge; i++)
        if (same(key, r->weight_keys[i]))
            r->wanted = WEIGHT;
    if (!r->in_edge && r->levels[r->in.xml.depth - 1].is_node && same(key, r->title_key))
        r->wanted = TITLE;
    r->in.xml.keep = r->wanted != NOTHING;
}

static riwalk_status open_element(rw_markup *markup)
{
    reader *r = (reader *)markup;
    rw_xml *xml = &r->in.xml;

    r->wanted = NOTHING;
    r->levels[xml->depth] = (level){.directed = r->levels[xml->depth - 1].directed};
    if (xml->depth == 1 && !rw_xml_is(xml, "graphml"))
        return rw_xml_fail(xml, "GraphML begins with the element <graphml>, this file does not");
    if (rw_xml_is(xml, "key"))
        open_key(r);
    else if (rw_xml_is(xml, "default") && r->in_weight_key) {
        r->wanted = DEFAULT_WEIGHT;
        xml->keep = true;
    } else if (rw_xml_is(xml, "graph"))
        open_graph(r);
    else if (rw_xml_is(xml, "node"))
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

static riwalk_status close_element(rw_markup *markup)
{
    reader *r = (reader *)markup;
    rw_text none = {"", 0};
    rw_id text = rw_id_of(&r->in, r->in.xml.content.text ? r->in.xml.content : none);

    riwalk_status status = RIWALK_STATUS_OK;

    if (r->wanted == WEIGHT)
        r->weight = trimmed(text);
    else if (r->wanted == DEFAULT_WEIGHT)
        r->default_weight = trimmed(text);
    else if (r->wanted == TITLE && text.length)
        status = rw_elements_title(&r->in.elements, r->levels[r->in.xml.depth].node, text);
    r->wanted = NOTHING;
    if (rw_xml_is(&r->in.xml, "key"))
        r->in_weight_key = false;
    if (status || !rw_xml_is(&r->in.xml, "edge"))
        return status;
    r->in_edge = false;
    return rw_elements_edge(&r->in.elements, r->source, r->target, r->edge_directed, r->weight);
}

riwalk_status rw_read_graphml(rw_input *input, const riwalk_read_options *options,
                              riwalk_graph **graph, riwalk_error *error)
{
    return rw_markup_read(sizeof(reader), open_element, close_element, input, options, graph,
                          error);
}
