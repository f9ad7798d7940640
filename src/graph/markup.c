/* SPDX-License-Identifier: MIT */
/* Reads GraphML and GEXF: nodes with their ids, edges with direction and weight; everything else is
 * skipped. Nested graphs, and nodes in nodes, become one graph.
 *
 * In GraphML an edge's weight is the datum whose key is called "weight". igraph numbers nodes n0,
 * n1, ... and stores their names under the key v_name: these become the names. Hyperedges are
 * errors. A mutual edge of GEXF becomes two arcs. The caller names the attributes for times of
 * edges and types of nodes. */
#include "base/memory.h"
#include "base/xml.h"
#include "graph/elements.h"

#include <string.h>

/* What an attribute is used for, edge attributes first. If several uses fit, the first counts. */
typedef enum datum {
    NOTHING,
    TIME,
    WEIGHT,
    TYPE,
    TITLE,
    DATA
} datum;

/* networkx has a key for each type of weights: integers, floats, ... */
#define MOST_KEYS 8
typedef struct keys {
    rw_span ids[MOST_KEYS];
    unsigned count;
    rw_id otherwise; /* the default; text NULL: none */
} keys;

/* An open element. Graphs have a default direction, nodes their number. */
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
    rw_elements *elements;
    bool seen; /* a graph was seen */
    keys keys[DATA];
    datum declared;                        /* use of the key being declared */
    bool node_attributes, edge_attributes; /* GEXF: the class of the attributes being declared */
    bool in_edge, mutual;
    rw_listed_edge edge;
    datum wanted;                   /* use of the open element's text, */
    bool otherwise;                 /* or of its default value */
    level levels[RW_XML_DEPTH + 1]; /* by depth */
} reader;

/* ---- Shared by both formats ---- */

static rw_id id_of(const reader *r, rw_span text)
{
    return (rw_id){text, r->xml.tag};
}

static rw_span attribute(reader *r, const char *name)
{
    return rw_xml_attribute_of(&r->xml, name);
}

/* The direction of an edge, or the default of a graph: the place of an attribute's value among some
 * words, the last of which may be NULL. */
static enum edge_type direction(reader *r, const char *name, const char *const words[3],
                                enum edge_type otherwise)
{
    rw_span value = attribute(r, name);

    if (!value.text)
        return otherwise;
    for (int type = UNDIRECTED; type <= MUTUAL && words[type]; type++)
        if (rw_span_is(value, words[type]))
            return (enum edge_type)type;
    if (words[MUTUAL])
        rw_xml_fail(&r->xml, "%s is none of \"%s\", \"%s\" and \"%s\"", name, words[0], words[1],
                    words[2]);
    else
        rw_xml_fail(&r->xml, "%s is neither \"%s\" nor \"%s\"", name, words[1], words[0]);
    return otherwise;
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
    if ((status = rw_elements_node(r->elements, id_of(r, id), &here->node)) ||
        !r->keys[TYPE].otherwise.span.text)
        return status;
    return rw_elements_type(r->elements, here->node, r->keys[TYPE].otherwise);
}

/* Records an attribute that the file declares. */
static void declare(reader *r, datum what, rw_span id)
{
    keys *known = &r->keys[what];

    if (!id.text)
        return;
    if (known->count == MOST_KEYS)
        rw_xml_fail(&r->xml, "more than %d attributes have this name", MOST_KEYS);
    else
        known->ids[known->count++] = id;
    if (!r->declared || what < r->declared)
        r->declared = what;
}

/* Records an attribute if the caller has named it. */
static void declare_named(reader *r, rw_span id, rw_span name, bool of_edges, bool of_nodes)
{
    const char *type = r->elements->options->types_attribute;

    if (of_edges && r->elements->time && rw_span_is(name, r->elements->time))
        declare(r, TIME, id);
    if (of_nodes && type && rw_span_is(name, type))
        declare(r, TYPE, id);
}

/* The use of an attribute of the open edge, or else of the element `there`. */
static datum datum_of(const reader *r, rw_span id, const level *there)
{
    int first = r->in_edge ? TIME : TYPE, end = r->in_edge ? TYPE : there->is_node ? DATA : 0;

    for (int what = first; what < end; what++)
        for (unsigned i = 0; i < r->keys[what].count; i++)
            if (rw_span_same(id, r->keys[what].ids[i]))
                return (datum)what;
    return NOTHING;
}

