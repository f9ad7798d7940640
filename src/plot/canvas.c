/* SPDX-License-Identifier: MIT */
/* Opens and saves pictures. Their bytes are collected in memory and written at the end, so that a
 * file is complete or absent. */
#include "plot/canvas.h"

#include "base/error.h"
#include "base/frontend.h"
#include "base/memory.h"
#include "base/output.h"

#include <string.h>

#define LEAST_SIDE 100
#define MOST_SIDE 10000
#define MOST_DOTS 32767 /* per side, in Cairo's images */

/* ---- The format ---- */

riwalk_picture_format riwalk_picture_format_of(const char *path)
{
    if (path && rw_has_extension(path, ".svg"))
        return RIWALK_PICTURE_FORMAT_SVG;
    if (path && rw_ends_with(path, ".png"))
        return RIWALK_PICTURE_FORMAT_PNG;
    return path && rw_ends_with(path, ".pdf") ? RIWALK_PICTURE_FORMAT_PDF
                                              : RIWALK_PICTURE_FORMAT_AUTO;
}

riwalk_status riwalk_picture_format_check(riwalk_picture_format format, riwalk_error *error)
{
    if (format > RIWALK_PICTURE_FORMAT_PDF)
        return rw_refuse(error, "unknown picture format %d", (int)format);
#ifndef RIWALK_CAIRO
    if (format > RIWALK_PICTURE_FORMAT_SVG)
        return rw_refuse(error,
                         "this build of riwalk has no Cairo, which PNG and PDF need: write SVG");
#endif
    return RIWALK_STATUS_OK;
}

/* Checks a picture and finds its format, if necessary from the file's name. */
static riwalk_status check(const riwalk_plot_options *o, const char *path,
                           riwalk_picture_format *format, riwalk_error *error)
{
    double side = o->width > o->height ? o->width : o->height;

    if (o->width < LEAST_SIDE || o->height < LEAST_SIDE || side > MOST_SIDE)
        return rw_refuse(error, "a picture of %u x %u pixels was requested: each must be %d to %d",
                         o->width, o->height, LEAST_SIDE, MOST_SIDE);
    if (!(o->resolution >= 0.1 && o->resolution <= 10))
        return rw_refuse(error, "the resolution must be 0.1 to 10");
    if (!(*format = o->format ? o->format : riwalk_picture_format_of(path)))
        return rw_refuse(error,
                         "cannot tell the picture format of %s: use a name that ends in .svg, .png "
                         "or .pdf, or set the format",
                         path);
    RW_MUST(riwalk_picture_format_check(*format, error));
    if (*format == RIWALK_PICTURE_FORMAT_PNG && side * o->resolution > MOST_DOTS)
        return rw_refuse(error,
                         "a PNG of %.0f x %.0f dots was requested (%u x %u pixels, resolution %g): "
                         "at most %d a side are possible",
                         o->width * o->resolution, o->height * o->resolution, o->width, o->height,
                         o->resolution, MOST_DOTS);
    return RIWALK_STATUS_OK;
}

/* ---- Opening and saving ---- */

riwalk_status rw_canvas_open(const riwalk_plot_options *picture, const char *path,
                             rw_canvas *canvas, riwalk_error *error)
{
    const rw_style background = {.fill = RW_COLOR_BACKGROUND, .stroke = RW_COLOR_NONE};
    riwalk_status status;

    *canvas = (rw_canvas){.width = picture->width, .height = picture->height};
    RW_MUST(check(picture, path, &canvas->format, error));
    canvas->backend = &rw_svg_backend;
#ifdef RIWALK_CAIRO
    if (canvas->format != RIWALK_PICTURE_FORMAT_SVG)
        canvas->backend = &rw_cairo_backend;
#endif
    if (!(status = canvas->backend->begin(canvas, picture->resolution, error)))
        rw_rectangle_draw(canvas, &background, 0, 0, canvas->width, canvas->height);
    return status;
}

bool rw_canvas_put(rw_canvas *canvas, const void *bytes, size_t size)
{
    if (!rw_grow_at(&canvas->bytes, &canvas->capacity, canvas->size + size, 1, &canvas->failure))
        return false;
    memcpy(canvas->bytes + canvas->size, bytes, size);
    canvas->size += size;
    return true;
}

