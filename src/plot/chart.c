/* SPDX-License-Identifier: MIT */
/* The frame of charts: title, axes with grid and ticks, legend. */
#include "plot/chart.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"

#include <math.h>

#define TICK_SIZE 10.5
#define AXIS_SIZE 11.5
#define MARGIN 16.0

void riwalk_chart_options_init(riwalk_chart_options *options)
{
    *options = (riwalk_chart_options){.size = sizeof *options,
                                      .width = 640,
                                      .height = 420,
                                      .resolution = 2,
                                      .y_low = NAN,
                                      .y_high = NAN};
}

riwalk_status rw_chart_begin(rw_chart *chart, const riwalk_chart_options *options,
                             size_t entry_count, riwalk_error *error)
{
    riwalk_chart_options_init(&chart->options);
    if (rw_options_copy(&chart->options, sizeof chart->options, options, error))
        return RIWALK_STATUS_ARGUMENT;
    if (!chart->options.width && !chart->options.height) {
        chart->options.width = 640;
        chart->options.height = 420;
    }
    chart->entry_count = entry_count;
    chart->entries = rw_alloc_zeroed(entry_count, sizeof *chart->entries, error);
    return chart->entries ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;
}

void rw_chart_free(rw_chart *chart)
{
    rw_canvas_free(&chart->canvas);
    rw_free(chart->entries);
}

riwalk_status rw_range_add(rw_range *range, double value, const double *half, bool log, bool gaps,
                           riwalk_error *error)
{
    double low = value, high = value;

    if (isnan(value) && gaps)
        return RIWALK_STATUS_OK;
    if (!isfinite(value) || (half && isinf(*half)))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "a value of the chart is not finite");
    if (log && value <= 0)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "a value of the chart is %g: a logarithmic axis has positive ones only",
                       value);
    if (half && *half > 0) {
        high += *half;
        low -= log && *half >= value ? 0 : *half;
    }
    if (!range->count || low < range->low)
        range->low = low;
    if (!range->count || high > range->high)
        range->high = high;
    range->count++;
    return RIWALK_STATUS_OK;
}

/* ---- The frame ---- */

static void grid_line(rw_canvas *canvas, double x0, double y0, double x1, double y1, rw_color color)
{
    const rw_style style = {.fill = RW_COLOR_NONE, .stroke = color, .width = 1};

    rw_line_draw(canvas, &style, x0, y0, x1, y1);
}

/* The width of the widest tick of the y axis. */
static double tick_width(const rw_axis *axis, double wanted)
{
    double ticks[RW_AXIS_TICKS], most = 0;
    size_t count = rw_axis_ticks(axis, wanted, ticks);
    char text[RW_AXIS_TEXT];

    for (size_t i = 0; i < count; i++) {
        double width;

        rw_axis_text(ticks[i], text);
        width = rw_text_width(text, TICK_SIZE);
        most = width > most ? width : most;
    }
    return most;
}

static void draw_y(rw_chart *chart, double wanted)
{
    const rw_font font = {TICK_SIZE, RW_COLOR_FAINT_TEXT, RW_ALIGN_RIGHT};
    double ticks[RW_AXIS_TICKS];
    size_t count = rw_axis_ticks(&chart->y, wanted, ticks);
    rw_canvas *canvas = &chart->canvas;
    char text[RW_AXIS_TEXT];

    for (size_t i = 0; i < count; i++) {
        double y = rw_axis_place(&chart->y, ticks[i]);

        grid_line(canvas, chart->x.from, y, chart->x.to, y, RW_COLOR_GRID);
        rw_axis_text(ticks[i], text);
        rw_text_draw(canvas, &font, text, chart->x.from - 7, y);
    }
}

static void draw_x(rw_chart *chart)
{
    const rw_font font = {TICK_SIZE, RW_COLOR_FAINT_TEXT, RW_ALIGN_CENTER};
    double ticks[RW_AXIS_TICKS], length = chart->x.to - chart->x.from;
    double widest = tick_width(&chart->x, 4) + 16;
    size_t count = rw_axis_ticks(&chart->x, fmin(8, length / widest), ticks);
    rw_canvas *canvas = &chart->canvas;
    char text[RW_AXIS_TEXT];

    for (size_t i = 0; i < count; i++) {
        double x = rw_axis_place(&chart->x, ticks[i]);

        grid_line(canvas, x, chart->y.from, x, chart->y.to, RW_COLOR_GRID);
        grid_line(canvas, x, chart->y.from, x, chart->y.from + 4, RW_COLOR_AXIS);
        rw_axis_text(ticks[i], text);
        rw_text_draw(canvas, &font, text, x, chart->y.from + 14);
    }
}