static void open_default(reader *r)
{
    r->wanted = r->declared;
    r->xml.keep = r->otherwise = r->declared != NOTHING;
}

/* Starts an edge; false if it is invalid. */
static bool begin_edge(reader *r)
{
    rw_span source = attribute(r, "source"), target = attribute(r, "target");

    if (r->in_edge)
        rw_xml_fail(&r->xml, "there is an edge inside an edge");
    if (!source.text || !target.text)
        rw_xml_fail(&r->xml, "an edge has no %s", source.text ? "target" : "source");
    r->in_edge = true;
    r->edge = (rw_listed_edge){id_of(r, source), id_of(r, target), r->keys[WEIGHT].otherwise,
                               r->keys[TIME].otherwise, false};
    return !r->xml.status;
}

/* Removes blanks around a number. */
static rw_span trimmed(rw_span text)
{
    while (text.length && strchr(" \t\r\n", text.text[0])) {
        text.text++;
        text.length--;
    }
    while (text.length && strchr(" \t\r\n", text.text[text.length - 1]))
        text.length--;
    return text;
}

/* Stores the text of the closing element, if it is used. */
static riwalk_status take_text(reader *r)
{
    datum what = r->wanted;
    rw_id text = id_of(r, r->xml.content.text ? r->xml.content : (rw_span){"", 0});
    uint32_t node = r->levels[r->xml.depth].node;

    r->wanted = NOTHING;
    if (what == TIME || what == WEIGHT)
        text.span = trimmed(text.span);
    if (what && r->otherwise)
        r->keys[what].otherwise = text;
    else if (what == TIME)
        r->edge.time = text;
    else if (what == WEIGHT)
        r->edge.weight = text;
    else if (what == TYPE)
        return rw_elements_type(r->elements, node, text);
    else if (what == TITLE && text.span.length)
        return rw_elements_title(r->elements, node, text);
    return RIWALK_STATUS_OK;
}

static riwalk_status close_element(reader *r, const char *declaration)
{
    rw_listed_edge back = r->edge;

    RW_MUST(take_text(r));
    if (rw_xml_is(&r->xml, declaration))
        r->declared = NOTHING;
    if (!rw_xml_is(&r->xml, "edge"))
        return RIWALK_STATUS_OK;
    r->in_edge = false;
    RW_MUST(rw_elements_edge(r->elements, &r->edge));
    back.source = r->edge.target;
    back.target = r->edge.source;
    return r->mutual ? rw_elements_edge(r->elements, &back) : RIWALK_STATUS_OK;
}

/* `open` handles each opening element; elements called `declaration` declare attributes. */
static riwalk_status list_all(rw_elements *elements, riwalk_status open(reader *),
                              const char *declaration)
{
    reader *r;
    riwalk_status status = RIWALK_STATUS_OK;
    rw_xml_event event;

    RW_HAVE(r = rw_alloc_zeroed(1, sizeof *r, elements->error));
    r->elements = elements;
    rw_xml_begin(&r->xml, elements->input, elements->error);
    while (!status && (event = rw_xml_next(&r->xml)) != RW_XML_END) {
        if (event == RW_XML_OPEN)
            r->levels[r->xml.depth] = (level){.type = r->levels[r->xml.depth - 1].type};
        status = event == RW_XML_OPEN ? open(r) : close_element(r, declaration);
    }
    if (!status && !(status = r->xml.status) && !r->seen)
        status = rw_xml_fail(&r->xml, "the file has no graph");
    elements->texts = r->xml.decoded;
    r->xml.decoded = (rw_pool){0};
    rw_xml_free(&r->xml);
    rw_free(r);
    return status;
}

/* ---- GEXF ---- */

static const char *const gexf_types[] = {"undirected", "directed", "mutual"};

