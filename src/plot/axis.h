/* SPDX-License-Identifier: MIT */
/* One axis of a chart: values to pixels, and where its ticks are. */
#ifndef RW_PLOT_AXIS_H
#define RW_PLOT_AXIS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct rw_axis {
    bool log;
    double low, high; /* values; positive where log */
    double from, to;  /* their pixels */
} rw_axis;

/* An axis for values from `low` to `high`, with a little room on both sides, or a range of its own
 * where the two are equal. */
rw_axis rw_axis_around(double low, double high, bool log);

double rw_axis_place(const rw_axis *axis, double value);

/* Round values within the axis, ascending: returns how many, at most RW_AXIS_TICKS. `wanted` is
 * about how many there is room for. */
#define RW_AXIS_TICKS 32
size_t rw_axis_ticks(const rw_axis *axis, double wanted, double ticks[RW_AXIS_TICKS]);

/* A tick's text: "0.5", "2000", "1,000,000", "1e12". */
#define RW_AXIS_TEXT 40
void rw_axis_text(double tick, char text[RW_AXIS_TEXT]);

#endif
