/* SPDX-License-Identifier: MIT */
/* Cairo's surfaces: SVG, PNG and PDF. The bytes are collected in memory and go to the file at the
 * end, so that it is complete or absent, and so that what would differ from run to run can be taken
 * out of them: the numbers of surfaces in SVG, and the date in PDF. */
#include "plot/canvas.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/output.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <ctype.h>
#include <math.h>
#include <string.h>

#define LEAST_SIDE 100
#define MOST_SIDE 10000
#define MOST_DOTS 32767 /* a side, of Cairo's images */

static cairo_status_t collect(void *data, const unsigned char *bytes, unsigned int size)
{
    rw_canvas *canvas = data;
    char *room = rw_grow(canvas->bytes, &canvas->capacity, canvas->size + size, 1, NULL);

    if (!room) {
        canvas->failed = RIWALK_STATUS_MEMORY;
        return CAIRO_STATUS_NO_MEMORY;
    }
    canvas->bytes = room;
    memcpy(canvas->bytes + canvas->size, bytes, size);
    canvas->size += size;
    return CAIRO_STATUS_SUCCESS;
}

riwalk_picture_format riwalk_picture_format_of(const char *path)
{
    static const struct {
        const char *ending;
        riwalk_picture_format format;
    } known[] = {{".svg", RIWALK_PICTURE_FORMAT_SVG},
                 {".svg.gz", RIWALK_PICTURE_FORMAT_SVG},
                 {".svg.zst", RIWALK_PICTURE_FORMAT_SVG},
                 {".png", RIWALK_PICTURE_FORMAT_PNG},
                 {".pdf", RIWALK_PICTURE_FORMAT_PDF}};

    for (size_t i = 0; i < sizeof known / sizeof *known && path; i++)
        if (rw_ends_with(path, known[i].ending))
            return known[i].format;
    return RIWALK_PICTURE_FORMAT_AUTO;
}

static riwalk_status find_format(const char *path, riwalk_picture_format *format,
                                 riwalk_error *error)
{
    if (*format > RIWALK_PICTURE_FORMAT_PDF)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "there is no picture format number %d",
                       (int)*format);
    if (!*format && !(*format = riwalk_picture_format_of(path)))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "%s: what kind of picture is not known: the name should end in .svg, .png "
                       "or .pdf, or the format be given",
                       path);
    return RIWALK_STATUS_OK;
}

static riwalk_status check(const rw_picture *picture, riwalk_error *error)
{
    if (picture->width < LEAST_SIDE || picture->width > MOST_SIDE || picture->height < LEAST_SIDE ||
        picture->height > MOST_SIDE)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "a picture of %u x %u pixels was asked for: each must be %d to %d",
                       picture->width, picture->height, LEAST_SIDE, MOST_SIDE);
    if (!(picture->resolution >= 0.1 && picture->resolution <= 10))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the resolution must be 0.1 to 10");
    return RIWALK_STATUS_OK;
}

static riwalk_status check_dots(const rw_picture *picture, riwalk_picture_format format,
                                riwalk_error *error)
{
    double side = picture->width > picture->height ? picture->width : picture->height;

    if (format != RIWALK_PICTURE_FORMAT_PNG || side * picture->resolution <= MOST_DOTS)
        return RIWALK_STATUS_OK;
    return rw_fail(
        error, RIWALK_STATUS_ARGUMENT,
        "a PNG of %.0f x %.0f dots was asked for (%u x %u pixels, resolution %g): at most "
        "%d a side are possible",
        picture->width * picture->resolution, picture->height * picture->resolution, picture->width,
        picture->height, picture->resolution, MOST_DOTS);
}

static cairo_surface_t *make_surface(rw_canvas *canvas, double resolution)
{
    cairo_surface_t *surface;

    switch (canvas->format) {
    case RIWALK_PICTURE_FORMAT_PNG:
        surface =
            cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)lround(canvas->width * resolution),
                                       (int)lround(canvas->height * resolution));
        cairo_surface_set_device_scale(surface, resolution, resolution);
        return surface;
    case RIWALK_PICTURE_FORMAT_PDF:
        surface =
            cairo_pdf_surface_create_for_stream(collect, canvas, canvas->width, canvas->height);
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE,
                                       "2019-11-08T00:00:00Z");
        return surface;
    default:
        surface =
            cairo_svg_surface_create_for_stream(collect, canvas, canvas->width, canvas->height);
        cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
        return surface;
    }
}

