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

void rw_raster_free(rw_raster *raster)
{
    rw_free(raster->cells);
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

/* What happens to cells: something is added to them, or they are counted. */
typedef struct use {
    rw_cell more;
    rw_cover *cover; /* NULL: add */
} use;

static void use_cell(const rw_raster *raster, uint32_t x, uint32_t y, const use *u)
{
    rw_cell *cell = raster->cells + (size_t)y * raster->width + x;

    if (u->cover) {
        u->cover->marks += cell->marks;
        u->cover->words += cell->words;
        u->cover->lines += cell->lines < MOST_LINES ? cell->lines : MOST_LINES;
        u->cover->price += cell->price;
    } else {
        cell->marks += u->more.marks;
        cell->words += u->more.words;
        cell->lines += u->more.lines;
        cell->price += u->more.price;
    }
}

static void use_box(const rw_raster *raster, const rw_box *box, const use *u)
{
    range r = cells_of(raster, box);

    for (uint32_t row = r.top; row < r.bottom; row++)
        for (uint32_t column = r.left; column < r.right; column++)
            use_cell(raster, column, row, u);
}

/* One cell for each step of a cell along the longer side. */
static void use_line(const rw_raster *raster, const double from[2], const double to[2],
                     const use *u)
{
    double side = fmax(fabs(to[0] - from[0]), fabs(to[1] - from[1]));
    uint32_t steps = (uint32_t)ceil(side / raster->cell);

    for (uint32_t step = 0; step < steps; step++) {
        double share = (step + 0.5) / steps;
        double x = floor((from[0] + share * (to[0] - from[0])) / raster->cell);
        double y = floor((from[1] + share * (to[1] - from[1])) / raster->cell);

        if (x >= 0 && y >= 0 && x < raster->width && y < raster->height)
            use_cell(raster, (uint32_t)x, (uint32_t)y, u);
    }
}

void rw_raster_add_disc(rw_raster *raster, double x, double y, double radius, rw_cell more)
{
    range r = cells_of(raster, &(rw_box){x - radius, y - radius, x + radius, y + radius});

    for (uint32_t row = r.top; row < r.bottom; row++)
        for (uint32_t column = r.left; column < r.right; column++) {
            double dx = (column + 0.5) * raster->cell - x, dy = (row + 0.5) * raster->cell - y;

            if (dx * dx + dy * dy <= radius * radius)
                use_cell(raster, column, row, &(use){.more = more});
        }
}

void rw_raster_add_box(rw_raster *raster, const rw_box *box, rw_cell more)
{
    use_box(raster, box, &(use){.more = more});
}

void rw_raster_add_line(rw_raster *raster, const double from[2], const double to[2], rw_cell more)
{
    use_line(raster, from, to, &(use){.more = more});
}

rw_cover rw_raster_box_cover(const rw_raster *raster, const rw_box *box)
{
    rw_cover cover = {0};

    use_box(raster, box, &(use){.cover = &cover});
    return cover;
}

rw_cover rw_raster_line_cover(const rw_raster *raster, const double from[2], const double to[2])
{
    rw_cover cover = {0};

    use_line(raster, from, to, &(use){.cover = &cover});
    return cover;
}
