/* SPDX-License-Identifier: MIT */
/* A picture being drawn, and what all pictures consist of: paths, text, marks, a title. Coordinates
 * are screen pixels from the upper left corner. There are two back ends: svg.c writes SVG itself,
 * cairo.c makes PNG and PDF if the library is built with Cairo. Drawing never fails: the first
 * failure is remembered, and saving reports it. */
#ifndef RW_PLOT_CANVAS_H
#define RW_PLOT_CANVAS_H

#include "riwalk_analysis.h"

typedef uint32_t rw_color; /* 0xRRGGBB */

typedef struct rw_box {
    double left, top, right, bottom;
} rw_box;

#define RW_COLOR_NONE UINT32_MAX
#define RW_COLOR_BACKGROUND 0xFCFCFA
#define RW_COLOR_TEXT 0x2B2B2B
#define RW_COLOR_FAINT_TEXT 0x666666
#define RW_COLOR_GRID 0xE6E6E3
#define RW_COLOR_EDGE 0x8C8C88
#define RW_COLOR_NO_CLASS 0xC2C2BE

/* The look of a path or a circle. */
typedef struct rw_style {
    rw_color fill, stroke; /* RW_COLOR_NONE: none */
    double width;          /* width of the stroke */
    double opacity;        /* opacity of the stroke; 0 means 1 */
} rw_style;

/* The look of a text. */
typedef struct rw_font {
    double size;
    rw_color color;
    bool centered; /* else it begins at x */
    bool bold;
    bool halo;   /* an outline in the colour of the background */
    bool upward; /* rotated to read upwards */
} rw_font;

/* Halos let what is below show through. */
#define RW_HALO_WIDTH 2.4
#define RW_HALO_OPACITY 0.8

typedef struct rw_canvas rw_canvas;

/* A back end. It gets clean text, and y is the base line. */
typedef struct rw_canvas_backend {
    riwalk_status (*begin)(rw_canvas *canvas, double resolution, riwalk_error *error);
    /* A line or polygon through points, [2 * count]. */
    void (*path)(rw_canvas *canvas, const rw_style *style, const double *points, size_t count,
                 bool closed);
    void (*circle)(rw_canvas *canvas, const rw_style *style, double x, double y, double radius);
    void (*text)(rw_canvas *canvas, const rw_font *font, const char *text, double x, double y);
    riwalk_status (*end)(rw_canvas *canvas, riwalk_error *error); /* completes the bytes */
    void (*release)(rw_canvas *canvas);                           /* NULL: nothing to release */
} rw_canvas_backend;

extern const rw_canvas_backend rw_svg_backend, rw_cairo_backend;

struct rw_canvas {
    const rw_canvas_backend *backend;
    double width, height;
    riwalk_picture_format format;
    char *bytes; /* the file's content */
    size_t size, capacity;
    riwalk_error failure;     /* memory was short for some bytes */
    size_t group, group_size; /* SVG: the tag of the open group, in bytes */
    void *cairo, *surface;    /* Cairo's objects */
};

/* Opens a canvas for a picture to be saved at a path: finds the format, checks sizes and paints the
 * background. Call rw_canvas_free in any case. */
riwalk_status rw_canvas_open(const riwalk_plot_options *picture, const char *path,
                             rw_canvas *canvas, riwalk_error *error);

/* Writes the file. Afterwards the canvas can only be freed. */
riwalk_status rw_canvas_save(rw_canvas *canvas, const char *path, riwalk_files *files,
                             riwalk_error *error);
void rw_canvas_free(rw_canvas *canvas);

/* Appends bytes of the file, for back ends. Returns whether there was memory. */
bool rw_canvas_put(rw_canvas *canvas, const void *bytes, size_t size);

/* ---- Drawing ---- */

void rw_line_draw(rw_canvas *canvas, const rw_style *style, double x0, double y0, double x1,
                  double y1);
void rw_rectangle_draw(rw_canvas *canvas, const rw_style *style, double x, double y, double width,
                       double height);

/* Colours of classes (riwalk_class_color) repeat after this many. */
#define RW_COLORS 16

/* Draws the mark of a class, with an outline in the colour of the background if `outline` is not 0.
 * The shape changes every RW_COLORS classes, so that classes with the same colour differ. All
 * shapes have the area of a circle of this radius. */
void rw_mark_draw(rw_canvas *canvas, uint32_t class_, double x, double y, double radius,
                  double outline);

/* ---- Text (text.c) ---- */

/* The most bytes that rw_text_clean writes. */
#define RW_TEXT_BYTES 512

/* Copies text for pictures: valid UTF-8 without control characters, with question marks for
 * anything else. If it exceeds `limit` characters (1 to 120), an ellipsis replaces its middle. */
void rw_text_clean(const char *text, size_t limit, char clean[RW_TEXT_BYTES]);

/* Cleans and draws text, vertically centred at y. */
void rw_text_draw(rw_canvas *canvas, const rw_font *font, const char *text, size_t limit, double x,
                  double y);

/* The width of clean text in a common face. It does not depend on the machine's fonts, so neither
 * does any layout. */
double rw_text_width(const char *text, double size);

/* Draws the title, if there is one. Returns the y below which there is room. */
double rw_title_draw(rw_canvas *canvas, const char *title);

#endif
