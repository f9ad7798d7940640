/* SPDX-License-Identifier: MIT */
/* Line charts. */
#include "base/error.h"
#include "base/memory.h"
#include "plot/chart.h"

#include <math.h>

static riwalk_status measure(const riwalk_chart_line *lines, size_t line_count, rw_chart *chart,
                             riwalk_error *error)
{
    const riwalk_chart_options *o = &chart->options;
    rw_range x = {0}, y = {0};
    riwalk_status status;

    for (size_t l = 0; l < line_count; l++) {
        const riwalk_chart_line *line = &lines[l];

        if (line->count && (!line->x || !line->y))
            return rw_fail(error, RIWALK_STATUS_ARGUMENT, "x and y of a line must not be NULL");
        for (size_t i = 0; i < line->count; i++)
            if ((status = rw_range_add(&x, line->x[i], NULL, o->log_x, false, error)) ||
                (status = rw_range_add(&y, line->y[i], line->errors ? &line->errors[i] : NULL,
                                       o->log_y, true, error)))
                return status;
        chart->entries[l] = (rw_legend_entry){line->name, line->color,
                                              line->dashed ? RW_LEGEND_DASHED : RW_LEGEND_LINE};
    }
    if (!y.count)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the chart has no value to show");
    chart->x = rw_axis_around(x.low, x.high, o->log_x);
    chart->y = rw_axis_around(y.low, y.high, o->log_y);
    return RIWALK_STATUS_OK;
}

/* A path for each run of values that has no gap. `points` has room for twice the line's count. */
static void draw_line(rw_chart *chart, const riwalk_chart_line *line, double *points)
{
    const rw_style style = {.fill = RW_COLOR_NONE,
                            .stroke = riwalk_class_color(line->color),
                            .width = line->dashed ? 1.4 : 1.8,
                            .dashed = line->dashed};
    size_t joined = 0;

    for (size_t i = 0; i <= line->count; i++) {
        if (i < line->count && !isnan(line->y[i])) {
            points[2 * joined] = rw_axis_place(&chart->x, line->x[i]);
            points[2 * joined++ + 1] = rw_axis_place(&chart->y, line->y[i]);
            continue;
        }
        if (joined > 1)
            rw_path_draw(&chart->canvas, &style, points, joined, false);
        joined = 0;
    }
}

static riwalk_status draw_lines(rw_chart *chart, const riwalk_chart_line *lines, size_t line_count,
                                riwalk_error *error)
{
    size_t most = 0;
    double *points;

    for (size_t l = 0; l < line_count; l++)
        most = lines[l].count > most ? lines[l].count : most;
    if (!(points = rw_alloc(most, 2 * sizeof *points, error)))
        return RIWALK_STATUS_MEMORY;
    for (size_t l = 0; l < line_count; l++)
        draw_line(chart, &lines[l], points);
    rw_free(points);
    return RIWALK_STATUS_OK;
}

static void draw_marks(rw_chart *chart, const riwalk_chart_line *line)
{
    for (size_t i = 0; i < line->count; i++) {
        double x = rw_axis_place(&chart->x, line->x[i]);

        if (isnan(line->y[i]))
            continue;
        if (line->errors)
            rw_chart_error_bar(chart, x, line->y[i], line->errors[i],
                               riwalk_class_color(line->color));
        rw_mark_draw(&chart->canvas, line->color, x, rw_axis_place(&chart->y, line->y[i]), 3.6,
                     0.8);
    }
}

riwalk_status riwalk_plot_lines(const riwalk_chart_line *lines, size_t line_count, const char *path,
                                const riwalk_chart_options *options, riwalk_error *error)
{
    rw_chart chart = {0};
    riwalk_status status;

    if ((!lines && line_count) || !path)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "lines and path must not be NULL");
    if (!(status = rw_chart_begin(&chart, options, line_count, error)) &&
        !(status = measure(lines, line_count, &chart, error)) &&
        !(status = rw_chart_frame(&chart, path, error)) &&
        !(status = draw_lines(&chart, lines, line_count, error))) {
        for (size_t l = 0; l < line_count; l++)
            if (!lines[l].dashed)
                draw_marks(&chart, &lines[l]);
        status = rw_canvas_save(&chart.canvas, path, chart.options.files, error);
    }
    rw_chart_free(&chart);
    return status;
}
