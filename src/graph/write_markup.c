/* SPDX-License-Identifier: MIT */
/*
 * GraphML, GEXF and node-link JSON out: nodes with their ids and, where they are given, roles,
 * places and colours, as Gephi, networkx and d3 read them; edges with their weights.
 */
#include "base/decimal.h"
#include "base/text.h"
#include "graph/scan.h"
#include "graph/sink.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* How wide a drawing is: Gephi's nodes have a size of 10. */
#define EXTENT 1000.0

/* A drawing's places are moved and stretched by these. */
typedef struct frame {
    double middle[2];
    double scale;
} frame;

/* ---- What can be written ---- */

static riwalk_status check_text(const char *text, size_t length, const char *what,
                                riwalk_error *error)
{
    char buffer[RW_SHOWN_CHARS];
    bool bad = !rw_is_utf8(text, length);

    for (size_t i = 0; i < length && !bad; i++)
        bad = ((unsigned char)text[i] < ' ' && text[i] != '\t') || text[i] == 127;
    if (bad)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the %s %s holds a control character or is not UTF-8, which this format "
                       "cannot hold: write an .rwg file",
                       what, rw_show((rw_word){text, length}, buffer));
    return RIWALK_STATUS_OK;
}

static riwalk_status check_writing(const rw_writing *w, riwalk_error *error)
{
    const riwalk_graph *g = w->graph;
    riwalk_status status = RIWALK_STATUS_OK;

    for (uint32_t u = 0; u < g->node_count && !status; u++) {
        char digits[RW_INTEGER_CHARS];
        const char *role = w->options->roles ? w->options->roles[u] : NULL, *name;
        size_t length;

        name = rw_graph_name(g, u, digits, &length);
        if (!(status = check_text(name, length, "node name", error)) && role)
            status = check_text(role, strlen(role), "role", error);
        for (int axis = 0; axis < 2 && w->options->places; axis++)
            if (!isfinite(w->options->places[2 * (size_t)u + axis]))
                return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                               "the place of node %.80s is not finite", name);
    }
    return status;
}

static frame find_frame(const rw_writing *w)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, width;

    for (size_t i = 0; w->options->places && i < 2 * (size_t)w->graph->node_count; i++) {
        low[i % 2] = fmin(low[i % 2], w->options->places[i]);
        high[i % 2] = fmax(high[i % 2], w->options->places[i]);
    }
    width = fmax(high[0] - low[0], high[1] - low[1]);
    return (frame){{(low[0] + high[0]) / 2, (low[1] + high[1]) / 2},
                   width > 0 && isfinite(EXTENT / width) ? EXTENT / width : 1};
}

/* ---- Pieces ---- */

/* A coordinate in the drawing, with the digits of a float. */
static float place(const rw_sink *s, const frame *f, uint32_t node, int axis)
{
    double given = s->writing->options->places[2 * (size_t)node + axis];

    return (float)((given - f->middle[axis]) * f->scale);
}

static void put_xml(rw_sink *s, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const char *entity = text[i] == '&'    ? "&amp;"
                             : text[i] == '<'  ? "&lt;"
                             : text[i] == '>'  ? "&gt;"
                             : text[i] == '"'  ? "&quot;"
                             : text[i] == '\t' ? "&#9;"
                                               : NULL;

        if (entity)
            rw_put_text(s, entity);
        else
            rw_put(s, text + i, 1);
    }
}

/* ` name="value"` */
static void put_attribute(rw_sink *s, const char *name, const char *value, size_t length)
{
    rw_put(s, " ", 1);
    rw_put_text(s, name);
    rw_put(s, "=\"", 2);
    put_xml(s, value, length);
    rw_put(s, "\"", 1);
}

static void put_node_attribute(rw_sink *s, const char *name, uint32_t node)
{
    char digits[RW_INTEGER_CHARS];
    size_t length;
    const char *text = rw_graph_name(s->graph, node, digits, &length);

    put_attribute(s, name, text, length);
}

/* Calls `put_edge` for every edge, undirected ones once. */
static riwalk_status put_edges(rw_sink *s, void put_edge(rw_sink *, uint32_t, uint64_t, uint64_t))
{
    const riwalk_graph *g = s->graph;
    uint64_t number = 0;

    for (uint32_t u = 0; u < g->node_count; u++) {
        for (uint64_t at = g->offsets[u]; at < g->offsets[u + 1] && !s->status; at++)
            if (g->directed || g->neighbors[at] > u)
                put_edge(s, u, at, number++);
        if (rw_end_row(s, u))
            return s->status;
    }
    return s->status;
}

/* ---- GraphML ---- */

