/* SPDX-License-Identifier: MIT */
/* A picture while it is being drawn, through Cairo, and the few things that all pictures are made
 * of: text, marks, a title. Coordinates are pixels of a screen from the upper left corner. Drawing
 * never fails at once: Cairo remembers the first failure, and saving reports it. */
#ifndef RW_PLOT_CANVAS_H
#define RW_PLOT_CANVAS_H

#include "riwalk.h"

#include <cairo.h>

/* What is common to the options of all pictures. */
typedef struct rw_picture {
    riwalk_picture_format format;
    uint32_t width, height;
    double resolution;
    const char *title;
} rw_picture;

typedef struct rw_canvas {
    cairo_t *cairo;
    cairo_surface_t *surface;
    double width, height;
    riwalk_picture_format format;
    char *bytes; /* of the file: SVG and PDF grow while drawing, PNG comes at the end */
    size_t size, capacity;
    riwalk_status failed; /* while taking bytes from Cairo */
} rw_canvas;

/* Opens a canvas for a picture that will be saved at a path: finds the format, checks the sizes and
 * paints the background. On failure there is nothing to free. */
riwalk_status rw_canvas_open(const rw_picture *picture, const char *path, rw_canvas *canvas,
                             riwalk_error *error);

/* Writes the file. After this the canvas can only be freed. */
riwalk_status rw_canvas_save(rw_canvas *canvas, const char *path, riwalk_files *files,
                             riwalk_error *error);
void rw_canvas_free(rw_canvas *canvas);

/* ---- Colours and marks (marks.c) ---- */

typedef uint32_t rw_color; /* 0xRRGGBB */

#define RW_COLOR_BACKGROUND 0xFCFCFA
#define RW_COLOR_TEXT 0x2B2B2B
#define RW_COLOR_FAINT_TEXT 0x666666
#define RW_COLOR_AXIS 0x8A8A8A
#define RW_COLOR_GRID 0xE6E6E3
#define RW_COLOR_EDGE 0xB4B4B0
#define RW_COLOR_NO_CLASS 0xC2C2BE

void rw_use_color(rw_canvas *canvas, rw_color color, double opacity);

/* The colour of a class, or of a chart's line; they repeat after RW_COLORS. */
#define RW_COLORS 8
rw_color rw_class_color(uint32_t class_);

/* Whether dark text is easier to read upon a colour than white text. */
bool rw_is_light(rw_color color);

/* Leaves the outline of a class's mark as Cairo's path: the shape changes after RW_COLORS classes,
 * so that classes of one colour differ. All shapes have the area of a circle of this radius. */
void rw_mark_path(rw_canvas *canvas, uint32_t class_, double x, double y, double radius);

/* Fills a mark, with a thin outline in the colour of the background. */
void rw_mark_draw(rw_canvas *canvas, uint32_t class_, double x, double y, double radius);

/* Fills the bar of a class: with stripes after RW_COLORS classes, so that bars of one colour
 * differ. */
void rw_bar_draw(rw_canvas *canvas, uint32_t class_, double x, double y, double width,
                 double height);

/* ---- Text (text.c) ---- */

typedef enum rw_align {
    RW_ALIGN_LEFT = 0,
    RW_ALIGN_CENTER = 1,
    RW_ALIGN_RIGHT = 2,
} rw_align;

/* Room for the text of rw_text_clean. */
#define RW_TEXT_BYTES 512

/* Copies text as Cairo wants it: valid UTF-8 without control characters, anything else as question
 * marks, and no more than `limit` characters (1 to 120), an ellipsis then being in the middle. */
void rw_text_clean(const char *text, size_t limit, char clean[RW_TEXT_BYTES]);

/* Text whose middle is at the height y. It must be clean. */
void rw_text_draw(rw_canvas *canvas, const char *text, double x, double y, double size,
                  rw_align align);
double rw_text_width(rw_canvas *canvas, const char *text, double size);

/* Draws the title, if there is one. Returns the height below which there is room. */
double rw_title_draw(rw_canvas *canvas, const char *title);

#endif
