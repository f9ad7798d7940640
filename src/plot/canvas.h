/* SPDX-License-Identifier: MIT */
/* A picture while it is being drawn, and the few things that all pictures are made of: paths, text,
 * marks, a title. Coordinates are pixels of a screen from the upper left corner. Two back ends
 * draw: svg.c writes SVG by itself, cairo.c makes PNG and PDF where the library is built with
 * Cairo. Drawing never fails at once: the first failure is remembered, and saving reports it. */
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

/* How a path or a circle looks. */
typedef struct rw_style {
    rw_color fill, stroke; /* RW_COLOR_NONE: none */
    double width;          /* of the stroke */
    double opacity;        /* of the stroke; 0 stands for 1 */
} rw_style;

typedef enum rw_align {
    RW_ALIGN_LEFT = 0,
    RW_ALIGN_CENTER = 1,
} rw_align;

/* How a text looks. */
typedef struct rw_font {
    double size;
    rw_color color;
    rw_align align;
    bool bold;
    bool halo;   /* a rim in the colour of the background */
    bool upward; /* turned to read from below to above */
} rw_font;

/* Halos let what is below shine through. */
#define RW_HALO_WIDTH 2.4
#define RW_HALO_OPACITY 0.8

typedef struct rw_canvas rw_canvas;

/* A back end. The text that it gets is clean, and y its base line. */
typedef struct rw_canvas_backend {
    riwalk_status (*begin)(rw_canvas *canvas, double resolution, riwalk_error *error);
    /* A line through points, or a polygon: points are [2 * count]. */
    void (*path)(rw_canvas *canvas, const rw_style *style, const double *points, size_t count,
                 bool closed);
    void (*circle)(rw_canvas *canvas, const rw_style *style, double x, double y, double radius);
    void (*text)(rw_canvas *canvas, const rw_font *font, const char *text, double x, double y);
    riwalk_status (*end)(rw_canvas *canvas, riwalk_error *error); /* all bytes are there */
    void (*release)(rw_canvas *canvas); /* NULL: there is nothing of its own */
} rw_canvas_backend;

extern const rw_canvas_backend rw_svg_backend, rw_cairo_backend;

struct rw_canvas {
    const rw_canvas_backend *backend;
    double width, height;
    riwalk_picture_format format;
    char *bytes; /* of the file */
    size_t size, capacity;
    bool full;                /* there was no memory for some bytes */
    size_t group, group_size; /* SVG: the tag of the open group, in bytes */
    void *cairo, *surface;    /* Cairo's own */
};

/* Opens a canvas for a picture that will be saved at a path: finds the format, checks the sizes and
 * paints the background. rw_canvas_free is due also after a failure. */
riwalk_status rw_canvas_open(const riwalk_plot_options *picture, const char *path,
                             rw_canvas *canvas, riwalk_error *error);

/* Writes the file. After this the canvas can only be freed. */
riwalk_status rw_canvas_save(rw_canvas *canvas, const char *path, riwalk_files *files,
                             riwalk_error *error);
void rw_canvas_free(rw_canvas *canvas);

/* Appends bytes of the file, for back ends. Returns whether there was memory for them. */
bool rw_canvas_put(rw_canvas *canvas, const void *bytes, size_t size);

/* ---- Drawing ---- */

void rw_line_draw(rw_canvas *canvas, const rw_style *style, double x0, double y0, double x1,
                  double y1);
void rw_rectangle_draw(rw_canvas *canvas, const rw_style *style, double x, double y, double width,
                       double height);

/* The colours of classes (riwalk_class_color) repeat after so many. */
#define RW_COLORS 16

/* Draws the mark of a class, with an outline in the colour of the background where its width is not
 * 0. The shape changes after RW_COLORS classes, so that classes of one colour differ. All shapes
 * have the area of a circle of this radius. */
void rw_mark_draw(rw_canvas *canvas, uint32_t class_, double x, double y, double radius,
                  double outline);

/* ---- Text (text.c) ---- */

/* Room for the text of rw_text_clean. */
#define RW_TEXT_BYTES 512

/* Copies text as pictures want it: valid UTF-8 without control characters, anything else as
 * question marks, and no more than `limit` characters (1 to 120), an ellipsis then being in the
 * middle. */
void rw_text_clean(const char *text, size_t limit, char clean[RW_TEXT_BYTES]);

/* Draws text, cleaned, whose middle is at the height y. */
void rw_text_draw(rw_canvas *canvas, const rw_font *font, const char *text, size_t limit, double x,
                  double y);

/* The width of clean text in a common face. It does not depend on the fonts of the machine, and so
 * no layout does. */
double rw_text_width(const char *text, double size);

/* Draws the title, if there is one. Returns the height below which there is room. */
double rw_title_draw(rw_canvas *canvas, const char *title);

#endif
