/* SPDX-License-Identifier: MIT */
/* Writes SVG: text stays text, numbers have two decimals, elements of the same look share a group.
 * Nothing depends on the machine, its fonts or locale, so a picture has the same bytes
 * everywhere. */
#include "plot/canvas.h"

#include "base/decimal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Faces with about the widths of rw_text_width; narrower ones fit too. */
#define FONTS "DejaVu Sans,Verdana,sans-serif"
#define FARTHEST 1e7 /* pixels; coordinates are clipped to this */

/* ---- Pieces ---- */

/* Writes a number with up to two decimals. */
static void put_number(rw_canvas *canvas, double number)
{
    char text[RW_DECIMAL_CHARS + 4];
    long long hundredths = llround(fmin(fmax(number, -FARTHEST), FARTHEST) * 100);
    long long size = hundredths < 0 ? -hundredths : hundredths;
    size_t length = 0;

    if (hundredths < 0)
        text[length++] = '-';
    length += rw_format_integer(size / 100, text + length);
    if (size % 100) {
        text[length++] = '.';
        text[length++] = (char)('0' + size / 10 % 10);
        if (size % 10)
            text[length++] = (char)('0' + size % 10);
    }
    rw_canvas_put(canvas, text, length);
}

/* Writes text in which % is a double and %# a colour. */
static void put(rw_canvas *canvas, const char *format, ...)
{
    char color[16];
    va_list values;

    va_start(values, format);
    for (const char *next; (next = strchr(format, '%')); format = next) {
        rw_canvas_put(canvas, format, (size_t)(next++ - format));
        if (*next == '#') {
            snprintf(color, sizeof color, "#%06x", va_arg(values, rw_color));
            rw_canvas_put(canvas, color, strlen(color));
            next++;
        } else {
            put_number(canvas, va_arg(values, double));
        }
    }
    rw_canvas_put(canvas, format, strlen(format));
    va_end(values);
}

/* Writes clean text, escaped for XML. */
static void put_escaped(rw_canvas *canvas, const char *text)
{
    static const char special[] = "&<>\"";
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;"};

    while (*text) {
        size_t plain = strcspn(text, special);

        rw_canvas_put(canvas, text, plain);
        text += plain;
        if (*text)
            put(canvas, names[strchr(special, *text++) - special]);
    }
}

/* ---- Groups ---- */

/* Ends the open group, if there is one. */
static void leave_group(rw_canvas *canvas)
{
    if (canvas->group_size)
        put(canvas, "</g>\n");
}

/* Writes the end of the open group and the tag of a new one. If both tags turn out equal, this is
 * undone and the open group continues. */
static size_t begin_group(rw_canvas *canvas)
{
    size_t start = canvas->size;

    leave_group(canvas);
    put(canvas, "<g");
    return start;
}

static void end_group(rw_canvas *canvas, size_t start)
{
    size_t tag = start + (canvas->group_size ? strlen("</g>\n") : 0), size;

    put(canvas, ">\n");
    if (canvas->failure.code)
        return;
    size = canvas->size - tag;
    if (size == canvas->group_size &&
        !memcmp(canvas->bytes + canvas->group, canvas->bytes + tag, size)) {
        canvas->size = start;
        return;
    }
    canvas->group = tag;
    canvas->group_size = size;
}

static void use_style(rw_canvas *canvas, const rw_style *style)
{
    size_t start = begin_group(canvas);

    if (style->fill == RW_COLOR_NONE)
        put(canvas, " fill=\"none\"");
    if (style->stroke != RW_COLOR_NONE) {
        put(canvas, " stroke=\"%#\" stroke-width=\"%\"", style->stroke, style->width);
        if (style->opacity > 0 && style->opacity < 1)
            put(canvas, " stroke-opacity=\"%\"", style->opacity);
    }
    end_group(canvas, start);
}

static void use_font(rw_canvas *canvas, const rw_font *font)
{
    size_t start = begin_group(canvas);

    put(canvas, " fill=\"%#\" font-size=\"%\"", font->color, font->size);
    if (font->centered)
        put(canvas, " text-anchor=\"middle\"");
    if (font->bold)
        put(canvas, " font-weight=\"bold\"");
    if (font->halo)
        put(canvas, " stroke=\"%#\" stroke-width=\"%\" stroke-opacity=\"%\" paint-order=\"stroke\"",
            (rw_color)RW_COLOR_BACKGROUND, RW_HALO_WIDTH, RW_HALO_OPACITY);
    end_group(canvas, start);
}

/* ---- The back end ---- */

static riwalk_status begin(rw_canvas *canvas, double resolution, riwalk_error *error)
{
    (void)error; /* a lack of memory is reported at the end */
    put(canvas,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%\" height=\"%\" viewBox=\"0 0 % %\" "
        "font-family=\"" FONTS "\" stroke-linecap=\"round\" stroke-linejoin=\"round\" "
        "xml:space=\"preserve\">\n",
        canvas->width, canvas->height, canvas->width, canvas->height);
    return RIWALK_STATUS_OK;
}

static void end_shape(rw_canvas *canvas, const rw_style *style)
{
    if (style->fill != RW_COLOR_NONE)
        put(canvas, " fill=\"%#\"", style->fill);
    put(canvas, "/>\n");
}

static void draw_path(rw_canvas *canvas, const rw_style *style, const double *points, size_t count,
                      bool closed)
{
    use_style(canvas, style);
    for (size_t i = 0; i < count; i++)
        put(canvas, i ? " % %" : "<path d=\"M% %", points[2 * i], points[2 * i + 1]);
    put(canvas, closed ? "z\"" : "\"");
    end_shape(canvas, style);
}

static void draw_circle(rw_canvas *canvas, const rw_style *style, double x, double y, double radius)
{
    use_style(canvas, style);
    put(canvas, "<circle cx=\"%\" cy=\"%\" r=\"%\"", x, y, radius);
    end_shape(canvas, style);
}

static void draw_text(rw_canvas *canvas, const rw_font *font, const char *text, double x, double y)
{
    use_font(canvas, font);
    put(canvas,
        font->upward ? "<text transform=\"translate(% %) rotate(-90)\">" : "<text x=\"%\" y=\"%\">",
        x, y);
    put_escaped(canvas, text);
    put(canvas, "</text>\n");
}

static riwalk_status end(rw_canvas *canvas, riwalk_error *error)
{
    leave_group(canvas);
    put(canvas, "</svg>\n");
    return RIWALK_STATUS_OK;
}

const rw_canvas_backend rw_svg_backend = {
    .begin = begin,
    .path = draw_path,
    .circle = draw_circle,
    .text = draw_text,
    .end = end,
};
