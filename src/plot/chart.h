/* SPDX-License-Identifier: MIT */
/* What line and bar charts share: the frame around the data. */
#ifndef RW_PLOT_CHART_H
#define RW_PLOT_CHART_H

#include "plot/axis.h"
#include "plot/canvas.h"
#include "plot/legend.h"

/* A chart on its way. Lines set both ranges, bars only that of y, and name their groups. */
typedef struct rw_chart {
    riwalk_chart_options options;
    rw_canvas canvas;
    rw_axis x, y;
    const char *const *groups; /* of bars; NULL: the x axis has numbers */
    size_t group_count;
    rw_legend_entry *entries;
    size_t entry_count;
} rw_chart;

/* Copies the options and makes room for the entries of the legend. */
riwalk_status rw_chart_begin(rw_chart *chart, const riwalk_chart_options *options,
                             size_t entry_count, riwalk_error *error);

/* Widens a range by a value and its error (NULL: none). ARGUMENT where it is not finite, or not
 * positive on a logarithmic axis; NaN is passed over where `gaps`. */
typedef struct rw_range {
    double low, high;
    size_t count;
} rw_range;
riwalk_status rw_range_add(rw_range *range, double value, const double *half, bool log, bool gaps,
                           riwalk_error *error);

/* Once the axes have their ranges: opens the canvas and draws all but the data. */
riwalk_status rw_chart_frame(rw_chart *chart, const char *path, riwalk_error *error);

/* An error bar at a place. */
void rw_chart_error_bar(rw_chart *chart, double x, double value, double half, rw_color color);

void rw_chart_free(rw_chart *chart);

#endif
