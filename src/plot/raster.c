/* SPDX-License-Identifier: MIT */
/* Cells of a picture, and what covers them. */
#include "plot/raster.h"

#include "base/memory.h"

#include <math.h>

#define MOST_LINES 2   /* of a cell that count */
#define MOST_CELLS 4e6 /* cells of larger pictures have more than a pixel */

riwalk_status rw_raster_new(double width, double height, rw_raster *raster, riwalk_error *error)
{
    double cell = fmax(1, sqrt(width * height / MOST_CELLS));

    *raster = (rw_raster){.width = (uint32_t)ceil(width / cell),
                          .height = (uint32_t)ceil(height / cell),
                          .cell = cell};
    raster->cells =
        rw_alloc_zeroed((size_t)raster->width * raster->height, sizeof *raster->cells, error);
    return raster->cells ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;
}

/* The cell that a pixel's coordinate falls into, in a picture of `count` cells. */
static uint32_t find(double place, double cell, uint32_t count)
{
    return (uint32_t)fmin(fmax(floor(place / cell), 0), count);
}

/* Columns and rows that a box touches: from the first, to the one after the last. */
typedef struct range {
    uint32_t left, top, right, bottom;
} range;

static range cells_of(const rw_raster *raster, const rw_box *box)
{
    double cell = raster->cell;

    return (range){find(box->left, cell, raster->width), find(box->top, cell, raster->height),
                   find(ceil(box->right / cell) * cell, cell, raster->width),
                   find(ceil(box->bottom / cell) * cell, cell, raster->height)};
}

/* Something is added to a cell, or else the cell to a sum. */
static void use_cell(const rw_raster *raster, uint32_t x, uint32_t y, const rw_cell *more,
                     rw_cover *cover)
{
    rw_cell *cell = raster->cells + (size_t)y * raster->width + x;

    if (more) {
        cell->marks += more->marks;
        cell->words += more->words;
        cell->lines += more->lines;
        cell->price += more->price;
    } else {
        cover->marks += cell->marks;
        cover->words += cell->words;
        cover->lines += cell->lines < MOST_LINES ? cell->lines : MOST_LINES;
        cover->price += cell->price;
    }
}

void rw_raster_box(const rw_raster *raster, const rw_box *box, const rw_cell *more, rw_cover *cover)
{
    range r = cells_of(raster, box);

    for (uint32_t row = r.top; row < r.bottom; row++)
        for (uint32_t column = r.left; column < r.right; column++)
            use_cell(raster, column, row, more, cover);
}

/* One cell for each step of a cell along the longer side. */
void rw_raster_line(const rw_raster *raster, const double from[2], const double to[2],
                    const rw_cell *more, rw_cover *cover)
{
    double side = fmax(fabs(to[0] - from[0]), fabs(to[1] - from[1]));
    uint32_t steps = (uint32_t)ceil(side / raster->cell);

    for (uint32_t step = 0; step < steps; step++) {
        double share = (step + 0.5) / steps;
        double x = floor((from[0] + share * (to[0] - from[0])) / raster->cell);
        double y = floor((from[1] + share * (to[1] - from[1])) / raster->cell);

        if (x >= 0 && y >= 0 && x < raster->width && y < raster->height)
            use_cell(raster, (uint32_t)x, (uint32_t)y, more, cover);
    }
}

void rw_raster_add_disc(const rw_raster *raster, double x, double y, double radius,
                        const rw_cell *more)
{
    range r = cells_of(raster, &(rw_box){x - radius, y - radius, x + radius, y + radius});

    for (uint32_t row = r.top; row < r.bottom; row++)
        for (uint32_t column = r.left; column < r.right; column++) {
            double dx = (column + 0.5) * raster->cell - x, dy = (row + 0.5) * raster->cell - y;

            if (dx * dx + dy * dy <= radius * radius)
                use_cell(raster, column, row, more, NULL);
        }
}
