/* SPDX-License-Identifier: MIT */
/* Text of pictures. */
#include "plot/canvas.h"

#include "base/text.h"

#include <string.h>

#define FONT "sans-serif"
#define TITLE_SIZE 16.0
#define MARGIN 16.0
#define MOST_CHARACTERS 120

/* Cleans one character of `*from` into `clean` and steps over it; returns its bytes there. */
static size_t clean_one(const char **from, char *clean)
{
    size_t length = rw_utf8_length(*from);
    bool plain = length && (unsigned char)**from >= 0x20 && **from != 0x7F;

    if (plain)
        memcpy(clean, *from, length);
    else
        *clean = '?';
    *from += length ? length : 1;
    return plain ? length : 1;
}

/* The ends of names tell them apart as often as their beginnings do, so the middle is cut. */
void rw_text_clean(const char *text, size_t limit, char clean[RW_TEXT_BYTES])
{
    static const char ellipsis[] = "\xE2\x80\xA6";
    const char *from = text;
    size_t used = 0, count = 0, tail;
    char scratch[4];

    if (limit > MOST_CHARACTERS)
        limit = MOST_CHARACTERS;
    while (*from) {
        clean_one(&from, scratch);
        count++;
    }
    tail = count > limit ? (limit - 1) / 2 : 0;
    from = text;
    for (size_t i = 0; i < count; i++) {
        if (count > limit && i == limit - 1 - tail) {
            memcpy(clean + used, ellipsis, sizeof ellipsis - 1);
            used += sizeof ellipsis - 1;
            for (; i < count - tail; i++)
                clean_one(&from, scratch);
            if (i == count)
                break;
        }
        used += clean_one(&from, clean + used);
    }
    clean[used] = '\0';
}

static double advance(rw_canvas *canvas, const char *text, double size)
{
    cairo_text_extents_t extents;

    cairo_set_font_size(canvas->cairo, size);
    cairo_text_extents(canvas->cairo, text, &extents);
    return extents.x_advance;
}

double rw_text_width(rw_canvas *canvas, const char *text, double size)
{
    cairo_select_font_face(canvas->cairo, FONT, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    return advance(canvas, text, size);
}

void rw_text_draw(rw_canvas *canvas, const char *text, double x, double y, double size,
                  rw_align align)
{
    double width = rw_text_width(canvas, text, size);

    /* Digits and capitals are about 0.72 of the size high. */
    cairo_move_to(canvas->cairo, x - width * 0.5 * (double)align, y + size * 0.36);
    cairo_show_text(canvas->cairo, text);
    cairo_new_path(canvas->cairo);
}

double rw_title_draw(rw_canvas *canvas, const char *title)
{
    char clean[RW_TEXT_BYTES];
    double width, size = TITLE_SIZE;

    if (!title || !*title)
        return MARGIN;
    rw_text_clean(title, MOST_CHARACTERS, clean);
    cairo_select_font_face(canvas->cairo, FONT, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    width = advance(canvas, clean, size);
    if (width > canvas->width - 2 * MARGIN)
        size *= (canvas->width - 2 * MARGIN) / width;
    cairo_set_font_size(canvas->cairo, size);
    rw_use_color(canvas, RW_COLOR_TEXT, 1);
    cairo_move_to(canvas->cairo, MARGIN, MARGIN + TITLE_SIZE * 0.9);
    cairo_show_text(canvas->cairo, clean);
    cairo_new_path(canvas->cairo);
    return MARGIN + TITLE_SIZE * 1.9;
}
