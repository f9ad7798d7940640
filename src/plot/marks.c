/* SPDX-License-Identifier: MIT */
/* Colours and marks of classes. The colours are those of Okabe and Ito, which people with any
 * common form of colour blindness can tell apart; black is softened to a dark grey. */
#include "plot/canvas.h"

#include <math.h>

#define PI 3.14159265358979323846
#define STRIPE 2.0 /* pixels: the width of a stripe in a bar */

static const rw_color class_colors[RW_COLORS] = {0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7,
                                                 0xE69F00, 0x56B4E9, 0x4D4D4D, 0xF0E442};

void rw_use_color(rw_canvas *canvas, rw_color color, double opacity)
{
    cairo_set_source_rgba(canvas->cairo, (color >> 16 & 255) / 255.0, (color >> 8 & 255) / 255.0,
                          (color & 255) / 255.0, opacity);
}

rw_color rw_class_color(uint32_t class_)
{
    return class_ == RIWALK_NO_CLASS ? RW_COLOR_NO_CLASS : class_colors[class_ % RW_COLORS];
}

bool rw_is_light(rw_color color)
{
    return 0.299 * (color >> 16 & 255) + 0.587 * (color >> 8 & 255) + 0.114 * (color & 255) > 145;
}

/* A polygon of `corners` corners, every second one at `inner` times the radius. */
static void polygon(cairo_t *cairo, int corners, double inner, double turn, double x, double y,
                    double radius)
{
    for (int i = 0; i < corners; i++) {
        double angle = turn + 2 * PI * i / corners;
        double reach = i % 2 ? radius * inner : radius;

        cairo_line_to(cairo, x + reach * cos(angle), y + reach * sin(angle));
    }
    cairo_close_path(cairo);
}

void rw_mark_path(rw_canvas *canvas, uint32_t class_, double x, double y, double radius)
{
    cairo_t *cairo = canvas->cairo;
    uint32_t shape = class_ == RIWALK_NO_CLASS ? 0 : class_ / RW_COLORS % 6;

    cairo_new_path(cairo);
    if (shape == 0)
        cairo_arc(cairo, x, y, radius, 0, 2 * PI);
    else if (shape == 1) /* square */
        polygon(cairo, 4, 1, PI / 4, x, y, radius * 1.253);
    else if (shape == 2) /* triangle, its centre of mass at x, y */
        polygon(cairo, 3, 1, -PI / 2, x, y + radius * 0.1, radius * 1.555);
    else if (shape == 3) /* diamond, a narrow one */
        polygon(cairo, 4, 0.7, -PI / 2, x, y, radius * 1.498);
    else if (shape == 4) /* star */
        polygon(cairo, 10, 0.5, -PI / 2, x, y, radius * 1.462);
    else /* triangle upside down */
        polygon(cairo, 3, 1, PI / 2, x, y - radius * 0.1, radius * 1.555);
}

void rw_mark_draw(rw_canvas *canvas, uint32_t class_, double x, double y, double radius)
{
    rw_mark_path(canvas, class_, x, y, radius);
    rw_use_color(canvas, rw_class_color(class_), 1);
    cairo_fill_preserve(canvas->cairo);
    rw_use_color(canvas, RW_COLOR_BACKGROUND, 1);
    cairo_set_line_width(canvas->cairo, radius < 3 ? 0.4 : 0.8);
    cairo_stroke(canvas->cairo);
}

/* Lines from below left to above right, across a rectangle that is the clip. */
static void draw_stripes(rw_canvas *canvas, double x, double y, double width, double height)
{
    cairo_t *cairo = canvas->cairo;

    rw_use_color(canvas, RW_COLOR_BACKGROUND, 1);
    cairo_set_line_width(cairo, STRIPE);
    for (double start = x - height; start < x + width; start += 3 * STRIPE) {
        cairo_move_to(cairo, start, y + height);
        cairo_line_to(cairo, start + height, y);
    }
    cairo_stroke(cairo);
}

void rw_bar_draw(rw_canvas *canvas, uint32_t class_, double x, double y, double width,
                 double height)
{
    cairo_t *cairo = canvas->cairo;

    rw_use_color(canvas, rw_class_color(class_), 1);
    cairo_rectangle(cairo, x, y, width, height);
    cairo_fill_preserve(cairo);
    cairo_save(cairo);
    cairo_clip(cairo);
    if (class_ != RIWALK_NO_CLASS && class_ / RW_COLORS % 2)
        draw_stripes(canvas, x, y, width, height);
    cairo_restore(cairo);
}
