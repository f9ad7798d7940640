/* SPDX-License-Identifier: MIT */
/* What is taken in a picture, in cells of about a pixel, so that names find room. */
#ifndef RW_PLOT_RASTER_H
#define RW_PLOT_RASTER_H

#include "riwalk.h"

typedef struct rw_box {
    double left, top, right, bottom;
} rw_box;

/* Of a cell: how many marks, names and lines cover it, and the price of hiding what else is there.
 */
typedef struct rw_cell {
    uint32_t marks, words, lines, price;
} rw_cell;

typedef struct rw_raster {
    uint32_t width, height; /* in cells */
    double cell;            /* pixels of a side */
    rw_cell *cells;         /* [width * height] */
} rw_raster;

/* To be freed by rw_free: its cells. */
riwalk_status rw_raster_new(double width, double height, rw_raster *raster, riwalk_error *error);

/* Sums over cells. A cell has at most two lines here: more of them cannot be told apart anyway. */
typedef struct rw_cover {
    uint64_t marks, words, lines, price;
} rw_cover;

/* Adds `more` to all cells of a disc, a box or a line, or takes the same away again: unsigned
 * numbers may be negative ones. Where `more` is NULL, adds the cells to `cover`. What lies outside
 * of the picture is left out. */
void rw_raster_add_disc(const rw_raster *raster, double x, double y, double radius,
                        const rw_cell *more);
void rw_raster_box(const rw_raster *raster, const rw_box *box, const rw_cell *more,
                   rw_cover *cover);
void rw_raster_line(const rw_raster *raster, const double from[2], const double to[2],
                    const rw_cell *more, rw_cover *cover);

#endif
