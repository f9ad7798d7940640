/* SPDX-License-Identifier: MIT */
/* The frame of all pictures (title, legend, scale), and scatter plots. */
#include "plot/plot.h"

#include "base/options.h"
#include "plot/project.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN 16.0
#define AXIS_SIZE 11.0
#define NAMES_OUT 12.0 /* how far names may extend into the margin */
#define OUTLINED 5000  /* marks have no outline if there are more points */

void riwalk_plot_options_init(riwalk_plot_options *options)
{
    *options = (riwalk_plot_options){
        .size = sizeof *options, .width = 720, .height = 560, .resolution = 2};
}

static riwalk_status check(const rw_plot *plot, const double *places, riwalk_error *error)
{
    const riwalk_plot_options *o = &plot->options;

    if (!plot->count)
        return rw_refuse(error, "there is nothing to draw");
    if (o->point_labels > RIWALK_POINT_LABELS_NEVER)
        return rw_refuse(error, "unknown choice of point labels: %d", (int)o->point_labels);
    for (size_t i = 0; i < 2 * (size_t)plot->count; i++)
        if (!isfinite(places[i]))
            return rw_refuse(error, "the place of point %zu is not finite", i / 2);
    for (uint32_t i = 0; i < plot->count && o->classes; i++)
        if (o->classes[i] >= o->class_count && o->classes[i] != RIWALK_NO_CLASS)
            return rw_refuse(error, "point %u has the class %u, and there are %u", i, o->classes[i],
                             o->class_count);
    return RIWALK_STATUS_OK;
}

/* ---- The legend, in one or several columns ---- */

#define LEGEND_SIZE 11.0
#define ROW 18.0
#define SYMBOL 30.0    /* width of a mark */
#define GAP 12.0       /* between columns */
#define MOST_SHARE 0.4 /* most of the picture's width for the legend */
#define LONGEST 36     /* characters of a name */
#define MEASURED 1000  /* names that are measured for the width */

#define DIGITS "0123456789"

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Compares names as people sort them: 2 before 10, also within text. */
static int compare_names(const char *a, const char *b)
{
    if (*a == '-' && *b == '-' && digit(a[1]) && digit(b[1]))
        return compare_names(b + 1, a + 1);
    for (;; a++, b++) {
        if (digit(*a) && digit(*b)) {
            size_t length, other;

            a += strspn(a, "0");
            b += strspn(b, "0");
            length = strspn(a, DIGITS);
            other = strspn(b, DIGITS);
            if (length != other || memcmp(a, b, length))
                return length != other ? RW_ORDER(length, other) : memcmp(a, b, length);
            a += length;
            b += length;
        }
        if (!*a || *a != *b)
            return (int)(unsigned char)*a - (int)(unsigned char)*b;
    }
}

static int compare_entries(const void *left, const void *right)
{
    const rw_legend_entry *a = left, *b = right;
    int order = compare_names(a->name, b->name);

    return order ? order : RW_ORDER(a->class_, b->class_);
}

void rw_legend_sort(rw_legend_entry *entries, size_t count)
{
    qsort(entries, count, sizeof *entries, compare_entries);
}

/* The layout of entries. */
typedef struct grid {
    size_t columns, rows;
    size_t shown;  /* entries that fit */
    double column; /* width */
} grid;

static grid find_grid(const rw_canvas *canvas, const rw_legend_entry *entries, size_t count,
                      double height)
{
    grid g = {.shown = count, .rows = height < 2 * ROW ? 2 : (size_t)(height / ROW)};
    char clean[RW_TEXT_BYTES];
    size_t most;

    for (size_t i = 0; i < count && i < MEASURED; i++) {
        rw_text_clean(entries[i].name, LONGEST, clean);
        g.column = fmax(g.column, SYMBOL + rw_text_width(clean, LEGEND_SIZE) + GAP);
    }
    g.columns = (count + g.rows - 1) / g.rows;
    most = (size_t)(canvas->width * MOST_SHARE / (g.column + 1));
    most = most ? most : 1;
    if (g.columns > most)
        g.columns = most;
    if (g.columns * g.rows < count)
        g.shown = g.columns * g.rows - 1;
    else if (g.columns) /* columns of similar height */
        g.rows = (count + g.columns - 1) / g.columns;
    return g;
}

