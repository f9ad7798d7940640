/* SPDX-License-Identifier: MIT */
/* Colours and marks of classes. The first six colours are Okabe and Ito's. The others were searched
 * for, such that people who see no red or no green can tell all sixteen apart as well as those
 * two's eight: the least difference between two is 18 (CIEDE2000), 11.5 as such people see them (by
 * the matrices of Machado and others 2009), and each is far enough from the background and from
 * grey. */
#include "base/frontend.h"
#include "plot/canvas.h"

static const rw_color class_colors[RW_COLORS] = {
    0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x004433, 0x660077,
    0xCCCC99, 0x444400, 0x990044, 0x665577, 0x8877FF, 0x886644, 0x1133CC, 0x00DDDD,
};

/* Polygons with the area of a circle of radius 1, their centres of mass at 0, 0 or near it; the
 * first stands for that circle. */
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

bool rw_is_light(rw_color color)
{
    return 0.299 * (color >> 16 & 255) + 0.587 * (color >> 8 & 255) + 0.114 * (color & 255) > 145;
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
