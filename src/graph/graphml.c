/* SPDX-License-Identifier: MIT */
/*
 * GraphML in: nodes with their ids, edges with direction and weight. A weight is an edge's datum
 * whose key is called "weight". igraph numbers nodes n0, n1, ... and puts their names into a key of
 * its own, v_name: these are the ids there. Nested graphs are read as one; hyperedges are refused.
 */
#include "base/memory.h"
#include "base/xml.h"
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
    rw_xml xml;
    rw_elements elements;
    bool seen;                            /* a graph */
    rw_xml_text weight_keys[WEIGHT_KEYS]; /* ids */
    unsigned weight_key_count;
    rw_xml_text title_key; /* no text: there is none */
    rw_id default_weight;  /* no text: none */
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

static bool same(rw_xml_text a, rw_xml_text b)
{
    return a.text && b.text && a.length == b.length && !memcmp(a.text, b.text, a.length);
}

static bool is(rw_xml_text text, const char *word)
{
    return same(text, (rw_xml_text){word, strlen(word)});
}

static rw_id id_of(const reader *r, rw_xml_text text)
{
    return (rw_id){text.text, text.length, r->xml.tag};
}

static void open_key(reader *r)
{
    rw_xml_text id = rw_xml_attribute_of(&r->xml, "id"),
                target = rw_xml_attribute_of(&r->xml, "for");
    rw_xml_text name = rw_xml_attribute_of(&r->xml, "attr.name");
    bool edges = !target.text || is(target, "edge") || is(target, "all");

    if (!id.text)
        rw_xml_fail(&r->xml, "a <key> has no id");
    if (edges && is(name, "weight")) {
        if (r->weight_key_count == WEIGHT_KEYS)
            rw_xml_fail(&r->xml, "more than %d keys of edges are called weight", WEIGHT_KEYS);
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
    rw_xml_text value = rw_xml_attribute_of(&r->xml, attribute);

    if (value.text && !is(value, yes) && !is(value, no))
        rw_xml_fail(&r->xml, "%s is neither \"%s\" nor \"%s\"", attribute, yes, no);
    return value.text ? is(value, yes) : otherwise;
}

static void open_graph(reader *r)
{
    if (r->xml.depth == 2 && r->seen)
        rw_xml_fail(&r->xml, "the file has several graphs: keep only one");
    r->seen = true;
    r->levels[r->xml.depth].directed =
        direction(r, "edgedefault", "directed", "undirected", r->levels[r->xml.depth].directed);
}

static riwalk_status open_node(reader *r)
{
    rw_xml_text id = rw_xml_attribute_of(&r->xml, "id");
    level *here = &r->levels[r->xml.depth];

    if (!id.text)
        return rw_xml_fail(&r->xml, "a node has no id");
    here->is_node = true;
    return rw_elements_node(&r->elements, id_of(r, id), &here->node);
}

static void open_edge(reader *r)
{
    rw_xml_text source = rw_xml_attribute_of(&r->xml, "source");
    rw_xml_text target = rw_xml_attribute_of(&r->xml, "target");

    if (r->in_edge)
        rw_xml_fail(&r->xml, "there is an edge inside an edge");
    else if (!source.text || !target.text)
        rw_xml_fail(&r->xml, "an edge has no %s", source.text ? "target" : "source");
    r->in_edge = true;
    r->edge_directed = direction(r, "directed", "true", "false", r->levels[r->xml.depth].directed);
    r->source = id_of(r, source);
    r->target = id_of(r, target);
    r->weight = r->default_weight;
}

static void open_data(reader *r)
{
    rw_xml_text key = rw_xml_attribute_of(&r->xml, "key");

    for (unsigned i = 0; i < r->weight_key_count && r->in_edge; i++)
        if (same(key, r->weight_keys[i]))
            r->wanted = WEIGHT;
    if (!r->in_edge && r->levels[r->xml.depth - 1].is_node && same(key, r->title_key))
        r->wanted = TITLE;
    r->xml.keep = r->wanted != NOTHING;
}

static riwalk_status open_element(reader *r)
{
    rw_xml *xml = &r->xml;

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

static riwalk_status close_element(reader *r)
{
    rw_xml_text none = {"", 0};
    rw_id text = id_of(r, r->xml.content.text ? r->xml.content : none);

    riwalk_status status = RIWALK_STATUS_OK;

    if (r->wanted == WEIGHT)
        r->weight = trimmed(text);
    else if (r->wanted == DEFAULT_WEIGHT)
        r->default_weight = trimmed(text);
    else if (r->wanted == TITLE && text.length)
        status = rw_elements_title(&r->elements, r->levels[r->xml.depth].node, text);
    r->wanted = NOTHING;
    if (rw_xml_is(&r->xml, "key"))
        r->in_weight_key = false;
    if (status || !rw_xml_is(&r->xml, "edge"))
        return status;
    r->in_edge = false;
    return rw_elements_edge(&r->elements, r->source, r->target, r->edge_directed, r->weight);
}

static riwalk_status read_all(reader *r)
{
    riwalk_status status = RIWALK_STATUS_OK;
    rw_xml_event event;

    while (!status && (event = rw_xml_next(&r->xml)) != RW_XML_END)
        status = event == RW_XML_OPEN ? open_element(r) : close_element(r);
    if (!status && !(status = r->xml.status) && !r->seen)
        status = rw_xml_fail(&r->xml, "the file has no graph");
    return status;
}

riwalk_status rw_read_graphml(rw_input *input, const riwalk_read_options *options,
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