/* Draws as many columns of entries as fit, and removes their width from the area. A last line
 * counts the rest. */
static void draw_entries(rw_canvas *canvas, const rw_legend_entry *entries, size_t count,
                         rw_box *area)
{
    grid g = find_grid(canvas, entries, count, area->bottom - area->top);
    rw_font font = {.size = LEGEND_SIZE, .color = RW_COLOR_TEXT};
    char more[32];

    area->right -= (double)g.columns * g.column;
    for (size_t i = 0; i < count && i <= g.shown; i++) {
        double left = area->right + (double)(i / g.rows) * g.column;
        double middle = area->top + ((double)(i % g.rows) + 0.5) * ROW;

        if (i < g.shown) {
            rw_mark_draw(canvas, entries[i].class_, left + SYMBOL - 12, middle, 5, 0);
            rw_text_draw(canvas, &font, entries[i].name, LONGEST, left + SYMBOL, middle);
        } else {
            snprintf(more, sizeof more, "and %zu more", count - g.shown);
            font.color = RW_COLOR_FAINT_TEXT;
            rw_text_draw(canvas, &font, more, LONGEST, left + 8, middle);
        }
    }
}

/* Draws the legend, with an entry for points without a class if there are any, and removes its
 * width from the area. */
static riwalk_status draw_legend(rw_plot *plot, rw_box *a, riwalk_error *error)
{
    const riwalk_plot_options *o = &plot->options;
    rw_legend_entry *entries;
    size_t count = 0;

    if (!o->classes || !o->class_names)
        return RIWALK_STATUS_OK;
    RW_HAVE(entries = rw_alloc((size_t)o->class_count + 1, sizeof *entries, error));
    for (uint32_t c = 0; c < o->class_count; c++)
        if (o->class_names[c])
            entries[count++] = (rw_legend_entry){o->class_names[c], c};
    rw_legend_sort(entries, count);
    for (uint32_t i = 0; i < plot->count; i++)
        if (o->classes[i] == RIWALK_NO_CLASS) {
            entries[count++] = (rw_legend_entry){"none", RIWALK_NO_CLASS};
            break;
        }
    draw_entries(&plot->canvas, entries, count, a);
    rw_free(entries);
    return RIWALK_STATUS_OK;
}

/* ---- Places ---- */

void rw_places_bounds(const double *places, size_t count, double low[2], double high[2])
{
    low[0] = low[1] = INFINITY;
    high[0] = high[1] = -INFINITY;
    for (size_t i = 0; i < 2 * count; i++) {
        low[i % 2] = fmin(low[i % 2], places[i]);
        high[i % 2] = fmax(high[i % 2], places[i]);
    }
}

double rw_edge_lengths(const double *places, const uint64_t *offsets, const uint32_t *neighbors,
                       uint32_t begin, uint32_t end)
{
    double sum = 0;

    for (uint32_t i = begin; i < end; i++)
        for (uint64_t a = offsets[i]; a < offsets[i + 1]; a++) {
            double dx = places[2 * (size_t)i] - places[2 * (size_t)neighbors[a]];
            double dy = places[2 * (size_t)i + 1] - places[2 * (size_t)neighbors[a] + 1];

            sum += sqrt(dx * dx + dy * dy);
        }
    return sum;
}

/* ---- The frame ---- */

static void draw_frame(rw_plot *plot, rw_box *a)
{
    const rw_style line = {.fill = RW_COLOR_NONE, .stroke = RW_COLOR_GRID, .width = 1};
    rw_font font = {AXIS_SIZE, RW_COLOR_FAINT_TEXT, true};

    a->bottom -= plot->options.x_title ? 20 : 0;
    a->left += plot->options.y_title ? 20 : 0;
    rw_rectangle_draw(&plot->canvas, &line, a->left, a->top, a->right - a->left,
                      a->bottom - a->top);
    if (plot->options.x_title)
        rw_text_draw(&plot->canvas, &font, plot->options.x_title, 80, (a->left + a->right) / 2,
                     a->bottom + 14);
    font.upward = true;
    if (plot->options.y_title)
        rw_text_draw(&plot->canvas, &font, plot->options.y_title, 80, a->left - 12,
                     (a->top + a->bottom) / 2);
}

