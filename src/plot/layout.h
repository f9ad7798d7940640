/* SPDX-License-Identifier: MIT */
/* The layout of small graphs, in steps. All of them work with sums, products and square roots of
 * doubles in one order, so places are the same on every machine. */
#ifndef RW_PLOT_LAYOUT_H
#define RW_PLOT_LAYOUT_H

#include "base/progress.h"
#include "plot/project.h"

/* Nodes have numbers of their own here: those of one component lie side by side, those of the
 * largest component first. */
typedef struct rw_layout {
    uint32_t node_count;
    uint32_t *order;     /* [node_count]: the node of each number */
    uint64_t *offsets;   /* [node_count + 1] */
    uint32_t *neighbors; /* by number */
    uint32_t *begins;    /* [component_count + 1]: the first number of each component */
    uint32_t component_count;
    double *places; /* [2 * node_count], all below too; the wanted length of an edge is 1 */
    double *forces;
    float *features;     /* [node_count][RW_LAYOUT_PIVOTS], or less */
    uint32_t *queue;     /* [node_count] */
    uint32_t *distances; /* [node_count]: from a pivot */
    uint32_t *nearest;   /* [node_count]: from the nearest pivot so far */
    rw_quadtree tree;
    rw_pool pool;
    uint32_t begin, end; /* the component at work */
    int threads;
} rw_layout;

#define RW_LAYOUT_PIVOTS 50

/* A component unfolded: its distances to some pivots along their two principal directions, the mean
 * length of edges being 1, with a noise that parts equal places (layout_start.c). */
riwalk_status rw_layout_start(rw_layout *layout, uint64_t seed, riwalk_error *error);

/* Lets forces work on a component (layout_forces.c). */
riwalk_status rw_layout_relax(rw_layout *layout, uint32_t iterations, rw_progress *progress,
                              riwalk_error *error);

/* Moves nodes of all components apart that would overlap in a picture (layout_forces.c). */
void rw_layout_part(rw_layout *layout);

#endif
