/* SPDX-License-Identifier: MIT */
/* Writes GraphML, GEXF and node-link JSON for Gephi, networkx and d3: nodes with their ids, types
 * and, if given, roles, places and colours; edges with their weights. */
#include "base/json.h"
#include "base/text.h"
#include "graph/scan.h"
#include "graph/write.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The width of a drawing, suited to Gephi's node size of 10. */
#define EXTENT 1000.0

/* Maps places to the drawing. */
typedef struct frame {
    double middle[2];
    double scale;
} frame;

/* ---- Checks ---- */

static riwalk_status check_text(rw_span text, const char *what, riwalk_error *error)
{

    if (rw_is_utf8(text.text, text.length) && !rw_has_controls(text))
        return RIWALK_STATUS_OK;
    return rw_refuse(error,
                     "the %s %s holds a control character or is not UTF-8, which this format "
                     "cannot hold: write an .rwg file",
                     what, rw_shown(text));
}

static riwalk_status check_writing(const rw_writing *w)
{
    const riwalk_graph *g = w->graph;
    riwalk_status status = RIWALK_STATUS_OK;

    for (uint32_t t = 0; t < riwalk_graph_type_count(g) && !status; t++) {
        const char *type = riwalk_graph_type_name(g, t);

        status = check_text((rw_span){type, strlen(type)}, "type", w->error);
    }
    for (uint32_t u = 0; u < g->node_count && !status; u++) {
        char digits[RW_INTEGER_CHARS];
        const char *role = w->options->roles ? w->options->roles[u] : NULL;
        rw_span name = rw_graph_name(g, u, digits);

        if (!(status = check_text(name, "node name", w->error)) && role)
            status = check_text((rw_span){role, strlen(role)}, "role", w->error);
        for (int axis = 0; axis < 2 && w->options->places; axis++)
            if (!isfinite(w->options->places[2 * (size_t)u + axis]))
                return rw_refuse(w->error, "the place of node %.*s is not finite",
                                 RW_CUT(name, 80));
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

/* How a node is drawn; the options set some of it. */
typedef struct look {
    const char *role, *type;
    uint32_t color[3];
    double place[2];
} look;

static look look_of(const rw_writing *w, const frame *f, uint32_t node)
{
    const riwalk_write_options *o = w->options;
    look l = {.role = o->roles ? o->roles[node] : NULL};

    if (w->graph->types)
        l.type = riwalk_graph_type_name(w->graph, w->graph->types[node]);
    for (int part = 0; part < 3 && o->colors; part++)
        l.color[part] = o->colors[node] >> (16 - 8 * part) & 255;
    for (int axis = 0; axis < 2 && o->places; axis++)
        l.place[axis] = (o->places[2 * (size_t)node + axis] - f->middle[axis]) * f->scale;
    return l;
}

static void put_nodes(rw_writing *w, void put_node(rw_writing *, uint32_t, const look *))
{
    frame f = find_frame(w);

    for (uint32_t u = 0; u < w->graph->node_count && !w->status; u++) {
        look l = look_of(w, &f, u);

        put_node(w, u, &l);
    }
}

/* ---- GraphML ---- */

static void put_xml(rw_writing *w, const char *text, size_t length)
{
    static const char marks[] = "&<>\"\t";
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#9;"};

    for (size_t i = 0; i < length; i++) {
        const char *mark = memchr(marks, text[i], sizeof marks - 1);

        if (mark)
            rw_print(w, "%s", entities[mark - marks]);
        else
            rw_put(w, text + i, 1);
    }
}

static void put_key(rw_writing *w, bool used, const char *id, const char *of, const char *type)
{
    if (used)
        rw_print(w, "  <key id=\"%s\" for=\"%s\" attr.name=\"%s\" attr.type=\"%s\"/>\n", id, of, id,
                 type);
}

static void put_graphml_node(rw_writing *w, uint32_t u, const look *l)
{
    rw_print(w, "    <node id=\"%n\">", u);
    if (l->type)
        rw_print(w, "<data key=\"type\">%t</data>", l->type);
    if (l->role)
        rw_print(w, "<data key=\"role\">%t</data>", l->role);
    if (w->options->places)
        rw_print(w, "<data key=\"x\">%w</data><data key=\"y\">%w</data>", l->place[0], l->place[1]);
    if (w->options->colors)
        rw_print(w, "<data key=\"r\">%u</data><data key=\"g\">%u</data><data key=\"b\">%u</data>",
                 l->color[0], l->color[1], l->color[2]);
    rw_print(w, "</node>\n");
}

void rw_write_graphml(rw_writing *w)
{
    w->put_string = put_xml;
    if ((w->status = check_writing(w)))
        return;
    rw_print(w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    put_key(w, w->graph->types, "type", "node", "string");
    put_key(w, w->options->roles, "role", "node", "string");
    put_key(w, w->options->places, "x", "node", "double");
    put_key(w, w->options->places, "y", "node", "double");
    put_key(w, w->options->colors, "r", "node", "int");
    put_key(w, w->options->colors, "g", "node", "int");
    put_key(w, w->options->colors, "b", "node", "int");
    put_key(w, w->graph->weights, "weight", "edge", "double");
    rw_print(w, "  <graph edgedefault=\"%s\">\n", w->graph->directed ? "directed" : "undirected");
    put_nodes(w, put_graphml_node);
    rw_print_edges(w, false, "    <edge source=\"%n\" target=\"%n\"",
                   "><data key=\"weight\">%w</data></edge>\n", "/>\n");
    rw_print(w, "  </graph>\n</graphml>\n");
}

/* ---- GEXF ---- */

#define ATTRIBUTE(name) "      <attribute id=\"" name "\" title=\"" name "\" type=\"string\"/>\n"

static void put_gexf_node(rw_writing *w, uint32_t u, const look *l)
{
    rw_print(w, "      <node id=\"%n\" label=\"%n\">", u, u);
    rw_print(w, "%s", l->type || l->role ? "<attvalues>" : "");
    if (l->type)
        rw_print(w, "<attvalue for=\"type\" value=\"%t\"/>", l->type);
    if (l->role)
        rw_print(w, "<attvalue for=\"role\" value=\"%t\"/>", l->role);
    rw_print(w, "%s", l->type || l->role ? "</attvalues>" : "");
    if (w->options->colors)
        rw_print(w, "<viz:color r=\"%u\" g=\"%u\" b=\"%u\"/>", l->color[0], l->color[1],
                 l->color[2]);
    if (w->options->places)
        rw_print(w, "<viz:position x=\"%w\" y=\"%w\" z=\"0\"/>", l->place[0], l->place[1]);
    rw_print(w, "</node>\n");
}

void rw_write_gexf(rw_writing *w)
{
    w->put_string = put_xml;
    if ((w->status = check_writing(w)))
        return;
    rw_print(w,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
             "<gexf xmlns=\"http://www.gexf.net/1.2draft\" "
             "xmlns:viz=\"http://www.gexf.net/1.2draft/viz\" version=\"1.2\">\n"
             "  <graph mode=\"static\" defaultedgetype=\"%s\">\n",
             w->graph->directed ? "directed" : "undirected");
    if (w->graph->types || w->options->roles)
        rw_print(w, "    <attributes class=\"node\">\n%s%s    </attributes>\n",
                 w->graph->types ? ATTRIBUTE("type") : "",
                 w->options->roles ? ATTRIBUTE("role") : "");
    rw_print(w, "    <nodes>\n");
    put_nodes(w, put_gexf_node);
    rw_print(w, "    </nodes>\n    <edges>\n");
    rw_print_edges(w, false, "      <edge id=\"%e\" source=\"%n\" target=\"%n\"",
                   " weight=\"%w\"/>\n", "/>\n");
    rw_print(w, "    </edges>\n  </graph>\n</gexf>\n");
}

/* ---- Node-link JSON ---- */

static riwalk_status pass_on(void *writing, const void *text, size_t length, riwalk_error *error)
{
    (void)error; /* w->error is used */
    rw_put(writing, text, length);
    return ((rw_writing *)writing)->status;
}

static void put_json(rw_writing *w, const char *text, size_t length)
{
    rw_json_writer json = {.sink = pass_on, .to = w};

    rw_json_text(&json, NULL, text, length);
}

static void put_json_node(rw_writing *w, uint32_t u, const look *l)
{
    char color[16];

    rw_print(w, "%s    {\"id\": %n", u ? ",\n" : "\n", u);
    if (l->type)
        rw_print(w, ", \"type\": %t", l->type);
    if (l->role)
        rw_print(w, ", \"role\": %t", l->role);
    if (w->options->places)
        rw_print(w, ", \"x\": %w, \"y\": %w", l->place[0], l->place[1]);
    if (w->options->colors) {
        snprintf(color, sizeof color, "#%06x", w->options->colors[u] & 0xFFFFFF);
        rw_print(w, ", \"color\": \"%s\"", color);
    }
    rw_print(w, "}");
}

/* Names are numbers if all of them are, as in networkx. */
void rw_write_node_link(rw_writing *w)
{
    const riwalk_graph *g = w->graph;

    w->put_string = put_json;
    if ((w->status = check_writing(w)))
        return;
    rw_print(w, "{\n  \"directed\": %s,\n  \"multigraph\": false,\n  \"graph\": {},\n",
             g->directed ? "true" : "false");
    rw_print(w, "  \"nodes\": [");
    put_nodes(w, put_json_node);
    rw_print(w, "%s],\n  \"edges\": [", g->node_count ? "\n  " : "");
    rw_print_edges(w, false, "%,\n    {\"source\": %n, \"target\": %n", ", \"weight\": %w}", "}");
    rw_print(w, "%s]\n}\n", g->arc_count ? "\n  " : "");
}