/* Maps places to pixels, centred in the area. Returns the size of a mark: the side of its share of
 * the places' box, which may be as thin as a line. */
static double fit(rw_plot *plot, const double *places, const rw_box *a)
{
    double low[2], high[2], scale;
    double width = fmax(a->right - a->left, 1), height = fmax(a->bottom - a->top, 1);

    rw_places_bounds(places, plot->count, low, high);
    for (int axis = 0; axis < 2; axis++) { /* halves keep differences finite */
        low[axis] /= 2;
        high[axis] /= 2;
    }
    scale = fmin(width / (high[0] - low[0]), height / (high[1] - low[1]));
    if (!isfinite(scale)) /* one point, or all in one place */
        scale = 0;
    for (size_t i = 0; i < plot->count; i++) {
        plot->spots[2 * i] =
            (a->left + a->right) / 2 + scale * (places[2 * i] / 2 - (low[0] / 2 + high[0] / 2));
        plot->spots[2 * i + 1] =
            (a->top + a->bottom) / 2 - scale * (places[2 * i + 1] / 2 - (low[1] / 2 + high[1] / 2));
    }
    if (scale == 0)
        return width;
    width = scale * (high[0] - low[0]);
    height = scale * (high[1] - low[1]);
    return fmax(sqrt(width * height / plot->count), fmax(width, height) / plot->count);
}

riwalk_status rw_plot_begin(rw_plot *plot, uint32_t count, const double *places,
                            const riwalk_plot_options *options, bool framed, const char *path,
                            riwalk_error *error)
{
    riwalk_plot_options *o = &plot->options;
    double room = framed ? 20 : 15, share;
    rw_box a;

    *plot = (rw_plot){.count = count};
    RW_MUST(rw_options_over(riwalk_plot_options, o, options, error));
    if (!o->width && !o->height) {
        o->width = 720;
        o->height = 560;
    }
    RW_MUST(check(plot, places, error));
    RW_MUST(rw_canvas_open(o, path, &plot->canvas, error));
    RW_HAVE(plot->spots = rw_alloc(count, 2 * sizeof *plot->spots, error));
    a = (rw_box){MARGIN, rw_title_draw(&plot->canvas, o->title), plot->canvas.width - MARGIN,
                 plot->canvas.height - MARGIN};
    RW_MUST(draw_legend(plot, &a, error));
    if (framed)
        draw_frame(plot, &a);
    plot->room = framed ? a
                        : (rw_box){a.left - NAMES_OUT, a.top - NAMES_OUT, a.right + NAMES_OUT,
                                   a.bottom + NAMES_OUT};
    a = (rw_box){a.left + room, a.top + room, a.right - room, a.bottom - room};
    share = fit(plot, places, &a);
    plot->radius = framed ? fmin(fmax(share * 0.14, 1.6), 6) : fmin(fmax(share * 0.19, 2), 13);
    return RIWALK_STATUS_OK;
}

void rw_plot_free(rw_plot *plot)
{
    rw_canvas_free(&plot->canvas);
    rw_free(plot->spots);
}

/* ---- Scatter plots ---- */

riwalk_status riwalk_plot_points(uint32_t count, const double *places, const char *path,
                                 const riwalk_plot_options *options, riwalk_error *error)
{
    double outline;
    riwalk_status status;
    rw_plot plot;

    if ((!places && count) || !path)
        return rw_refuse(error, "places and path must not be NULL");
    if (!(status = rw_plot_begin(&plot, count, places, options, true, path, error))) {
        outline = count > OUTLINED ? 0 : plot.radius < 3 ? 0.4 : 0.8;
        for (int classed = 0; classed < 2; classed++) /* points without a class lie below */
            for (size_t i = 0; i < count; i++)
                if ((rw_plot_class(&plot, (uint32_t)i) != RIWALK_NO_CLASS) == classed)
                    rw_mark_draw(&plot.canvas, rw_plot_class(&plot, (uint32_t)i), plot.spots[2 * i],
                                 plot.spots[2 * i + 1], plot.radius, outline);
        if (!(status = rw_point_labels_draw(&plot, plot.options.names, NULL, error)))
            status = rw_canvas_save(&plot.canvas, path, plot.options.files, error);
    }
    rw_plot_free(&plot);
    return status;
}