static void draw_groups(rw_chart *chart)
{
    double room = (chart->x.to - chart->x.from) / (double)chart->group_count;
    char clean[RW_TEXT_BYTES];

    for (size_t i = 0; i < chart->group_count; i++) {
        rw_font font = {TICK_SIZE, RW_COLOR_TEXT, RW_ALIGN_CENTER};
        double width;

        rw_text_clean(chart->groups[i] ? chart->groups[i] : "", 40, clean);
        width = rw_text_width(clean, font.size);
        if (width > room - 6)
            font.size *= fmax(room - 6, 1) / width;
        rw_text_draw(&chart->canvas, &font, clean, chart->x.from + ((double)i + 0.5) * room,
                     chart->y.from + 14);
    }
}

static void draw_axis_titles(rw_chart *chart)
{
    rw_font font = {AXIS_SIZE, RW_COLOR_TEXT, RW_ALIGN_CENTER};
    char clean[RW_TEXT_BYTES];

    if (chart->options.x_title) {
        rw_text_clean(chart->options.x_title, 100, clean);
        rw_text_draw(&chart->canvas, &font, clean, (chart->x.from + chart->x.to) / 2,
                     chart->y.from + 36);
    }
    if (chart->options.y_title) {
        font.upward = true;
        rw_text_clean(chart->options.y_title, 100, clean);
        rw_text_draw(&chart->canvas, &font, clean, MARGIN + 4, (chart->y.from + chart->y.to) / 2);
    }
}

static riwalk_status check_axis(const char *name, const rw_axis *axis, riwalk_error *error)
{
    double length = axis->log ? axis->high / axis->low : axis->high - axis->low;

    if (!(axis->low < axis->high) || !isfinite(length) || (axis->log && axis->low <= 0))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the %s axis cannot go from %g to %g", name,
                       axis->low, axis->high);
    return RIWALK_STATUS_OK;
}

static riwalk_status check_axes(rw_chart *chart, riwalk_error *error)
{
    riwalk_status status;

    if (!isnan(chart->options.y_low))
        chart->y.low = chart->options.y_low;
    if (!isnan(chart->options.y_high))
        chart->y.high = chart->options.y_high;
    if ((status = check_axis("y", &chart->y, error)) || chart->groups)
        return status;
    return check_axis("x", &chart->x, error);
}

riwalk_status rw_chart_frame(rw_chart *chart, const char *path, riwalk_error *error)
{
    const riwalk_chart_options *o = &chart->options;
    rw_picture picture = {o->format, o->width, o->height, o->resolution, o->title};
    rw_legend legend = {.entries = chart->entries, .count = chart->entry_count};
    riwalk_status status;
    double top, wanted;

    if ((status = check_axes(chart, error)) ||
        (status = rw_canvas_open(&picture, path, &chart->canvas, error)))
        return status;
    top = rw_title_draw(&chart->canvas, o->title);
    chart->y.from = chart->canvas.height - MARGIN - 12 - (o->x_title ? 22 : 0);
    chart->y.to = top + 4;
    wanted = fmax((chart->y.from - chart->y.to) / 55, 2);
    rw_legend_measure(&chart->canvas, &legend, chart->y.from - chart->y.to);
    chart->x.from = MARGIN + tick_width(&chart->y, wanted) + 8;
    chart->x.from += o->y_title ? 20 : 0;
    chart->x.to = chart->canvas.width - MARGIN - legend.width;
    draw_y(chart, wanted);
    if (chart->groups)
        draw_groups(chart);
    else
        draw_x(chart);
    grid_line(&chart->canvas, chart->x.from, chart->y.from, chart->x.to, chart->y.from,
              RW_COLOR_AXIS);
    draw_axis_titles(chart);
    rw_legend_draw(&chart->canvas, &legend, chart->x.to + 10, chart->y.to);
    /* The data stays within its frame, but for marks on the border. */
    rw_canvas_clip(&chart->canvas, chart->x.from - 5, chart->y.to - 5,
                   chart->x.to - chart->x.from + 10, chart->y.from - chart->y.to + 10);
    return RIWALK_STATUS_OK;
}

void rw_chart_error_bar(rw_chart *chart, double x, double value, double half, rw_color color)
{
    const rw_style style = {.fill = RW_COLOR_NONE, .stroke = color, .width = 1.2};
    double low = value - half;
    double high = rw_axis_place(&chart->y, value + half);

    if (!(half > 0))
        return;
    if (chart->y.log && low < chart->y.low)
        low = chart->y.low;
    low = rw_axis_place(&chart->y, low);
    rw_line_draw(&chart->canvas, &style, x, low, x, high);
    rw_line_draw(&chart->canvas, &style, x - 3, low, x + 3, low);
    rw_line_draw(&chart->canvas, &style, x - 3, high, x + 3, high);
}
