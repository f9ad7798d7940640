/* SPDX-License-Identifier: MIT */
/* Components in rows: the largest is the first of the first row, and small ones stand in columns
 * beside larger ones or in rows below them, where they take only the room that they need. */
#include "plot/layout.h"

#include <math.h>

#define GAP 1.5   /* between components, in lengths of edges */
#define WIDER 1.4 /* than high: pictures */

void rw_layout_turn(rw_layout *l)
{
    double middle[2] = {0}, xx = 0, xy = 0, yy = 0, length, cosine, sine;

    for (size_t i = 2 * (size_t)l->begin; i < 2 * (size_t)l->end; i++)
        middle[i % 2] += l->places[i] / (l->end - l->begin);
    for (size_t i = l->begin; i < l->end; i++) {
        double x = l->places[2 * i] -= middle[0], y = l->places[2 * i + 1] -= middle[1];

        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    length = sqrt((xx - yy) * (xx - yy) + 4 * xy * xy);
    if (!(length > 0))
        return;
    /* Of half the angle whose cosine is (xx - yy) / length. */
    cosine = sqrt((1 + (xx - yy) / length) / 2);
    sine = xy < 0 ? -sqrt((1 - (xx - yy) / length) / 2) : sqrt((1 - (xx - yy) / length) / 2);
    for (size_t i = l->begin; i < l->end; i++) {
        double x = l->places[2 * i], y = l->places[2 * i + 1];

        l->places[2 * i] = x * cosine + y * sine;
        l->places[2 * i + 1] = y * cosine - x * sine;
    }
}

void rw_places_bounds(const double *places, size_t count, double low[2], double high[2])
{
    low[0] = low[1] = INFINITY;
    high[0] = high[1] = -INFINITY;
    for (size_t i = 0; i < 2 * count; i++) {
        low[i % 2] = fmin(low[i % 2], places[i]);
        high[i % 2] = fmax(high[i % 2], places[i]);
    }
}

/* Moves a component's upper left corner to 0, 0. Returns its width and height. */
static void measure(const rw_layout *l, uint32_t component, double size[2])
{
    double low[2], high[2];
    size_t begin = 2 * (size_t)l->begins[component], end = 2 * (size_t)l->begins[component + 1];

    rw_places_bounds(l->places + begin, (end - begin) / 2, low, high);
    for (size_t i = begin; i < end; i++)
        l->places[i] -= low[i % 2];
    size[0] = high[0] - low[0];
    size[1] = high[1] - low[1];
}

static void move(const rw_layout *l, uint32_t component, double x, double y)
{
    for (size_t i = l->begins[component]; i < l->begins[component + 1]; i++) {
        l->places[2 * i] += x;
        l->places[2 * i + 1] += y;
    }
}

/* The width of all rows. */
static double total_width(const rw_layout *l)
{
    double area = 0, widest = 0, size[2];

    for (uint32_t c = 0; c < l->component_count; c++) {
        measure(l, c, size);
        area += (size[0] + GAP) * (size[1] + GAP);
        widest = fmax(widest, size[0]);
    }
    return fmax(widest, sqrt(WIDER * area));
}

void rw_layout_pack(rw_layout *l)
{
    double width = total_width(l), size[2];
    double row = 0, row_height = 0;      /* where it begins; of what is in it */
    double column = 0, column_width = 0; /* in the row */
    double down = INFINITY;              /* in the column */

    for (uint32_t c = 0; c < l->component_count; c++) {
        measure(l, c, size);
        if (down + size[1] > row_height || column + size[0] > width) {
            column += c ? column_width + GAP : 0;
            column_width = down = 0;
        }
        if (column + size[0] > width) {
            row += row_height + GAP;
            row_height = column = 0;
        }
        row_height = fmax(row_height, size[1]);
        move(l, c, column, row + down);
        column_width = fmax(column_width, size[0]);
        down += size[1] + GAP;
    }
    for (size_t i = 0; i < l->node_count; i++) /* the first row is the upper one */
        l->places[2 * i + 1] = -l->places[2 * i + 1];
}