static void put_key(rw_sink *s, const char *id, const char *of, const char *type)
{
    rw_put_text(s, "  <key id=\"");
    rw_put_text(s, id);
    rw_put_text(s, "\" for=\"");
    rw_put_text(s, of);
    rw_put_text(s, "\" attr.name=\"");
    rw_put_text(s, id);
    rw_put_text(s, "\" attr.type=\"");
    rw_put_text(s, type);
    rw_put_text(s, "\"/>\n");
}

static void begin_datum(rw_sink *s, const char *key)
{
    rw_put_text(s, "<data key=\"");
    rw_put_text(s, key);
    rw_put_text(s, "\">");
}

static void put_graphml_node(rw_sink *s, const frame *f, uint32_t u)
{
    static const char *const axes[] = {"x", "y"}, *const parts[] = {"r", "g", "b"};
    const riwalk_write_options *o = s->writing->options;

    rw_put_text(s, "    <node");
    put_node_attribute(s, "id", u);
    rw_put(s, ">", 1);
    if (o->roles && o->roles[u]) {
        begin_datum(s, "role");
        put_xml(s, o->roles[u], strlen(o->roles[u]));
        rw_put_text(s, "</data>");
    }
    for (int axis = 0; axis < 2 && o->places; axis++) {
        begin_datum(s, axes[axis]);
        rw_put_weight(s, place(s, f, u, axis));
        rw_put_text(s, "</data>");
    }
    for (int part = 0; part < 3 && o->colors; part++) {
        begin_datum(s, parts[part]);
        rw_put_count(s, o->colors[u] >> (16 - 8 * part) & 255);
        rw_put_text(s, "</data>");
    }
    rw_put_text(s, "</node>\n");
}

static void put_graphml_edge(rw_sink *s, uint32_t u, uint64_t at, uint64_t number)
{
    (void)number;
    rw_put_text(s, "    <edge");
    put_node_attribute(s, "source", u);
    put_node_attribute(s, "target", s->graph->neighbors[at]);
    if (!s->graph->weights) {
        rw_put_text(s, "/>\n");
        return;
    }
    rw_put(s, ">", 1);
    begin_datum(s, "weight");
    rw_put_weight(s, s->graph->weights[at]);
    rw_put_text(s, "</data></edge>\n");
}