riwalk_status rw_canvas_save(rw_canvas *canvas, const char *path, riwalk_files *files,
                             riwalk_error *error)
{
    rw_output *output = NULL;
    riwalk_status status = canvas->backend->end(canvas, error);

    if (canvas->failure.code)
        return rw_fail(error, canvas->failure.code, "%s", canvas->failure.message);
    if (status)
        return status;
    if (!(status = rw_output_open(path, &output, error)))
        status = rw_output_write(output, canvas->bytes, canvas->size, error);
    return rw_output_end(output, status, files, error);
}

void rw_canvas_free(rw_canvas *canvas)
{
    if (canvas->backend && canvas->backend->release)
        canvas->backend->release(canvas);
    rw_free(canvas->bytes);
    *canvas = (rw_canvas){0};
}

/* ---- Drawing ---- */

void rw_line_draw(rw_canvas *canvas, const rw_style *style, double x0, double y0, double x1,
                  double y1)
{
    const double points[] = {x0, y0, x1, y1};

    canvas->backend->path(canvas, style, points, 2, false);
}

void rw_rectangle_draw(rw_canvas *canvas, const rw_style *style, double x, double y, double width,
                       double height)
{
    const double points[] = {x, y, x + width, y, x + width, y + height, x, y + height};

    canvas->backend->path(canvas, style, points, 4, true);
}

/* ---- Colours and marks of classes ---- */

/* The first six colours are by Okabe and Ito. The others were searched so that people who see no
 * red or no green can tell all sixteen apart as well as the eight of these two: the least
 * difference is 18 (CIEDE2000), 11.5 as such people see them (matrices by Machado and others 2009).
 * All contrast with the background and with grey. */
static const rw_color class_colors[RW_COLORS] = {
    0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x004433, 0x660077,
    0xCCCC99, 0x444400, 0x990044, 0x665577, 0x8877FF, 0x886644, 0x1133CC, 0x00DDDD,
};

/* Polygons with the area of a circle of radius 1, centred on or near 0, 0; the first entry is that
 * circle. */
#define CORNERS 10
static const struct {
    size_t corners;
    double points[2 * CORNERS];
} shapes[] = {
    {0, {0}},
    {4, {0.8862, 0.8862, -0.8862, 0.8862, -0.8862, -0.8862, 0.8862, -0.8862}},
    {3, {0, -1.4551, 1.3468, 0.8776, -1.3468, 0.8776}},
    {4, {0, -1.498, 1.0486, 0, 0, 1.498, -1.0486, 0}},
    {10, {0, -1.462, 0.4297,  -0.5914, 1.3904,  -0.4518, 0.6952,  0.2259,  0.8593,  1.1828,
          0, 0.731,  -0.8593, 1.1828,  -0.6952, 0.2259,  -1.3904, -0.4518, -0.4297, -0.5914}},
    {3, {0, 1.4551, -1.3468, -0.8776, 1.3468, -0.8776}},
};
#define SHAPES (sizeof shapes / sizeof *shapes)

uint32_t riwalk_class_color(uint32_t class_)
{
    return class_ == RIWALK_NO_CLASS ? RW_COLOR_NO_CLASS : class_colors[class_ % RW_COLORS];
}

void rw_mark_draw(rw_canvas *canvas, uint32_t class_, double x, double y, double radius,
                  double outline)
{
    size_t shape = class_ == RIWALK_NO_CLASS ? 0 : class_ / RW_COLORS % SHAPES;
    size_t corners = shapes[shape].corners;
    rw_style style = {.fill = riwalk_class_color(class_),
                      .stroke = outline > 0 ? RW_COLOR_BACKGROUND : RW_COLOR_NONE,
                      .width = outline};
    double points[2 * CORNERS];

    for (size_t i = 0; i < 2 * corners; i++)
        points[i] = (i % 2 ? y : x) + radius * shapes[shape].points[i];
    if (corners)
        canvas->backend->path(canvas, &style, points, corners, true);
    else
        canvas->backend->circle(canvas, &style, x, y, radius);
}
