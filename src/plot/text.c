/* SPDX-License-Identifier: MIT */
/* Text of pictures. */
#include "plot/canvas.h"

#include <string.h>

#define FONT "sans-serif"
#define TITLE_SIZE 16.0
#define MARGIN 16.0
#define MOST_CHARACTERS 120

/* The length of the UTF-8 sequence that text begins with; 0 where it is none. */
static size_t sequence(const unsigned char *text)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = text[0] < 0x80   ? 1
                    : text[0] < 0xC0 ? 0
                    : text[0] < 0xE0 ? 2
                    : text[0] < 0xF0 ? 3
                    : text[0] < 0xF8 ? 4
                                     : 0;
    unsigned code;

    if (length <= 1)
        return length;
    code = text[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (text[i] & 0x3Fu);
    }
    return code < least[length] || (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF ? 0
                                                                                        : length;
}

void rw_text_clean(const char *text, size_t limit, char clean[RW_TEXT_BYTES])
{
    static const char ellipsis[] = "\xE2\x80\xA6";
    const unsigned char *from = (const unsigned char *)text;
    size_t used = 0, last = 0;

    if (limit > MOST_CHARACTERS)
        limit = MOST_CHARACTERS;
    for (size_t characters = 0; *from; characters++) {
        size_t length = sequence(from);

        if (characters == limit) {
            memcpy(clean + last, ellipsis, sizeof ellipsis);
            return;
        }
        last = used;
        if (!length || *from < 0x20 || *from == 0x7F)
            clean[used++] = '?';
        else {
            memcpy(clean + used, from, length);
            used += length;
        }
        from += length ? length : 1;
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