/* A time may also be one of the edge's own XML attributes, such as start. */
static riwalk_status open_gexf_edge(reader *r)
{
    rw_span weight = attribute(r, "weight");
    rw_span time = r->elements->time ? attribute(r, r->elements->time) : (rw_span){0};
    enum edge_type type = direction(r, "type", gexf_types, r->levels[0].type);

    if (!begin_edge(r))
        return r->xml.status;
    r->edge.directed = type != UNDIRECTED;
    r->edge.weight = id_of(r, weight);
    if (time.text)
        r->edge.time = id_of(r, time);
    r->mutual = type == MUTUAL && !r->elements->options->undirected;
    return RIWALK_STATUS_OK;
}

/* Nodes: <attributes class="node"><attribute id="0" title="kind"/> declares an attribute,
 * <node><attvalues><attvalue for="0" value="bank"/> sets its value. Edges are alike. */
static riwalk_status open_gexf_value(reader *r)
{
    rw_span key = attribute(r, "for"), value = attribute(r, "value");
    const level *there = &r->levels[r->xml.depth > 2 ? r->xml.depth - 2 : 0];
    datum what = datum_of(r, key, there);

    if (what == TIME && value.text)
        r->edge.time = id_of(r, value);
    if (what != TYPE || !value.text)
        return r->xml.status;
    return rw_elements_type(r->elements, there->node, id_of(r, value));
}

static riwalk_status open_gexf(reader *r)
{
    if (r->xml.depth == 1 && !rw_xml_is(&r->xml, "gexf"))
        return rw_xml_fail(&r->xml, "GEXF begins with the element <gexf>, this file does not");
    if (rw_xml_is(&r->xml, "graph")) {
        begin_graph(r, true);
        r->levels[0].type = direction(r, "defaultedgetype", gexf_types, UNDIRECTED);
    } else if (rw_xml_is(&r->xml, "node")) {
        return open_node(r);
    } else if (rw_xml_is(&r->xml, "edge")) {
        return open_gexf_edge(r);
    } else if (rw_xml_is(&r->xml, "attributes")) {
        r->node_attributes = rw_span_is(attribute(r, "class"), "node");
        r->edge_attributes = rw_span_is(attribute(r, "class"), "edge");
    } else if (rw_xml_is(&r->xml, "attribute")) {
        declare_named(r, attribute(r, "id"), attribute(r, "title"), r->edge_attributes,
                      r->node_attributes);
    } else if (rw_xml_is(&r->xml, "default")) {
        open_default(r);
    } else if (rw_xml_is(&r->xml, "attvalue")) {
        return open_gexf_value(r);
    }
    return r->xml.status;
}

riwalk_status rw_list_gexf(rw_elements *elements)
{
    return list_all(elements, open_gexf, "attribute");
}

/* ---- GraphML ---- */

static void open_key(reader *r)
{
    rw_span id = attribute(r, "id"), target = attribute(r, "for");
    rw_span name = attribute(r, "attr.name");
    bool all = !target.text || rw_span_is(target, "all");
    bool edges = all || rw_span_is(target, "edge"), nodes = all || rw_span_is(target, "node");

    if (!id.text)
        rw_xml_fail(&r->xml, "a <key> has no id");
    declare_named(r, id, name, edges, nodes);
    if (edges && rw_span_is(name, "weight"))
        declare(r, WEIGHT, id);
    if (rw_span_is(target, "node") && rw_span_is(name, "name") && rw_span_is(id, "v_name"))
        declare(r, TITLE, id);
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
    else if (rw_xml_is(xml, "default"))
        open_default(r);
    else if (rw_xml_is(xml, "graph")) {
        begin_graph(r, xml->depth == 2);
        here->type =
            direction(r, "edgedefault", (const char *[3]){"undirected", "directed"}, here->type);
    } else if (rw_xml_is(xml, "node"))
        return open_node(r);
    else if (rw_xml_is(xml, "edge")) {
        begin_edge(r);
        r->edge.directed = direction(r, "directed", (const char *[3]){"false", "true"}, here->type);
    } else if (rw_xml_is(xml, "data")) {
        r->wanted = datum_of(r, attribute(r, "key"), here - 1);
        r->otherwise = false;
        xml->keep = r->wanted != NOTHING;
    } else if (rw_xml_is(xml, "hyperedge"))
        return rw_xml_fail(
            xml, "a hyperedge joins more than two nodes: riwalk does not read such graphs");
    return xml->status;
}

riwalk_status rw_list_graphml(rw_elements *elements)
{
    return list_all(elements, open_graphml, "key");
}
