/* SPDX-License-Identifier: MIT */
/* Scatter plots. */
#include "base/error.h"
#include "plot/plot.h"

/* Beyond this many points, marks have no outlines. */
#define OUTLINED 5000

static void draw_point(rw_plot *plot, uint32_t i)
{
    rw_mark_draw(&plot->canvas, rw_plot_class(plot, i), plot->spots[2 * (size_t)i],
                 plot->spots[2 * (size_t)i + 1], plot->radius,
                 plot->count > OUTLINED ? 0
                 : plot->radius < 3     ? 0.4
                                        : 0.8);
}

riwalk_status riwalk_plot_points(uint32_t count, const double *places, const char *path,
                                 const riwalk_plot_options *options, riwalk_error *error)
{
    riwalk_status status;
    rw_plot plot;

    if ((!places && count) || !path)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "places and path must not be NULL");
    if (!(status = rw_plot_begin(&plot, count, places, options, true, path, error))) {
        for (int classed = 0; classed < 2; classed++) /* points without a class lie below */
            for (uint32_t i = 0; i < count; i++)
                if ((rw_plot_class(&plot, i) != RIWALK_NO_CLASS) == classed)
                    draw_point(&plot, i);
        if (!(status = rw_point_labels_draw(&plot, plot.options.names, NULL, error)))
            status = rw_canvas_save(&plot.canvas, path, plot.options.files, error);
    }
    rw_plot_free(&plot);
    return status;
}
