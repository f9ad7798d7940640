/* SPDX-License-Identifier: MIT */
/* Text of pictures: cleaning and widths. */
#include "base/text.h"
#include "plot/canvas.h"

#include <string.h>

#define TITLE_SIZE 16.0
#define BOLDER 1.13 /* width of bold text relative to other text */
#define MARGIN 16.0
#define MOST_CHARACTERS 120

/* ---- Cleaning ---- */

/* Whether a character is visible. Others control terminals, change the direction of text, or are
 * not allowed in XML. */
static bool printable(unsigned code)
{
    return code >= 0x20 && !(code >= 0x7F && code < 0xA0) && !(code >= 0x2028 && code < 0x202F) &&
           !(code >= 0x2066 && code < 0x206A) && !(code >= 0xFDD0 && code < 0xFDF0) &&
           (code & 0xFFFE) != 0xFFFE;
}

/* Cleans the first character of *from into `clean` and skips it; returns its bytes in `clean`. */
static size_t clean_one(const char **from, char *clean)
{
    unsigned code;
    size_t length = rw_utf8_code(*from, 4, &code);
    bool plain = length && printable(code);

    if (plain)
        memcpy(clean, *from, length);
    else
        *clean = '?';
    *from += length ? length : 1;
    return plain ? length : 1;
}

/* The ends of names tell them apart as often as their beginnings, so the middle is cut. */
void rw_text_clean(const char *text, size_t limit, char clean[RW_TEXT_BYTES])
{
    static const char ellipsis[] = "\xE2\x80\xA6";
    const char *from = text;
    size_t used = 0, count = 0, tail;
    char scratch[4];

    if (limit > MOST_CHARACTERS)
        limit = MOST_CHARACTERS;
    for (; *from; count++)
        clean_one(&from, scratch);
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

/* ---- Widths ---- */

/* Widths of printable ASCII characters in hundredths of the size, measured in DejaVu Sans, one of
 * the wider common faces. */
static const unsigned char ascii_widths[] = {
    32, 40, 46, 84, 64, 95, 78, 27, 39,  39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79,
    60, 79, 69, 63, 61, 73, 68, 99, 69,  61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63,
    63, 28, 28, 58, 28, 97, 63, 61, 63,  63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84,
};

/* Other characters: combining accents have no width; Latin and similar scripts; East Asian scripts
 * fill squares. */
static unsigned code_width(unsigned code)
{
    if (code < 0x7F)
        return ascii_widths[code - 0x20];
    if (code >= 0x300 && code < 0x370)
        return 0;
    return code < 0x1100 || (code >= 0x1E00 && code < 0x2E80) ? 70 : 100;
}

double rw_text_width(const char *text, double size)
{
    unsigned sum = 0, code;

    while (*text) {
        text += rw_utf8_code(text, 4, &code);
        sum += code_width(code);
    }
    return sum * size / 100;
}

/* ---- Drawing ---- */

void rw_text_draw(rw_canvas *canvas, const rw_font *font, const char *text, size_t limit, double x,
                  double y)
{
    double down = font->size * 0.36; /* digits and capitals are about 0.72 times the size high */
    char clean[RW_TEXT_BYTES];

    rw_text_clean(text, limit, clean);
    canvas->backend->text(canvas, font, clean, font->upward ? x + down : x,
                          font->upward ? y : y + down);
}

double rw_title_draw(rw_canvas *canvas, const char *title)
{
    rw_font font = {.size = TITLE_SIZE, .color = RW_COLOR_TEXT, .bold = true};
    char clean[RW_TEXT_BYTES];
    double width;

    if (!title || !*title)
        return MARGIN;
    rw_text_clean(title, MOST_CHARACTERS, clean);
    width = BOLDER * rw_text_width(clean, font.size);
    if (width > canvas->width - 2 * MARGIN)
        font.size *= (canvas->width - 2 * MARGIN) / width;
    canvas->backend->text(canvas, &font, clean, MARGIN, MARGIN + TITLE_SIZE * 0.9);
    return MARGIN + TITLE_SIZE * 1.9;
}