/* Metrics without hints: text is as wide in one format as in another. */
static void set_fonts(cairo_t *cairo)
{
    cairo_font_options_t *fonts = cairo_font_options_create();

    cairo_font_options_set_hint_metrics(fonts, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_hint_style(fonts, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_antialias(fonts, CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(cairo, fonts);
    cairo_font_options_destroy(fonts);
}

static riwalk_status cairo_failure(cairo_status_t status, riwalk_error *error)
{
    if (status == CAIRO_STATUS_NO_MEMORY)
        return rw_fail(error, RIWALK_STATUS_MEMORY, "not enough memory for the picture");
    return rw_fail(error, RIWALK_STATUS_IO, "the picture cannot be drawn: Cairo says '%s'",
                   cairo_status_to_string(status));
}

riwalk_status rw_canvas_open(const rw_picture *picture, const char *path, rw_canvas *canvas,
                             riwalk_error *error)
{
    riwalk_status status;
    cairo_status_t made;

    *canvas =
        (rw_canvas){.width = picture->width, .height = picture->height, .format = picture->format};
    if ((status = check(picture, error)) || (status = find_format(path, &canvas->format, error)) ||
        (status = check_dots(picture, canvas->format, error)))
        return status;
    canvas->surface = make_surface(canvas, picture->resolution);
    canvas->cairo = cairo_create(canvas->surface);
    if ((made = cairo_status(canvas->cairo))) {
        rw_canvas_free(canvas);
        return cairo_failure(made, error);
    }
    set_fonts(canvas->cairo);
    cairo_set_line_join(canvas->cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(canvas->cairo, CAIRO_LINE_CAP_ROUND);
    rw_use_color(canvas, RW_COLOR_BACKGROUND, 1);
    cairo_paint(canvas->cairo);
    return RIWALK_STATUS_OK;
}

/* Cairo numbers all surfaces of a process, and names a group after that number. */
static void drop_surface_ids(rw_canvas *canvas)
{
    static const char mark[] = " id=\"surface";
    const size_t length = sizeof mark - 1;
    size_t to = 0;

    for (size_t from = 0; from < canvas->size;) {
        if (canvas->size - from > length && !memcmp(canvas->bytes + from, mark, length)) {
            from += length;
            while (from < canvas->size && isdigit((unsigned char)canvas->bytes[from]))
                from++;
            from += from < canvas->size; /* the closing quote */
            continue;
        }
        canvas->bytes[to++] = canvas->bytes[from++];
    }
    canvas->size = to;
}

riwalk_status rw_canvas_save(rw_canvas *canvas, const char *path, riwalk_files *files,
                             riwalk_error *error)
{
    cairo_status_t drawn = cairo_status(canvas->cairo);
    rw_output *output = NULL;
    riwalk_status status;

    if (!drawn && canvas->format == RIWALK_PICTURE_FORMAT_PNG)
        drawn = cairo_surface_write_to_png_stream(canvas->surface, collect, canvas);
    cairo_surface_finish(canvas->surface);
    if (!drawn)
        drawn = cairo_surface_status(canvas->surface);
    if (drawn || canvas->failed)
        return cairo_failure(canvas->failed ? CAIRO_STATUS_NO_MEMORY : drawn, error);
    if (canvas->format == RIWALK_PICTURE_FORMAT_SVG)
        drop_surface_ids(canvas);
    if (!(status = rw_output_open(path, &output, error)))
        status = rw_output_write(output, canvas->bytes, canvas->size, error);
    return rw_output_end(output, status, files, error);
}

void rw_canvas_free(rw_canvas *canvas)
{
    if (canvas->cairo)
        cairo_destroy(canvas->cairo);
    if (canvas->surface) {
        cairo_surface_finish(canvas->surface);
        cairo_surface_destroy(canvas->surface);
    }
    rw_free(canvas->bytes);
    *canvas = (rw_canvas){0};
}
