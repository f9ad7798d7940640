/* SPDX-License-Identifier: MIT */
/* The legend, beside the picture on the right. */
#ifndef RW_PLOT_LEGEND_H
#define RW_PLOT_LEGEND_H

#include "plot/canvas.h"
#include "plot/raster.h"

typedef struct rw_legend_entry {
    const char *name;
    uint32_t class_;
} rw_legend_entry;

/* Sorts entries by name, numbers within names by their value: "2" before "10". */
void rw_legend_sort(rw_legend_entry *entries, size_t count);

/* Draws as many columns of entries as fit, and takes their width off the area. */
void rw_legend_draw(rw_canvas *canvas, const rw_legend_entry *entries, size_t count, rw_box *area);

#endif
