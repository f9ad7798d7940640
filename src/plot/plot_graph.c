/* SPDX-License-Identifier: MIT */
/* Pictures of graphs. Short names are inside their nodes, others beside them. */
#include "base/frontend.h"
#include "graph/graph.h"
#include "plot/plot.h"
#include "plot/project.h"

#include <math.h>
#include <string.h>

#define LEAST 1.8    /* radius of a node */
#define OF_EDGE 0.22 /* most radius relative to edge length, or edges would be hidden */
#define BESIDE 5.5   /* radius if names beside nodes need room */
#define ROOMY 8.0    /* least radius of a node with room for a name */
#define SHORT 3      /* most bytes of such a name */
#define NAME_BYTES 128

riwalk_status rw_check_picture_size(const riwalk_graph *graph, riwalk_error *error)
{
    uint64_t edges = riwalk_graph_edge_count(graph);

    if (graph->node_count > RIWALK_LAYOUT_MAX_NODES || edges > RIWALK_LAYOUT_MAX_EDGES)
        return rw_fail(error, RIWALK_STATUS_LIMIT,
                       "a graph of %u nodes and %llu edges is too large for a picture: at most %u "
                       "nodes and %llu edges can be drawn",
                       graph->node_count, (unsigned long long)edges, RIWALK_LAYOUT_MAX_NODES,
                       (unsigned long long)RIWALK_LAYOUT_MAX_EDGES);
    return RIWALK_STATUS_OK;
}

/* Draws edges, paler the more of the picture they would cover, so that dense parts stand out. */
static void draw_edges(rw_plot *plot, const riwalk_graph *graph, double length)
{
    double width = fmin(fmax(plot->radius / 6, 0.4), 1);
    double ink = (double)riwalk_graph_edge_count(graph) * fmin(length, 1e6) * width /
                 (plot->canvas.width * plot->canvas.height);
    const rw_style style = {.fill = RW_COLOR_NONE,
                            .stroke = RW_COLOR_EDGE,
                            .width = width,
                            .opacity = fmin(fmax(0.25 / sqrt(ink), 0.15), 0.9)};

    for (uint32_t i = 0; i < graph->node_count; i++)
        for (uint64_t a = graph->offsets[i]; a < graph->offsets[i + 1]; a++) {
            uint32_t other = graph->neighbors[a];

            if (other < i && !graph->directed)
                continue;
            rw_line_draw(&plot->canvas, &style, plot->spots[2 * (size_t)i],
                         plot->spots[2 * (size_t)i + 1], plot->spots[2 * (size_t)other],
                         plot->spots[2 * (size_t)other + 1]);
        }
}

/* Whether dark text is easier to read on a colour than white text. */
static bool is_light(rw_color color)
{
    return 0.299 * (color >> 16 & 255) + 0.587 * (color >> 8 & 255) + 0.114 * (color & 255) > 145;
}

static void draw_node(rw_plot *plot, uint32_t i, const char *name)
{
    double x = plot->spots[2 * (size_t)i], y = plot->spots[2 * (size_t)i + 1];
    uint32_t class_ = rw_plot_class(plot, i);
    rw_font font = {.size = plot->radius * 0.85, .centered = true};

    rw_mark_draw(&plot->canvas, class_, x, y, plot->radius, plot->radius < 3 ? 0.4 : 0.8);
    if (!name)
        return;
    font.color = is_light(riwalk_class_color(class_)) ? RW_COLOR_TEXT : 0xFFFFFF;
    rw_text_draw(&plot->canvas, &font, name, SHORT, x, y);
}

/* Whether all names fit into their nodes. */
static bool fit_inside(const rw_plot *plot, const char *const *names)
{
    if (plot->radius < ROOMY || plot->options.point_labels == RIWALK_POINT_LABELS_NEVER)
        return false;
    for (uint32_t i = 0; i < plot->count; i++)
        if (names[i] && strlen(names[i]) > SHORT)
            return false;
    return true;
}

static riwalk_status draw(rw_plot *plot, const riwalk_graph *graph, const char *const *names,
                          riwalk_error *error)
{
    double sum =
        rw_edge_lengths(plot->spots, graph->offsets, graph->neighbors, 0, graph->node_count);
    double length = graph->arc_count ? sum / (double)graph->arc_count : INFINITY;
    bool inside;

    plot->radius = fmin(plot->radius, fmax(OF_EDGE * length, LEAST));
    inside = fit_inside(plot, names);
    if (!inside)
        plot->radius = fmin(plot->radius, BESIDE);
    draw_edges(plot, graph, length);
    for (uint32_t i = 0; i < graph->node_count; i++)
        draw_node(plot, i, inside ? names[i] : NULL);
    return inside ? RIWALK_STATUS_OK : rw_point_labels_draw(plot, names, graph, error);
}

/* Lists the names of a graph's nodes in one block, cut to what a picture can show. */
static riwalk_status list_names(const riwalk_graph *graph, const char ***names, riwalk_error *error)
{
    size_t nodes = graph->node_count;
    const char **list;
    char *text;

    RW_HAVE(list = rw_alloc(nodes, sizeof *list + NAME_BYTES, error));
    text = (char *)(list + nodes);
    for (uint32_t i = 0; i < nodes; i++) {
        list[i] = text + (size_t)i * NAME_BYTES;
        riwalk_graph_name(graph, i, text + (size_t)i * NAME_BYTES, NAME_BYTES);
    }
    *names = list;
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_plot_graph(const riwalk_graph *graph, const double *places, const char *path,
                                const riwalk_plot_options *options, riwalk_error *error)
{
    const char **own = NULL;
    riwalk_status status;
    rw_plot plot;

    if (!graph || !places || !path)
        return rw_refuse(error, "graph, places and path must not be NULL");
    RW_MUST(rw_check_picture_size(graph, error));
    if (!(status = rw_plot_begin(&plot, graph->node_count, places, options, false, path, error)) &&
        (plot.options.names || !(status = list_names(graph, &own, error))) &&
        !(status = draw(&plot, graph, plot.options.names ? plot.options.names : own, error)))
        status = rw_canvas_save(&plot.canvas, path, plot.options.files, error);
    rw_free(own);
    rw_plot_free(&plot);
    return status;
}
