/* SPDX-License-Identifier: MIT */
/* PNG and PDF by Cairo, which allocates its own memory and remembers its first failure. Text is in
 * the system's sans-serif face; the layout does not depend on that face. */
#include "plot/canvas.h"

#include "base/error.h"
#include "base/memory.h"

#include <cairo-pdf.h>
#include <cairo.h>
#include <math.h>

#define PI 3.14159265358979323846
#define IMAGE_BYTES 4 /* a dot */

static cairo_status_t collect(void *data, const unsigned char *bytes, unsigned int size)
{
    return rw_canvas_put(data, bytes, size) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_NO_MEMORY;
}

static riwalk_status check(cairo_status_t status, riwalk_error *error)
{
    if (status == CAIRO_STATUS_SUCCESS)
        return RIWALK_STATUS_OK;
    if (status == CAIRO_STATUS_NO_MEMORY)
        return rw_fail(error, RIWALK_STATUS_MEMORY, "not enough memory for the picture");
    return rw_fail(error, RIWALK_STATUS_IO, "the picture cannot be drawn: Cairo says '%s'",
                   cairo_status_to_string(status));
}

/* A PDF gets a fixed date, so that its bytes are the same every time. */
static cairo_surface_t *make_surface(rw_canvas *canvas, double resolution)
{
    cairo_surface_t *surface;

    if (canvas->format == RIWALK_PICTURE_FORMAT_PDF) {
        surface =
            cairo_pdf_surface_create_for_stream(collect, canvas, canvas->width, canvas->height);
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE,
                                       "2019-11-08T00:00:00Z");
        return surface;
    }
    surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)lround(canvas->width * resolution),
                                   (int)lround(canvas->height * resolution));
    cairo_surface_set_device_scale(surface, resolution, resolution);
    return surface;
}

/* Font metrics are not hinted, so that text has the same width in all formats. */
static riwalk_status begin(rw_canvas *canvas, double resolution, riwalk_error *error)
{
    cairo_font_options_t *fonts;
    cairo_t *cairo;

    canvas->surface = make_surface(canvas, resolution);
    if (canvas->format == RIWALK_PICTURE_FORMAT_PNG &&
        cairo_surface_status(canvas->surface) == CAIRO_STATUS_NO_MEMORY)
        return rw_out_of_memory((size_t)(canvas->width * resolution),
                                (size_t)(canvas->height * resolution) * IMAGE_BYTES, error);
    fonts = cairo_font_options_create();
    canvas->cairo = cairo = cairo_create(canvas->surface);
    cairo_font_options_set_hint_metrics(fonts, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_hint_style(fonts, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_antialias(fonts, CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(cairo, fonts);
    cairo_font_options_destroy(fonts);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    return check(cairo_status(cairo), error);
}

static void use_color(cairo_t *cairo, rw_color color, double opacity)
{
    cairo_set_source_rgba(cairo, (color >> 16 & 255) / 255.0, (color >> 8 & 255) / 255.0,
                          (color & 255) / 255.0, opacity);
}

/* Fills and strokes the current path. */
static void paint(cairo_t *cairo, const rw_style *style)
{
    if (style->fill != RW_COLOR_NONE) {
        use_color(cairo, style->fill, 1);
        cairo_fill_preserve(cairo);
    }
    if (style->stroke != RW_COLOR_NONE) {
        use_color(cairo, style->stroke, style->opacity > 0 ? style->opacity : 1);
        cairo_set_line_width(cairo, style->width);
        cairo_stroke_preserve(cairo);
    }
    cairo_new_path(cairo);
}

static void draw_path(rw_canvas *canvas, const rw_style *style, const double *points, size_t count,
                      bool closed)
{
    for (size_t i = 0; i < count; i++)
        cairo_line_to(canvas->cairo, points[2 * i], points[2 * i + 1]);
    if (closed)
        cairo_close_path(canvas->cairo);
    paint(canvas->cairo, style);
}

static void draw_circle(rw_canvas *canvas, const rw_style *style, double x, double y, double radius)
{
    cairo_arc(canvas->cairo, x, y, radius, 0, 2 * PI);
    paint(canvas->cairo, style);
}

static void draw_text(rw_canvas *canvas, const rw_font *font, const char *text, double x, double y)
{
    cairo_t *cairo = canvas->cairo;
    cairo_text_extents_t extents;

    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           font->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, font->size);
    cairo_text_extents(cairo, text, &extents);
    cairo_save(cairo);
    cairo_translate(cairo, x, y);
    if (font->upward)
        cairo_rotate(cairo, -PI / 2);
    x = font->centered ? -extents.x_advance * 0.5 : 0;
    if (font->halo) {
        cairo_move_to(cairo, x, 0);
        cairo_text_path(cairo, text);
        paint(cairo, &(rw_style){.fill = RW_COLOR_NONE,
                                 .stroke = RW_COLOR_BACKGROUND,
                                 .width = RW_HALO_WIDTH,
                                 .opacity = RW_HALO_OPACITY});
    }
    use_color(cairo, font->color, 1);
    cairo_move_to(cairo, x, 0);
    cairo_show_text(cairo, text);
    cairo_new_path(cairo);
    cairo_restore(cairo);
}

static riwalk_status end(rw_canvas *canvas, riwalk_error *error)
{
    cairo_status_t drawn = cairo_status(canvas->cairo);

    if (!drawn && canvas->format == RIWALK_PICTURE_FORMAT_PNG)
        drawn = cairo_surface_write_to_png_stream(canvas->surface, collect, canvas);
    cairo_surface_finish(canvas->surface);
    return check(drawn ? drawn : cairo_surface_status(canvas->surface), error);
}

static void release(rw_canvas *canvas)
{
    if (canvas->cairo)
        cairo_destroy(canvas->cairo);
    if (canvas->surface) {
        cairo_surface_finish(canvas->surface);
        cairo_surface_destroy(canvas->surface);
    }
}

const rw_canvas_backend rw_cairo_backend = {
    .begin = begin,
    .path = draw_path,
    .circle = draw_circle,
    .text = draw_text,
    .end = end,
    .release = release,
};