riwalk_status rw_write_graphml(rw_writing *w, riwalk_error *error)
{
    const riwalk_write_options *o = w->options;
    rw_sink s = rw_sink_begin(w, error);
    frame f = find_frame(w);

    if ((s.status = check_writing(w, error)))
        return s.status;
    rw_put_text(&s, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                    "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    if (o->roles)
        put_key(&s, "role", "node", "string");
    if (o->places) {
        put_key(&s, "x", "node", "double");
        put_key(&s, "y", "node", "double");
    }
    if (o->colors) {
        put_key(&s, "r", "node", "int");
        put_key(&s, "g", "node", "int");
        put_key(&s, "b", "node", "int");
    }
    if (w->graph->weights)
        put_key(&s, "weight", "edge", "double");
    rw_put_text(&s, w->graph->directed ? "  <graph edgedefault=\"directed\">\n"
                                       : "  <graph edgedefault=\"undirected\">\n");
    for (uint32_t u = 0; u < w->graph->node_count && !s.status; u++)
        put_graphml_node(&s, &f, u);
    put_edges(&s, put_graphml_edge);
    rw_put_text(&s, "  </graph>\n</graphml>\n");
    return s.status;
}

/* ---- GEXF ---- */

static void put_gexf_look(rw_sink *s, const frame *f, uint32_t u)
{
    const riwalk_write_options *o = s->writing->options;

    if (o->roles && o->roles[u]) {
        rw_put_text(s, "<attvalues><attvalue for=\"role\"");
        put_attribute(s, "value", o->roles[u], strlen(o->roles[u]));
        rw_put_text(s, "/></attvalues>");
    }
    if (o->colors) {
        rw_put_text(s, "<viz:color r=\"");
        rw_put_count(s, o->colors[u] >> 16 & 255);
        rw_put_text(s, "\" g=\"");
        rw_put_count(s, o->colors[u] >> 8 & 255);
        rw_put_text(s, "\" b=\"");
        rw_put_count(s, o->colors[u] & 255);
        rw_put_text(s, "\"/>");
    }
    if (o->places) {
        rw_put_text(s, "<viz:position x=\"");
        rw_put_weight(s, place(s, f, u, 0));
        rw_put_text(s, "\" y=\"");
        rw_put_weight(s, place(s, f, u, 1));
        rw_put_text(s, "\" z=\"0\"/>");
    }
}

static void put_gexf_edge(rw_sink *s, uint32_t u, uint64_t at, uint64_t number)
{
    rw_put_text(s, "      <edge id=\"");
    rw_put_count(s, number);
    rw_put(s, "\"", 1);
    put_node_attribute(s, "source", u);
    put_node_attribute(s, "target", s->graph->neighbors[at]);
    if (s->graph->weights) {
        rw_put_text(s, " weight=\"");
        rw_put_weight(s, s->graph->weights[at]);
        rw_put(s, "\"", 1);
    }
    rw_put_text(s, "/>\n");
}

riwalk_status rw_write_gexf(rw_writing *w, riwalk_error *error)
{
    rw_sink s = rw_sink_begin(w, error);
    frame f = find_frame(w);

    if ((s.status = check_writing(w, error)))
        return s.status;
    rw_put_text(&s, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                    "<gexf xmlns=\"http://www.gexf.net/1.2draft\" "
                    "xmlns:viz=\"http://www.gexf.net/1.2draft/viz\" version=\"1.2\">\n"
                    "  <graph mode=\"static\" defaultedgetype=\"");
    rw_put_text(&s, w->graph->directed ? "directed\">\n" : "undirected\">\n");
    if (w->options->roles)
        rw_put_text(&s, "    <attributes class=\"node\">\n"
                        "      <attribute id=\"role\" title=\"role\" type=\"string\"/>\n"
                        "    </attributes>\n");
    rw_put_text(&s, "    <nodes>\n");
    for (uint32_t u = 0; u < w->graph->node_count && !s.status; u++) {
        rw_put_text(&s, "      <node");
        put_node_attribute(&s, "id", u);
        put_node_attribute(&s, "label", u);
        rw_put(&s, ">", 1);
        put_gexf_look(&s, &f, u);
        rw_put_text(&s, "</node>\n");
    }
    rw_put_text(&s, "    </nodes>\n    <edges>\n");
    put_edges(&s, put_gexf_edge);
    rw_put_text(&s, "    </edges>\n  </graph>\n</gexf>\n");
    return s.status;
}

/* ---- Node-link JSON ---- */

static riwalk_status pass_on(void *sink, const void *text, size_t length, riwalk_error *error)
{
    (void)error; /* the sink has it */
    rw_put(sink, text, length);
    return ((rw_sink *)sink)->status;
}

/* Integers where all names are: as networkx has them. */
static void put_json_name(rw_sink *s, const char *key, uint32_t node)
{
    char digits[RW_INTEGER_CHARS];
    size_t length;
    const char *name = rw_graph_name(s->graph, node, digits, &length);

    if (s->graph->names.kind == RW_NAMES_STRINGS)
        rw_json_text(&s->json, key, name, length);
    else
        rw_json_spelled(&s->json, key, name, length);
}

static void put_json_float(rw_sink *s, const char *key, float value)
{
    char text[RW_DECIMAL_CHARS];

    rw_json_spelled(&s->json, key, text, rw_format_float(value, text));
}

static void put_json_node(rw_sink *s, const frame *f, uint32_t u)
{
    const riwalk_write_options *o = s->writing->options;
    char color[16];

    rw_json_open(&s->json, NULL, '{');
    put_json_name(s, "id", u);
    if (o->roles && o->roles[u])
        rw_json_string(&s->json, "role", o->roles[u]);
    if (o->places) {
        put_json_float(s, "x", place(s, f, u, 0));
        put_json_float(s, "y", place(s, f, u, 1));
    }
    if (o->colors) {
        snprintf(color, sizeof color, "#%06x", o->colors[u] & 0xFFFFFF);
        rw_json_string(&s->json, "color", color);
    }
    rw_json_close(&s->json, '}');
}

static void put_json_edge(rw_sink *s, uint32_t u, uint64_t at, uint64_t number)
{
    (void)number;
    rw_json_open(&s->json, NULL, '{');
    put_json_name(s, "source", u);
    put_json_name(s, "target", s->graph->neighbors[at]);
    if (s->graph->weights)
        put_json_float(s, "weight", s->graph->weights[at]);
    rw_json_close(&s->json, '}');
}

riwalk_status rw_write_node_link(rw_writing *w, riwalk_error *error)
{
    rw_sink s = rw_sink_begin(w, error);
    frame f = find_frame(w);

    if ((s.status = check_writing(w, error)))
        return s.status;
    s.json = (rw_json_writer){.sink = pass_on, .to = &s, .lines = 2};
    rw_json_open(&s.json, NULL, '{');
    rw_json_bool(&s.json, "directed", w->graph->directed);
    rw_json_bool(&s.json, "multigraph", false);
    rw_json_spelled(&s.json, "graph", "{}", 2);
    rw_json_open(&s.json, "nodes", '[');
    for (uint32_t u = 0; u < w->graph->node_count && !s.status; u++)
        put_json_node(&s, &f, u);
    rw_json_close(&s.json, ']');
    rw_json_open(&s.json, "edges", '[');
    put_edges(&s, put_json_edge);
    rw_json_close(&s.json, ']');
    rw_json_close(&s.json, '}');
    rw_put(&s, "\n", 1);
    return s.status;
}
