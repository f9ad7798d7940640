/* SPDX-License-Identifier: MIT */
/* Bar charts, bars of one group side by side. */
#include "base/error.h"
#include "plot/chart.h"

#include <math.h>

#define BARS_SHARE 0.78 /* of a group's room; the rest is between groups */
#define WIDEST 60.0     /* pixels of a bar */

static riwalk_status measure(const riwalk_chart_bars *series, size_t series_count, rw_chart *chart,
                             riwalk_error *error)
{
    bool log = chart->options.log_y;
    rw_range y = {0};
    riwalk_status status;

    for (size_t s = 0; s < series_count; s++) {
        const riwalk_chart_bars *bars = &series[s];

        if (!bars->values)
            return rw_fail(error, RIWALK_STATUS_ARGUMENT, "values of bars must not be NULL");
        for (size_t g = 0; g < chart->group_count; g++)
            if ((status = rw_range_add(&y, bars->values[g], bars->errors ? &bars->errors[g] : NULL,
                                       log, true, error)))
                return status;
        chart->entries[s] = (rw_legend_entry){bars->name, bars->color, RW_LEGEND_BAR};
    }
    if (!y.count)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the chart has no value to show");
    if (!log && y.low > 0) /* bars begin at 0, or their lengths would mislead */
        y.low = 0;
    if (!log && y.high < 0)
        y.high = 0;
    chart->y = rw_axis_around(y.low, y.high, log);
    if (y.low == 0 && !log)
        chart->y.low = 0;
    if (y.high == 0 && !log && y.low < 0)
        chart->y.high = 0;
    return RIWALK_STATUS_OK;
}

static void draw_bar(rw_chart *chart, const riwalk_chart_bars *bars, size_t group, double x,
                     double width)
{
    double value = bars->values[group];
    double base = chart->y.log || chart->y.low > 0 ? chart->y.from : rw_axis_place(&chart->y, 0);
    double top = rw_axis_place(&chart->y, value);

    if (isnan(value))
        return;
    rw_bar_draw(&chart->canvas, bars->color, x, fmin(top, base), width, fabs(base - top));
    if (bars->errors)
        rw_chart_error_bar(chart, x + width / 2, value, bars->errors[group], RW_COLOR_TEXT);
}

static void draw_groups(rw_chart *chart, const riwalk_chart_bars *series, size_t series_count)
{
    double room = (chart->x.to - chart->x.from) / (double)chart->group_count;
    double each = fmin(room * BARS_SHARE / (double)series_count, WIDEST);

    for (size_t g = 0; g < chart->group_count; g++) {
        double middle = chart->x.from + ((double)g + 0.5) * room;
        double left = middle - each * (double)series_count / 2;

        for (size_t s = 0; s < series_count; s++)
            draw_bar(chart, &series[s], g, left + each * (double)s + each * 0.04, each * 0.92);
    }
}

riwalk_status riwalk_plot_bars(const char *const *groups, size_t group_count,
                               const riwalk_chart_bars *series, size_t series_count,
                               const char *path, const riwalk_chart_options *options,
                               riwalk_error *error)
{
    rw_chart chart = {.groups = groups, .group_count = group_count};
    riwalk_status status;

    if (!groups || (!series && series_count) || !path)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "groups, series and path must not be NULL");
    if (!(status = rw_chart_begin(&chart, options, series_count, error)) &&
        !(status = measure(series, series_count, &chart, error)) &&
        !(status = rw_chart_frame(&chart, path, error))) {
        draw_groups(&chart, series, series_count);
        status = rw_canvas_save(&chart.canvas, path, chart.options.files, error);
    }
    rw_chart_free(&chart);
    return status;
}
