/* SPDX-License-Identifier: MIT */
/* The legend, beside the picture on the right. */
#ifndef RW_PLOT_LEGEND_H
#define RW_PLOT_LEGEND_H

#include "plot/canvas.h"

typedef struct rw_legend_entry {
    const char *name; /* NULL: the entry is left out */
    uint32_t class_;
} rw_legend_entry;

typedef struct rw_legend {
    const rw_legend_entry *entries;
    size_t count;
    size_t rows;   /* of a column; set by measuring, as all below */
    size_t shown;  /* entries that there is room for */
    double column; /* width */
    double width;  /* of all */
} rw_legend;

/* Sorts entries by name, numbers within names by their value: "2" before "10". */
void rw_legend_sort(rw_legend_entry *entries, size_t count);

/* Decides how many columns of entries fit beside a picture into a height. */
void rw_legend_measure(const rw_canvas *canvas, rw_legend *legend, double height);

/* Draws the legend with its upper left corner at x, y. */
void rw_legend_draw(rw_canvas *canvas, const rw_legend *legend, double x, double y);

#endif
