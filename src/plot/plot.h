/* SPDX-License-Identifier: MIT */
/* What pictures of points and of graphs share. */
#ifndef RW_PLOT_PLOT_H
#define RW_PLOT_PLOT_H

#include "plot/canvas.h"

/* A picture being made of `count` marks with one radius. */
typedef struct rw_plot {
    riwalk_plot_options options;
    rw_canvas canvas;
    uint32_t count;
    double *spots; /* [2 * count]: pixels */
    double radius;
    rw_box room; /* the area for names */
} rw_plot;

/* Checks and copies the options, opens the canvas, draws title, legend and (if `framed`) a frame
 * with the names of the axes, and maps the places to the remaining area, both axes at the same
 * scale. Call rw_plot_free in any case. */
riwalk_status rw_plot_begin(rw_plot *plot, uint32_t count, const double *places,
                            const riwalk_plot_options *options, bool framed, const char *path,
                            riwalk_error *error);
void rw_plot_free(rw_plot *plot);

static inline uint32_t rw_plot_class(const rw_plot *plot, uint32_t i)
{
    return plot->options.classes ? plot->options.classes[i] : 0;
}

/* Draws names beside marks: all that are wanted and have room (point_labels.c). `graph` may be
 * NULL; NULL names: none. */
riwalk_status rw_point_labels_draw(rw_plot *plot, const char *const *names,
                                   const riwalk_graph *graph, riwalk_error *error);

/* An entry of the legend, at the right of the picture. */
typedef struct rw_legend_entry {
    const char *name;
    uint32_t class_;
} rw_legend_entry;

/* Sorts entries by name, with numbers in names by value: "2" before "10". */
void rw_legend_sort(rw_legend_entry *entries, size_t count);

#endif
